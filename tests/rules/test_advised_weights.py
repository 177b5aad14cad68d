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
