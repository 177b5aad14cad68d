"""What is said of plugins that were found in a program: published as a catalog, or a file of the user's."""

import json
from pathlib import Path

import pytest

from schedcfg import OPEN, Severity, catalog
from schedcfg.configuration.effective.registry import DeclaredPlugin, chosen
from schedcfg.errors import UnknownTarget
from tests.rules.test_catalogs import enabled, findings, told

KOORDINATOR = """\
plugins: {multiPoint: {enabled: [{name: LoadAwareScheduling}, {name: Reservation}]}}
  pluginConfig:
  - name: LoadAwareScheduling
    args: {usageThresholds: {cpu: 65}, aggregated: {usageAggregatedDuration: 5m}, estimator: null}
"""


@pytest.mark.parametrize("name", ["koordinator", "koordinator@1.6", "koordinator@v1.6.0", "koordinator@1.7"])
def test_a_published_program_is_a_catalog(name: str) -> None:
    assert told(KOORDINATOR, "1.28", registry=catalog(name)) == []
    wrong = KOORDINATOR.replace("cpu: 65", "cpu: high").replace("multiPoint", "queueSort")
    found = findings(wrong, "1.28", registry=catalog(name))
    assert {one.rule for one in found if one.finding_class == "refused"} >= {"wrong-extension-point"}
    assert [one.path for one in found if one.rule == "own-plugin-args"] == [
        "profiles[0].pluginConfig[0].args.usageThresholds.cpu"
    ]


def test_the_program_that_has_an_undeclared_plugin_is_named() -> None:
    (one,) = (
        one
        for one in findings(enabled("LoadAwareScheduling"), "1.28", registry=OPEN)
        if one.rule == "undeclared-plugin"
    )
    assert "`--catalog koordinator`" in (one.help or "")


def test_other_versions_of_a_program_are_not_known() -> None:
    with pytest.raises(UnknownTarget, match=r"koordinator has no known release `1\.4`"):
        catalog("koordinator@1.4")


CHART = """\
plugins:
    queueSort: {disabled: [{name: "*"}], enabled: [{name: SORT}]}
    preFilter: {enabled: [{name: Reservation}, {name: NodeNUMAResource}, {name: DeviceShare}, {name: ElasticQuota}]}
    postFilter: {disabled: [{name: "*"}], enabled: [{name: Reservation}, {name: Coscheduling}, {name: ElasticQuota}]}
    score: {enabled: [{name: LoadAwareScheduling}, {name: Reservation, weight: 5000}]}
    preBind: {enabled: [{name: Reservation}, {name: DefaultPreBind}]}
    bind: {disabled: [{name: "*"}], enabled: [{name: Reservation}, {name: DefaultBinder}]}
  pluginConfig:
  - {name: LoadAwareScheduling, args: {nodeMetricExpirationSeconds: 300, usageThresholds: {cpu: 65, memory: 95}}}
  - {name: ElasticQuota, args: {quotaGroupNamespace: koordinator-system}}
"""
"""What koordinator's own chart has in each release, shortened."""


@pytest.mark.parametrize(
    ("release", "sort", "version"),
    [("1.5", "Coscheduling", "v1beta3"), ("1.6", "Coscheduling", "v1"), ("1.7", "PrioritySort", "v1")],
)
def test_what_the_chart_of_each_release_has_is_accepted(release: str, sort: str, version: str) -> None:
    registry, body = catalog(f"koordinator@{release}"), CHART.replace("SORT", sort)
    found = findings(body, "1.28", version, registry=registry)
    assert [one.rule for one in found if one.severity is not Severity.INFO] == _OLD[version]
    wrong = findings(
        body.replace("nodeMetricExpirationSeconds", "nodeMetricExpiration"), "1.28", version, registry=registry
    )
    assert [one.path for one in wrong if one.rule == "own-plugin-args"] == [
        "profiles[0].pluginConfig[0].args.nodeMetricExpiration"
    ]


_OLD = {"v1": [], "v1beta3": ["old-api-version"]}


UNCHECKED = """\
plugins: {multiPoint: {enabled: [{name: NodeResourcesFitPlus}, {name: DefaultPreBind}, {name: DeviceShare}]}}
  pluginConfig:
  - name: NodeResourcesFitPlus
    args: {apiVersion: kubescheduler.config.k8s.io/v1, kind: NodeResourcesFitPlusArgs, resurces: {}}
  - name: DeviceShare
    args: {apiVersion: kubescheduler.config.k8s.io/v1, kind: DeviceShareArgs, allocator: default}
"""


def test_what_the_catalog_of_a_program_does_not_have_is_reported_once() -> None:
    other = f"  - name: DefaultPreBind\n    args: {{a: 1}}\n- schedulerName: other\n  {UNCHECKED}"
    twice = f"schedulerName: one\n  {UNCHECKED}{other}"
    for body, names in ((UNCHECKED, "`NodeResourcesFitPlus`"), (twice, "`NodeResourcesFitPlus`, `DefaultPreBind`")):
        found = findings(body, "1.28", registry=catalog("koordinator@1.6"))
        [one] = (one for one in found if one.rule not in {"default-lease", "outweighed-score", "split-plugin-config"})
        assert (one.rule, one.severity, one.path) == (
            "unchecked-args",
            Severity.INFO,
            "profiles[0].pluginConfig[0].args",
        )
        assert f"the args of {names} are not checked: the catalog of koordinator 1.6.0 (Kubernetes 1.28)" in one.message


@pytest.mark.parametrize(
    "body",
    [
        UNCHECKED.replace(
            "{apiVersion: kubescheduler.config.k8s.io/v1, kind: NodeResourcesFitPlusArgs, resurces: {}}", "{}"
        ),
        UNCHECKED.replace("multiPoint: {enabled: [{name: NodeResourcesFitPlus}, ", "multiPoint: {enabled: ["),
    ],
    ids=["no args", "not run"],
)
def test_args_that_nobody_wrote_or_reads_need_no_check(body: str) -> None:
    assert "unchecked-args" not in {rule for rule, _ in told(body, "1.28", registry=catalog("koordinator@1.6"))}


def test_a_schema_of_the_settings_takes_the_place_of_what_the_catalog_lacks() -> None:
    schema = '{"type": "object", "properties": {"resources": {}}, "additionalProperties": false}'
    registry = chosen(
        frozenset({"NodeResourcesFitPlus"}),
        ("koordinator@1.6",),
        (DeclaredPlugin("NodeResourcesFitPlus", ("score",), schema),),
    )
    path = "profiles[0].pluginConfig[0].args.resurces"
    assert told(UNCHECKED.replace("multiPoint", "score"), "1.28", registry=registry)[-1:] == [("own-plugin-args", path)]


def test_fields_that_the_catalog_of_a_program_may_lack(tmp_path: Path) -> None:
    found = {"type": "object", "properties": {"known": {"type": "string"}}}
    plugins = [{"name": "Ours", "points": ["score"], "argsSchema": found}, {"name": "Mine", "points": [], "args": None}]
    path = tmp_path / "ours.json"
    path.write_text(json.dumps({"program": "./ours", "kubernetes": "1.29", "plugins": plugins}), encoding="utf-8")
    body = (
        "plugins: {score: {enabled: [{name: Ours}, {name: Mine}]}}\n"
        "  pluginConfig: [{name: Ours, args: {known: a, knwon: b, kind: OursArgs}}, {name: Mine, args: {a: 1}}]\n"
    )
    args = (one for one in findings(body, "1.29", registry=catalog(str(path))) if one.rule == "unchecked-args")
    messages = sorted(one.message for one in args)
    assert messages == [
        "`Ours.knwon` is not checked: the catalog of ours (Kubernetes 1.29) does not have this field, and may lack "
        "some",
        "the args of `Mine` are not checked: the catalog of ours (Kubernetes 1.29) does not have their fields",
    ]


def test_args_that_a_program_only_decodes_in_an_older_version(tmp_path: Path) -> None:
    fields = {"type": "object", "properties": {"known": {"type": "string"}}, "additionalProperties": False}
    plugin = {"name": "Ours", "points": ["score"], "argsSchema": fields, "argsVersion": "v1beta3"}
    path = tmp_path / "ours.json"
    path.write_text(json.dumps({"program": "./ours", "kubernetes": "1.28", "plugins": [plugin]}), encoding="utf-8")
    body = "plugins: {score: {enabled: [{name: Ours}]}}\n  pluginConfig: [{name: Ours, args: {known: a}}]\n"
    assert told(body, "1.28", "v1beta3", registry=catalog(str(path))) == []
    (one,) = (found for found in findings(body, "1.28", registry=catalog(str(path))) if found.rule == "own-plugin-args")
    assert (one.path, one.severity) == ("profiles[0].pluginConfig[0].args", Severity.ERROR)
    assert "ours (Kubernetes 1.28) decodes them up to v1beta3" in one.message
