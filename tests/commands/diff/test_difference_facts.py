"""The differences between default configurations are exactly those between the recorded facts of the releases."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from schedcfg import diff, diff_releases, releases
from schedcfg.commands.diff.differences import Difference
from schedcfg.commands.diff.results import (
    ArgsChange,
    Cause,
    ChangeKind,
    OrderChange,
    PluginChange,
    VersionPoint,
)
from schedcfg.configuration.effective.impact import SUMMED
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.plugins.volume_restrictions import limits_claims
from schedcfg.releases.release import GROUP
from tests.recorded_facts import RELEASES, facts

VERSIONS = tuple(dict.fromkeys(version for release in releases.all_releases() for version in release.api_versions))
RELEASE_PAIRS = [
    (version, before, after)
    for version in VERSIONS
    for before, after in combinations([name for name in releases.serving(version) if name in RELEASES], 2)
]
VERSION_PAIRS = [
    (release.name, one, other)
    for release in map(releases.at, RELEASES)
    for one, other in combinations(release.api_versions, 2)
]


def text(version: str) -> str:
    return f"apiVersion: {GROUP}/{version}\nkind: KubeSchedulerConfiguration\n"


@cache
def recorded_lists(stop: VersionPoint) -> dict[str, dict[str, int]]:
    """Point → plugin → weight, in running order; a weight counts where scores do."""
    points = facts(stop.kubernetes)["default_effective_plugins"][f"{GROUP}/{stop.api_version}"]
    return {
        point: {ref["name"]: (ref["weight"] or 1) if point in WEIGHTED else 0 for ref in refs}
        for point, refs in points.items()
    }


def recorded_plugins(stop: VersionPoint) -> dict[tuple[str, str], int]:
    return {(point, name): weight for point, refs in recorded_lists(stop).items() for name, weight in refs.items()}


def recorded_args(stop: VersionPoint) -> dict[tuple[object, ...], object]:
    """Every default value of the Args of each plugin that runs by default, but for those that say nothing."""
    found: dict[tuple[object, ...], object] = {}
    for name in {name for _, name in recorded_plugins(stop)}:
        defaults = facts(stop.kubernetes)["plugins"][name]["default_args"].get(f"{GROUP}/{stop.api_version}", {})
        found |= {(name, *path): value for path, value in flat(defaults) if value}
    return found


SCORES = ("score", "NodeResourcesFit")
SCORED = ("score", "NodeResourcesLeastAllocated")
RATES = ("score", "VolumeBinding")
"""VolumeBinding rates every node 0 as long as its gate is off."""
GATES = ("VolumeCapacityPriority", "StorageCapacityScoring")


def is_idle(key: tuple[str, str], sides: tuple[VersionPoint, VersionPoint]) -> bool:
    """Return whether a plugin does nothing at a point in either release, because of a feature gate."""
    both = [releases.at(side.kubernetes) for side in sides]
    if key == ("preFilter", "VolumeRestrictions"):
        return not any(map(limits_claims, both))
    if key == ("preScore", "VolumeBinding"):
        return True
    gates = [release.gated_points[key[0]] for release in both if key[0] in release.gated_points]
    if key == RATES:
        gates = list(GATES)
    return bool(gates) and not any(release.enables(gate) for release in both for gate in gates)


def takes_over(before: Mapping[tuple[str, str], int], after: Mapping[tuple[str, str], int]) -> bool:
    """Tell whether NodeResourcesFit scores like NodeResourcesLeastAllocated did: for comparing they are one."""
    return SCORED in before and SCORES in after


def as_compared(side: VersionPoint, sides: tuple[VersionPoint, VersionPoint]) -> dict[tuple[str, str], int]:
    found = {key: weight for key, weight in recorded_plugins(side).items() if not is_idle(key, sides)}
    if takes_over(*map(recorded_plugins, sides)) and SCORED in found:
        found[SCORES] = found.pop(SCORED)
    return found


def args_as_compared(stop: VersionPoint, *, taken_over: bool) -> dict[tuple[object, ...], object]:
    """Leave out the strategy of NodeResourcesFit where it does not score; it has what the plugin had that did."""
    # The shape belongs to a score that begins to count, which is what is reported.
    found = {key: value for key, value in recorded_args(stop).items() if key[:2] != ("VolumeBinding", "shape")}
    plugins = recorded_plugins(stop)
    if SCORES not in plugins:
        found = {key: value for key, value in found.items() if key[:2] != ("NodeResourcesFit", "scoringStrategy")}
    if taken_over and SCORED in plugins:
        own = {key: value for key, value in found.items() if key[0] == SCORED[1]}
        found = {key: value for key, value in found.items() if key[0] != SCORED[1]}
        found |= {("NodeResourcesFit", "scoringStrategy", *key[1:]): value for key, value in own.items()}
        found["NodeResourcesFit", "scoringStrategy", "type"] = "LeastAllocated"
    return found


NAMES = ("name", "utilization")


def flat(value: Any, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], object]]:
    """Take values apart; of lists of objects, those that are in default Args have names."""
    if isinstance(value, dict):
        inner = {key: one for key, one in value.items() if key not in {"kind", "apiVersion", *NAMES}}
        return [leaf for key, one in inner.items() for leaf in flat(one, (*path, key))]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        names = [str(next(one[name] for name in NAMES if name in one)) for one in value]
        return [leaf for one, name in zip(value, names, strict=True) for leaf in flat(one, (*path, name))]
    return [(path, value)]


def check(difference: Difference, before: VersionPoint, after: VersionPoint) -> None:
    assert difference.compared
    assert VersionPoint(difference.left.api_version, difference.left.kubernetes or "") == before
    assert VersionPoint(difference.right.api_version, difference.right.kubernetes or "") == after
    check_plugins(difference, before, after)
    check_args(difference, before, after)
    check_order(difference, recorded_lists(before), recorded_lists(after))


def check_plugins(difference: Difference, before: VersionPoint, after: VersionPoint) -> None:
    told = {
        (change.point, change.plugin): (change.before and change.before.weight, change.after and change.after.weight)
        for change in difference.changes
        if isinstance(change, PluginChange) and change.begins_to_count is None
    }
    counted = {
        (change.point, change.plugin): change.begins_to_count
        for change in difference.changes
        if isinstance(change, PluginChange) and change.begins_to_count is not None
    }
    rated = [any(releases.at(side.kubernetes).enables(gate) for gate in GATES) for side in (before, after)]
    scores_twice = all(RATES in recorded_plugins(side) for side in (before, after))
    assert counted == ({RATES: rated[1]} if scores_twice and rated[0] != rated[1] else {})
    one, other = (as_compared(side, (before, after)) for side in (before, after))
    assert told == {
        key: (one.get(key), other.get(key)) for key in one.keys() | other.keys() if one.get(key) != other.get(key)
    }


def check_args(difference: Difference, before: VersionPoint, after: VersionPoint) -> None:
    taken_over = takes_over(recorded_plugins(before), recorded_plugins(after))
    one, other = (args_as_compared(side, taken_over=taken_over) for side in (before, after))
    staying = {name for _, name in recorded_plugins(before)} & {name for _, name in recorded_plugins(after)}
    told = {
        (change.plugin, change.path.replace("[", ".").replace("]", "")): (
            change.before and change.before.value,
            change.after and change.after.value,
        )
        for change in difference.changes
        if isinstance(change, ArgsChange)
    }
    assert told == {
        (str(key[0]), ".".join(map(str, key[1:]))): (one.get(key), other.get(key))
        for key in one.keys() | other.keys()
        if one.get(key) != other.get(key) and key[0] in staying
    }


def check_order(difference: Difference, before: dict[str, dict[str, int]], after: dict[str, dict[str, int]]) -> None:
    told = {
        change.point: (change.before, change.after) for change in difference.changes if isinstance(change, OrderChange)
    }
    expected = {}
    for point in (before.keys() & after.keys()) - SUMMED:
        one = tuple(name for name in before[point] if name in after[point])
        other = tuple(name for name in after[point] if name in before[point])
        if one != other:
            expected[point] = (one, other)
    assert told == expected


@cache
def between(version: str, before: str, after: str) -> Difference:
    return diff_releases(text(version), before, after)


def test_between_releases(subtests: pytest.Subtests) -> None:
    for version, before, after in RELEASE_PAIRS:
        with subtests.test(version=version, before=before, after=after):
            difference = between(version, before, after)
            check(difference, VersionPoint(version, before), VersionPoint(version, after))
            for change in difference.changes:
                if isinstance(change, PluginChange):
                    step = change.reason.step
                    assert step is not None
                    if change.begins_to_count is not None:
                        assert (step.newer.kubernetes, change.reason.cause) == ("1.37", Cause.FEATURE_GATE)
                        continue
                    # There it changed, and from there on it stayed as it is on the right side.
                    key = (change.point, change.plugin)
                    weights = [recorded_plugins(stop).get(key) for stop in (step.older, step.newer)]
                    assert weights[0] != weights[1]
                    assert weights[1] == recorded_plugins(VersionPoint(version, after)).get(key)
                    known = [change.plugin in facts(stop.kubernetes)["plugins"] for stop in (step.older, step.newer)]
                    assert (change.reason.cause is Cause.PLUGIN_ADDED) == (known == [False, True])
                    assert (change.reason.cause is Cause.PLUGIN_REMOVED) == (known == [True, False])


@pytest.mark.parametrize(("release", "one", "other"), VERSION_PAIRS)
def test_between_api_versions(release: str, one: str, other: str) -> None:
    difference = diff(text(one), text(other), release)
    check(difference, VersionPoint(one, release), VersionPoint(other, release))
    for change in difference.changes:
        assert change.reason.cause in {Cause.API_VERSION, Cause.MULTI_POINT, Cause.FOLLOWS}


def test_there_is_something_to_check() -> None:
    changes = [change for pair in RELEASE_PAIRS for change in between(*pair).changes]
    assert {change.kind for change in changes} == set(ChangeKind)
    assert any(isinstance(change, ArgsChange) for change in changes)


@pytest.mark.skipif(releases.NEWEST not in RELEASES, reason=f"the facts of {releases.NEWEST} are not there")
def test_the_way_between_versions_that_no_release_reads_both() -> None:
    difference = diff(text("v1beta1"), text("v1"))
    check(difference, VersionPoint("v1beta1", "1.22"), VersionPoint("v1", releases.NEWEST))
    gone = [change for change in difference.changes if isinstance(change, PluginChange) and change.after is None]
    assert gone
    for change in gone:
        assert change.reason.step is not None
        key = (change.point, change.plugin)
        assert key in recorded_plugins(change.reason.step.older)
        assert key not in recorded_plugins(change.reason.step.newer)
