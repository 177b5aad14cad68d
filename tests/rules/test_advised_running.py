"""Advice about plugins that do not run as they are enabled."""

import json

import pytest
from advice_about import HEAD, advice
from click.testing import CliRunner

from schedcfg import Severity, validate
from schedcfg.cli import group

GATED = "profiles: [{plugins: {multiPoint: {enabled: [{name: %s}]}}}]\n"


@pytest.mark.parametrize(
    ("name", "release", "found"),
    [
        ("DynamicResources", "1.26", 1),
        ("DynamicResources", "1.33", 1),
        ("DynamicResources", "1.34", 0),
        ("SchedulingGates", "1.26", 1),
        ("SchedulingGates", "1.27", 0),
        ("NodeDeclaredFeatures", "1.35", 1),
    ],
)
def test_a_plugin_whose_gate_is_off_stands_idle(name: str, release: str, found: int) -> None:
    assert len(advice("plugin-gate-off", GATED % name, release)) == found


def test_with_the_gate_on_it_works() -> None:
    text = HEAD.format(version="v1") + GATED % "DynamicResources"
    report = validate(text, "1.33", feature_gates={"DynamicResourceAllocation": True})
    assert report.documents[0].findings == ()


OVERRIDING = "profiles: [{plugins: {score: {enabled: [%s]}}}]\n"
THREE = (
    OVERRIDING % "{name: NodeAffinity, weight: 2}, {name: ImageLocality, weight: 3}, {name: TaintToleration, weight: 4}"
)


@pytest.mark.parametrize(
    ("release", "severity", "mended"),
    [
        ("1.25", Severity.ERROR, ""),
        ("1.26", Severity.WARNING, "1.26.13"),
        ("1.27", Severity.WARNING, "1.27.10"),
        ("1.28", Severity.WARNING, "1.28.6"),
        ("1.29", Severity.WARNING, "1.29.1"),
    ],
)
def test_of_three_overriding_plugins_one_runs_twice(release: str, severity: Severity, mended: str) -> None:
    (said,) = advice("plugin-runs-twice", THREE, release)
    assert said.severity is severity
    assert mended in said.text


def test_the_fault_needs_three_plugins_multi_point_and_an_old_release() -> None:
    two = OVERRIDING % "{name: NodeAffinity, weight: 2}, {name: ImageLocality, weight: 3}"
    own = OVERRIDING % "{name: NodeAffinity, weight: 2}, {name: ImageLocality, weight: 3}, {name: Mine}"
    assert advice("plugin-runs-twice", two, "1.28") == []
    assert advice("plugin-runs-twice", own, "1.28") == []
    assert advice("plugin-runs-twice", THREE, "1.30") == []
    assert advice("plugin-runs-twice", THREE, "1.27", "v1beta2") == []


def test_what_is_said_of_1_25_is_what_it_runs() -> None:
    text = HEAD.format(version="v1") + THREE
    done = CliRunner().invoke(group, ["effective", "--kubernetes", "1.25", "--output", "json", "-"], input=text)
    scores = json.loads(done.stdout)["files"][0]["plugins"]["default-scheduler"]["score"]
    names = [plugin["name"] for plugin in scores]
    (twice,) = {name for name in names if names.count(name) > 1}
    (said,) = advice("plugin-runs-twice", THREE, "1.25")
    assert f"`{twice}` twice" in said.text
