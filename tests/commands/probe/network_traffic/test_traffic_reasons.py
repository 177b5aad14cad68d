"""Each reason for which the plugin fails, brought about in a real Prometheus."""

import platform

import pytest

from tests.commands.probe import traffic_looks
from tests.commands.probe.real_prometheus import METRIC
from tests.commands.probe.traffic_looks import errors, finding

NO_VALUE = "[NetworkTraffic] Invalid response, expected 1 value, got 0"


def test_no_such_interface_lists_those_that_there_are(labeled: str) -> None:
    seen = traffic_looks.of_fork(labeled, "eth7", "first", "second")
    found = finding(seen, "no-sample")
    assert found.nodes == ("first", "second")
    assert "there is eth0, lo" in found.message
    assert "use an interface that each has" in (found.help or "")
    assert found.upstream.endswith(NO_VALUE)
    assert found.upstream.startswith(
        'error while running score plugin for pod "…": error getting node bandwidth measure:'
    )


def test_an_interface_that_some_nodes_lack(labeled: str) -> None:
    for look in (traffic_looks.of_fork, traffic_looks.of_own):
        seen = look(labeled, "eth0", "first", "third", minutes=5)
        found = finding(seen, "no-sample")
        assert found.nodes == ("third",)
        assert 'third: none of an interface "eth0"; there is ens5' in found.message
        assert [node.value is None for node in sorted(seen.nodes, key=lambda node: node.name)] == [False, True]
        assert all(node.score is None for node in seen.nodes)


def test_the_label_is_missing_everywhere(unlabeled: str) -> None:
    seen = traffic_looks.of_fork(unlabeled, "lo", "worker-1", "worker-2")
    assert errors(seen) == ["no-sample"]
    found = finding(seen, "no-sample")
    assert f"no {METRIC} with such a kubernetes_node; it has none of any node" in found.message
    assert "write the node's name in Kubernetes into kubernetes_node" in (found.help or "")


def test_a_node_that_nobody_knows(labeled: str) -> None:
    for look in (traffic_looks.of_fork, traffic_looks.of_own):
        found = finding(look(labeled, "eth0", "first", "nobody", minutes=5), "no-sample")
        assert found.nodes == ("nobody",)
        assert "Run node exporter on each node" in (found.help or "")


def test_nodes_that_are_gone(labeled: str) -> None:
    seen = traffic_looks.of_fork(labeled, "gone0", "rec-a", "rec-going", "rec-gone")
    assert errors(seen) == ["no-sample"]
    assert finding(seen, "no-sample").nodes == ("rec-gone",)


def test_a_node_that_is_known_by_another_name(labeled: str) -> None:
    found = finding(traffic_looks.of_fork(labeled, "eth0", "worker-9"), "no-sample")
    assert found.nodes == ("worker-9",)
    assert "name in Kubernetes into kubernetes_node" in (found.help or "")
    other = finding(traffic_looks.of_own(labeled, "eth0", "x.example"), "no-sample")
    assert "name in Kubernetes into nodename" in (other.help or "")


def test_more_than_one_sample_names_the_labels_that_differ(labeled: str) -> None:
    seen = traffic_looks.of_fork(labeled, "lo", "twice", "first", minutes=5)
    found = finding(seen, "more-than-one-sample")
    assert found.nodes == ("twice",)
    assert "differ in job (twice, twice-again)" in found.message
    assert found.upstream.endswith("expected 1 value, got 2")


def test_a_node_that_two_jobs_scrape_fails_the_other_program_too(labeled: str) -> None:
    seen = traffic_looks.of_own(labeled, "lo", platform.node(), "first", minutes=5)
    assert finding(seen, "more-than-one-sample").nodes == (platform.node(),)
    assert {node.name: node.value for node in seen.nodes} == {platform.node(): None, "first": 0}


def test_all_zero_ends_the_scheduler(labeled: str) -> None:
    seen = traffic_looks.of_fork(labeled, "lo", "first", "second", minutes=5)
    assert errors(seen) == ["all-zero"]
    assert "integer divide by zero" in finding(seen, "all-zero").upstream
    assert [node.value for node in seen.nodes] == [0, 0]
    assert all(node.score is None for node in seen.nodes)


def test_one_zero_is_fine(labeled: str) -> None:
    seen = traffic_looks.of_fork(labeled, "lo", "first", "real", minutes=5)
    assert errors(seen) == []
    assert seen.nodes[0].name == "first"


@pytest.mark.parametrize("minutes", [0, -5, 153_722_868, 100_000_000_000])
def test_a_range_that_prometheus_refuses(labeled: str, minutes: int) -> None:
    """Beyond 292 years, the first comes out negative, the second as a fraction of a second, which PromQL lacks."""
    seen = traffic_looks.of_fork(labeled, "pair0", "rec-a", "rec-b", minutes=minutes)
    assert errors(seen) == ["query-failed"]
    assert "Error querying prometheus: bad_data" in finding(seen, "query-failed").upstream
    assert "the time range" in finding(seen, "query-failed").help


def test_the_longest_range_is_taken(labeled: str) -> None:
    assert errors(traffic_looks.of_fork(labeled, "pair0", "rec-a", minutes=153_722_867)) == []


def test_a_name_that_breaks_the_query(labeled: str) -> None:
    seen = traffic_looks.of_fork(labeled, 'et"h0', "rec-a", "rec-b")
    assert errors(seen) == ["query-failed"]
    assert len(seen.nodes) == 2


def test_a_range_shorter_than_the_scrape_interval(labeled: str) -> None:
    found = finding(traffic_looks.of_fork(labeled, "seldom0", "rec-seldom", minutes=1), "no-sample")
    assert found.nodes == ("rec-seldom",)
    assert found.upstream.endswith(NO_VALUE)


def test_too_large_for_64_bits_times_100(labeled: str) -> None:
    seen = traffic_looks.of_fork(labeled, "huge0", "rec-a", "rec-b")
    assert finding(seen, "unusable-value").nodes == ("rec-a",)
    assert {node.name: node.value for node in seen.nodes} == {"rec-a": 240 * 400 * 10**12, "rec-b": 240 * 10**12}


def test_values_that_are_no_numbers_of_64_bits(labeled: str) -> None:
    seen = traffic_looks.of_fork(labeled, "odd0", "infinite", "nan", minutes=5)
    found = finding(seen, "unusable-value")
    assert found.nodes == ("infinite", "nan")
    assert {node.value for node in seen.nodes} == {-(2**63)}


def test_no_metric_at_all(idle: str) -> None:
    address = f"{idle}/metrics/here"
    for look in (traffic_looks.of_fork, traffic_looks.of_own):
        assert f"no {METRIC}" in finding(look(address, "eth0", "first"), "no-sample").message
        assert errors(look(address, "eth0")) == ["no-nodes"]


@pytest.mark.parametrize("path", ["", "/", "/graph", "/metrics", "/metrics/here/graph"])
def test_prometheus_is_below_another_path(idle: str, path: str) -> None:
    seen = traffic_looks.of_fork(f"{idle}{path}", "eth0", "first", "second")
    assert errors(seen) == ["not-prometheus"]
    found = finding(seen, "not-prometheus")
    assert "`--web.external-url`" in (found.help or "")


@pytest.mark.parametrize("path", ["", "/", "//"])
def test_slashes_at_the_end_do_not_matter(labeled: str, path: str) -> None:
    assert errors(traffic_looks.of_fork(f"{labeled}{path}", "pair0", "rec-a", "rec-b")) == []
