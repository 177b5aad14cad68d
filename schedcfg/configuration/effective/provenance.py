"""Where each value of a completed configuration comes from: file, API version, release, or another value.

What runs at each extension point of a profile, what was removed there, and where each of that comes from.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from schedcfg import releases
from schedcfg.configuration.effective.args import of_plugin
from schedcfg.configuration.effective.leaning import Leaning, leaning_of, strategy_of
from schedcfg.configuration.effective.model import EMPTY_SET, Configuration, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, PIPELINE, SCORE, running_in
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import POLICY, Completion
from schedcfg.configuration.effective.scoring import Scores, scores_at
from schedcfg.configuration.effective.view import (
    Origin,
    OriginKind,
    Plugins,
    Point,
    RemovedPlugin,
    Running,
    RunningPlugin,
    UserChange,
)
from schedcfg.document import Document
from schedcfg.document.span import Path, follow, render
from schedcfg.releases.release import Release


class PolicyOrigin(NamedTuple):
    """The legacy Policy in another document that says what a configuration runs."""

    name: str  # What messages call it
    plain: Configuration  # The configuration as its own document completes it
    is_seen: bool  # Whether it is known; otherwise nothing is known of what runs

    @property
    def origin(self) -> "Origin":
        """The origin of all that it says."""
        return derived("the Policy")

    @property
    def note(self) -> str:
        """What to know of the configuration."""
        if self.is_seen:
            return f"plugins, their Args and extenders come from the Policy in {self.name}"
        return f"which plugins run is not known here: they come from a legacy Policy in {self.name}"


@dataclass(frozen=True)
class ProvenanceContext:
    """A configuration, and what it is compared with to find where its values come from."""

    document: Document
    configuration: Configuration
    registry: PluginRegistry
    completion: Completion  # How any release would complete the document, and an empty one
    # The line of the whole document, where its own lines are not those of the file; None otherwise
    line: int | None = None
    # Field → the flag of the command line that sets it
    flags: Mapping[str, Origin] = field(default_factory=dict)
    policy: PolicyOrigin | None = None  # Where what runs comes from, if that is another document; None otherwise

    @cached_property
    def readers(self) -> tuple[Release, ...]:
        """All releases that read the document, the one in question among them."""
        return tuple(map(releases.at, self.completion.readers))

    @cached_property
    def in_others(self) -> tuple[Configuration, ...]:
        """The document as every release that reads it completes it."""
        return tuple(map(self.completion.by, self.readers))

    def in_file(self, path: Path) -> Origin:
        """Return the origin of a value in the user's entry."""
        place = self.document.locate(path)
        start = (place.value if place.key is None else place.key).start
        return Origin(OriginKind.FILE, line=start.line if self.line is None else self.line, path=render(path))

    def by_default(self, *, everywhere: bool) -> Origin:
        """Return the origin of a default: the API version where all its releases agree, else the release."""
        if everywhere:
            return Origin(OriginKind.API_VERSION, self.completion.written_in)
        return Origin(OriginKind.RELEASE, self.configuration.release.name)

    def default(self, value: object, path: Path, in_others: Iterable[object]) -> Origin:
        """Return the origin of a default value.

        Args:
            value: The value.
            path: Its place in each of `in_others`.
            in_others: The same data as every release that reads the document completes it; some may lack the value.
        """
        known = (found for other in in_others if (found := follow(other, path)) is not None)
        return self.by_default(everywhere=all(found == value for found in known))

    def written(self, path: Path) -> object:
        """Return what the user wrote at a path; None where nothing is, or a null, which counts as nothing."""
        return follow(self.document.data, path)


def derived(name: str) -> Origin:
    """Return the origin of a value that follows from another field."""
    return Origin(OriginKind.DERIVED, name)


Lists = dict[str, list[Running]]
"""Point → what runs there."""


def plugins(configuration: Configuration, registry: PluginRegistry) -> Plugins:
    """Return what each profile's framework runs, as the recordings of it do."""
    return {
        profile.scheduler_name: {point: tuple(refs) for point, refs in _lists(profile, configuration, registry).items()}
        for profile in configuration.profiles
    }


def points(profile: Profile, context: ProvenanceContext) -> Iterator[Point]:
    """Yield the points at which something runs or was removed, in the order in which Pods pass them."""
    configuration = context.configuration
    if context.policy is not None and not context.policy.is_seen:
        return
    refs = running_in(configuration, profile.index, context.registry)
    defaults = _default_lists(context.completion.of_nothing(configuration.release), context.registry)
    in_others = [
        _default_lists(context.completion.of_nothing(release), context.registry) for release in context.readers
    ]
    for name in PIPELINE:
        here, default = refs.get(name, []), defaults.get(name, [])
        if here or default:
            others = [lists.get(name, []) for lists in in_others]
            scores = scores_at(name, here, profile, configuration, context.registry)
            yield Point(
                name,
                tuple(_running(name, scores, default, others, profile, context)),
                tuple(_removed(name, here, default, profile, context)),
                _gate_off(name, configuration.release),
                scores.total,
            )


def _gate_off(point: str, release: Release) -> str | None:
    gate = release.gated_points.get(point)
    return None if gate is None or release.enables(gate) else gate


def unplaced(profile: Profile, context: ProvenanceContext) -> Iterator[RunningPlugin]:
    """Yield the plugins enabled at `multiPoint` of which nothing is known; as scorers they have the written weight."""
    for ref in profile.merged.get(MULTI_POINT, EMPTY_SET).enabled:
        if context.registry.known(ref.name, context.configuration.release) is None and ref.path is not None:
            origin = context.in_file(ref.path)
            yield RunningPlugin(ref.name, ref.weight or 1, None, UserChange.ADDED, True, None, origin)  # noqa: FBT003


def _lists(profile: Profile, configuration: Configuration, registry: PluginRegistry) -> Lists:
    found = running_in(configuration, profile.index, registry)
    return {point: [Running(ref.name, ref.weight_at(point)) for ref in refs] for point, refs in found.items()}


@lru_cache(maxsize=64)
def _default_lists(configuration: Configuration, registry: PluginRegistry) -> Lists:
    """Return what runs by default; such configurations exist once per release, and are compared by identity."""
    return _lists(configuration.profiles[0], configuration, registry)


def _running(
    point: str,
    scores: Scores,
    default: list[Running],
    others: list[list[Running]],
    profile: Profile,
    context: ProvenanceContext,
) -> Iterator[RunningPlugin]:
    weights = {running.name: running.weight for running in default}
    own = {ref.name for ref in profile.merged.get(point, EMPTY_SET).enabled}
    for ref in scores.refs:
        here = Running(ref.name, scores.weights[ref.name])
        change = _change(ref, here, weights)
        idle = scores.idle.get(ref.name)
        leaning, strategy = _leaning(ref.name, profile, context) if point == SCORE else (None, "")
        yield RunningPlugin(
            name=ref.name,
            weight=here.weight,
            share=scores.share(ref.name),
            change=change,
            multi_point=ref.name not in own,
            default_weight=weights.get(ref.name),
            origin=_running_origin(ref, here, change, others, context),
            idle="" if idle is None else idle.reason,
            gate_off=None if idle is None else idle.gate,
            leaning=leaning,
            strategy=strategy,
        )


def _leaning(name: str, profile: Profile, context: ProvenanceContext) -> tuple[Leaning, str]:
    """Return which nodes the score of a plugin prefers, and by which strategy; of plugins of the user's own unknown."""
    if name not in context.configuration.release.plugins:
        return Leaning.UNKNOWN, ""
    args = of_plugin(name, profile.args_entry(name), context.configuration, context.registry)
    completed = None if args is None else args.completed
    return leaning_of(name, completed), strategy_of(name, completed)


def _change(ref: PluginRef, here: Running, weights: dict[str, int]) -> UserChange:
    if ref.name not in weights:
        return UserChange.ADDED
    if weights[ref.name] != here.weight:
        return UserChange.REWEIGHTED
    return UserChange.DEFAULT if ref.path is None else UserChange.NAMED


def _running_origin(
    ref: PluginRef, here: Running, change: UserChange, others: list[list[Running]], context: ProvenanceContext
) -> Origin:
    """Return where a plugin comes from: the user's entry, or the weight in it where that is what differs."""
    if context.policy is not None:
        return context.policy.origin
    if ref.path is not None:
        weight = (*ref.path, "weight")
        is_by_weight = change is UserChange.REWEIGHTED and context.written(weight) is not None
        return context.in_file(weight if is_by_weight else ref.path)
    if change is UserChange.ADDED:
        return _without_default(context)
    return context.by_default(everywhere=all(here in other for other in others))


def _removed(
    point: str, refs: list[PluginRef], default: list[Running], profile: Profile, context: ProvenanceContext
) -> Iterator[RemovedPlugin]:
    left = {ref.name for ref in refs}
    for running in default:
        if running.name not in left:
            yield RemovedPlugin(running.name, running.weight, _disabling(running.name, point, profile, context))


def _disabling(name: str, point: str, profile: Profile, context: ProvenanceContext) -> Origin:
    """Find the entry that disables a default plugin at a point."""
    if context.policy is not None:
        return context.policy.origin
    entry = disabling_entry(name, point, profile, context)
    if entry is not None:
        return entry
    section = ("priorities",) if point in {"preScore", "score"} else ("predicates",)
    if context.completion.written_in == POLICY and context.written(section) is not None:
        # A Policy disables nothing: it leaves out.
        return context.in_file(section)
    return _without_default(context)


def disabling_entry(name: str, point: str, profile: Profile, context: ProvenanceContext) -> Origin | None:
    """Return the entry that disables a plugin at a point, by its name or by `*`; None where there is none."""
    for where in (point, MULTI_POINT):
        for ref in profile.written.get(where, EMPTY_SET).disabled:
            if ref.name in {name, "*"} and ref.path is not None:
                return context.in_file(ref.path)
    return None


def _without_default(context: ProvenanceContext) -> Origin:
    """Return the origin of plugins that do not run by default, where no entry of the file names them."""
    if context.completion.written_in == POLICY:
        return context.by_default(everywhere=False)
    return derived("algorithmSource.provider")
