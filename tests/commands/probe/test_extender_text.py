"""What `probe extender` shows: exact text where a person reads it, and nothing that a server can break."""

from dataclasses import replace

import pytest

from schedcfg.commands.probe.extender import text
from schedcfg.commands.probe.extender.results import Call, ExtenderProbe, ExtenderVerb, Filtered
from schedcfg.output.summary import Summary
from tests.commands.probe.given_probes import ODD_TRIALS, SUMMED, TOO_HIGH, TRIAL, URL, trials


def shown(probe: ExtenderProbe, *, colored: bool = False) -> str:
    return "".join(text.render(iter([probe]), Summary(), colored=colored))


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
    assert text.endswith(
        "ALL EXTENDERS which nodes pass all filters is not known: one failed, or could not be called\n"
    )


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


def test_what_is_the_users_own_is_not_called_built_in() -> None:
    assert "Pod default/probe and 3 nodes (built-in" in shown(replace(trials(TRIAL), built_in=("nodes",)))


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


def test_a_wrong_status_stands_out() -> None:
    wrong = Call(ExtenderVerb.FILTER, URL, 3, names_only=False, status=503, milliseconds=1_600.0)
    assert "\x1b[31m503\x1b[0m" in shown(trials(replace(TRIAL, calls=(wrong,))), colored=True)
