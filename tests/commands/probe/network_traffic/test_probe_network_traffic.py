"""From a file to what Prometheus says, and what the plugin makes of it."""

import sys
import types
from dataclasses import astuple
from pathlib import Path

import pytest

from schedcfg.commands.probe.network_traffic.results import NodeSource, TrafficProbe
from schedcfg.commands.probe.network_traffic.run import TrafficProbeOptions, probe_network_traffic
from schedcfg.configuration.effective.registry import catalog, declared
from schedcfg.errors import SchedcfgError, UnknownTarget
from schedcfg.findings import Verdict
from schedcfg.plugins.network_traffic import Variant
from schedcfg.validation.options import Options
from tests.commands.probe.false_prometheus import always, answering, vector
from tests.commands.probe.loopback import free_port

HEAD = """\
apiVersion: kubescheduler.config.k8s.io/{version}
kind: KubeSchedulerConfiguration
clientConnection: {{kubeconfig: /etc/kubernetes/scheduler.conf}}
profiles:
"""
PROFILE = """\
  - schedulerName: {name}
    plugins:
      score:
        enabled: [{{name: NetworkTraffic, weight: {weight}}}]
"""
ARGS = """\
    pluginConfig:
      - name: NetworkTraffic
        args: {args}
"""
NOBODY = TrafficProbeOptions(("rec-a", "rec-b"))


def written(*args: str, version: str = "v1", weight: int = 5) -> str:
    """Write a configuration with one profile for each Args; empty: none."""
    text = HEAD.format(version=version)
    for number, one in enumerate(args):
        text += PROFILE.format(name=f"net-{number}", weight=weight)
        text += ARGS.format(args=one) if one else ""
    return text


def fork(address: str, interface: str = "pair0") -> str:
    return f"{{prometheusAddress: '{address}', networkInterface: {interface}, timeRangeInMinutes: 60}}"


def probe(text: str, asking: TrafficProbeOptions = NOBODY, settings: Options | None = None) -> TrafficProbe:
    return probe_network_traffic(text.encode(), "scheduler.yaml", settings or Options(), asking)


@pytest.mark.parametrize(
    ("version", "settings"),
    [
        ("v1", Options()),
        ("v1beta1", Options()),
        ("v1beta1", Options(kubernetes="1.19", registry=catalog("network-traffic"))),
        ("v1beta2", Options(kubernetes="1.22", registry=declared(frozenset({"NetworkTraffic"})))),
    ],
)
def test_the_args_are_found_in_every_world(labeled: str, version: str, settings: Options) -> None:
    seen = probe(written(fork(labeled), version=version), settings=settings)
    assert seen.file.verdict is Verdict.ACCEPTED
    (report,) = seen.reports
    assert astuple(report)[:8] == ("net-0", 11, Variant.FORK, labeled, "pair0", 60, 5, NodeSource.GIVEN)
    assert [(node.name, node.score) for node in report.nodes] == [
        ("rec-a", 30),
        ("rec-b", 0),
    ]
    assert report.better_query


def test_the_other_program_is_reported_by_its_fields(labeled: str) -> None:
    args = f"{{ip: '{labeled}', deviceName: three0, timeRange: 60}}"
    (report,) = probe(written(args), TrafficProbeOptions(("rec-a", "rec-b", "rec-c"))).reports
    assert (report.variant, report.as_meant) == (Variant.OWN, True)
    assert [node.score for node in report.nodes] == [29, 15, 0]


def test_nodes_come_from_prometheus_if_nobody_names_any(labeled: str) -> None:
    (report,) = probe(written(fork(labeled)), TrafficProbeOptions()).reports
    assert report.node_source is NodeSource.PROMETHEUS
    assert {"rec-a", "rec-b", "first"} <= {node.name for node in report.nodes}


def of_cluster(monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...] | Exception) -> list[tuple[object, ...]]:
    """Put another module in the place of the one that asks an API server; gives what it is asked for."""
    asked: list[tuple[object, ...]] = []

    def node_names(*args: object) -> tuple[str, ...]:
        asked.append(args)
        if isinstance(names, Exception):
            raise names
        return names

    module = types.ModuleType("schedcfg.integrations.kubectl")
    monkeypatch.setattr(module, "node_names", node_names, raising=False)
    monkeypatch.setitem(sys.modules, "schedcfg.integrations.kubectl", module)
    return asked


def test_nodes_come_from_a_cluster(labeled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = of_cluster(monkeypatch, ("rec-a", "rec-b"))
    seen = probe(
        written(fork(labeled), fork(labeled, "three0")), TrafficProbeOptions((), None, "admin.conf", "here", 7)
    )
    assert asked == [("admin.conf", "here", 7)]
    assert [report.node_source for report in seen.reports] == [NodeSource.CLUSTER] * 2
    assert [node.name for node in seen.reports[0].nodes] == ["rec-a", "rec-b"]


def test_nodes_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "nodes.yaml"
    items = "".join(f"  - {{metadata: {{name: {name}}}}}\n" for name in ("rec-b", "rec-a"))
    file.write_text(f"apiVersion: v1\nkind: NodeList\nitems:\n{items}", encoding="utf-8")
    with answering(lambda _: vector(({"kubernetes_node": "rec-a"}, 5))) as server:
        (report,) = probe(written(fork(server.url)), TrafficProbeOptions(file=str(file))).reports
    assert report.node_source is NodeSource.FILE
    assert {node.name for node in report.nodes} == {"rec-a", "rec-b"}


def test_a_cluster_without_nodes(labeled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of_cluster(monkeypatch, ())
    (report,) = probe(written(fork(labeled)), TrafficProbeOptions(kubeconfig="admin.conf")).reports
    assert [finding.id for finding in report.findings] == ["no-nodes"]


def test_a_cluster_that_cannot_be_asked_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    of_cluster(monkeypatch, SchedcfgError("forbidden"))
    with answering(always()) as server, pytest.raises(SchedcfgError, match="forbidden"):
        probe(written(fork(server.url)), TrafficProbeOptions(kubeconfig="admin.conf"))
    assert server.asked == []


def test_a_refused_file_asks_nobody() -> None:
    with answering(always()) as server:
        seen = probe(written(fork(server.url), weight=-1))
        assert seen.file.verdict is Verdict.REFUSED
        assert (seen.reports, seen.findings) == ((), ())
        assert server.asked == []


@pytest.mark.parametrize("raw", [b"\xff\xfe\xfa", b"", b"a: [", b"kind: Pod\napiVersion: v1\n"])
def test_what_is_no_configuration_asks_nobody(raw: bytes) -> None:
    seen = probe_network_traffic(raw, "scheduler.yaml", Options(), NOBODY)
    assert seen.file.verdict is Verdict.REFUSED
    assert seen.reports == ()


def test_no_profile_scores_by_it() -> None:
    seen = probe(HEAD.format(version="v1") + "  - schedulerName: default-scheduler\n")
    assert [(finding.id, finding.is_error) for finding in seen.findings] == [("no-network-traffic", True)]
    assert seen.reports == ()


def test_the_plugin_may_be_enabled_by_multi_point(labeled: str) -> None:
    text = written(fork(labeled)).replace("score:", "multiPoint:")
    (report,) = probe(text).reports
    assert report.weight == 5
    assert all(node.value for node in report.nodes)
    disabled = text.replace("      multiPoint:", "      score: {disabled: [{name: NetworkTraffic}]}\n      multiPoint:")
    assert [finding.id for finding in probe(disabled).findings] == ["no-network-traffic"]


def test_no_args_at_all_are_the_forks_defaults() -> None:
    (report,) = probe(written("")).reports
    assert (report.variant, report.address, report.interface, report.minutes) == (Variant.FORK, "", "ens192", 5)
    assert [finding.id for finding in report.findings] == ["wrong-url"]
    assert report.line == 5


def test_args_of_a_wrong_type() -> None:
    (report,) = probe(written("{prometheusAddress: 5}")).reports
    assert [finding.id for finding in report.findings] == ["wrong-args"]


def test_equal_args_are_asked_about_once() -> None:
    with answering(lambda _: vector(({"kubernetes_node": "rec-a"}, 5))) as server:
        one = probe(written(fork(server.url)))
        asked = len(server.asked)
        two = probe(written(fork(server.url), fork(server.url)))
        assert len(server.asked) == 2 * asked
    assert [report.profile for report in two.reports] == ["net-0", "net-1"]
    assert two.reports[0].nodes == two.reports[1].nodes == one.reports[0].nodes


def test_different_args_are_asked_about_each(labeled: str) -> None:
    seen = probe(written(fork(labeled), fork(labeled, "three0")))
    assert [report.interface for report in seen.reports] == ["pair0", "three0"]


def test_a_login_is_hidden() -> None:
    (report,) = probe(written(fork(f"http://me:secret@127.0.0.1:{free_port()}"))).reports
    assert report.address.startswith("http://***@127.0.0.1:")
    assert "secret" not in repr(report)


def test_a_configuration_inside_a_config_map(labeled: str) -> None:
    inner = "".join(f"    {line}\n" for line in written(fork(labeled)).splitlines())
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c}}\ndata:\n  scheduler.yaml: |\n{inner}"
    seen = probe(text)
    assert [report.line for report in seen.reports] == [16]
    assert seen.reports[0].nodes[0].value == 20 * 140_000


def test_all_configurations_of_a_file_are_asked_about(labeled: str) -> None:
    text = f"{written(fork(labeled))}---\n{written(fork(labeled, 'three0'))}"
    assert [report.interface for report in probe(text).reports] == ["pair0", "three0"]


def test_a_release_that_there_is_not() -> None:
    with pytest.raises(UnknownTarget):
        probe(written(""), settings=Options(kubernetes="9.99"))
