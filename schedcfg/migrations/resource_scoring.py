"""Scoring by how full nodes get: three plugins up to v1beta1, a strategy of NodeResourcesFit from v1beta2 on.

Upstream: kubernetes/enhancements KEP-2458; `pkg/scheduler/framework/plugins/noderesources/fit.go` of 1.22.
"""

from collections.abc import Mapping

from schedcfg.migrations.key import ARGS, ORDER, SCORE, Key

FIT = "NodeResourcesFit"

STRATEGIES: Mapping[str, str] = {
    "NodeResourcesLeastAllocated": "LeastAllocated",
    "NodeResourcesMostAllocated": "MostAllocated",
    "RequestedToCapacityRatio": "RequestedToCapacityRatio",
}
"""Removed plugin → the strategy of NodeResourcesFit that scores alike."""

CURVE = ("requestedToCapacityRatio", "shape")
"""Where the strategy has what the Args of RequestedToCapacityRatio call `shape`."""


def as_one_plugin(found: dict[Key, object], profile: str) -> dict[Key, object]:
    """Tell scoring by resources in one way, whichever plugin does it.

    Where a removed plugin scores, it is told as NodeResourcesFit with its strategy. Several of them stay apart: no
    later version can say that. Args of NodeResourcesFit that mean nothing where it runs are left out.
    """
    scoring = [name for name in (FIT, *STRATEGIES) if (profile, SCORE, name) in found]
    found = {key: value for key, value in found.items() if not _means_nothing(key, profile, found)}
    if len(scoring) != 1 or scoring == [FIT]:
        return found
    (plugin,) = scoring
    found[profile, ARGS, FIT, "scoringStrategy", "type"] = STRATEGIES[plugin]
    order = (profile, SCORE, ORDER)
    if order in found:
        found[order] = [FIT if name == plugin else name for name in found[order]]  # type: ignore[attr-defined]
    return {_renamed(key, profile, plugin): value for key, value in found.items()}


def _means_nothing(key: Key, profile: str, found: Mapping[Key, object]) -> bool:
    """Tell whether a value is one of NodeResourcesFit's Args that it does not read.

    It stands there for a point at which the plugin does not run, or is the curve of another strategy than the chosen
    one (`nodeResourceStrategyTypeMap` in fit.go).
    """
    if key[:3] != (profile, ARGS, FIT):
        return False
    strategy = found.get((profile, ARGS, FIT, "scoringStrategy", "type"))
    if key[3:5] == ("scoringStrategy", CURVE[0]) and strategy != STRATEGIES["RequestedToCapacityRatio"]:
        return True
    points = (SCORE,) if key[3:4] == ("scoringStrategy",) else ("preFilter", "filter")
    return not any((profile, point, FIT) in found for point in points)


def _renamed(key: Key, profile: str, plugin: str) -> Key:
    if key == (profile, SCORE, plugin):
        return (profile, SCORE, FIT)
    if key[:3] != (profile, ARGS, plugin):
        return key
    rest = (*CURVE, *key[4:]) if key[3:4] == ("shape",) else key[3:]
    return (profile, ARGS, FIT, "scoringStrategy", *rest)
