"""How a profile's plugin sets are merged with the defaults, and in which order they run."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg import releases
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.model import PluginRef, PluginSet, Profile
from schedcfg.configuration.effective.plugin_sets import run_twice, running_at, runs


def refs(*names: str, own: bool = True) -> tuple[PluginRef, ...]:
    return tuple(PluginRef(name, 0, ("x", index) if own else None) for index, name in enumerate(names))


def named(plugin_set: PluginSet) -> list[str]:
    return [ref.name for ref in plugin_set.enabled]


DEFAULT = {"score": PluginSet(refs("A", "B", "C", own=False))}


@pytest.mark.parametrize(
    ("version", "enabled", "disabled", "merged"),
    [
        ("v1beta1", ["X"], [], ["A", "B", "C", "X"]),
        ("v1beta1", ["B"], [], ["A", "B", "C", "B"]),
        ("v1beta1", ["X"], ["*"], ["X"]),
        ("v1beta2", ["B", "X"], ["A"], ["B", "C", "X"]),
        ("v1", ["X", "B"], [], ["A", "B", "C", "X"]),
        ("v1", ["B", "B"], [], ["A", "B", "C", "B"]),
        ("v1", ["B"], ["*"], ["B"]),
    ],
)
def test_merge(version: str, enabled: list[str], disabled: list[str], merged: list[str]) -> None:
    written = {"score": PluginSet(refs(*enabled), refs(*disabled))}
    result = plugin_sets.merge(DEFAULT, written, version)["score"]
    assert named(result) == merged
    assert bool(result.disabled) == (version == "v1" and bool(disabled))
    assert named(DEFAULT["score"]) == ["A", "B", "C"]


def test_the_users_entry_replaces_the_default_in_its_place() -> None:
    written = {"score": PluginSet((PluginRef("B", 7, ("x",)),))}
    assert plugin_sets.merge(DEFAULT, written, "v1")["score"].enabled[1] == PluginRef("B", 7, ("x",))


@pytest.mark.parametrize(
    ("version", "point"), [("v1beta2", "multiPoint"), ("v1beta2", "preEnqueue"), ("v1beta3", "preEnqueue")]
)
def test_points_that_decode_but_do_nothing(version: str, point: str) -> None:
    written = {point: PluginSet(refs("X"))}
    assert plugin_sets.merge(DEFAULT, written, version) == DEFAULT


def test_a_provider_swaps_plugins() -> None:
    release = releases.at("1.18")
    usual = plugin_sets.default_sets(release, "v1alpha1", "DefaultProvider")["score"]
    packing = plugin_sets.default_sets(release, "v1alpha1", "ClusterAutoscalerProvider")["score"]
    assert "NodeResourcesLeastAllocated" in named(usual)
    assert "NodeResourcesMostAllocated" in named(packing)
    assert "NodeResourcesLeastAllocated" not in named(packing)


def profile(own: list[str], multi: list[str], disabled: tuple[str, ...] = ()) -> Profile:
    sets: Any = {"score": PluginSet(refs(*own), refs(*disabled)), "multiPoint": PluginSet(refs(*multi))}
    return Profile(0, (), "s", sets, sets, sets, (), None)


def order(one: Profile, release: str) -> list[str]:
    return [ref.name for ref in running_at("score", one, releases.at(release), lambda _: ("score",))]


def test_overriding_plugins_run_first() -> None:
    assert order(profile(["X", "B"], ["A", "B"]), "1.29") == ["B", "A", "X"]


def test_disabled_plugins_are_not_spread() -> None:
    assert order(profile([], ["A", "B"], ("A",)), "1.29") == ["B"]
    assert order(profile(["X"], ["A", "B"], ("*",)), "1.29") == ["X"]


def test_three_overriding_plugins_are_mangled_up_to_1_25() -> None:
    three = profile(["A", "B", "C"], ["A", "B", "C", "D"])
    assert order(three, "1.25") == ["A", "C", "C", "D", "B"]
    assert order(three, "1.26") == ["A", "B", "C", "D"]


def test_what_later_patch_releases_fixed_is_reported_apart() -> None:
    assert [
        ref.name for ref in run_twice("score", profile(["A", "B", "C"], ["A", "B", "C", "D"]), lambda _: ("score",))
    ] == ["C"]
    assert run_twice("score", profile(["A", "B", "X"], ["A", "B", "C", "D"]), lambda _: ("score",)) == []


NAMES = st.lists(st.sampled_from(["A", "B", "U", "X"]), max_size=4)
IMPLEMENTED = {"A": ("score",), "B": ("filter", "score"), "U": None, "X": ("filter",)}
"""What each implements; nothing is known of U."""


@given(own=NAMES, multi=NAMES, disabled=st.lists(st.sampled_from(["A", "B", "U", "*"]), max_size=2))
def test_one_plugin_runs_where_all_that_run_say_so(own: list[str], multi: list[str], disabled: list[str]) -> None:
    one = profile(own, multi, tuple(disabled))
    found = {ref.name for ref in running_at("score", one, releases.at("1.29"), IMPLEMENTED.__getitem__)}
    told = {name: runs(name, "score", one, IMPLEMENTED.__getitem__) for name in IMPLEMENTED}
    assert {name for name, here in told.items() if here} == found
    may_run = "U" in multi and "U" not in own and not {"U", "*"} & set(disabled)
    assert {name for name, here in told.items() if here is None} == ({"U"} if may_run else set())
