"""All that a caller can choose: one frozen value for library, commands, krm and hooks."""

import os
import re
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from schedcfg.configuration.effective.registry import OPEN, PluginRegistry
from schedcfg.releases import gate_settings
from schedcfg.releases.gate_flag import Remark
from schedcfg.releases.gate_settings import FeatureGates
from schedcfg.releases.release import Release
from schedcfg.sources import STDIN, SUFFIXES
from schedcfg.sources.configurations import Role
from schedcfg.validation.selection.selection import EVERYTHING, Selection

if TYPE_CHECKING:
    from schedcfg.rules.organization import Requirement

_THROUGH_FOLDERS = {"**/": "(?:|.*?/)", "**": ".*?"}


class Patterns(NamedTuple):
    """Some files and folders.

    Attributes:
        root: The folder that the patterns start from.
        globs: `*` and `?` stay within a name, `**` goes through folders; one without a `/` fits at any depth. What
            fits a folder fits all below it.
    """

    root: str
    globs: tuple[str, ...]

    def fit(self, path: str) -> bool:
        """Return whether a path, relative to the working directory, is meant; nothing outside of the root is."""
        if path == STDIN:
            return False
        relative = os.path.relpath(path, self.root).replace(os.sep, "/")
        return not relative.startswith("../") and any(_compiled(glob).match(relative) for glob in self.globs)


@lru_cache(maxsize=256)
def _compiled(glob: str) -> re.Pattern[str]:
    trimmed = glob.removeprefix("./").rstrip("/")
    rooted = trimmed if "/" in glob.rstrip("/") else f"**/{trimmed}"
    first, *others = re.split(r"((?<![^/])\*\*/|\*\*)", rooted)
    names = [first, *others[1::2]]
    pieces = [_piece(name, "" if number < len(names) else r"(?=/|\Z)") for number, name in enumerate(names, 1)]
    behind = zip(others[::2], pieces[1:], strict=True)
    # What is found first leaves the most for what follows, so that no other way has to be tried: `(?>…)`.
    through = (f"(?>{_THROUGH_FOLDERS[wild]}{piece})" for wild, piece in behind)
    return re.compile("".join([pieces[0], *through]), re.DOTALL)


def _piece(name: str, end: str) -> str:
    """Write what is between two `**`, or behind the last, as a regular expression that never tries a second way."""
    first, *others = (re.escape(part).replace(r"\?", "[^/]") for part in name.split("*"))
    if not others:
        return first + end
    others[-1] += end
    return first + "".join(f"(?>[^/]*?{part})" for part in others)


class PathOptions(NamedTuple):
    """Options for some files only.

    Attributes:
        patterns: Which.
        kubernetes: The release to validate them against; None: that of the others.
        ignore: Rules whose advice is not reported about them.
    """

    patterns: Patterns
    kubernetes: str | None
    ignore: frozenset[str]


class RequirementFor(NamedTuple):
    """A requirement of an organization, and the files that have to meet it.

    Attributes:
        patterns: Which; None: all.
        requirement: What is required.
    """

    patterns: Patterns | None
    requirement: "Requirement"


@dataclass(frozen=True, slots=True, repr=False)
class Options:
    """How texts and files are validated; it can be sent to another process.

    Attributes:
        kubernetes: The release as the user wrote it (`1.29`, `v1.29.3`); None: for each file the newest that serves its
            API version.
        registry: Which plugins exist alongside the in-tree ones; by default any name may.
        role: What the files are read as.
        feature_gates: Gate → whether it is on; or what follows each `--feature-gates`, as kube-scheduler takes it.
        selection: Which advice is reported. What comments in a text suppress never is.
        skip_others: Whether named files that hold no configuration are skipped, as in a search.
        per_path: What holds for some files only; later ones win.
        exclude: What a search skips; None: nothing.
        suffixes: What the names of files end in that a search looks at; an empty one represents names without any.
        require: Whether a run that finds no configuration fails.
        organization: What an organization requires.
        cluster: Files and folders whose schedulers may be named by Pods in what is validated; none: those that are
            validated, or of each folder by itself where only those are named that changed.
        stdin_filename: The path of the file that standard input represents.
        cluster_release: The release of the API server, `1.29`; None: that which a file beside a scheduler names.
    """

    kubernetes: str | None = None
    registry: PluginRegistry = OPEN
    role: Role = Role.ANY
    feature_gates: FeatureGates = None
    selection: Selection = EVERYTHING
    skip_others: bool = False
    per_path: tuple[PathOptions, ...] = ()
    exclude: Patterns | None = None
    suffixes: tuple[str, ...] = SUFFIXES
    require: bool = False
    organization: tuple[RequirementFor, ...] = ()
    cluster: tuple[str, ...] = ()
    stdin_filename: str = STDIN
    cluster_release: str | None = None

    def __repr__(self) -> str:
        """Return what differs from the defaults: `Options(kubernetes='1.29')`."""
        values = ((field.name, getattr(self, field.name), getattr(DEFAULT, field.name)) for field in fields(self))
        return f"Options({', '.join(f'{name}={value!r}' for name, value, usual in values if value != usual)})"

    @property
    def requirements(self) -> "tuple[Requirement, ...]":
        """What every file has to meet."""
        return tuple(one.requirement for one in self.organization if one.patterns is None)

    def by(self, kubernetes: str | None) -> Self:
        """Return them with another release; None: with the same."""
        return self if kubernetes is None else replace(self, kubernetes=kubernetes)

    def of_cluster(self, release: str | None) -> Self:
        """Return them with the release of the API server; None: with the same."""
        return self if release is None else replace(self, cluster_release=release)

    def selecting(self, selection: Selection, *, skip_others: bool) -> Self:
        """Return them with what is reported, and whether named files without a configuration are skipped."""
        return replace(self, selection=selection, skip_others=skip_others)

    def at(self, path: str) -> Self:
        """Return what holds for one file."""
        found = self
        if not self.per_path and not self.organization:
            return found
        for path_options in self.per_path:
            if path_options.patterns.fit(path):
                release = path_options.kubernetes or found.kubernetes
                found = replace(found, kubernetes=release, selection=found.selection.ignoring(path_options.ignore))
        if any(one.patterns is not None for one in self.organization):
            fitting = (one for one in self.organization if one.patterns is None or one.patterns.fit(path))
            found = replace(found, organization=tuple(one._replace(patterns=None) for one in fitting))
        return found

    def release(self) -> Release | None:
        """Return the chosen release, with the feature gates set; None where each file has its own.

        Raises:
            UnknownTarget: if the release is not known.
            WrongFeatureGates: if it does not start with the feature gates or, where each file has its own, none does.
        """
        return gate_settings.target(self.kubernetes, self.feature_gates)

    def release_name(self) -> str | None:
        """Return the name of the release that every file is validated against, `1.29`, or None where there is none.

        Raises:
            UnknownTarget: if a release is not known.
            WrongFeatureGates: if it does not start with the feature gates or, where each file has its own, none does.
        """
        chosen = [self.kubernetes, *(path_options.kubernetes or self.kubernetes for path_options in self.per_path)]
        targets = [gate_settings.target(name, self.feature_gates) for name in chosen]
        names = {None if target is None else target.name for target in targets}
        return names.pop() if len(names) == 1 else None

    def gate_warnings(self) -> tuple[Remark, ...]:
        """List what the chosen release logs about the feature gates."""
        return gate_settings.warnings(self.kubernetes, self.feature_gates)


DEFAULT = Options()
"""The defaults."""
