"""What runs at each extension point of a profile, what was removed there, and where each comes from.

What a configuration needs of the Pod that runs it: names that only cluster DNS knows, plugins, files.
"""

from collections.abc import Iterator
from functools import lru_cache

from schedcfg.configuration.effective.model import EMPTY_SET, Configuration, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, PIPELINE, running_in
from schedcfg.configuration.effective.provenance import ProvenanceContext, derived
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import POLICY
from schedcfg.configuration.effective.view import (
    Origin,
    Plugins,
    Point,
    RemovedPlugin,
    Running,
    RunningPlugin,
    UserChange,
)
from schedcfg.releases.release import Release

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
    refs = running_in(configuration, profile.index, context.registry)
    defaults = _default_lists(context.completion.of_nothing(configuration.release), context.registry)
    in_others = [
        _default_lists(context.completion.of_nothing(release), context.registry) for release in context.readers
    ]
    for name in PIPELINE:
        here, default = refs.get(name, []), defaults.get(name, [])
        if here or default:
            others = [lists.get(name, []) for lists in in_others]
            yield Point(
                name,
                tuple(_running(name, here, default, others, profile, context)),
                tuple(_remove(name, here, default, profile, context)),
                _gate_off(name, configuration.release),
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
    refs: list[PluginRef],
    default: list[Running],
    others: list[list[Running]],
    profile: Profile,
    context: ProvenanceContext,
) -> Iterator[RunningPlugin]:
    weights = {running.name: running.weight for running in default}
    own = {ref.name for ref in profile.merged.get(point, EMPTY_SET).enabled}
    total = sum(ref.weight_at(point) for ref in refs)
    for ref in refs:
        here = Running(ref.name, ref.weight_at(point))
        yield RunningPlugin(
            name=ref.name,
            weight=here.weight,
            share=here.weight / total if total else None,
            change=_change(ref, here, weights),
            multi_point=ref.name not in own,
            default_weight=weights.get(ref.name),
            origin=_running_origin(ref, here, ref.name in weights, others, context),
        )


def _change(ref: PluginRef, here: Running, weights: dict[str, int]) -> UserChange:
    if ref.name not in weights:
        return UserChange.ADDED
    if weights[ref.name] != here.weight:
        return UserChange.REWEIGHTED
    return UserChange.DEFAULT if ref.path is None else UserChange.NAMED


def _running_origin(
    ref: PluginRef, here: Running, known: bool, others: list[list[Running]], context: ProvenanceContext
) -> Origin:
    if ref.path is not None:
        return context.in_file(ref.path)
    if not known:
        return _without_default(context)
    return context.by_default(everywhere=all(here in other for other in others))


def _remove(
    point: str, refs: list[PluginRef], default: list[Running], profile: Profile, context: ProvenanceContext
) -> Iterator[RemovedPlugin]:
    left = {ref.name for ref in refs}
    for running in default:
        if running.name not in left:
            yield RemovedPlugin(running.name, running.weight, _disabling(running.name, point, profile, context))


def _disabling(name: str, point: str, profile: Profile, context: ProvenanceContext) -> Origin:
    """Find the entry that disables a default plugin at a point."""
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
