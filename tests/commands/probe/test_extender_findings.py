"""Every finding about an extender, through a real socket; and what comes of it for Pods."""

import gzip
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from schedcfg.commands.probe.extender.findings import ExtenderFinding
from schedcfg.commands.probe.extender.results import ExtenderProbe, ExtenderVerb
from schedcfg.commands.probe.extender.run import ExtenderProbeOptions, probe_extender
from schedcfg.integrations import extenders, http
from schedcfg.integrations.http import FailureKind, RequestFailed
from schedcfg.validation.options import Options
from tests.commands.probe.extender_server import Extender, Reply, all_names, configuration, extender, ids, named, probe
from tests.commands.probe.loopback import free_port

NODES = [f"schedcfg-probe-node-{number}" for number in (1, 2, 3)]
NAMES = {"nodeCacheCapable": True}
BOTH = frozenset({ExtenderVerb.PREEMPT, ExtenderVerb.BIND})


def whole(body: Any) -> object:
    return {"Nodes": body["Nodes"]}


def scores(*numbers: object) -> list[dict[str, object]]:
    return [{"Host": node, "Score": number} for node, number in zip(NODES, numbers, strict=False)]


class Case(NamedTuple):
    """What a filter or another verb answers, and what is found."""

    told: ExtenderFinding
    severity: str
    answer: object
    verb: ExtenderVerb = ExtenderVerb.FILTER
    extender: dict[str, object] = NAMES
    kubernetes: str | None = None
    upstream: str = ""


def victims(body: Any, **changed: object) -> dict[str, Any]:
    return {"NodeNameToMetaVictims": {**body["NodeNameToMetaVictims"], **changed}}


FAILED_FILTER = "failed filter with extender at URL {url}/filter, code"
FILTERED = (
    Case(
        ExtenderFinding.STATUS,
        "error",
        Reply(b"no", 404),
        upstream="failed filter with extender at URL {url}/filter, code 404",
    ),
    Case(
        ExtenderFinding.STATUS,
        "error",
        Reply(b"{}", 201),
        upstream="failed filter with extender at URL {url}/filter, code 201",
    ),
    Case(ExtenderFinding.STATUS, "error", Reply(status=204, headers={"Content-Length": "0"})),
    Case(ExtenderFinding.NOT_JSON, "error", Reply(b"")),
    Case(
        ExtenderFinding.NOT_JSON,
        "error",
        Reply(b"<html>hello</html>", headers={"Content-Type": "text/html"}),
    ),
    Case(ExtenderFinding.NOT_JSON, "error", Reply(b"[" * 20_000)),
    Case(ExtenderFinding.NOT_JSON, "error", Reply(b'{"x":' + b"[" * 9_000 + b"]" * 9_000 + b"}")),
    Case(
        ExtenderFinding.WRONG_TYPE,
        "error",
        {"NodeNames": NODES[0]},
    ),
    Case(ExtenderFinding.UNKNOWN_KEY, "warning", {"NodeNames": NODES, "failed_nodes": {}}),
    Case(
        ExtenderFinding.ERROR_FIELD,
        "error",
        {"NodeNames": NODES, "Error": "no\x1b[31m such Pod"},
        upstream="no\\x1b[31m such Pod",
    ),
    Case(ExtenderFinding.NO_NODE_LIST, "error", {"NodeNames": NODES}, extender={}),
    Case(ExtenderFinding.NO_NODE_LIST, "error", {}),
    Case(ExtenderFinding.NO_NODE_LIST, "error", {"NodeNames": None, "Nodes": None}),
    Case(ExtenderFinding.NO_NODE_LIST, "error", None, extender={}),
    Case(ExtenderFinding.ALL_FILTERED, "warning", {"NodeNames": [], "FailedNodes": dict.fromkeys(NODES, "full")}),
    Case(
        ExtenderFinding.UNKNOWN_NODE_PASSED,
        "error",
        {"NodeNames": [NODES[0], "node-9"]},
    ),
    Case(
        ExtenderFinding.UNKNOWN_NODE_PASSED,
        "error",
        {"Nodes": {"items": [{"metadata": {"name": "node-9"}}]}},
        extender={},
    ),
)
SCORED = tuple(
    case._replace(verb=ExtenderVerb.PRIORITIZE)
    for case in (
        Case(
            ExtenderFinding.STATUS,
            "warning",
            Reply(b"no", 500),
            upstream="failed prioritize with extender at URL {url}/prioritize, code 500",
        ),
        Case(ExtenderFinding.NO_SCORES, "warning", None),
        Case(ExtenderFinding.NO_SCORES, "warning", []),
        Case(
            ExtenderFinding.WRONG_TYPE,
            "warning",
            {"Host": NODES[0], "Score": 5},
        ),
        Case(
            ExtenderFinding.WRONG_TYPE,
            "warning",
            Reply(b'[{"Host": "a", "Score": 5.0}]'),
        ),
        Case(ExtenderFinding.SCORE_OUT_OF_RANGE, "warning", scores(1, 2, 11)),
        Case(ExtenderFinding.SCORE_OUT_OF_RANGE, "warning", scores(1, 2, -1)),
        Case(ExtenderFinding.UNKNOWN_NODE_SCORED, "warning", [*scores(1, 2, 3), {"Host": "node-9", "Score": 1}]),
        Case(ExtenderFinding.UNSCORED_NODE, "warning", scores(1, 2)),
        Case(ExtenderFinding.SCORE_OUT_OF_RANGE, "warning", scores(2**63 - 1, 0, 1)),
    )
)
PREEMPTED = tuple(
    case._replace(verb=ExtenderVerb.PREEMPT)
    for case in (
        Case(
            ExtenderFinding.UNKNOWN_VICTIM,
            "error",
            lambda body: victims(body, **{"node-9": {"Pods": [{"UID": "u"}]}}),
        ),
        Case(
            ExtenderFinding.UNKNOWN_VICTIM,
            "error",
            lambda body: victims(body, **{NODES[0]: {"Pods": [{"UID": "u"}]}}),
        ),
        Case(ExtenderFinding.NULL_VICTIMS, "error", lambda body: victims(body, **{NODES[0]: None})),
        Case(ExtenderFinding.NULL_VICTIMS, "error", lambda body: victims(body, **{NODES[0]: {"Pods": [None]}})),
        Case(ExtenderFinding.NO_PREEMPTION, "warning", {"NodeNameToMetaVictims": {}}),
    )
)
BOUND = (
    Case(ExtenderFinding.ERROR_FIELD, "error", {"Error": "taken"}, ExtenderVerb.BIND, upstream="taken"),
    Case(ExtenderFinding.STATUS, "error", Reply(b"no", 503), ExtenderVerb.BIND),
)
CASES = (*FILTERED, *SCORED, *PREEMPTED, *BOUND)


def api_version(kubernetes: str | None) -> str:
    """Which version that release reads."""
    minor = int((kubernetes or "1.29").partition(".")[2])
    return "v1beta1" if minor < 22 else "v1beta2" if minor < 25 else "v1"


def tried(server: Extender, case: Case, **more: object) -> ExtenderProbe:
    one = {"urlPrefix": server.url, f"{case.verb}Verb": str(case.verb), **case.extender, **more}
    if case.verb is ExtenderVerb.PRIORITIZE:
        one.setdefault("weight", 5)
    version = api_version(case.kubernetes)
    return probe(one, kubernetes=case.kubernetes, version=version, include=BOTH)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.verb}-{case.told.id}")
def test_is_found(case: Case) -> None:
    with extender({f"/{case.verb}": case.answer}) as server:
        found = tried(server, case)
        assert ids(found).get(case.told.id) == case.severity, ids(found)
        told = named(found, case.told.id)
        if case.upstream:
            assert told.upstream == case.upstream.format(url=server.url)
    assert told.message.isprintable()
    assert told.help is None or told.help.endswith((".", "?"))


_ALWAYS = {ExtenderFinding.NO_NODE_LIST, ExtenderFinding.NULL_VICTIMS}
FAILING = [
    case for case in (*FILTERED, *PREEMPTED) if case.severity == "error" and case.told not in _ALWAYS and case.extender
]


@pytest.mark.parametrize("case", FAILING, ids=lambda case: f"{case.verb}-{case.told.id}")
def test_what_upstream_takes_for_an_error_is_a_warning_where_it_is_ignored(case: Case) -> None:
    with extender({f"/{case.verb}": case.answer}) as server:
        found = tried(server, case, ignorable=True)
    assert ids(found)[case.told.id] == "warning"
    if case.verb is ExtenderVerb.FILTER:
        assert found.feasible == found.nodes


@pytest.mark.parametrize("case", [case for case in FILTERED if case.told is ExtenderFinding.NO_NODE_LIST])
def test_an_answer_that_leaves_no_node_is_no_error_that_could_be_ignored(case: Case) -> None:
    with extender({"/filter": case.answer}) as server:
        found = tried(server, case, ignorable=True)
    assert ids(found) == {"no-node-list": "error"}
    assert found.feasible == ()


@pytest.mark.parametrize(
    "answer", [all_names, lambda body: {"NodeNames": body["NodeNames"][:2], "FailedNodes": {NODES[2]: "full"}}]
)
def test_a_right_answer_has_no_finding(answer: object) -> None:
    with extender({"/filter": answer, "/prioritize": scores(1, 5, 10)[:2], "/preempt": victims}) as server:
        found = probe(
            {"urlPrefix": server.url, "filterVerb": "filter", "preemptVerb": "preempt", **NAMES}, include=BOTH
        )
    assert ids(found) == {}


def test_whole_nodes_sent_back_as_they_came_have_no_finding() -> None:
    with extender({"/filter": whole}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "filter"})
    assert ids(found) == {}
    assert found.feasible == found.nodes


def test_no_extender() -> None:
    assert ids(probe()) == {"no-extender": "error"}


def test_not_interested(tmp_path: Any) -> None:
    pod = tmp_path / "pod.yaml"
    pod.write_text("kind: Pod\nspec: {containers: [{name: a, resources: {requests: {cpu: 1}}}]}\n")
    with extender({}) as server:
        one = {"urlPrefix": server.url, "filterVerb": "filter", "managedResources": [{"name": "example.com/gpu"}]}
        found = probe(one, pod=str(pod))
    assert server.asked == []
    assert ids(found) == {"not-interested": "warning"}
    assert not found.trials[0].interested


def test_a_slow_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extenders, "send", lambda *args: replace(http.send(*args), seconds=5.5))
    with extender({"/filter": Reply(b'{"NodeNames": []}')}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "filter", "httpTimeout": "10s", **NAMES})
    assert ids(found)["slow-answer"] == "warning"
    assert "5500 ms of 10000 ms" in named(found, "slow-answer").message


def test_no_answer_in_time() -> None:
    with extender({"/filter": Reply(b"{}", is_late=True)}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "filter", "httpTimeout": "100ms", **NAMES})
    assert ids(found) == {"timeout": "error"}
    assert found.feasible is None


def test_nobody_listens() -> None:
    found = probe({"urlPrefix": f"http://127.0.0.1:{free_port()}", "filterVerb": "filter"})
    assert ids(found) == {"connection-refused": "error"}


def test_a_cut_connection() -> None:
    with extender({"/filter": Reply(b'{"NodeNames": [', cut=True)}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "filter", "httpTimeout": "3s", **NAMES})
    assert ids(found) == {"cut-connection": "error"}
    assert found.feasible is None


def test_a_compressed_answer() -> None:
    body = gzip.compress(b'{"NodeNames": []}')
    with extender({"/filter": Reply(body, headers={"Content-Encoding": "gzip"})}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "filter", **NAMES})
    accepted = server.asked[0].headers.get("accept-encoding", "")
    assert accepted == "gzip"
    assert ids(found) == {"all-filtered": "warning"}


@pytest.mark.parametrize("kind", FailureKind)
def test_each_way_to_fail_has_its_finding(kind: FailureKind, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> object:
        failure = RequestFailed(kind, "it failed")
        failure.seconds = 0.25
        raise failure

    monkeypatch.setattr(extenders, "send", fail)
    found = probe({"urlPrefix": "http://127.0.0.1:1", "filterVerb": "filter"})
    assert ids(found) == {kind.id: "error"}
    told = named(found, kind.id)
    assert told.message == "It failed; every Pod for which kube-scheduler calls it stays Pending"
    assert told.help
    assert found.trials[0].calls[0].milliseconds == 250


@pytest.mark.parametrize(("status", "severity"), [(302, "error"), (307, "warning")])
def test_redirects_on_the_same_server(status: int, severity: str) -> None:
    there = Reply(status=status, headers={"Location": "/there"})
    with extender({"/filter": there, "/there": {"NodeNames": NODES}}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "filter", **NAMES})
    assert ids(found) == {"redirected": severity}
    assert server.paths() == ["/filter", "/there"]


def test_a_refused_file_asks_nobody() -> None:
    with extender({}) as server:
        raw = configuration({"urlPrefix": server.url, "filterVerb": "filter", "weigth": 1})
        found = probe_extender(raw, "scheduler.yaml", Options(), ExtenderProbeOptions())
    assert found.file.verdict.value == "refused"
    assert found.trials == ()
    assert server.asked == []
