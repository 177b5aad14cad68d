"""Advice about NetworkTraffic, where its args show that it is a published one."""

import pytest

from schedcfg import PluginRegistry, Severity, declared
from schedcfg.configuration.effective.registry import OPEN
from tests.rules.advice_about import advice, fixed

TRAFFIC = """\
clientConnection: {{kubeconfig: {kubeconfig}}}
profiles:
  - plugins: {{score: {{enabled: [{{name: NetworkTraffic}}], {score}}}, {more}}}
    pluginConfig: [{{name: NetworkTraffic, args: {{{args}}}}}]
"""
STATIC = "/etc/kubernetes/scheduler.conf"
FORK = "networkInterface: eth0, timeRangeInMinutes: 3"
OTHER = "deviceName: eth0, timeRange: 60"
RIGHT = f"prometheusAddress: 'http://10.96.0.42:9090', {FORK}"


def traffic(args: str, kubeconfig: str = "''", score: str = "", more: str = "") -> str:
    return TRAFFIC.format(args=args, kubeconfig=kubeconfig, score=score, more=more)


@pytest.mark.parametrize("registry", [OPEN, declared(frozenset({"NetworkTraffic"}))])
@pytest.mark.parametrize(
    ("args", "word"),
    [
        (FORK, "missing"),
        (f"prometheusAddress: '', {FORK}", "missing"),
        (OTHER, "missing"),
        (f"prometheusAddress: '10.96.0.42:9090', {FORK}", "not a URL"),
        (f"ip: '10.0.0.4', {OTHER}", "not a URL"),
        (f"prometheusAddress: 'grpc://prometheus:9090', {FORK}", "not a URL"),
    ],
)
def test_prometheus_that_is_not_reached(args: str, word: str, registry: PluginRegistry) -> None:
    (said,) = advice("network-traffic-address", traffic(args), "1.29", registry=registry)
    assert said.severity is Severity.ERROR
    assert word in said.text


def test_a_name_of_the_cluster_is_unknown_to_a_static_pod() -> None:
    args = f"prometheusAddress: 'http://prometheus.monitoring.svc:9090', {FORK}"
    (said,) = advice("network-traffic-address", traffic(args, STATIC))
    assert said.severity is Severity.WARNING
    assert advice("network-traffic-address", traffic(args)) == []


@pytest.mark.parametrize(
    "args",
    [
        RIGHT,
        f"ip: 'http://10.0.0.4:9090', {OTHER}",
        # One field, or none, may be of other code behind the same name.
        "networkInterface: eth0",
        "prometheusAddress: 10.96.0.42",
        "interface: eth0",
    ],
)
def test_addresses_that_are_right_or_not_known_to_be_wrong(args: str) -> None:
    assert advice("network-traffic-address", traffic(args, STATIC)) == []


@pytest.mark.parametrize(
    ("args", "found"),
    [
        (RIGHT.replace("Minutes: 3", "Minutes: 0"), 1),
        (RIGHT.replace("Minutes: 3", "Minutes: -5"), 1),
        ("prometheusAddress: 'http://p:9090', networkInterface: eth0", 0),
        ("ip: 'http://p:9090', deviceName: eth0", 1),
        (RIGHT, 0),
    ],
)
def test_time_ranges(args: str, found: int) -> None:
    assert len(advice("network-traffic-range", traffic(args))) == found


CLEARED = "disabled: [{name: '*'}]"


def test_alone_at_score_is_worth_knowing() -> None:
    (said,) = advice("network-traffic-alone", traffic(RIGHT, score=CLEARED))
    assert said.severity is Severity.INFO
    assert said.path == "profiles[0].plugins.score.enabled[0].name"


@pytest.mark.parametrize(
    ("score", "more"),
    [
        ("", ""),
        ("disabled: [{name: ImageLocality}]", ""),
        (CLEARED, f"preScore: {{{CLEARED}}}"),
    ],
)
def test_not_alone_or_alone_on_purpose(score: str, more: str) -> None:
    assert advice("network-traffic-alone", traffic(RIGHT, score=score, more=more)) == []


OUTVOTED = "profiles: [{plugins: {%s}}]\n"


@pytest.mark.parametrize(
    ("plugins", "version", "share"),
    [
        ("score: {enabled: [{name: NetworkTraffic}]}", "v1", "1 of 13"),
        ("multiPoint: {enabled: [{name: NetworkTraffic, weight: 4}]}", "v1", "4 of 16"),
        (
            "score: {enabled: [{name: NetworkTraffic}], disabled: [{name: PodTopologySpread}, {name: ImageLocality}]}",
            "v1",
            "1 of 10",
        ),
        # NodePreferAvoidPods weighs 10,000, and decides nothing for most Pods.
        ("score: {enabled: [{name: NetworkTraffic}]}", "v1beta1", "1 of 9"),
    ],
)
def test_a_weight_below_that_of_scores_for_every_pod(plugins: str, version: str, share: str) -> None:
    (said,) = advice(
        "network-traffic-outvoted", OUTVOTED % plugins, "1.22" if version == "v1beta1" else "1.29", version
    )
    assert said.severity is Severity.WARNING
    assert f"has {share} score weights" in said.text


@pytest.mark.parametrize(
    "plugins",
    [
        "score: {enabled: [{name: NetworkTraffic, weight: 5}]}",
        "score: {enabled: [{name: NetworkTraffic}], disabled: [{name: '*'}]}",
        # What is left rates only Pods that request it.
        "score: {enabled: [{name: NetworkTraffic}, {name: NodeAffinity, weight: 2}], disabled: [{name: '*'}]}",
        "score: {enabled: [{name: OtherTraffic}]}",
        # What a misspelled plugin weighs is not known before it is spelled right.
        "score: {enabled: [{name: NetworkTraffic}, {name: NodeResourcesFitt, weight: 9}]}",
    ],
)
def test_a_weight_that_can_decide(plugins: str) -> None:
    assert advice("network-traffic-outvoted", OUTVOTED % plugins, "1.29") == []


def test_the_advised_weight_is_enough() -> None:
    mended = fixed("network-traffic-outvoted", OUTVOTED % "score: {enabled: [{name: NetworkTraffic}]}", "1.29")
    assert "weight: 13" in mended
    assert advice("network-traffic-outvoted", mended, "1.29") == []


@pytest.mark.parametrize("point", ["filter", "preScore", "reserve"])
def test_a_point_at_which_it_never_runs(point: str) -> None:
    (said,) = advice("network-traffic-point", OUTVOTED % f"{point}: {{enabled: [{{name: NetworkTraffic}}]}}")
    assert said.severity is Severity.ERROR
    assert said.path == f"profiles[0].plugins.{point}.enabled[0].name"


@pytest.mark.parametrize("point", ["score", "multiPoint"])
def test_a_point_at_which_it_runs(point: str) -> None:
    assert advice("network-traffic-point", OUTVOTED % f"{point}: {{enabled: [{{name: NetworkTraffic}}]}}") == []
