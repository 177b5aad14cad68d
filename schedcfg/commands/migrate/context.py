"""What a migration works on: the request, the text being changed, and the release that validates each step."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from schedcfg import releases
from schedcfg.commands.migrate.flags_beside import PolicyStart
from schedcfg.commands.migrate.results import MigrationStatus, Note, NoteKind, Proof, obstacle
from schedcfg.configuration.effective.facts import Key
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document import Position, Span
from schedcfg.document.edit import Draft
from schedcfg.document.span import Path, render
from schedcfg.errors import EditConflict
from schedcfg.findings import Finding
from schedcfg.models.policy import Policy
from schedcfg.releases.release import Release
from schedcfg.validation.completed import Completed, Completer


class NamedPolicyText(NamedTuple):
    """The legacy Policy that a configuration names."""

    name: str  # What messages call it
    policy: Policy  # As decoded
    extenders: object  # Its extenders, as they are written; None where there are none


class MigrationPlan(NamedTuple):
    """What is requested."""

    target: str  # The API version to reach, short: `v1`
    release: Release | None  # The release that has to take the result; None: any that serves the target
    registry: PluginRegistry
    adopt_defaults: bool = False
    drop_unsupported: bool = False
    annotate: bool = False
    starts: tuple[PolicyStart, ...] = ()  # How schedulers are started with it, if it is a Policy
    policy: NamedPolicyText | None = None  # The Policy that it names; None where it names none, or that is not here


class MigrationOutcome(NamedTuple):
    """The result for a document."""

    status: MigrationStatus  # `MIGRATED`, `UNCHANGED` or `REFUSED`
    proofs: tuple[Proof, ...] = ()
    notes: tuple[Note, ...] = ()
    # Why it is refused; else the errors that the release finds in the new text that is to take it, or all that it
    # finds, where it does not start with it
    findings: tuple[Finding, ...] = ()
    # The rules that find there what weighs like an error, and did not in the text before
    new_errors: tuple[str, ...] = ()
    validated_by: str = ""  # The release that is to take the new text; empty where that is refused
    accepted_by: tuple[str, ...] = ()  # All that take it, the oldest first
    assumed_plugins: tuple[str, ...] = ()  # What has to be compiled in for that


POLICY = "Policy"
"""What a legacy Policy is written in, where others have an API version."""

UNSUPPORTED = "cannot-be-kept"
"""The rule by which a step is refused, and the id of a note on what is dropped instead."""

START = Span(*[Position(1, 1, 0)] * 2)
"""The place of notes that have no place in the text."""


class Refusal(Exception):  # noqa: N818 - an expected outcome, not an error
    """A step cannot be taken, whatever is requested."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass(slots=True)
class StepContext:
    """A text being migrated from one API version to the next."""

    draft: Draft  # The text; steps change it
    plan: MigrationPlan
    completer: Completer
    source: str  # The version that the step starts from, short; `Policy` for a legacy Policy
    target: str  # The version that it leads to; the same where the text is only made compatible with a newer release
    before: Configuration
    release: Release  # The release that validates the text after the step; before it as well if it serves the source
    notes: list[Note] = field(default_factory=list)
    # Key → why it differs after the step, for what the step changes on purpose; a key means all that begin with it
    allowed: dict[Key, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The step as people call it: `v1beta2 → v1beta3`."""
        return self.source if self.source == self.target else f"{self.source} → {self.target}"

    def complete(self) -> Completed:
        """Return what the release makes of the text as it is now."""
        return self.completer.of(self.draft.document, self.release)

    def note(self, kind: NoteKind, id_: str, message: str, path: Path) -> None:
        """Note what is done, before it is done: the line is that of the entry in the user's text."""
        span = self.draft.original_span(path)
        self.notes.append(Note(kind, id_, message, render(path), self.name, span and span.start.line))

    def refuse(self, path: Path, message: str, advice: str) -> NoReturn:
        """Refuse: this cannot be expressed in the target version, and nothing can be left out instead.

        Raises:
            Refusal: always.
        """
        span = self.draft.original_span(path) or START
        raise Refusal(obstacle(UNSUPPORTED, path, message, advice, span))

    def value(self, path: Path) -> object:
        """Return the plain data at a path; None where it leads nowhere."""
        return self.draft.get(path) if self.draft.has(path) else None

    def append(self, path: Path, item: object) -> Path:
        """Put an item at the end of a list, which is made if it is missing; return where it is."""
        count = len(items(self.value(path)))
        self.draft.insert((*path, count), item)
        return (*path, count)

    def move(self, path: Path, to: Path) -> None:
        """Move an entry or item; where its comments have no place, in brackets, they stay behind."""
        saved, value = self.draft.copy(), self.draft.get(path)
        try:
            self.draft.move(path, to)
        except EditConflict:
            self.draft.restore(saved)
            self.draft.remove_leaving_comments(path)
            self.draft.insert(to, value)

    def profiles(self) -> Iterator[tuple[Path, dict[str, object]]]:
        """Yield the written profiles with their paths; v1alpha1 has its single one at the top."""
        data = self.draft.data
        if not isinstance(data, dict):
            return
        if "profiles" not in data and self.source == "v1alpha1":
            yield (), data
        for index, profile in enumerate(items(data.get("profiles"))):
            if isinstance(profile, dict):
                yield ("profiles", index), profile

    def plugin_configs(self) -> Iterator[tuple[Path, dict[str, object]]]:
        """Yield every entry of `pluginConfig` with its path."""
        for path, profile in self.profiles():
            for index, entry in enumerate(items(profile.get("pluginConfig"))):
                if isinstance(entry, dict):
                    yield (*path, "pluginConfig", index), entry


def items(value: object) -> list[object]:
    """Return a list as it is, and an empty one for anything else."""
    return value if isinstance(value, list) else []


def mapping(value: object) -> dict[str, object]:
    """Return a mapping as it is, and an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def serving(version: str) -> list[Release]:
    """List the releases that read a version, or a Policy, the oldest first."""
    if version == POLICY:
        return [release for release in releases.all_releases() if release.policy]
    return [releases.at(name) for name in releases.serving(version)]


def common(source: str, target: str, requested: Release | None) -> list[Release]:
    """List the releases that serve both versions: the one that was requested first, then the newest ones."""
    both = [release for release in serving(source) if target in release.api_versions]
    return sorted(both, key=lambda release: (requested is None or release.name != requested.name, -release.number))


def nearest(source: str, target: str) -> Release:
    """Choose the release that serves the target and is nearest to those that serve the source."""
    after = serving(target)
    return after[0] if after[0].number > serving(source)[-1].number else after[-1]


def near(version: str, release: Release) -> list[Release]:
    """List the releases that serve a version, those nearest to another one first; of two the newer one."""
    return sorted(serving(version), key=lambda one: (abs(one.number - release.number), -one.number))
