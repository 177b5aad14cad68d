"""Which weight the score of a plugin has, where the plugin is enabled at several points."""

import textwrap

import pytest

from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.configuration.effective.view import RunningPlugin

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\nprofiles:\n- plugins:\n"


def scorer(name: str, enabled: str, kubernetes: str, version: str = "v1beta1") -> RunningPlugin:
    text = HEAD.format(version) + textwrap.indent(textwrap.dedent(enabled), "    ")
    view = effective_configuration(text, kubernetes).view
    assert view is not None
    score = next(point for point in view.profiles[0].points if point.name == "score")
    return next(plugin for plugin in score.running if plugin.name == name)


AT = """
score: {{enabled: [{{name: X, weight: 6}}]}}
{}: {{enabled: [{}]}}
"""

LATER = ["preBind", "bind", "postBind", "permit"]


@pytest.mark.parametrize("kubernetes", ["1.19", "1.20", "1.21"])
@pytest.mark.parametrize("point", LATER)
def test_up_to_1_21_a_later_point_gives_the_weight(point: str, kubernetes: str) -> None:
    assert scorer("X", AT.format(point, "{name: X, weight: 3}"), kubernetes).weight == 3
    assert scorer("X", AT.format(point, "{name: X}"), kubernetes).weight == 1


@pytest.mark.parametrize("point", LATER)
def test_since_1_22_that_of_score_counts(point: str) -> None:
    assert scorer("X", AT.format(point, "{name: X, weight: 3}"), "1.22").weight == 6


@pytest.mark.parametrize("kubernetes", ["1.19", "1.21"])
@pytest.mark.parametrize("point", ["preFilter", "filter", "postFilter", "reserve", "preScore"])
def test_a_point_before_score_gives_none(point: str, kubernetes: str) -> None:
    assert scorer("X", AT.format(point, "{name: X, weight: 3}"), kubernetes).weight == 6


def test_unreserve_comes_after_score_in_1_18() -> None:
    assert scorer("X", AT.format("unreserve", "{name: X, weight: 3}"), "1.18", "v1alpha2").weight == 3


def test_of_several_later_points_the_last_one_counts_whatever_their_order_in_the_file() -> None:
    enabled = "permit: {enabled: [{name: X, weight: 3}]}\n" + AT.format("preBind", "{name: X, weight: 2}")
    assert scorer("X", enabled, "1.20").weight == 3


def test_a_default_entry_at_a_later_point_counts_too() -> None:
    found = scorer("VolumeBinding", "score: {enabled: [{name: VolumeBinding, weight: 6}]}", "1.21")
    assert (found.weight, found.origin.line) == (1, 5)


def test_the_origin_is_the_entry_that_gives_the_weight() -> None:
    enabled = AT.format("permit", "{name: X, weight: 3}")
    assert scorer("X", enabled, "1.21").origin.path == "profiles[0].plugins.permit.enabled[0]"
    assert scorer("X", enabled, "1.22").origin.path == "profiles[0].plugins.score.enabled[0]"


def test_a_policy_has_the_weights_of_its_priorities() -> None:
    policy = '{"kind": "Policy", "apiVersion": "v1", "priorities": [{"name": "ImageLocalityPriority", "weight": 4}]}'
    view = effective_configuration(policy, "1.20").view
    assert view is not None
    weights = {running.name: running.weight for running in view.plugins["default-scheduler"]["score"]}
    assert weights["ImageLocality"] == 4
