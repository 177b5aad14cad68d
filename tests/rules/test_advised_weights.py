"""Advice about weights."""

import pytest

from schedcfg import Severity
from tests.rules.advice_about import advice, fixed

ENABLED = "profiles: [{plugins: {%s: {enabled: [{name: %s%s}]}}}]\n"


def test_where_a_negative_weight_starts_it_is_warned_of() -> None:
    (said,) = advice("negative-weight", ENABLED % ("score", "ImageLocality", ", weight: -1"), version="v1beta2")
    assert said.severity is Severity.WARNING
    assert said.path == "profiles[0].plugins.score.enabled[0].weight"
    assert len(advice("negative-weight", ENABLED % ("multiPoint", "ImageLocality", ", weight: -1"))) == 1


@pytest.mark.parametrize(("point", "name"), [("filter", "NodeName"), ("multiPoint", "NodeName")])
def test_a_negative_weight_that_nothing_is_multiplied_with_turns_nothing_around(point: str, name: str) -> None:
    assert advice("negative-weight", ENABLED % (point, name, ", weight: -3"), version="v1beta3") == []


@pytest.mark.parametrize(
    ("point", "name", "found"),
    [
        ("score", "ImageLocality", 1),
        ("score", "MyPlugin", 1),
        ("multiPoint", "ImageLocality", 1),
        # What `--write-config-to` writes for plugins that have no weight by default.
        ("multiPoint", "VolumeBinding", 0),
        ("multiPoint", "NodeName", 0),
        ("multiPoint", "MyPlugin", 0),
        ("filter", "NodeName", 0),
    ],
)
def test_a_weight_of_0_counts_as_1(point: str, name: str, found: int) -> None:
    profiles = ENABLED % (point, name, ", weight: 0")
    assert len(advice("zero-weight", profiles, "1.29")) == found
    assert advice("zero-weight", ENABLED % (point, name, ""), "1.29") == []


def test_writing_the_1_that_counts_is_safe() -> None:
    profiles = ENABLED % ("score", "ImageLocality", ", weight: 0")
    (said,) = advice("zero-weight", profiles)
    assert said.is_safe
    assert fixed("zero-weight", profiles) == ENABLED % ("score", "ImageLocality", ", weight: 1")


@pytest.mark.parametrize(
    ("point", "name", "why"),
    [
        ("filter", "NodeName", "only have an effect at `score`"),
        ("filter", "NodeResourcesFit", "only have an effect at `score`"),
        ("bind", "MyBinder", "only have an effect at `score`"),
        ("multiPoint", "NodeName", "does not score"),
    ],
)
def test_weights_where_nothing_is_weighed(point: str, name: str, why: str) -> None:
    (said,) = advice("weight-without-effect", ENABLED % (point, name, ", weight: 5"))
    assert why in said.text
    assert said.is_safe
    assert fixed("weight-without-effect", ENABLED % (point, name, ", weight: 5")) == ENABLED % (point, name, "")
    assert advice("weight-without-effect", ENABLED % (point, name, ", weight: 1")) == []


BOTH = "profiles: [{plugins: {multiPoint: {enabled: [{name: %s, weight: 5}]}, score: {%s}}}]\n"


@pytest.mark.parametrize(
    ("name", "score", "why"),
    [
        ("ImageLocality", "enabled: [{name: ImageLocality}]", "with weight 1"),
        ("ImageLocality", "enabled: [{name: ImageLocality, weight: 4}]", "with weight 4"),
        ("MyPlugin", "enabled: [{name: MyPlugin, weight: 4}]", "with weight 4"),
        ("ImageLocality", "disabled: [{name: ImageLocality}]", "is disabled at `score`"),
        ("ImageLocality", "disabled: [{name: '*'}]", "is disabled at `score`"),
    ],
)
def test_what_score_says_wins_over_multi_point(name: str, score: str, why: str) -> None:
    (said,) = advice("weight-without-effect", BOTH % (name, score))
    assert why in said.text


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("ImageLocality", ""),
        ("ImageLocality", "enabled: [{name: ImageLocality, weight: 5}]"),
        ("MyPlugin", ""),
        ("MyPlugin", "disabled: [{name: '*'}]"),
    ],
)
def test_weights_of_multi_point_that_count_or_may(name: str, score: str) -> None:
    assert advice("weight-without-effect", BOTH % (name, score)) == []


def test_a_default_weight_is_repeated_by_lists_of_all_plugins() -> None:
    listed = BOTH.replace("weight: 5", "weight: 3") % ("TaintToleration", "disabled: [{name: '*'}]")
    assert advice("weight-without-effect", listed) == []


def test_a_default_weight_is_lost_where_none_is_written() -> None:
    profiles = ENABLED % ("score", "TaintToleration", "")
    (said,) = advice("lost-default-weight", profiles)
    assert "it has 1 instead of 3" in said.text
    assert not said.is_safe
    assert fixed("lost-default-weight", profiles) == ENABLED % ("score", "TaintToleration", ", weight: 3")


@pytest.mark.parametrize("version", ["v1beta2", "v1beta3"])
def test_default_weights_differ_by_api_version(version: str) -> None:
    found = advice("lost-default-weight", ENABLED % ("score", "NodeAffinity", ""), "1.25", version)
    assert len(found) == (version == "v1beta3")


@pytest.mark.parametrize(
    "profiles",
    [
        ENABLED % ("score", "ImageLocality", ""),
        ENABLED % ("score", "TaintToleration", ", weight: 1"),
        ENABLED % ("filter", "TaintToleration", ""),
        "profiles: [{plugins: {score: {disabled: [{name: '*'}], enabled: [{name: TaintToleration}]}}}]\n",
        "profiles: [{plugins: {multiPoint: {enabled: [{name: TaintToleration}]}, "
        "score: {enabled: [{name: TaintToleration, weight: 3}]}}}]\n",
    ],
)
def test_weights_that_are_not_lowered_by_accident(profiles: str) -> None:
    assert advice("lost-default-weight", profiles) == []


@pytest.mark.parametrize("point", ["score", "multiPoint"])
def test_weights_of_what_is_disabled(point: str) -> None:
    profiles = "profiles: [{plugins: {%s: {disabled: [{name: ImageLocality%s}]}}}]\n"
    (said,) = advice("weight-without-effect", profiles % (point, ", weight: 3"))
    assert said.path.endswith("disabled[0].weight")
    assert fixed("weight-without-effect", profiles % (point, ", weight: 3")) == profiles % (point, "")
    assert advice("weight-without-effect", profiles % (point, ", weight: 1")) == []


REPLACED = """\
profiles:
- plugins:
    score: {enabled: [{name: X, weight: %s}]}
    permit: {enabled: [{name: X%s}]}
"""


@pytest.mark.parametrize(
    ("score", "permit", "counts"),
    [
        ("6", ", weight: 3", "with weight 3"),
        ("6", "", "without a weight, which counts as 1"),
        ("1", ", weight: 3", "with weight 3"),
    ],
)
def test_up_to_1_21_a_weight_that_a_later_point_replaces_is_named(score: str, permit: str, counts: str) -> None:
    profiles = REPLACED % (score, permit)
    (said,) = advice("weight-without-effect", profiles, "1.20", "v1beta1")
    assert said.path == "profiles[0].plugins.score.enabled[0].weight"
    assert f"`permit` enables `X` {counts}" in said.text
    assert said.is_safe is False
    assert fixed("weight-without-effect", profiles, "1.20", "v1beta1") == REPLACED % (score, f", weight: {score}")


@pytest.mark.parametrize(("kubernetes", "path"), [("1.21", "score"), ("1.22", "permit")])
def test_the_weight_that_counts_is_left_alone(kubernetes: str, path: str) -> None:
    (said,) = advice("weight-without-effect", REPLACED % ("6", ", weight: 3"), kubernetes, "v1beta1")
    assert said.path == f"profiles[0].plugins.{path}.enabled[0].weight"


def test_the_same_weight_at_both_points_is_right_in_every_release() -> None:
    assert advice("weight-without-effect", REPLACED % ("6", ", weight: 6"), "1.21", "v1beta1") == []


def test_a_weight_between_score_and_the_last_point_can_go() -> None:
    profiles = REPLACED % ("3", ", weight: 3") + "    preBind: {enabled: [{name: X, weight: 2}]}\n"
    (said,) = advice("weight-without-effect", profiles, "1.21", "v1beta1")
    assert said.path == "profiles[0].plugins.preBind.enabled[0].weight"
    assert said.is_safe


def test_a_default_entry_that_replaces_a_weight_is_named() -> None:
    profiles = ENABLED % ("score", "VolumeBinding", ", weight: 6")
    (said,) = advice("weight-without-effect", profiles, "1.21", "v1beta1")
    assert "Disable `VolumeBinding` at `preBind`" in said.text
    assert said.is_safe is None


@pytest.mark.parametrize(("rule", "weight"), [("zero-weight", 0), ("negative-weight", -1)])
def test_a_weight_that_is_replaced_is_neither_0_nor_negative(rule: str, weight: int) -> None:
    profiles = REPLACED % (weight, ", weight: 3")
    assert advice(rule, profiles, "1.21", "v1beta1") == []
    assert len(advice(rule, profiles, "1.22", "v1beta1")) == 1


def test_a_negative_weight_at_a_later_point_reverses_the_score() -> None:
    profiles = REPLACED % ("6", ", weight: -1")
    (said,) = advice("negative-weight", profiles, "1.21", "v1beta1")
    assert said.path == "profiles[0].plugins.permit.enabled[0].weight"
