"""What `probe network-traffic` shows: exact text where a person reads it, and nothing that a server can break."""

from dataclasses import replace

import pytest

from schedcfg.commands.probe.network_traffic import text as text_report
from schedcfg.commands.probe.network_traffic.results import TrafficProbe
from schedcfg.output import load
from schedcfg.output.summary import Summary
from tests.commands.probe.given_probes import ODD_TRAFFIC, REPORT, SUMMED, many, traffic


def shown(output: str, probe: TrafficProbe, *, colored: bool = False) -> str:
    return "".join(load(f"schedcfg.commands.probe.network_traffic.{output}")(iter([probe]), Summary(), colored=colored))


def test_the_report_for_people() -> None:
    assert (
        shown("text", traffic(REPORT))
        == """\
scheduler.yaml: checked against Kubernetes 1.29
===============================================

PROFILE network-traffic (line 10)
  works       yes: 1 warning below
  plugin      NetworkTraffic as in the fork of scheduler-plugins (prometheusAddress,
              networkInterface, timeRangeInMinutes)
  Prometheus  http://prometheus:9090
  traffic     received by eth0 in the last 3 minutes
  nodes       3 known to Prometheus
  weight      3, so it gives a node at most 300 points

  NODE     BYTES             SCORE
  node-a  1.0 MB  1,000,000     29  █████▊
  node-b  1.2 MB  1,200,000     15  ███
  node-c  1.4 MB  1,400,000      0

  warning[summed-counter] samples of a counter are added up

  QUERY of the plugin, about node-a:
    sum_over_time(node_network_receive_bytes_total{kubernetes_node="node-a",device="eth0"}[3m])
  BETTER as it measures traffic, and not the value of the counter:
    rate(node_network_receive_bytes_total{kubernetes_node="node-a",device="eth0"}[3m])
"""
    )


def test_what_would_fail() -> None:
    assert shown("text", ODD_TRAFFIC["nothing measured"]).endswith("""

  error[no-such-interface] no node has an interface ens192
    nodes: node-1, node-2, node-3, node-4, node-5 and 3 more
    in the scheduler's log: expected 1 value, got 0
    help: Write one that exists: eth0, lo.
""")


def test_errors_come_first() -> None:
    text = shown("text", traffic(replace(REPORT, findings=(*REPORT.findings, *ODD_TRAFFIC["no profile"].findings))))
    assert text.index("error[no-network-traffic]") < text.index("warning[summed-counter]")


def test_values_of_what_was_meant_say_so_above_the_table() -> None:
    text = shown("text", ODD_TRAFFIC["as meant"])
    assert text.index("cannot parse the published query") < text.index("NODE ")
    assert "(ip, deviceName, timeRange)" in text
    assert "QUERY as intended, about node-a:" in text


@pytest.mark.parametrize(
    ("name", "answer"),
    [("nothing measured", "no: 1 error below"), ("no Args", "yes: 1 warning below"), ("many", "yes: 1 warning below")],
)
def test_the_first_line_of_a_profile_answers_whether_it_works(name: str, answer: str) -> None:
    lines = shown("text", ODD_TRAFFIC[name]).splitlines()
    profile = next(index for index, line in enumerate(lines) if line.startswith("PROFILE"))
    assert lines[profile + 1] == f"  works       {answer}"


def test_it_works_without_a_remark() -> None:
    assert "  works       yes\n" in shown("text", traffic(replace(REPORT, findings=())))


def test_where_nothing_was_measured_there_is_no_table() -> None:
    text = shown("text", ODD_TRAFFIC["no value"])
    assert "BYTES" not in text
    assert "QUERY of the plugin, about node-a:" in text


def test_nodes_that_could_not_be_asked_for_are_not_counted() -> None:
    assert "  nodes       those known to Prometheus\n" in shown("text", ODD_TRAFFIC["nothing measured"])


def test_args_that_cannot_be_read_belong_to_no_program() -> None:
    text = shown("text", ODD_TRAFFIC["unread"])
    assert "  plugin      NetworkTraffic whose Args cannot be read\n" in text
    assert "Prometheus  " not in text
    assert "0 minutes" not in text


def test_nodes_are_named_once() -> None:
    named = replace(SUMMED, message="node-a, node-b have no samples", nodes=("node-a", "node-b"))
    assert "    nodes: " not in shown("text", traffic(replace(REPORT, findings=(named,))))
    apart = replace(named, message="the plugin prefers node-b, but node-a: is quieter")
    assert "    nodes: " not in shown("text", traffic(replace(REPORT, findings=(apart,))))
    other = replace(named, message="node-b and node-a0 are", nodes=("node-a",))
    assert "    nodes: node-a\n" in shown("text", traffic(replace(REPORT, findings=(other,))))


def test_of_many_nodes_the_best_and_the_worst_are_shown() -> None:
    lines = shown("text", ODD_TRAFFIC["many"]).splitlines()
    rows = [line.split()[0] for line in lines if line.startswith("  worker-")]
    assert rows == [f"worker-{place:04}" for place in [*range(20), *range(4_995, 5_000)]]
    assert "  … 4,975 nodes between; --output json has all" in lines


@pytest.mark.parametrize(("number", "between"), [(25, False), (26, False), (27, True)])
def test_no_line_stands_for_one_that_could_be_shown(number: int, between: bool) -> None:
    text = shown("text", traffic(replace(REPORT, nodes=many(number))))
    assert ("between" in text) is between
    assert text.count("\n  worker-") >= 25


@pytest.mark.parametrize(("columns", "kept"), [(100, "1,000,000  "), (60, "█████▊")])
def test_a_narrow_terminal_gets_less(monkeypatch: pytest.MonkeyPatch, columns: int, kept: str) -> None:
    monkeypatch.setattr(text_report, "columns", lambda: columns)
    wide = tuple(replace(node, name="n" * 30) for node in REPORT.nodes)
    text = shown("text", traffic(replace(REPORT, nodes=wide)))
    assert kept in text
    assert ("1,000,000" in text) is (columns == 100)


@pytest.mark.parametrize("name", ODD_TRAFFIC)
def test_no_server_reaches_the_terminal(name: str) -> None:
    text = shown("text", ODD_TRAFFIC[name])
    assert text.replace("\n", "").isprintable()
    assert text.endswith("\n") is (name != "unreadable")
    assert not text.endswith("\n\n")
    if name != "hostile":
        return
    assert "node\\x1b[31m<b>" in text


def test_a_name_without_end_is_cut() -> None:
    assert len(shown("text", ODD_TRAFFIC["long names"])) < 250_000
    assert "é" * 59 + "…  " in shown("text", ODD_TRAFFIC["long names"])


def test_colors_only_where_they_are_wanted() -> None:
    assert "\x1b[31merror[no-such-interface]" in shown("text", ODD_TRAFFIC["nothing measured"], colored=True)
    assert "\x1b" not in shown("text", ODD_TRAFFIC["nothing measured"])


def test_a_refused_file_is_explained_as_effective_does() -> None:
    text = shown("text", ODD_TRAFFIC["refused"])
    assert "scheduler.yaml: refused by Kubernetes 1.29\n" in text
    assert "kube-scheduler 1.29 does not start with this file" in text
    assert "scheduler.yaml:3:1: refused[unknown-field]" in text
    assert text.endswith("No request was sent.\n")


def test_an_unreadable_file() -> None:
    assert shown("text", ODD_TRAFFIC["unreadable"]) == "", "that is on standard error"
