"""The texts of a folder on their way from release to release, and the schedulers in them.

How much a text holds for an upgrade over many releases: each of them reads and completes it again.

How far kubelets may be behind: the one thing outside of the scheduler's files that stops an upgrade hop by hop.

Source: kubernetes.io, "Version Skew Policy": two minor releases; since 1.28 three, of kubelets of 1.25 and newer.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from schedcfg import limits, releases
from schedcfg.commands.diff.results import AnyChange
from schedcfg.commands.upgrade.results import Action, PlanItem, PlanPlace, When
from schedcfg.document import Stream, parse
from schedcfg.document.span import Path
from schedcfg.findings import FileReport
from schedcfg.releases.release import Release
from schedcfg.rules.context_cache import ContextCache, TextsInContext
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.folder_context import FolderContext
from schedcfg.sources import Text, texts_in
from schedcfg.sources.configurations import FoundConfiguration, Role, find_configurations
from schedcfg.sources.manifests.reading import ConfigurationText, LocatedManifest, manifests_in
from schedcfg.sources.manifests.running import RunningScheduler
from schedcfg.sources.size import MOST_PROFILES, number_of_profiles, number_of_values
from schedcfg.sources.type_meta import read_type_meta
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.options import Options
from schedcfg.validation.text import full_report, validate_stream

parsed = lru_cache(maxsize=512)(parse)
"""Reads a text; most texts stay as they are in most hops."""


@lru_cache(maxsize=512)
def configurations_of(text: str) -> tuple[FoundConfiguration, ...]:
    """List the configurations and Policies of a text; most texts stay as they are in most hops."""
    return find_configurations(parsed(text), Role.ANY)


class FoundScheduler(NamedTuple):
    """A scheduler that a manifest runs."""

    manifest: LocatedManifest
    context: DeploymentContext
    configuration: ConfigurationText | None  # What `--config` names, if that is in the folder
    policy: ConfigurationText | None
    # The files and keys in which what it is started with is: that, or the fields that a product takes
    places: frozenset[tuple[str, str]]

    @property
    def running(self) -> RunningScheduler:
        """How the manifest runs it."""
        assert self.context.running is not None
        return self.context.running

    @property
    def identity(self) -> tuple[str, int, Path]:
        """What stays the same when texts are edited: file, number of the document, path of the container in it."""
        place = (*self.manifest.within, *self.running.container)
        return self.manifest.file, self.manifest.host.index, place

    @property
    def feature_gates(self) -> tuple[str, ...]:
        """What follows each of its `--feature-gates`; nothing where one is not known."""
        flags = self.running.command_line.all("feature-gates")
        return tuple(flag.value or "" for flag in flags) if all(flag.is_known for flag in flags) else ()

    def line(self, path: Path) -> int:
        """Return the line of its manifest in which a path is."""
        return self.manifest.line(path)


@dataclass(frozen=True)
class FolderState:
    """The texts of a folder, as they are between two hops."""

    folder: str
    texts: Mapping[str, str]  # The name of a file → its text: of all files that have to do with schedulers
    planned: frozenset[str]
    patches: tuple[Text, ...]
    options: Options

    @property
    def content(self) -> object:
        """What is the same of folders that are planned alike."""
        patches = tuple((patch.name, patch.stream.text) for patch in self.patches)
        return frozenset(self.texts.items()), self.planned, patches

    def with_texts(self, texts: Mapping[str, str]) -> "FolderState":
        """Return the folder with other texts."""
        return replace(self, texts={**self.texts, **texts}) if texts else self

    def stream(self, name: str) -> Stream:
        """Return a text, read."""
        return parsed(self.texts[name])

    def configurations(self, name: str) -> tuple[FoundConfiguration, ...]:
        """List the configurations and Policies of a file."""
        return configurations_of(self.texts[name])

    @cached_property
    def schedulers(self) -> tuple[FoundScheduler, ...]:
        """All schedulers that files of the plan run."""
        return tuple(
            self._scheduler(manifest, related, related.running)
            for text in self._context.texts
            if text.name in self.planned
            for manifest, related in self._context.contexts_of(text)
            if related.running is not None and self.has(related.running)
        )

    def has(self, running: RunningScheduler) -> bool:
        """Return whether a scheduler can be edited here: what was made in a cluster from something else cannot."""
        return not running.is_copy

    def _scheduler(
        self, manifest: LocatedManifest, related: DeploymentContext, running: RunningScheduler
    ) -> FoundScheduler:
        linked = (
            self._context.named.configuration_of(manifest, running),
            self._context.named.policy_of(manifest, running),
        )
        places = {configuration_text.place for configuration_text in linked if configuration_text is not None}
        if running.product is not None and running.product.passes_config:
            own = (
                configuration
                for configuration in self.configurations(manifest.file)
                if configuration.number == manifest.host.index
            )
            places |= {(manifest.file, configuration.key or "") for configuration in own if configuration.is_embedded}
        return FoundScheduler(manifest, related, *linked, frozenset(places))

    @cached_property
    def _context(self) -> FolderContext:
        return FolderContext(self.read, DocumentValidator(None, self.options.registry), self.patches)

    @property
    def read(self) -> tuple[Text, ...]:
        """All texts, read."""
        return tuple(Text(name, self.stream(name)) for name in sorted(self.texts))

    def scheduler(self, identity: tuple[str, int, Path]) -> FoundScheduler | None:
        """Return a scheduler by what stays the same of it; None where it is no longer there."""
        return self._by_identity.get(identity)

    @cached_property
    def _by_identity(self) -> dict[tuple[str, int, Path], FoundScheduler]:
        return {one.identity: one for one in reversed(self.schedulers)}

    def started_with(self, name: str, key: str | None) -> list[FoundScheduler]:
        """List the schedulers that are started with a configuration, by its file and key."""
        return [one for one in self.schedulers if (name, key or "") in one.places]

    def report(self, name: str, release: Release) -> FileReport:
        """Return what `validate` reports of a file, with what is beside it."""
        if (name, release.name) not in self._reports:
            self._reports[name, release.name] = self._report(name, release)
        return self._reports[name, release.name]

    @cached_property
    def _reports(self) -> dict[tuple[str, str], FileReport]:
        """Reports that were made: those after a hop are those before the next."""
        return {}

    def _report(self, name: str, release: Release) -> FileReport:
        stream, path = self.stream(name), os.path.join(self.folder, name)
        options = self.options.by(release.name)
        return full_report(validate_stream(stream, options, path), stream, options, self.around(options))

    def around(self, options: Options) -> ContextCache | TextsInContext:  # noqa: ARG002 - others need them
        """Return what is around each text, when it is validated."""
        return self._contexts

    def shown(self, place: PlanPlace) -> PlanPlace:
        """Return a place in a text as plans show it."""
        return place

    def shown_changes(self, name: str, changes: tuple[AnyChange, ...]) -> tuple[AnyChange, ...]:  # noqa: ARG002 - the signature is shared
        """Return changes of behavior, with lines of a text as plans show them."""
        return changes

    def written(self, name: str) -> str | None:
        """Return a text as it is written where it came from; None where something else is written there."""
        return self.texts[name]

    @cached_property
    def _contexts(self) -> ContextCache:
        own = os.path.abspath(self.folder)

        def read(folder: str) -> Iterable[Text]:
            return self.read if folder == own else texts_in(folder)

        return ContextCache(self.options.suffixes, read)


class Start(NamedTuple):
    """The release that runs something before the upgrade."""

    number: int
    assumption: str = ""  # Why it is assumed; empty where a manifest names it


class Starts(NamedTuple):
    """Where each scheduler and configuration of a folder starts from: one that is ahead waits for the others."""

    state: FolderState
    origin: Release  # The release that the upgrade starts from

    def of_scheduler(self, one: FoundScheduler) -> Start:
        """Return the release that a scheduler runs: that of its manifest, or the one that the upgrade starts from."""
        named = one.running.kubernetes
        release = releases.known(named)
        if release is not None:
            return self._named(release)
        found = (
            each for name, key in one.places for each in self.state.configurations(name) if (each.key or "") == key
        )
        return self._assumed(found, "nothing here names its release" if named is None else _names(named))

    def of_configuration(self, name: str, found: FoundConfiguration) -> Start:
        """Return the release that runs a configuration: that of its scheduler, or the first that reads it."""
        schedulers = [self.of_scheduler(one) for one in self.state.started_with(name, found.key)]
        return min(schedulers) if schedulers else self._assumed([found], "nothing here names its release")

    def _named(self, release: Release) -> Start:
        if release.number >= self.origin.number:
            return Start(release.number)
        return Start(self.origin.number, _names(release.name))

    def _assumed(self, found: Iterable[FoundConfiguration], reason: str) -> Start:
        """Return the release that the upgrade starts from, or a newer one that first reads a configuration."""
        documents = (each.document.data for each in found if each.document is not None)
        first, version = max(map(_first_reader, documents), default=(0, ""))
        if first <= self.origin.number:
            return Start(self.origin.number, reason)
        return Start(first, f"the first release that reads {version}, which {self.origin.name} does not")

    def of_file(self, name: str) -> int:
        """Return the oldest release that runs something of a file."""
        own = [self.of_scheduler(one).number for one in self.state.schedulers if one.manifest.file == name]
        found = [self.of_configuration(name, configuration).number for configuration in self.state.configurations(name)]
        return min([*own, *found], default=self.origin.number)


def _names(release: str) -> str:
    return f"its manifest names {release}"


def _first_reader(data: object) -> tuple[int, str]:
    """Return the minor of the first release that reads the API version of a configuration, and that; 0: none does."""
    version = read_type_meta(data).version or ""
    serving = releases.serving(version)
    return (releases.at(serving[0]).number if serving else 0), version


_MOST_CHARACTERS = 32 * limits.MEBIBYTE
"""Characters that are read for all releases on the way."""
_FEW = 4
"""Hops over which as many values, or profiles, as a file may hold are upgraded in about a minute."""


def too_much(text: str, hops: int) -> str | None:
    """Return why a text is not upgraded over so many hops; None where it is."""
    most, advice = limits.VALUES.value * _FEW // hops, ""
    if len(text) * hops > _MOST_CHARACTERS:
        size = f"{len(text):,} characters"
    elif len(text) * hops * (schedulers := _schedulers(text)) > _MOST_CHARACTERS:
        # The version of each is changed in every release, and each change reads the text again.
        size = f"{len(text):,} characters with {schedulers:,} schedulers"
    elif _holds_more(text, most):
        size, advice = f"configurations with more than {most:,} values", f". {limits.VALUES.advice}"
    elif (profiles := _profiles(text)) > MOST_PROFILES * _FEW // hops:
        size = f"configurations with {profiles:,} profiles"
    else:
        return None
    return f"it contains {size}, too many for {hops} releases: upgrade to a nearer one first{advice}"


def _schedulers(text: str) -> int:
    """Return how many schedulers the manifests of a text run."""
    return sum(len(manifest.running) for manifest in manifests_in((Text("", parsed(text)),)))


def _holds_more(text: str, most: int) -> bool:
    """Return whether the configurations of a text hold more values than these."""
    # A value and what parts it from the next are two characters.
    if len(text) <= most * 2:
        return False
    documents = [
        configuration.document for configuration in configurations_of(text) if configuration.document is not None
    ]
    # Of repeated keys, only the last one is in the data; comments about findings are asked about in each release.
    found = sum(len(document.defects) for document in documents) + text.count("schedcfg:")
    for document in documents:
        found += number_of_values(document.data, most - found)
    return found > most


def _profiles(text: str) -> int:
    """Return how many profiles the configurations of a text run."""
    documents = [configuration.document for configuration in configurations_of(text)]
    return sum(1 if document is None else number_of_profiles(document) for document in documents)


_THREE_BEHIND_SINCE = 28
_OLDEST_THREE_BEHIND = 25


def oldest(control_plane: int) -> int:
    """Return the minor of the oldest kubelet that a control plane serves."""
    if control_plane < _THREE_BEHIND_SINCE:
        return control_plane - 2
    return min(control_plane - 2, max(control_plane - 3, _OLDEST_THREE_BEHIND))


def items(after: Release, source: Release, target: Release) -> Iterator[PlanItem]:
    """Yield that kubelets have to follow after a hop, where the next one leaves them too far behind.

    Args:
        after: The release of the control plane after the hop.
        source: The release of everything before the upgrade.
        target: The release to which the upgrade leads.
    """
    current = source.number
    for number in range(source.number + 1, after.number + 1):
        is_due = number == target.number or oldest(number + 1) > current
        if is_due and number == after.number:
            message = (
                f"upgrade the kubelets from 1.{current} to {after.name}: the control plane of the next release serves "
                f"none older than 1.{oldest(number + 1)}"
                if number < target.number
                else f"upgrade the kubelets from 1.{current} to {after.name}"
            )
            yield PlanItem(When.AFTER, Action.BY_HAND, "kubelets", message)
        current = number if is_due else current
