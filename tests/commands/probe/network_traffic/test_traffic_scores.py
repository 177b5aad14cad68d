"""Scores on recorded data, asked of a real Prometheus."""

import pytest

from schedcfg.commands.probe.network_traffic.prometheus import query
from schedcfg.commands.probe.network_traffic.queries import query_of_rate
from schedcfg.commands.probe.network_traffic.results import QueryFailed
from schedcfg.integrations.http import HttpLimits
from schedcfg.plugins.network_traffic import Measured, Variant
from tests.commands.probe import traffic_looks
from tests.commands.probe.real_prometheus import METRIC
from tests.commands.probe.traffic_looks import errors, finding, scores

PAIR = ("rec-a", "rec-b")
THREE = ("rec-a", "rec-b", "rec-c")
FORK = ("node01", "node02", "node03", "node06")


@pytest.mark.parametrize(
    ("interface", "names", "expected"),
    [
        ("pair0", PAIR, {"rec-a": 30, "rec-b": 0}),
        ("three0", THREE, {"rec-a": 29, "rec-b": 15, "rec-c": 0}),
        ("fork0", FORK, {"node01": 94, "node02": 0, "node03": 34, "node06": 14}),
        ("odd-1.2", ("rec.dot", "rec-dot"), {"rec.dot": 50, "rec-dot": 0}),
    ],
)
def test_the_fork_scores_as_it_is_documented(
    labeled: str, interface: str, names: tuple[str, ...], expected: dict[str, int]
) -> None:
    seen = traffic_looks.of_fork(labeled, interface, *names)
    assert scores(seen) == expected
    assert errors(seen) == []
    assert [node.name for node in seen.nodes] == sorted(names, key=lambda name: -expected[name])


def test_the_other_program_scores_likewise_by_the_query_as_it_was_meant(labeled: str) -> None:
    seen = traffic_looks.of_own(labeled, "three0", *THREE)
    assert scores(seen) == {"rec-a": 29, "rec-b": 15, "rec-c": 0}
    assert errors(seen) == ["published-query"]
    assert seen.nodes[0].query == (
        f'sum_over_time({METRIC}{{device="three0"}}[3600s])'
        ' * on(instance) group_left(nodename) (node_uname_info{nodename="rec-a"})'
    )


def test_the_query_as_published_cannot_be_parsed(labeled: str) -> None:
    seen = traffic_looks.of_own(labeled, "three0", "rec-a")
    found = finding(seen, "published-query")
    published = (
        f'sum_over_time({METRIC}{{device="rec-a"}}[three0s])'
        ' * on(instance) group_left(nodename) (node_uname_info{nodename="1h0m0s"})'
    )
    assert published in found.message
    assert "Error querying prometheus: bad_data" in (found.upstream or "")
    with pytest.raises(QueryFailed, match="bad duration syntax"):
        query(labeled, published, HttpLimits())
    assert "Sprintf" in (found.help or "")


def test_values_are_the_sums_that_the_plugin_gets(labeled: str) -> None:
    seen = traffic_looks.of_fork(labeled, "pair0", *PAIR)
    assert {node.name: node.value for node in seen.nodes} == {"rec-a": 20 * 140_000, "rec-b": 20 * 200_000}
    for node in seen.nodes:
        (sample,) = query(labeled, node.query, HttpLimits())
        assert sample.value == node.value
    assert seen.nodes[0].query == f'sum_over_time({METRIC}{{kubernetes_node="rec-a",device="pair0"}}[1h0m0s])'


def test_a_counter_summed_is_reported(labeled: str) -> None:
    found = finding(traffic_looks.of_fork(labeled, "busy0", "rec-old", "rec-new"), "counter-summed")
    assert found.severity == "warning"
    assert "No setting fixes this" in (found.help or "")


@pytest.mark.parametrize(
    ("variant", "interface", "node"), [(Variant.FORK, "busy0", "rec-new"), (Variant.OWN, "three0", "rec-a")]
)
def test_a_better_query_can_be_asked(labeled: str, variant: Variant, interface: str, node: str) -> None:
    better = query_of_rate(Measured(variant, labeled, interface, 60), node)
    assert len(query(labeled, better, HttpLimits())) == 1


def test_nodes_are_those_that_prometheus_knows(labeled: str, unlabeled: str) -> None:
    import platform

    labels = {node.name for node in traffic_looks.of_fork(labeled, "eth0").nodes}
    assert {"first", "second", "third", "rec-a", "real", "twice", "worker-9.example.com"} <= labels
    host = (platform.node(),)
    assert errors(traffic_looks.of_fork(unlabeled, "lo")) == ["no-nodes"]
    assert tuple(node.name for node in traffic_looks.of_own(unlabeled, "lo").nodes) == host


def test_real_exporters_are_scored(labeled: str, unlabeled: str) -> None:
    import platform

    fork = traffic_looks.of_fork(labeled, "lo", "real", "first", minutes=1)
    assert errors(fork) == []
    assert scores(fork) == {"first": 100, "real": 0}
    own = traffic_looks.of_own(unlabeled, "lo", platform.node(), minutes=1)
    assert errors(own) == ["published-query"]
    assert scores(own) == {platform.node(): 0}
