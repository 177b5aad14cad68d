"""Properties of completing: once is enough, the default list is the default, order matters only where it should."""

import copy
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg import IN_TREE_ONLY, Role, releases
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.configuration.effective.plugin_sets import POINTS
from schedcfg.configuration.effective.view import EffectiveView
from schedcfg.plugins import find
from schedcfg.validation.options import Options
from tests import quick_yaml

GROUP = "kubescheduler.config.k8s.io"

PAIRS = [
    (release, version)
    for release in releases.all_releases()
    for version in release.api_versions
    if version != "v1alpha1"  # it has no profiles
]

SPREADING = ("v1beta3", "v1")
"""The versions in which MultiPoint does something."""


def view(data: object, kubernetes: str) -> EffectiveView | None:
    text = quick_yaml.dump(data, sort_keys=False)
    return effective_configuration(text, kubernetes, options=Options(registry=IN_TREE_ONLY, role=Role.CONFIG)).view


def file(version: str, *profiles: dict[str, Any], **settings: object) -> dict[str, Any]:
    head = {"apiVersion": f"{GROUP}/{version}", "kind": "KubeSchedulerConfiguration", **settings}
    return {**head, "profiles": list(profiles)}


@st.composite
def files(draw: st.DrawFn, versions: tuple[str, ...]) -> tuple[dict[str, Any], str]:
    """Draw a configuration that some release may well accept, and the release."""
    kubernetes, version = draw(
        st.sampled_from([(release.name, version) for release, version in PAIRS if version in versions])
    )
    release = releases.at(kubernetes)
    names = sorted(release.plugins)
    profiles = []
    for number in range(draw(st.integers(1, 2))):
        points = {}
        chosen = ["score", "filter", "preScore", "bind", *(["multiPoint"] if version in SPREADING else [])]
        for point in draw(st.lists(st.sampled_from(chosen), unique=True)):
            able = [name for name in names if point == "multiPoint" or point in points_of(name, release.number)]
            enabled = draw(st.lists(st.sampled_from(able), unique=True, max_size=4))
            disabled = draw(st.lists(st.sampled_from([*able, "*"]), unique=True, max_size=4))
            weights = draw(st.lists(st.integers(0, 100), min_size=len(enabled), max_size=len(enabled)))
            points[point] = {
                "enabled": [{"name": name, "weight": weight} for name, weight in zip(enabled, weights, strict=True)],
                "disabled": [{"name": name} for name in disabled],
            }
        args = draw(st.dictionaries(st.sampled_from(sorted(ARGS)), st.integers(0, 100), max_size=3))
        profiles.append(
            {
                "schedulerName": f"scheduler-{number}",
                "plugins": points,
                "pluginConfig": [{"name": name, "args": {ARGS[name]: value}} for name, value in args.items()],
            }
        )
    return file(version, *profiles, parallelism=draw(st.integers(1, 64))), kubernetes


ARGS = {
    "DefaultPreemption": "minCandidateNodesPercentage",
    "InterPodAffinity": "hardPodAffinityWeight",
    "VolumeBinding": "bindTimeoutSeconds",
}


def points_of(name: str, number: int) -> tuple[str, ...]:
    plugin = find(name)
    assert plugin is not None
    return plugin.points_at(number)


@settings(max_examples=110, deadline=None)
@given(files(SPREADING))
def test_completing_the_completed_changes_nothing(case: tuple[dict[str, Any], str]) -> None:
    """From v1beta3 on; v1beta2 forgets what was disabled when it writes, v1beta1 registers its defaults twice."""
    data, kubernetes = case
    once = view(data, kubernetes)
    if once is None:
        return
    twice = view(once.configuration, kubernetes)
    assert twice is not None
    assert twice.configuration == once.configuration
    assert twice.plugins == once.plugins


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name}-{pair[1]}")
def test_the_default_list_is_the_default(pair: tuple[releases.Release, str]) -> None:
    """Disabling `*` and enabling what runs by default changes nothing, at each point and at all of them."""
    release, version = pair
    default = view(file(version, {}), release.name)
    assert default is not None
    lists = {
        point: {
            "disabled": [{"name": "*"}],
            "enabled": [{"name": one.name, "weight": one.weight} for one in running],
        }
        for point, running in default.plugins["default-scheduler"].items()
        if point != "preEnqueue" or version == "v1"  # in v1beta2 and v1beta3 it can be written, but does nothing
    }
    assert len(lists) > 5
    for points in (*({point: sets} for point, sets in lists.items()), lists):
        again = view(file(version, {"plugins": points}), release.name)
        assert again is not None, points
        assert again.plugins == default.plugins, points


@pytest.mark.parametrize("release", [one for one in releases.all_releases() if one.number >= 23], ids=str)
def test_the_default_multi_point_list_is_the_default(release: releases.Release) -> None:
    version = release.api_versions[-1]
    default = view(file(version, {}), release.name)
    assert default is not None
    listed: Any = default.configuration["profiles"]
    enabled = listed[0]["plugins"]["multiPoint"]["enabled"]
    again = view(
        file(version, {"plugins": {"multiPoint": {"disabled": [{"name": "*"}], "enabled": enabled}}}), release.name
    )
    assert again is not None
    assert again.plugins == default.plugins


@settings(max_examples=75, deadline=None)
@given(files(("v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1")), st.randoms(use_true_random=False))
def test_order_matters_only_where_it_should(case: tuple[dict[str, Any], str], chance: random.Random) -> None:
    """Profiles, Args, keys and disabled plugins may stand in any order."""
    data, kubernetes = case
    before = view(data, kubernetes)
    after = view(shuffled(data, chance), kubernetes)
    if before is None:
        assert after is None
        return
    assert after is not None
    assert after.plugins == before.plugins
    assert args(after) == args(before)
    assert [(setting.path, setting.value) for setting in after.settings] == [
        (setting.path, setting.value) for setting in before.settings
    ]


def args(found: EffectiveView) -> dict[str, object]:
    return {
        profile.name: [(one.plugin, [(value.path, value.value) for value in one.settings]) for one in profile.args]
        for profile in found.profiles
    }


def shuffled(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    mixed = copy.deepcopy(data)
    chance.shuffle(mixed["profiles"])
    for profile in mixed["profiles"]:
        chance.shuffle(profile["pluginConfig"])
        for sets in profile["plugins"].values():
            chance.shuffle(sets["disabled"])
        points = list(profile["plugins"].items())
        chance.shuffle(points)
        profile["plugins"] = dict(points)
    top = list(mixed.items())
    chance.shuffle(top)
    return dict(top)


def test_points_are_complete() -> None:
    newest = releases.at(releases.NEWEST)
    everywhere = {point for name in newest.plugins for point in points_of(name, newest.number)}
    assert everywhere <= set(POINTS)
