"""`schedcfg why`: the effect of a plugin, and what limits it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.rules.registry import advised_rules
from tests.called import EXAMPLES, Result
from tests.cli.contract_complaints import complaints

Command = Callable[..., Result]

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\nprofiles:\n"
PACKER = """\
- schedulerName: packer
  plugins:
    score:
      disabled:
      - name: ImageLocality
      enabled:
      - name: NodeResourcesFit
        weight: 30
    filter:
      disabled:
      - name: NodePorts
- schedulerName: default-scheduler
"""


@pytest.fixture
def why(schedcfg: Command, tmp_path: Path) -> Callable[..., list[dict[str, Any]]]:
    def ask(plugin: str, text: str, *options: str) -> list[dict[str, Any]]:
        (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
        done = schedcfg("why", plugin, tmp_path / "a.yaml", "--output", "json", *options)
        assert complaints("why", done.report) == []
        profiles: list[dict[str, Any]] = done.report["files"][0]["profiles"]
        return profiles

    return ask


Ask = Callable[..., list[dict[str, Any]]]


def kinds(profile: dict[str, Any]) -> list[str]:
    return [limit["kind"] for limit in profile["limits"]]


def test_share_place_and_pods_of_each_profile(why: Ask) -> None:
    packer, default = why("NodeResourcesFit", HEAD.format("v1") + PACKER, "-k", "1.33")
    score = next(point for point in packer["points"] if point["point"] == "score")
    assert (score["weight"], score["total"], score["origin"]["line"]) == (30, 40, 11)
    assert score["share"] == pytest.approx(30 / 40)
    assert packer["pods"] == "Pods with `spec.schedulerName: packer`"
    assert "outweighed" not in kinds(packer)
    assert default["pods"].startswith("Pods without `spec.schedulerName`")
    outweighed = next(limit for limit in default["limits"] if limit["kind"] == "outweighed")
    assert "11 of 12" in outweighed["message"]
    assert "weight of 12" in outweighed["help"]


def test_the_advised_weight_outweighs_all_others(why: Ask) -> None:
    text = HEAD.format("v1") + PACKER.replace("30", "14")
    assert "outweighed" not in kinds(why("NodeResourcesFit", text, "-k", "1.33")[0])
    assert "outweighed" in kinds(why("NodeResourcesFit", text.replace("14", "9"), "-k", "1.33")[0])


def test_a_disabled_plugin_names_its_entry(why: Ask) -> None:
    packer, default = why("ImageLocality", HEAD.format("v1") + PACKER)
    assert packer["runs"] is False
    assert [(limit["kind"], limit["origin"]["line"]) for limit in packer["limits"]] == [("disabled", 8)]
    assert default["runs"] is True
    assert default["points"][0]["origin"] == {"kind": "api-version", "name": "v1", "line": None, "path": None}


def test_a_plugin_disabled_at_one_of_its_points_runs_at_the_others(why: Ask) -> None:
    packer = why("NodePorts", HEAD.format("v1") + PACKER)[0]
    assert [point["point"] for point in packer["points"]] == ["preFilter"]
    assert "disables it at `filter`" in packer["limits"][0]["message"]
    assert "a `hostPort`" in packer["limits"][-1]["message"]


@pytest.mark.parametrize(
    ("options", "runs", "limit"), [(("-k", "1.30"), False, "gate"), (("-k", "1.34"), True, "outweighed")], ids=str
)
def test_gates_decide(why: Ask, options: tuple[str, ...], runs: bool, limit: str) -> None:
    profile = why("DynamicResources", HEAD.format("v1") + "- {}\n", *options)[0]
    assert profile["runs"] is runs
    assert (limit in kinds(profile)) is (limit == "gate")


def test_enabled_and_idle_for_its_gate(why: Ask) -> None:
    text = HEAD.format("v1") + "- plugins: {multiPoint: {enabled: [{name: DynamicResources}]}}\n"
    profile = why("DynamicResources", text, "-k", "1.30")[0]
    assert profile["runs"] is False
    assert profile["points"]
    gate = next(limit for limit in profile["limits"] if limit["kind"] == "gate")
    assert gate["help"] == "Start kube-scheduler with `--feature-gates=DynamicResourceAllocation=true`."
    assert [finding["rule"] for finding in profile["findings"]] == ["plugin-gate-off"]


def test_what_comes_first_at_bind(why: Ask) -> None:
    text = HEAD.format("v1") + "- plugins: {bind: {enabled: [{name: MyBinder}]}}\n"
    profile = why("MyBinder", text)[0]
    assert {"unknown", "order"} <= set(kinds(profile))
    assert "unreached-binder" in [finding["rule"] for finding in profile["findings"]]


def test_nodes_that_are_sampled(why: Ask) -> None:
    text = HEAD.format("v1").replace("profiles:", "percentageOfNodesToScore: {}\nprofiles:") + "- {{}}\n"
    some = next(one for one in why("ImageLocality", text.format(20))[0]["limits"] if one["kind"] == "nodes")
    assert (some["message"][-3:], some["origin"]["line"]) == ("20%", 3)
    assert "nodes" not in kinds(why("ImageLocality", text.format(100))[0])


def test_extenders_score_as_well(why: Ask) -> None:
    extender = "extenders: [{urlPrefix: 'http://me:secret@a/', prioritizeVerb: p, weight: 7}]\n"
    limits = why("ImageLocality", HEAD.format("v1") + "- {}\n" + extender)[0]["limits"]
    message = next(limit["message"] for limit in limits if limit["kind"] == "extender")
    assert "weight 7" in message
    assert "secret" not in message


def test_a_plugin_that_is_gone_names_its_successor(why: Ask) -> None:
    (limit,) = why("NodeResourcesLeastAllocated", HEAD.format("v1") + "- {}\n")[0]["limits"]
    assert limit["kind"] == "missing"
    assert "LeastAllocated" in limit["help"]


def test_plugins_of_catalogs(why: Ask) -> None:
    queue = "queueSort: {disabled: [{name: '*'}], enabled: [{name: Coscheduling}]}"
    text = HEAD.format("v1") + f"- plugins: {{multiPoint: {{enabled: [{{name: Coscheduling}}]}}, {queue}}}\n"
    unknown = why("Coscheduling", text, "-k", "1.31")[0]
    assert [point["point"] for point in unknown["points"]] == ["queueSort"]
    assert "--catalog scheduler-plugins" in unknown["limits"][0]["help"]
    known = why("Coscheduling", text, "-k", "1.31", "--catalog", "scheduler-plugins")[0]
    assert known["runs"] is True
    assert "permit" in [point["point"] for point in known["points"]]


def test_network_traffic_without_and_with_a_say(schedcfg: Command, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(next(rule for rule in advised_rules() if rule.id == "network-traffic-outweighed").bad, "utf-8")
    shown = schedcfg("why", "NetworkTraffic", file)
    assert shown.status == 0
    assert "weight 1 of 16, 6.2%" in shown.out
    assert "warning[network-traffic-outweighed] line 7:" in shown.out


def test_a_policy(schedcfg: Command) -> None:
    shown = schedcfg("why", "NodeResourcesFit", EXAMPLES / "broken" / "extender-policy.json")
    assert "(Policy, Kubernetes 1.22)" in shown.out
    assert "It runs:" in shown.out
    without = schedcfg("why", "NodeLabel", EXAMPLES / "broken" / "extender-policy.json").out
    assert "no predicate or priority of the Policy adds it" in without


@pytest.mark.parametrize(
    ("name", "near"), [("NodeResourceFit", "NodeResourcesFit"), ("imagelocality", "ImageLocality")]
)
def test_an_unknown_plugin(schedcfg: Command, name: str, near: str) -> None:
    done = schedcfg("why", name, EXAMPLES / "profiles.yaml")
    assert done.status == 2
    assert f"Did you mean `{near}`?" in done.err


def test_a_refused_file_runs_nothing(schedcfg: Command) -> None:
    done = schedcfg("why", "ImageLocality", EXAMPLES / "broken" / "everything.yaml")
    assert done.status == 1
    assert "does not start with this file, so nothing runs" in done.out


def test_findings_about_plugins_without_effect_name_the_command(schedcfg: Command, tmp_path: Path) -> None:
    asking = [rule for rule in advised_rules() if rule.asks_why]
    assert {"weight-without-effect", "ineffective-disable", "outweighed-packing"} <= {rule.id for rule in asking}
    for rule in asking:
        file = tmp_path / f"{rule.id}.yaml"
        file.write_text(rule.bad, encoding="utf-8")
        found = schedcfg("validate", file, *rule.options, "--output", "json").report["files"][0]["documents"][0]
        helps = [finding["help"] for finding in found["findings"] if finding["rule"] == rule.id]
        assert helps, rule.id
        assert all("`schedcfg why " in help_ for help_ in helps), rule.id
    assert "schedcfg why PLUGIN FILE" in schedcfg("explain", "outweighed-packing").out
