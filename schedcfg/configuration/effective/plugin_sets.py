"""A profile's plugin sets merged with the default plugins, as each API version merges them.

What a profile's framework runs at each extension point: the sets, and MultiPoint spread over them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from schedcfg.configuration.effective.model import EMPTY_SET, Configuration, PluginRef, PluginSet, Profile
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.releases.release import POD_POINTS, Release

POINTS = (
    "preFilter",
    "filter",
    "postFilter",
    "reserve",
    "preScore",
    "score",
    "preBind",
    "bind",
    "postBind",
    "permit",
    "preEnqueue",
    "queueSort",
    "placementGenerate",
    "placementScore",
    "podGroupPostFilter",
)
"""Every point at which plugins run, in the order in which the framework builds them (`getExtensionPoints`)."""

POD_GROUP = ("placementGenerate", "placementScore", "podGroupPostFilter")
"""The points that a group of Pods passes, around the scheduling of each (`schedule_one_podgroup.go`, since 1.36).

`podGroupPostFilter` only where the group fits nowhere.
"""

PIPELINE = (*POD_POINTS[:2], *POD_GROUP, *POD_POINTS[2:])
"""The same points in the order in which a Pod passes them; `postFilter` only where filtering left no node."""

DECIDING = frozenset({"postFilter", "bind", "podGroupPostFilter"})
"""Points at which the first plugin that succeeds ends it (`RunPostFilterPlugins`, `RunBindPlugins` …)."""

SCORE = "score"
"""The point at which nodes are scored for each Pod."""

MULTI_POINT = "multiPoint"
"""Not a point of its own: its plugins are spread over all the points that they implement."""


EnabledAt = Mapping[str, Mapping[str, PluginRef]]
"""Extension point → the plugins that are enabled there, by name."""


class WeighingEntry(NamedTuple):
    """What gives a plugin the weight of its score."""

    point: str
    ref: PluginRef


PointsOf = Callable[[str], Collection[str] | None]
"""`points_of(plugin)`: the points that a plugin implements; None for plugins of which nothing is known."""


@lru_cache(maxsize=64)
def running_in(configuration: Configuration, index: int, registry: PluginRegistry) -> Mapping[str, list[PluginRef]]:
    """Return what `running` does for one profile of a configuration, and remember it for the latest ones.

    Args:
        configuration: Completed; compared by identity.
        index: The profile's place in it.
        registry: Which plugins exist.
    """
    release = configuration.release
    return running(configuration.profiles[index], release, partial(registry.points_of, release=release))


def running(profile: Profile, release: Release, points_of: PointsOf) -> dict[str, list[PluginRef]]:
    """List the plugins that run at each point, in order; points where none runs are missing.

    What the framework would refuse is left out: names that do not implement the point, repeated names. A plugin
    of which nothing is known runs where it is enabled by name, and nowhere through MultiPoint.
    """
    known = {name: points_of(name) for name in profile.needed}
    found = {point: running_at(point, profile, release, known.__getitem__) for point in POINTS}
    return {point: refs for point, refs in found.items() if refs}


def running_at(point: str, profile: Profile, release: Release, points_of: PointsOf) -> list[PluginRef]:
    """List the plugins that run at one point, in order; see `running`.

    Upstream: `NewFramework` and `expandMultiPointPlugins` in `framework/runtime/framework.go`.
    """
    specific = profile.merged.get(point, EMPTY_SET)
    own = _own(specific, point, points_of)
    multi = profile.merged.get(MULTI_POINT, EMPTY_SET).enabled
    spread = _spread(multi, specific, point, points_of) if multi else []
    if point == SCORE != release.score_weight_points[-1]:
        return [with_last_weight(ref, profile.enabled_at, release) for ref in own]
    return _order(own, spread, release) if spread else own


def weighing_entry(name: str, enabled_at: EnabledAt, release: Release) -> WeighingEntry | None:
    """Return the entry that gives a plugin its weight where it scores; None where none enables it.

    Upstream: up to 1.21 `pluginsNeeded` in `framework/runtime/framework.go`, which keeps the last entry of each name,
    later `getScoreWeights`.
    """
    for point in reversed(release.score_weight_points):
        ref = enabled_at.get(point, {}).get(name)
        if ref is not None:
            return WeighingEntry(point, ref)
    return None


def with_last_weight(ref: PluginRef, enabled_at: EnabledAt, release: Release) -> PluginRef:
    """Return a plugin that scores as the entry that gives it its weight."""
    last = weighing_entry(ref.name, enabled_at, release)
    return ref if last is None else ref._replace(weight=last.ref.weight, path=last.ref.path or ref.path)


def runs(name: str, point: str, profile: Profile, points_of: PointsOf) -> bool | None:
    """Return whether one plugin runs at one point; None where it is in MultiPoint and nothing is known of it.

    As `running_at`, without listing all others.
    """
    if name in profile.enabled_at.get(point, ()):
        return implements(name, point, points_of) is not False
    disabled = profile.disabled_at.get(point, ())
    if name in disabled or "*" in disabled:
        return False
    in_multi_point = name in profile.enabled_at.get(MULTI_POINT, ())
    return implements(name, point, points_of) if in_multi_point else False


def implements(name: str, point: str, points_of: PointsOf) -> bool | None:
    """Return whether a plugin runs at a point; None where nothing is known of it: a user's own may run anywhere."""
    points = points_of(name)
    return None if points is None else point in points


def run_twice(point: str, profile: Profile, points_of: PointsOf) -> list[PluginRef]:
    """List the plugins that 1.23 to 1.25, and the first patch releases up to 1.29, run twice at a point."""
    specific = profile.merged.get(point, EMPTY_SET)
    multi = profile.merged.get(MULTI_POINT, EMPTY_SET).enabled
    own = _own(specific, point, points_of)
    spread = {ref.name for ref in _spread(multi, specific, point, points_of)}
    walked = _order_while_shifting(own, spread, []) if spread else []
    return [ref for index, ref in enumerate(walked) if ref in walked[:index]]


def _unique(refs: Iterable[PluginRef]) -> list[PluginRef]:
    seen: dict[str, PluginRef] = {}
    for ref in refs:
        seen.setdefault(ref.name, ref)
    return list(seen.values())


def _own(specific: PluginSet, point: str, points_of: PointsOf) -> list[PluginRef]:
    return _unique(ref for ref in specific.enabled if implements(ref.name, point, points_of) is not False)


def _spread(multi: tuple[PluginRef, ...], specific: PluginSet, point: str, points_of: PointsOf) -> list[PluginRef]:
    disabled = {ref.name for ref in specific.disabled}
    if "*" in disabled:
        return []
    # A loop, as in `_names`: it is gone through for every point.
    found: dict[str, PluginRef] = {}
    for ref in multi:
        name = ref.name
        if name not in disabled and name not in found and point in (points_of(name) or ()):
            found[name] = ref
    return list(found.values())


def _order(own: list[PluginRef], spread: list[PluginRef], release: Release) -> list[PluginRef]:
    """Return a point's own plugins and those of MultiPoint in running order.

    Those of a point's own ones that MultiPoint names too come first, then the rest of MultiPoint, then the
    point's other ones.
    """
    named = {ref.name for ref in own}
    rest = [ref for ref in spread if ref.name not in named]
    spread_names = {ref.name for ref in spread}
    # Derived from the patch releases whose answers were recorded (1.23.10 to 1.25.16 have it, 1.26.15 and later do
    # not).
    if release.shifts_multi_point and not release.multi_point_fixed_in:
        return _order_while_shifting(own, spread_names, rest)
    overriding = [ref for ref in own if ref.name in spread_names]
    return overriding + rest + [ref for ref in own if ref.name not in spread_names]


def _order_while_shifting(own: list[PluginRef], spread: set[str], rest: list[PluginRef]) -> list[PluginRef]:
    """Order as 1.23 to 1.25 do, which delete from the list that they walk.

    The Go loop reads the list's old length while each deletion shifts its end to the left, so that with
    three or more overriding plugins one is skipped and another runs twice. Later releases walk a copy.
    """
    array = list(own)
    length = len(own)
    positions = {ref.name: index for index, ref in enumerate(own)}
    first: list[PluginRef] = []
    for step in range(len(own)):
        ref = array[step]
        if ref.name not in spread:
            continue
        first.append(ref)
        if ref.name in positions:
            gap = positions.pop(ref.name) - (len(own) - length)
            array[gap : length - 1] = array[gap + 1 : length]
            length -= 1
    return first + rest + array[:length]


Sets = Mapping[str, PluginSet]
"""Extension point → plugin set; a point that is missing has nothing enabled and nothing disabled."""

_APPENDING = frozenset({"v1alpha1", "v1alpha2", "v1beta1"})
_WITHOUT_MULTI_POINT = frozenset({"v1beta2"})


@lru_cache(maxsize=64)
def default_sets(release: Release, api_version: str, provider: str | None = None) -> Sets:
    """Return the plugin sets that run by default.

    Args:
        release: The release whose rules apply.
        api_version: One that the release serves.
        provider: The algorithm provider (1.18 to 1.21), which may swap some plugins for others.
    """
    swapped = release.algorithm_providers.get(provider or "", {})
    return {
        point: PluginSet(tuple(PluginRef(swapped.get(name, name), weight, None) for name, weight in refs))
        for point, refs in release.default_plugins[api_version].items()
    }


def merge(defaults: Sets, written: Sets, api_version: str) -> Sets:
    """Merge what the user wrote into the default plugins.

    v1alpha1 to v1beta1 append to the defaults (naming a default plugin again is then a double registration);
    v1beta2 and later replace a default in its place, and v1beta3 and later keep the disabled names, which
    the MultiPoint expansion needs. Upstream: `mergePlugins` of each version's `default_plugins.go`.
    """
    if not written:
        return defaults
    combine = _append if api_version in _APPENDING else _replace
    if api_version in _WITHOUT_MULTI_POINT:
        combine = _replace_and_forget
    merged = dict(defaults)
    for point, custom in written.items():
        if not does_nothing(api_version, point):
            merged[point] = combine(defaults.get(point, EMPTY_SET), custom)
    return merged


def appends(api_version: str) -> bool:
    """Return whether a default plugin has to be disabled before it can be enabled in another way."""
    return api_version in _APPENDING


def brings_by_multi_point(api_version: str) -> bool:
    """Return whether the default plugins come by MultiPoint; before, each point has a list of its own."""
    return api_version not in _APPENDING | _WITHOUT_MULTI_POINT


def does_nothing(api_version: str, point: str) -> bool:
    """Return whether a point can be written in an API version without being merged.

    v1beta2 got `multiPoint` in 1.23 and both v1beta2 and v1beta3 got `preEnqueue` in 1.26, but their
    `mergePlugins` never learnt of it, so that what is written there has no effect.
    """
    if point == MULTI_POINT:
        return api_version == "v1beta2"
    return point == "preEnqueue" and api_version in {"v1beta2", "v1beta3"}


def _kept_defaults(default: PluginSet, custom: PluginSet) -> list[PluginRef]:
    disabled = {ref.name for ref in custom.disabled}
    if "*" in disabled:
        return []
    return [ref for ref in default.enabled if ref.name not in disabled]


def _append(default: PluginSet, custom: PluginSet) -> PluginSet:
    return PluginSet((*_kept_defaults(default, custom), *custom.enabled))


def _replace(default: PluginSet, custom: PluginSet) -> PluginSet:
    # Of a name enabled twice the last one replaces the default; the others are appended and fail later.
    last = {ref.name: position for position, ref in enumerate(custom.enabled)}
    replacing: set[int] = set()
    enabled: list[PluginRef] = []
    for ref in _kept_defaults(default, custom):
        position = last.get(ref.name)
        if position is None:
            enabled.append(ref)
        else:
            replacing.add(position)
            enabled.append(custom.enabled[position])
    enabled.extend(ref for position, ref in enumerate(custom.enabled) if position not in replacing)
    return PluginSet(tuple(enabled), custom.disabled)


def _replace_and_forget(default: PluginSet, custom: PluginSet) -> PluginSet:
    return PluginSet(_replace(default, custom).enabled)
