"""What runs at each extension point of a profile, and what the user changed about it."""

from collections.abc import Iterator
from functools import lru_cache, partial

from schedcfg.effective.completion import POLICY
from schedcfg.effective.framework import running
from schedcfg.effective.meaning.scene import Scene, derived
from schedcfg.effective.model import EMPTY_SET, Configuration, PluginRef, Profile
from schedcfg.effective.points import MULTI_POINT, PIPELINE
from schedcfg.effective.world import World
from schedcfg.results.effective import Change, Origin, Plugins, Point, RemovedPlugin, Running, RunningPlugin

Lists = dict[str, list[Running]]
"""Point → what runs there."""


def plugins(configuration: Configuration, world: World) -> Plugins:
    """List what each profile's framework runs, as the recordings of it do."""
    return {
        profile.scheduler_name: {point: tuple(refs) for point, refs in _lists(profile, configuration, world).items()}
        for profile in configuration.profiles
    }


def points(profile: Profile, scene: Scene) -> Iterator[Point]:
    """Yield the points at which something runs or was removed, in the order in which Pods pass them."""
    configuration = scene.configuration
    refs = running(profile, configuration.release, _implements(configuration, scene.world))
    defaults = _default_lists(scene.completion.of_nothing(configuration.release), scene.world)
    in_others = [_default_lists(scene.completion.of_nothing(release), scene.world) for release in scene.readers]
    for name in PIPELINE:
        here, default = refs.get(name, []), defaults.get(name, [])
        if here or default:
            others = [lists.get(name, []) for lists in in_others]
            yield Point(
                name,
                tuple(_running(name, here, default, others, profile, scene)),
                tuple(_removed(name, here, default, profile, scene)),
            )


def unplaced(profile: Profile, scene: Scene) -> Iterator[RunningPlugin]:
    """Yield the plugins enabled at `multiPoint` of which nothing is known; if they score, they weigh what is said."""
    for ref in profile.merged.get(MULTI_POINT, EMPTY_SET).enabled:
        if scene.world.known(ref.name, scene.configuration.release) is None and ref.path is not None:
            origin = scene.in_file(ref.path)
            yield RunningPlugin(ref.name, ref.weight or 1, None, Change.ADDED, True, None, origin)  # noqa: FBT003


def _implements(configuration: Configuration, world: World) -> "partial[bool | None]":
    return partial(world.implements, release=configuration.release)


def _lists(profile: Profile, configuration: Configuration, world: World) -> Lists:
    found = running(profile, configuration.release, _implements(configuration, world))
    return {point: [Running(ref.name, ref.weight_at(point)) for ref in refs] for point, refs in found.items()}


@lru_cache(maxsize=64)
def _default_lists(configuration: Configuration, world: World) -> Lists:
    """Configurations of nothing but defaults are made once for each release, and compared by identity."""
    return _lists(configuration.profiles[0], configuration, world)


def _running(
    point: str,
    refs: list[PluginRef],
    default: list[Running],
    others: list[list[Running]],
    profile: Profile,
    scene: Scene,
) -> Iterator[RunningPlugin]:
    weights = {one.name: one.weight for one in default}
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
            origin=_origin(ref, here, ref.name in weights, others, scene),
        )


def _change(ref: PluginRef, here: Running, weights: dict[str, int]) -> Change:
    if ref.name not in weights:
        return Change.ADDED
    if weights[ref.name] != here.weight:
        return Change.REWEIGHTED
    return Change.DEFAULT if ref.path is None else Change.NAMED


def _origin(ref: PluginRef, here: Running, known: bool, others: list[list[Running]], scene: Scene) -> Origin:
    if ref.path is not None:
        return scene.in_file(ref.path)
    if not known:
        return _without_default(scene)
    return scene.by_default(everywhere=all(here in other for other in others))


def _removed(
    point: str, refs: list[PluginRef], default: list[Running], profile: Profile, scene: Scene
) -> Iterator[RemovedPlugin]:
    left = {ref.name for ref in refs}
    for one in default:
        if one.name not in left:
            yield RemovedPlugin(one.name, one.weight, _disabling(one.name, point, profile, scene))


def _disabling(name: str, point: str, profile: Profile, scene: Scene) -> Origin:
    """Find the entry that disables a default plugin at a point."""
    for where in (point, MULTI_POINT):
        for ref in profile.written.get(where, EMPTY_SET).disabled:
            if ref.name in {name, "*"} and ref.path is not None:
                return scene.in_file(ref.path)
    section = ("priorities",) if point in {"preScore", "score"} else ("predicates",)
    if scene.completion.written_in == POLICY and scene.written(section) is not None:
        # A Policy disables nothing: it leaves out.
        return scene.in_file(section)
    return _without_default(scene)


def _without_default(scene: Scene) -> Origin:
    """Name what makes other plugins run than by default where no entry of the file does so by name."""
    if scene.completion.written_in == POLICY:
        return scene.by_default(everywhere=False)
    return derived("algorithmSource.provider")
