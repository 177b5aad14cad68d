"""The plan for what runs in a cluster: its objects are planned together, as the files of a folder are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.diff.results import AnyChange
from schedcfg.commands.upgrade.cluster_objects import ObjectCommands, commands_of, unseen_parts
from schedcfg.commands.upgrade.folder import FolderState, FoundScheduler, parsed
from schedcfg.commands.upgrade.plan import Folder, Route, plan_folders, route
from schedcfg.commands.upgrade.reading import is_planned
from schedcfg.commands.upgrade.results import Action, PlanItem, PlannedObject, PlanPlace, UpgradePlan
from schedcfg.configuration.effective.view import Origin
from schedcfg.errors import UnknownTarget
from schedcfg.integrations.cluster_configurations import OfValue, written
from schedcfg.integrations.cluster_objects import ClusterObject
from schedcfg.integrations.cluster_reading import ClusterReading
from schedcfg.rules.context_cache import TextsInContext
from schedcfg.sources import Text
from schedcfg.sources.config_map_texts import values
from schedcfg.sources.manifests.pod import Fields, at, fields, text
from schedcfg.sources.manifests.running import RunningScheduler
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.options import Options

_KUBEADM_KEY = "ClusterConfiguration"
"""Upstream: `ClusterConfigurationConfigMapKey` in `cmd/kubeadm/app/constants/constants.go`."""


class ClusterText(NamedTuple):
    """A text of a cluster."""

    object: ClusterObject
    key: str  # The key of the ConfigMap that the plan is about; empty for all of an object
    # The object as YAML: of a ConfigMap with several configurations, the part with one of them; for what kubeadm reads,
    # the value itself
    text: str

    @property
    def path(self) -> str:
        """How plans name it."""
        return f"{self.object.path}[{self.key}]" if self.key else self.object.path

    @property
    def is_value(self) -> bool:
        """Whether it is what a key has, rather than an object."""
        return self.object.is_of_kubeadm


def texts_of(reading: ClusterReading) -> Iterator[ClusterText]:
    """Yield the texts of a cluster: one for each configuration, and one for each other object."""
    for cluster_object in reading.objects:
        found, data = dict(values(cluster_object.data)), fields(cluster_object.data.get("data"))
        if cluster_object.is_of_kubeadm:
            value = text(data.get(_KUBEADM_KEY))
            # Without flags or mounts of its own, nothing of the scheduler is to be changed there.
            if any(at(document.data, "scheduler") for document in parsed(value).documents):
                yield ClusterText(cluster_object, _KUBEADM_KEY, value)
        elif cluster_object.kind != "ConfigMap" or not found:
            yield ClusterText(cluster_object, "", written(cluster_object))
        else:
            rest = {key: value for key, value in data.items() if key not in found}
            for key, value in found.items():
                part = ClusterObject({**cluster_object.data, "data": {**rest, key: _in_lines(value)}})
                yield ClusterText(cluster_object, key, written(part))


def _in_lines(value: str) -> str:
    """Return a configuration as YAML has it line by line: where nothing is written, its quotes do not matter."""
    value = value.replace("\r\n", "\n")
    content = value.lstrip("\n")
    # A block does not begin with an empty line, and its lines have to keep their numbers.
    return "#\n" * (len(value) - len(content)) + content.rstrip("\n") + "\n"


@dataclass(frozen=True)
class ClusterState(FolderState):
    """The objects of a cluster, as they are between two hops."""

    origins: Mapping[str, ClusterText]  # Path → where its text is from

    def has(self, running: RunningScheduler) -> bool:  # noqa: ARG002 - as a folder's
        """Return True: all of them run, and a static Pod is known by its mirror only."""
        return True

    def around(self, options: Options) -> TextsInContext:
        """Return all objects together, as they are validated."""
        known = self._together
        if options.kubernetes not in known:
            texts = tuple(Text(name, self.stream(name)) for name in sorted(self.texts))
            known[options.kubernetes] = TextsInContext(texts, DocumentValidator.of(options))
        return known[options.kubernetes]

    @cached_property
    def _together(self) -> dict[str | None, TextsInContext]:
        return {}

    def shown(self, place: PlanPlace) -> PlanPlace:
        """Return a place: in a configuration with the line of its text; an object's lines are nowhere to be seen."""
        return replace(place, line=self._line(place.path, place.line))

    def shown_changes(self, name: str, changes: tuple[AnyChange, ...]) -> tuple[AnyChange, ...]:
        """Return changes with lines of the configuration."""

        def moved(origin: Origin | None) -> Origin | None:
            return None if origin is None else replace(origin, line=self._line(name, origin.line))

        reasons = (
            replace(change.reason, left=moved(change.reason.left), right=moved(change.reason.right))
            for change in changes
        )
        return tuple(replace(one, reason=reason) for one, reason in zip(changes, reasons, strict=True))

    def _line(self, name: str, line: int | None) -> int | None:
        origin = self.origins[name]
        if line is None or not origin.key:
            return None
        return line if origin.is_value else self._values[name].line(line)

    @cached_property
    def _values(self) -> dict[str, OfValue]:
        """Where the value of each key is in its text."""
        return {
            name: OfValue(Text(name, self.stream(name)), one.key, self._value(name))
            for name, one in self.origins.items()
            if one.key and not one.is_value
        }

    def written(self, name: str) -> str | None:
        """Return a configuration, or the object that has it; None for a mirror, of which the file is elsewhere."""
        origin = self.origins[name]
        if origin.object.node:
            return None
        return self._value(name) if origin.key and not origin.is_value else self.texts[name]

    def _value(self, name: str) -> str:
        """Return the text of the key of a ConfigMap."""
        data: Fields = fields(fields(self.stream(name).documents[0].data).get("data"))
        return text(data.get(self.origins[name].key))


def cluster_route(reading: ClusterReading, before: str | None, after: str | None) -> Route:
    """Return the way from the release of a cluster, unless another is named, to one, by default the newest.

    Raises:
        UnknownTarget: if a release is not known, or there is no way.
    """
    if before is None and after is None and reading.release == releases.NEWEST:
        raise UnknownTarget(
            f"the cluster runs Kubernetes {reading.release}, the newest release that is known here",
            "There is nothing to plan; `schedcfg validate --cluster` checks what runs.",
        )
    return route(before or reading.release, after or releases.NEWEST)


def plan_cluster(reading: ClusterReading, way: Route, options: Options, context: str | None) -> UpgradePlan:
    """Plan the upgrade of what runs in a cluster.

    Args:
        reading: What was read.
        way: The releases on the way.
        options: How objects are validated.
        context: The context of kubectl; None: the current one.
    """
    options = replace(options, selection=options.selection.ignoring(reading.undecided))
    origins = {cluster_text.path: cluster_text for cluster_text in texts_of(reading)}
    texts = {path: one.text for path, one in origins.items()}
    planned = frozenset(path for path in texts if is_planned(parsed(texts[path])))
    state = ClusterState("", texts, planned, (), options, origins)
    made = plan_folders([Folder([""], state, {})], way, options, reading.unseen)
    shown = commands_of(reading, context)
    return replace(
        made,
        cluster=reading.report,
        unseen=tuple(unseen_parts(state.schedulers, reading, way.source, shown)),
        objects=tuple(_changing(made, state, shown)),
    )


def _changing(made: UpgradePlan, state: ClusterState, shown: ObjectCommands) -> Iterator[PlannedObject]:
    """Yield the objects of a plan that have to change, in order."""
    items: list[PlanItem] = [*made.today, *(item for hop in made.hops for item in hop.items)]
    paths = {place.path for item in items if item.action is not Action.NOTE for place in item.places}
    found: dict[str, tuple[ClusterObject, list[FoundScheduler]]] = {}
    for path in sorted(paths):
        origin = state.origins[path]
        one, readers = found.setdefault(origin.object.path, (origin.object, []))
        readers += state.started_with(path, origin.key) if origin.key else []
    for one, readers in found.values():
        yield shown.planned(one, readers)
