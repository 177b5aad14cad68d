"""What a configuration makes the scheduler do, as single facts, each with a key that names its subject.

Scoring by how full nodes get is the same fact in all versions: three plugins up to v1beta1, a strategy of
NodeResourcesFit from v1beta2 on (kubernetes/enhancements KEP-2458; `noderesources/fit.go` of 1.22).
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from schedcfg import plugins
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, POINTS, SCORE
from schedcfg.document.span import Path
from schedcfg.releases.release import Release

Key: TypeAlias = Path
"""What a value is about: `("default-scheduler", "score", "ImageLocality")`, `("leaderElection", "leaderElect")`.

Within a profile the same without its name: `("score", "ImageLocality")`.
"""

ORDER = "order"
"""Last step of a key whose value is the running order of a point, or of the extenders."""

ARGS = "args"
"""First step within a profile of the keys of a plugin's Args."""

PERCENTAGE = "percentageOfNodesToScore"
"""Key within a profile of the share of nodes that it looks at."""

PLACES = (*POINTS, MULTI_POINT)
"""Where plugins run; `multiPoint` represents the points of a plugin whose points are not known."""


class Fact(NamedTuple):
    """One thing that the scheduler does."""

    key: Key
    value: object
    source: Key  # What it is about in the configuration's own terms: where its effective view has it
    typed: bool = True  # Whether it is a value that Kubernetes defines; else the order of lists may mean something


Behavior: TypeAlias = Mapping[Key, Fact]
"""What a configuration makes the scheduler do, by key; what is not there is not done."""


def places_of(plugin: str, behavior: Behavior) -> tuple[str, ...]:
    """List where a plugin runs."""
    return tuple(place for place in PLACES if (place, plugin) in behavior)


FIT = "NodeResourcesFit"

STRATEGIES: Mapping[str, str] = {
    "NodeResourcesLeastAllocated": "LeastAllocated",
    "NodeResourcesMostAllocated": "MostAllocated",
    "RequestedToCapacityRatio": "RequestedToCapacityRatio",
}
"""Removed plugin → the strategy of NodeResourcesFit that scores alike."""

CURVE = ("requestedToCapacityRatio", "shape")
"""Where the strategy has what the Args of RequestedToCapacityRatio call `shape`."""

_STRATEGY = (ARGS, FIT, "scoringStrategy")


def is_by_strategy(api_version: str, release: Release) -> bool:
    """Check whether NodeResourcesFit scores by itself, in place of the plugins that did."""
    removed = release.removed_plugins.get(api_version, frozenset())
    return not STRATEGIES.keys() <= release.plugins - removed


def without_unread(facts: Behavior) -> dict[Key, Fact]:
    """Return what is done without values of Args that are there for points at which their plugin does not run."""
    return {key: fact for key, fact in facts.items() if key[0] != ARGS or is_read(key, facts)}


def is_read(key: Key, facts: Behavior) -> bool:
    """Check whether a value of Args is read at some point at which the plugin runs."""
    points = _readers(key, facts)
    return points is None or any((point, key[1]) in facts for point in points)


def scores_only(key: Key, facts: Behavior) -> bool:
    """Check whether a value of Args is read by nothing but the score of its plugin."""
    return _readers(key, facts) == (SCORE,)


def _readers(key: Key, facts: Behavior) -> tuple[str, ...] | None:
    plugin = plugins.find(str(key[1]))
    if plugin is None or plugin.args is None:
        return None

    def value_at(path: Path) -> object:
        fact = facts.get((*key[:2], *path))
        return None if fact is None else fact.value

    return plugin.args.readers(key[2:], value_at)


def as_one_plugin(facts: Behavior) -> dict[Key, Fact]:
    """Describe scoring by resources in one way, whichever plugin does it.

    Where a removed plugin scores, it is described as NodeResourcesFit with its strategy. Several of them stay apart:
    no later version can express that.
    """
    found = dict(facts)
    scoring = [name for name in (FIT, *STRATEGIES) if (SCORE, name) in found]
    if len(scoring) != 1 or scoring == [FIT]:
        return found
    (plugin,) = scoring
    scores = found[SCORE, plugin]
    strategy = scores._replace(key=(*_STRATEGY, "type"), value=STRATEGIES[plugin])
    renamed = [fact._replace(key=_renamed_key(fact.key, plugin)) for fact in (strategy, *found.values())]
    found = {fact.key: fact for fact in renamed}
    order = found.get((SCORE, ORDER))
    if order is not None and isinstance(order.value, list):
        names = [FIT if name == plugin else name for name in order.value]
        found[order.key] = order._replace(value=names)
    return found


def _renamed_key(key: Key, plugin: str) -> Key:
    if key == (SCORE, plugin):
        return (SCORE, FIT)
    if key[:2] != (ARGS, plugin):
        return key
    rest = (*CURVE, *key[3:]) if key[2:3] == ("shape",) else key[2:]
    return (*_STRATEGY, *rest)


LEAST_NODES = 100
"""So many suitable nodes are looked for in any case: below, all of them (`minFeasibleNodesToFind`)."""

LEAST_PERCENTAGE = 5
"""What the scheduler chooses itself is never less (`minFeasibleNodesPercentageToFind`)."""

_BASE, _PER_PERCENT = 50, 125


def nodes_to_find(percentage: int, nodes: int) -> int:
    """Return after how many suitable nodes a scheduler stops looking: the best of these gets the Pod.

    Upstream: `numFeasibleNodesToFind` in `pkg/scheduler/schedule_one.go`, up to 1.22 in `generic_scheduler.go`.

    Args:
        percentage: `percentageOfNodesToScore`; 0 leaves it to the scheduler.
        nodes: How many nodes there are.
    """
    if percentage <= 0:
        percentage = max(_BASE - nodes // _PER_PERCENT, LEAST_PERCENTAGE)
    return min(nodes, max(nodes * percentage // 100, LEAST_NODES))
