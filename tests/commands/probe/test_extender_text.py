"""What `probe extender` shows: exact text where a person reads it, and nothing that a server can break."""

from dataclasses import replace

import pytest

from schedcfg.commands.probe.extender import text
from schedcfg.commands.probe.extender.results import Call, ExtenderProbe, ExtenderVerb, Filtered, Scored
from schedcfg.commands.probe.report_text import name, rate, size, time
from schedcfg.output.summary import Summary
from tests.commands.probe.given_probes import ODD_TRIALS, SUMMED, TOO_HIGH, TRIAL, URL, trials


def shown(probe: ExtenderProbe, *, coloured: bool = False) -> str:
    return "".join(text.render(iter([probe]), Summary(), coloured=coloured))


def test_the_report_for_people() -> None:
    assert (
        shown(trials(TRIAL))
        == """\
scheduler.yaml: checked against Kubernetes 1.29
===============================================

Sent Pod default/probe (built-in; yours: --pod FILE) and 3 nodes (built-in; yours: --nodes FILE):
  node-1, node-2, node-3

EXTENDER extenders[0] (line 4): http://10.0.0.1:8888/scheduler
  weight 5, httpTimeout 2 s, not ignorable: Pods stay Pending while its filter fails
  CALL        SENT     STATUS  TOOK           WHERE
  filter      3 nodes  200     12 ms of 2 s   http://10.0.0.1:8888/scheduler/filter
  prioritize  2 names  200     0.8 ms of 2 s  http://10.0.0.1:8888/scheduler/prioritize
  bind was not called: it would really bind the Pod; --include bind asks it

  FILTER 2 of 3 pass: node-1, node-2
  FILTERED OUT  REASON
  node-3        too much traffic; preemption would not help

  PRIORITIZE  SCORE  POINTS
  node-1         10     500  ████████████████████
  node-2          4     200  ████████

  ALL EXTENDERS  POINTS
  node-1            500  ████████████████████
  node-2            200  ████████
  Profile default-scheduler: its plugins give a node at most 900 points; the extenders differ by
    300, which is 33% of that.
  Profile light: its plugins give a node at most 200 points; the extenders differ by 300, so plugins
    cannot outweigh them between these nodes.
"""
    )


def test_findings_say_which_answer_they_are_about_and_errors_come_first() -> None:
    calls = (replace(TRIAL.calls[0], findings=(TOO_HIGH,)),)
    assert """
  error[error-field] filter: node-1 has the score 11
    help: Answer 0 to 10.
  warning[summed-counter] samples of a counter are added up
""" in shown(trials(replace(TRIAL, calls=calls, findings=(SUMMED,))))


def test_an_extender_that_does_not_answer() -> None:
    text = shown(ODD_TRIALS["no answer"])
    assert "  filter  3 names  none    2 s of 2 s  " in text
    assert text.endswith("ALL EXTENDERS a filter failed that is not ignorable: the Pod stays Pending\n")


def test_an_extender_that_could_not_be_asked() -> None:
    unasked = replace(TRIAL, calls=(), passed=None, scored=(), ignorable=True)
    probe = replace(trials(unasked, TRIAL), feasible=None, unsettled=(0,))
    assert shown(probe).endswith(
        "ALL EXTENDERS not known: this probe could not call extenders[0] as kube-scheduler would\n"
    )
    failed = replace(TRIAL, index=1, passed=None, scored=())
    assert shown(replace(trials(unasked, failed), feasible=None, unsettled=(0,))).endswith("the Pod stays Pending\n")


def test_the_same_advice_is_given_once() -> None:
    calls = tuple(replace(call, findings=(TOO_HIGH,)) for call in TRIAL.calls[:2])
    text = shown(trials(replace(TRIAL, calls=calls)))
    assert text.count("error[error-field]") == 2
    assert text.count("help: Answer 0 to 10.") == 1


def test_built_in_nodes_that_bear_the_users_names() -> None:
    text = " ".join(shown(replace(trials(TRIAL), is_named=True)).split())
    assert "and 3 nodes (built-in, except for their names; yours: --nodes FILE): node-1, " in text


def test_no_node_is_left() -> None:
    text = shown(ODD_TRIALS["no node"])
    assert "  FILTER 0 of 1 pass\n" in text
    assert text.endswith("ALL EXTENDERS no node passes all filters: the Pod stays Pending\n")


def test_an_extender_that_is_not_asked_about_such_pods() -> None:
    text = shown(ODD_TRIALS["not interested"])
    assert "ignorable: scheduling continues if it fails" in text
    assert "EXTENDER extenders[0]: http" in text


def test_extenders_that_prefer_no_node() -> None:
    even = replace(TRIAL, scored=(Scored("node-1", 4, 200), Scored("node-2", 4, 200)))
    probe = replace(trials(even), points={"node-1": 200, "node-2": 200})
    assert " ".join(shown(probe).split()).count("the extenders prefer no node here") == 2


def test_where_none_scores_nothing_is_added_up() -> None:
    assert "ALL EXTENDERS" not in shown(replace(trials(replace(TRIAL, scored=())), points={}))


def test_what_is_the_users_own_is_not_called_built_in() -> None:
    assert "Pod default/probe and 3 nodes (built-in" in shown(replace(trials(TRIAL), built_in=frozenset({"nodes"})))


def test_many_nodes_that_are_filtered_out() -> None:
    filtered = tuple(Filtered(f"node-{number}") for number in range(1_000))
    text = shown(trials(replace(TRIAL, passed=(), filtered=filtered)))
    assert "  … 975 nodes between; --output json has all" in text
    assert text.count("(no reason given)") == 25


@pytest.mark.parametrize("odd", ODD_TRIALS)
def test_no_server_reaches_the_terminal(odd: str) -> None:
    text = shown(ODD_TRIALS[odd])
    assert text.replace("\n", "").isprintable()
    assert text.endswith("\n") is (odd != "unreadable")
    assert not text.endswith("\n\n")


def test_slow_and_wrong_answers_stand_out() -> None:
    slow = Call(ExtenderVerb.FILTER, URL, 3, names_only=False, status=503, milliseconds=1_600.0)
    text = shown(trials(replace(TRIAL, calls=(slow,))), coloured=True)
    assert "\x1b[31m503\x1b[0m" in text
    assert "\x1b[33m1.6 s of 2 s\x1b[0m" in text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 B"),
        (0.25, "0.2 B"),
        (999, "999 B"),
        (1_000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (1_400_000, "1.4 MB"),
        (-1_400_000, "-1.4 MB"),
        (2**63, "9.2 EB"),
        (1e25, "10,000,000.0 EB"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Inf"),
    ],
)
def test_sizes(number: float, text: str) -> None:
    assert size(number) == text


def test_rates() -> None:
    assert rate(23_456.7) == "23.5 kB/s"


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0.84, "0.8 ms"), (12.3, "12 ms"), (999.4, "999 ms"), (999.6, "1 s"), (1_500, "1.5 s"), (30_000, "30 s")],
)
def test_times(milliseconds: float, text: str) -> None:
    assert time(milliseconds) == text


def test_names_that_take_more_columns_than_letters() -> None:
    assert name("结点" * 20, 10) == "结点结点…"
    assert name("node-1", 6) == "node-1"
    assert name("node-12", 6) == "node-…"
