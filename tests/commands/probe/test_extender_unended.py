"""kube-scheduler reads the first JSON value of a 200, and nothing behind it: what goes wrong there is no failure."""

import json

import pytest

from schedcfg.commands.probe.inputs import BUILT_IN_NAMES
from tests.commands.probe.extender_server import ids, probe
from tests.commands.probe.misbehaving import OK, Behaviour, Visit, answering, serving, whole

ANSWER = json.dumps({"NodeNames": BUILT_IN_NAMES}).encode()
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n" % (len(ANSWER), ANSWER)


def staying_open(raw: bytes) -> Behaviour:
    def behave(visit: Visit) -> None:
        visit.question()
        visit.send(raw)
        visit.rest()

    return behave


def endless(raw: bytes) -> Behaviour:
    def behave(visit: Visit) -> None:
        visit.question()
        visit.send(raw)
        while not visit.over.is_set():
            visit.send(b" " * 60_000)

    return behave


@pytest.mark.parametrize(
    ("behave", "found"),
    [
        (answering(OK + b"Content-Length: 500\r\n\r\n" + ANSWER), "cut-connection"),
        (answering(CHUNKED), "cut-connection"),
        (answering(CHUNKED + b"zz\r\n"), "cut-connection"),
        (staying_open(OK + b"\r\n" + ANSWER), "timeout"),
        (staying_open(OK + b"Content-Length: 500\r\n\r\n" + ANSWER), "timeout"),
        (endless(OK + b"\r\n" + ANSWER), "too-long-answer"),
    ],
    ids=["cut", "cut chunks", "wrong chunk", "open", "open and short", "endless"],
)
def test_whole_json_counts_however_the_answer_ends(behave: Behaviour, found: str) -> None:
    with serving(behave) as server:
        trial = probe(
            {"urlPrefix": server.url, "filterVerb": "filter", "nodeCacheCapable": True, "httpTimeout": "500ms"}
        )
    assert trial.feasible == BUILT_IN_NAMES
    assert ids(trial) == {found: "warning"}
    assert trial.trials[0].calls[0].status == 200


@pytest.mark.parametrize(
    ("behave", "found"),
    [
        (answering(OK + b"Content-Length: 500\r\n\r\n" + ANSWER[:-1]), "cut-connection"),
        (staying_open(OK + b"\r\n" + ANSWER[:-1]), "timeout"),
        (staying_open(OK + b"\r\n"), "timeout"),
        (endless(OK + b"\r\n" + ANSWER[:-1]), "too-long-answer"),
        (answering(OK + b"Content-Length: 500\r\n\r\nno JSON"), "not-json"),
        (answering(OK.replace(b"200", b"500") + b"Content-Length: 500\r\n\r\n" + ANSWER), "wrong-status"),
    ],
    ids=["cut", "open", "nothing", "endless", "no JSON", "other status"],
)
def test_without_it_kube_scheduler_gets_an_error(behave: Behaviour, found: str) -> None:
    with serving(behave) as server:
        trial = probe(
            {"urlPrefix": server.url, "filterVerb": "filter", "nodeCacheCapable": True, "httpTimeout": "500ms"}
        )
    assert trial.feasible is None
    assert ids(trial) == {found: "error"}


def test_how_the_body_of_a_redirect_ends_is_all_the_same() -> None:
    redirect = b"HTTP/1.1 307 Temporary Redirect\r\nLocation: /there\r\nContent-Length: 500\r\n\r\n"
    with serving(answering(redirect, whole(ANSWER))) as server:
        trial = probe({"urlPrefix": server.url, "filterVerb": "filter", "nodeCacheCapable": True})
    assert trial.feasible == BUILT_IN_NAMES
