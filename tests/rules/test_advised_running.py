"""Advice about plugins that do not run as they are enabled."""

import json

import pytest
from click.testing import CliRunner

from schedcfg import Severity, validate
from schedcfg.cli import group
from schedcfg.releases import NEWEST
from schedcfg.validation.options import Options
from tests.rules.advice_about import HEAD, advice, fixed

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
        ("NodeDeclaredFeatures", "1.36", 0),
        ("GangScheduling", "1.36", 1),
        ("TopologyPlacementGenerator", "1.36", 1),
        ("DeferredPodScheduling", "1.37", 1),
    ],
)
def test_a_plugin_whose_gate_is_off_stands_idle(name: str, release: str, found: int) -> None:
    assert len(advice("plugin-gate-off", GATED % name, release)) == found


def test_with_the_gate_on_it_works() -> None:
    text = HEAD.format(version="v1") + GATED % "DynamicResources"
    report = validate(text, "1.33", options=Options(feature_gates={"DynamicResourceAllocation": True}))
    assert report.documents[0].findings == ()


AT_POINT = "profiles: [{plugins: {%s: {enabled: [{name: %s}]}}}]\n"


@pytest.mark.parametrize(
    ("point", "name", "release", "switch"),
    [
        ("placementScore", "NodeResourcesFit", "1.36", "TopologyAwareWorkloadScheduling=true,GenericWorkload=true"),
        ("placementGenerate", "Mine", "1.37", "TopologyAwareWorkloadScheduling=true,GenericWorkload=true"),
        ("podGroupPostFilter", "Mine", "1.37", "GenericWorkload=true"),
        ("permit", "GangScheduling", "1.37", "GenericWorkload=true"),
        ("permit", "GangScheduling", "1.36", "GangScheduling=true,GenericWorkload=true"),
    ],
)
def test_points_of_groups_wait_for_a_gate(point: str, name: str, release: str, switch: str) -> None:
    text = HEAD.format(version="v1") + AT_POINT % (point, name)
    found = [finding for finding in validate(text, release).documents[0].findings if finding.rule == "plugin-gate-off"]
    assert [f"`--feature-gates={switch}`" in (one.help or "") for one in found] == [True]
    options = Options(feature_gates=[switch])
    again = validate(text, release, options=options).documents[0].findings
    assert "plugin-gate-off" not in {one.rule for one in again}


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


@pytest.mark.parametrize(
    ("release", "severities"),
    [("1.28.5", [Severity.ERROR]), ("1.28.6", []), ("v1.28.7-gke.1", []), ("1.25.16", [Severity.ERROR])],
)
def test_a_patch_release_that_is_named_has_the_fault_or_not(release: str, severities: list[Severity]) -> None:
    assert [one.severity for one in advice("plugin-runs-twice", THREE, release)] == severities


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


@pytest.mark.parametrize(
    ("point", "release", "found"), [("score", "1.21", 1), ("score", "1.35", 1), ("filter", "1.35", 0)]
)
def test_volume_binding_scores_with_a_gate_only(point: str, release: str, found: int) -> None:
    profiles = (
        f"profiles: [{{plugins: {{{point}: {{disabled: [{{name: '*'}}], enabled: [{{name: VolumeBinding}}]}}}}}}]\n"
    )
    version = "v1beta1" if release == "1.21" else "v1"
    assert len(advice("plugin-gate-off", profiles, release, version)) == found


REQUIRED = ", queueSort: {enabled: [{name: PrioritySort}]}, bind: {enabled: [{name: DefaultBinder}]}"
WITHOUT = "profiles: [{plugins: {%s: {disabled: [{name: '%s'}]}%s}}]\n"


@pytest.mark.parametrize(
    ("profiles", "release", "found"),
    [
        (WITHOUT % ("preEnqueue", "*", ""), "1.29", 1),
        (WITHOUT % ("preEnqueue", "SchedulingGates", ""), "1.27", 1),
        (WITHOUT % ("multiPoint", "SchedulingGates", ""), NEWEST, 1),
        # Its gate was off by default then.
        (WITHOUT % ("preEnqueue", "*", ""), "1.26", 0),
        (
            WITHOUT % ("multiPoint", "SchedulingGates", ", preEnqueue: {enabled: [{name: SchedulingGates}]}"),
            NEWEST,
            0,
        ),
        (WITHOUT % ("preEnqueue", "DefaultPreemption", ""), NEWEST, 0),
    ],
)
def test_scheduling_gates_are_kept(profiles: str, release: str, found: int) -> None:
    assert len(advice("lost-scheduling-gates", profiles, release)) == found


@pytest.mark.parametrize(
    ("profiles", "found"),
    [
        (WITHOUT % ("reserve", "*", ""), 1),
        (WITHOUT % ("preBind", "VolumeBinding", ""), 1),
        (WITHOUT % ("preBind", "DynamicResources", ""), 0),
        (WITHOUT % ("multiPoint", "VolumeBinding", ""), 0),
        (WITHOUT % ("preBind", "*", ", filter: {disabled: [{name: VolumeBinding}]}"), 0),
    ],
)
def test_volumes_that_are_found_are_bound(profiles: str, found: int) -> None:
    assert len(advice("lost-volume-binding", profiles)) == found


@pytest.mark.parametrize(
    ("rule", "point", "instead"),
    [
        ("lost-scheduling-gates", "preEnqueue", ", multiPoint: {enabled: [{name: MyOwn}]}"),
        ("lost-scheduling-gates", "multiPoint", ", preEnqueue: {enabled: [{name: MyOwn}]}" + REQUIRED),
        ("lost-volume-binding", "preBind", ", multiPoint: {enabled: [{name: MyOwn}]}"),
        ("lost-volume-binding", "reserve", ", preBind: {enabled: [{name: MyOwn}]}"),
    ],
)
def test_what_a_plugin_of_ones_own_may_do_instead_is_mentioned(rule: str, point: str, instead: str) -> None:
    (said,) = advice(rule, WITHOUT % (point, "*", instead))
    assert said.severity is Severity.INFO
    assert "`MyOwn`" in said.text


BINDING = "profiles: [{plugins: {bind: {enabled: [%s]}}}]\n"


@pytest.mark.parametrize(("version", "release"), [("v1beta1", "1.21"), ("v1beta2", "1.24"), ("v1", NEWEST)])
def test_a_binder_behind_the_default_one_is_never_asked(version: str, release: str) -> None:
    profiles = BINDING % "{name: MyBinder}"
    (said,) = advice("unreached-binder", profiles, release, version)
    assert said.severity is Severity.ERROR
    after = fixed("unreached-binder", profiles, release, version)
    assert advice("unreached-binder", after, release, version) == []


def test_order_at_bind_is_what_counts() -> None:
    assert advice("unreached-binder", BINDING % "{name: DefaultBinder}") == []
    cleared = "profiles: [{plugins: {bind: {disabled: [{name: '*'}], enabled: [%s]}}}]\n"
    assert advice("unreached-binder", cleared % "{name: MyBinder}, {name: DefaultBinder}") == []
    assert len(advice("unreached-binder", cleared % "{name: DefaultBinder}, {name: MyBinder}")) == 1
    both = "profiles: [{plugins: {multiPoint: {enabled: [{name: MyBinder}]}, bind: {enabled: [{name: MyBinder}]}}}]\n"
    assert advice("unreached-binder", both) == []
