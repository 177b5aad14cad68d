"""Advice about disabling plugins."""

import re

import pytest

from schedcfg import Severity, catalog, validate
from schedcfg.validation.options import Options
from tests.rules.advice_about import HEAD, advice, fixed

LEAST = "profiles: [{plugins: {%s: {disabled: [{name: NodeResourcesLeastAllocated}]}}}]\n"


def test_what_took_over_is_named() -> None:
    (said,) = advice("ineffective-disable", LEAST % "score", "1.29")
    assert "`NodeResourcesFit` replaces it" in said.text
    assert "disable `NodeResourcesFit` at `score`" in said.text
    assert (said.fix, said.is_safe) == ("Disable `NodeResourcesFit`", False)
    assert "disabled: [{name: NodeResourcesFit}]" in fixed("ineffective-disable", LEAST % "score", "1.29")


def test_a_plugin_that_is_left_for_an_older_api_version_only_is_not_there_either() -> None:
    (said,) = advice("ineffective-disable", LEAST % "score", "1.22", "v1beta2")
    assert "1.22 has no such plugin for `v1beta2`; `NodeResourcesFit` replaces it" in said.text
    assert advice("ineffective-disable", LEAST % "score", "1.22", "v1beta1") == []


def test_at_multi_point_the_heir_must_not_take_its_place() -> None:
    (said,) = advice("ineffective-disable", LEAST % "multiPoint", "1.29")
    assert said.fix == ""


def test_an_heir_that_is_configured_on_purpose_is_not_to_be_disabled() -> None:
    profiles = """\
        profiles:
          - plugins: {score: {disabled: [{name: NodeResourcesLeastAllocated}], enabled: [{name: NodeResourcesFit}]}}
        """
    (said,) = advice("ineffective-disable", profiles)
    assert (said.fix, said.is_safe) == ("Remove the entry", True)


@pytest.mark.parametrize(("name", "heir"), [("EBSLimits", "NodeVolumeLimits"), ("SelectorSpread", "PodTopologySpread")])
def test_other_heirs_are_named_too(name: str, heir: str) -> None:
    point = "filter" if name == "EBSLimits" else "score"
    (said,) = advice("ineffective-disable", f"profiles: [{{plugins: {{{point}: {{disabled: [{{name: {name}}}]}}}}}}]\n")
    assert f"`{heir}` replaces it" in said.text


@pytest.mark.parametrize("name", ["NodePreferAvoidPods", "NodeResourceFit"])
def test_what_multi_point_brings_is_kept_from_a_point(name: str) -> None:
    """A plugin that is not part of the release is assumed to be compiled in where it is enabled."""
    brought = f", multiPoint: {{enabled: [{{name: {name}}}]}}"
    assert advice("ineffective-disable", disabling("score", name, brought), "1.28") == []
    assert len(advice("ineffective-disable", disabling("score", name), "1.28")) == 1
    twice = disabling("multiPoint", name, f", score: {{enabled: [{{name: {name}}}]}}")
    assert len(advice("ineffective-disable", twice, "1.28")) == 1


def test_a_catalogd_name_is_no_misspelling_of_itself() -> None:
    profiles = "profiles: [{plugins: {score: {disabled: [{name: NodeResourceTopologyMatch}]}}}]\n"
    assert advice("ineffective-disable", profiles) == []


def test_an_entry_without_a_name_disables_nothing() -> None:
    (said,) = advice("ineffective-disable", "profiles: [{plugins: {score: {disabled: [{}]}}}]\n")
    assert said.severity is Severity.WARNING
    assert "disables nothing" in said.text


def disabling(point: str, name: str, more: str = "") -> str:
    return f"profiles: [{{plugins: {{{point}: {{disabled: [{{name: '{name}'}}]}}{more}}}}}]\n"


@pytest.mark.parametrize("name", ["NodeResourcesFit", "NodeAffinity", "TaintToleration", "VolumeBinding", "*"])
def test_multi_point_takes_the_filter_away(name: str) -> None:
    required = ", queueSort: {enabled: [{name: PrioritySort}]}, bind: {enabled: [{name: DefaultBinder}]}"
    (said,) = advice("lost-filter", disabling("multiPoint", name, required))
    assert said.severity is Severity.WARNING
    assert said.path == "profiles[0].plugins.multiPoint.disabled[0].name"


@pytest.mark.parametrize(
    ("point", "name", "more"),
    [
        ("filter", "TaintToleration", ""),
        ("multiPoint", "NodeUnschedulable", ""),
        ("multiPoint", "PodTopologySpread", ""),
        ("score", "NodeResourcesFit", ""),
        ("multiPoint", "NodeResourcesFit", ", filter: {enabled: [{name: NodeResourcesFit}]}"),
        ("multiPoint", "NodeResourcesFit", ", filter: {enabled: [{name: MyResourcesFit}]}"),
    ],
)
def test_filters_that_are_on_or_off_on_purpose(point: str, name: str, more: str) -> None:
    assert advice("lost-filter", disabling(point, name, more)) == []


def test_a_published_plugin_does_not_stand_in_for_the_resource_check() -> None:
    profiles = """\
        profiles:
          - plugins: {multiPoint: {disabled: [{name: NodeResourcesFit}], enabled: [{name: NetworkOverhead}]}}
        """
    assert len(advice("lost-filter", profiles)) == 1


REQUIRED = ", queueSort: {enabled: [{name: PrioritySort}]}, bind: {enabled: [{name: DefaultBinder}]}"
SIX = {"NodeResourcesFit", "NodePorts", "NodeAffinity", "VolumeBinding", "TaintToleration", "NodeUnschedulable"}
OF_VOLUMES = {"VolumeRestrictions", "NodeVolumeLimits", "VolumeZone"}
OTHERS = {"NodeName", "PodTopologySpread", "InterPodAffinity", "DynamicResources", "NodeDeclaredFeatures"}
ALL = SIX | OF_VOLUMES | OTHERS


@pytest.mark.parametrize(
    ("point", "name", "more", "lost"),
    [
        ("filter", "*", ", multiPoint: {enabled: [{name: MyFilter}]}", ALL),
        ("multiPoint", "*", ", filter: {enabled: [{name: MyFilter}]}" + REQUIRED, ALL),
        ("filter", "VolumeBinding", ", multiPoint: {enabled: [{name: MyFilter}]}", {"VolumeBinding"}),
    ],
)
def test_what_a_plugin_of_ones_own_may_filter_instead_is_listed_once(
    point: str, name: str, more: str, lost: set[str]
) -> None:
    (said,) = advice("lost-filter", disabling(point, name, more))
    assert said.severity is Severity.INFO
    assert set(re.findall(r"`(\w+)`", said.text.partition(";")[0])) == lost
    assert "whether `MyFilter` replaces it" in said.text


def test_the_filters_of_a_list_are_listed_together() -> None:
    profiles = """\
        profiles:
          - plugins:
              multiPoint: {disabled: [{name: NodeResourcesFit}, {name: VolumeBinding}], enabled: [{name: MyOwn}]}
        """
    (said,) = advice("lost-filter", profiles)
    assert "`NodeResourcesFit`, `VolumeBinding`" in said.text


def test_all_that_is_lost_with_a_star_is_named() -> None:
    (said,) = advice("lost-filter", disabling("filter", "*"))
    for lost in ("NodePorts", "VolumeZone", "host port is in use", "`nodeSelector` excludes", "cordoned nodes"):
        assert lost in said.text


def test_an_extender_may_filter_instead() -> None:
    extender = "extenders: [{urlPrefix: 'http://127.0.0.1:80', filterVerb: filter}]\n"
    (said,) = advice("lost-filter", disabling("multiPoint", "NodeResourcesFit") + extender)
    assert said.severity is Severity.INFO
    assert "`http://127.0.0.1:80`" in said.text


def test_v1beta2_does_not_look_at_multi_point() -> None:
    profiles = disabling("multiPoint", "NodeResourcesFit")
    assert advice("lost-filter", profiles, version="v1beta2") == []
    (said,) = advice("point-without-effect", profiles, version="v1beta2")
    assert said.severity is Severity.ERROR
    assert said.path == "profiles[0].plugins.multiPoint"


@pytest.mark.parametrize(
    ("version", "release", "found"), [("v1beta2", "1.27", 1), ("v1beta3", "1.28", 1), ("v1", "1.28", 0)]
)
def test_pre_enqueue_counts_from_v1_on(version: str, release: str, found: int) -> None:
    profiles = "profiles: [{plugins: {preEnqueue: {enabled: [{name: SchedulingGates}]}}}]\n"
    assert len(advice("point-without-effect", profiles, release, version)) == found
    assert advice("point-without-effect", "profiles: [{plugins: {preEnqueue: {}}}]\n", release, version) == []


@pytest.mark.parametrize(
    ("release", "lists", "severity"),
    [
        ("1.27", "enabled: [{name: SchedulingGates}]", Severity.INFO),
        ("1.26", "enabled: [{name: SchedulingGates}]", Severity.ERROR),
        ("1.27", "enabled: [{name: Own}]", Severity.ERROR),
        ("1.27", "disabled: [{name: SchedulingGates}]", Severity.ERROR),
    ],
)
def test_what_runs_by_default_is_not_missed(release: str, lists: str, severity: Severity) -> None:
    profiles = f"profiles: [{{plugins: {{preEnqueue: {{{lists}}}}}}}]\n"
    (said,) = advice("point-without-effect", profiles, release, "v1beta2")
    assert said.severity is severity


UNPREPARED = "missing-preparation"


def test_clearing_pre_filter_fails_the_filters_that_need_it() -> None:
    (said,) = advice(UNPREPARED, disabling("preFilter", "*"), "1.29")
    named, _, _ = said.text.removeprefix("no Pod is scheduled: ").partition(" run at `filter`")
    assert set(named.split(", ")) == {
        *("`InterPodAffinity`", "`NodePorts`", "`NodeResourcesFit`"),
        *("`PodTopologySpread`", "`VolumeBinding`", "`VolumeRestrictions`"),
    }
    assert said.severity is Severity.ERROR


def test_volume_restrictions_once_needed_no_preparation() -> None:
    assert advice(UNPREPARED, disabling("preFilter", "VolumeRestrictions"), "1.26") == []
    assert len(advice(UNPREPARED, disabling("preFilter", "VolumeRestrictions"), "1.27")) == 1


@pytest.mark.parametrize(("release", "found"), [("1.27", 0), ("1.28", 0), ("1.31", 1)])
def test_volume_restrictions_does_not_prepare_for_what_its_gate_turns_off(release: str, found: int) -> None:
    gates = () if release == "1.31" else ("ReadWriteOncePod=false",)
    text = HEAD.format(version="v1") + disabling("preFilter", "VolumeRestrictions")
    report = validate(text, release, options=Options(kubernetes=release, feature_gates=gates)).documents[0]
    assert len([finding for finding in report.findings if finding.rule == UNPREPARED]) == found


def test_node_resources_fit_scores_without_preparation() -> None:
    assert advice(UNPREPARED, disabling("preScore", "NodeResourcesFit"), "1.29") == []


def test_a_plugin_enabled_at_filter_alone_fails_too() -> None:
    profiles = """\
        profiles:
          - plugins:
              multiPoint: {disabled: [{name: NodeResourcesFit}]}
              filter: {enabled: [{name: NodeResourcesFit}]}
        """
    (said,) = advice(UNPREPARED, profiles)
    assert said.path == "profiles[0].plugins.filter.enabled[0].name"
    assert advice(UNPREPARED, profiles + "      preFilter: {enabled: [{name: NodeResourcesFit}]}\n") == []


def test_before_multi_point_a_score_has_to_be_prepared_by_hand() -> None:
    profiles = "profiles: [{plugins: {score: {enabled: [{name: SelectorSpread}]}}}]\n"
    assert len(advice(UNPREPARED, profiles, "1.22", "v1beta2")) == 1


def test_claims_are_prepared_since_their_feature_gate_is_on() -> None:
    assert advice(UNPREPARED, disabling("preFilter", "DynamicResources"), "1.33") == []
    assert len(advice(UNPREPARED, disabling("preFilter", "DynamicResources"), "1.34")) == 1


def test_what_a_published_plugin_needs_is_known_where_it_is_the_published_one() -> None:
    profiles = "profiles: [{plugins: {filter: {enabled: [{name: NetworkOverhead}]}}}]\n"
    assert advice(UNPREPARED, profiles) == []
    (said,) = advice(UNPREPARED, profiles, registry=catalog("scheduler-plugins"))
    assert said.path == "profiles[0].plugins.filter.enabled[0].name"
