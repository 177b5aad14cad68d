"""Several extenders, one after the other, as a Pod meets them."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schedcfg import releases
from schedcfg.commands.probe.extender.results import ExtenderVerb, Filtered, Scored
from schedcfg.commands.probe.extender.run import ExtenderProbeOptions, probe_extender
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import Options
from tests.commands.probe.extender_server import Reply, all_names, extender, ids, named, probe
from tests.commands.probe.loopback import free_port

FIRST, SECOND, THIRD = (f"schedcfg-probe-node-{number}" for number in (1, 2, 3))
NAMES = {"nodeCacheCapable": True}
BIND = frozenset({ExtenderVerb.BIND})


def without(*names: str) -> Any:
    """Filter these out."""
    return lambda body: {
        "NodeNames": [name for name in body["NodeNames"] if name not in names],
        "FailedNodes": dict.fromkeys(names, "not today"),
    }


def test_each_filter_gets_what_the_one_before_lets_through() -> None:
    with extender({"/a": without(FIRST), "/b": without(SECOND)}) as server:
        one = {"urlPrefix": server.url, **NAMES}
        found = probe({**one, "filterVerb": "a"}, {**one, "filterVerb": "b"})
    assert [asked.body["NodeNames"] for asked in server.asked] == [[FIRST, SECOND, THIRD], [SECOND, THIRD]]
    first, second = found.trials
    assert (first.passed, second.passed) == ((SECOND, THIRD), (THIRD,))
    assert first.filtered == (Filtered(FIRST, "not today"),)
    assert [trial.calls[0].sent for trial in found.trials] == [3, 2]
    assert found.feasible == (THIRD,)


def test_two_nodes_that_are_left_are_enough_to_be_scored() -> None:
    with extender({"/a": without(FIRST), "/b": [{"Host": SECOND, "Score": 1}, {"Host": THIRD, "Score": 2}]}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "a", "prioritizeVerb": "b", "weight": 5, **NAMES})
    assert server.asked[1].body["NodeNames"] == [SECOND, THIRD]
    assert ids(found) == {}
    assert found.trials[0].scored == (Scored(SECOND, 1, 50), Scored(THIRD, 2, 100))


def test_behind_a_filter_that_leaves_none_nobody_is_asked() -> None:
    with extender({"/a": without(FIRST, SECOND, THIRD), "/b": all_names}) as server:
        one = {"urlPrefix": server.url, **NAMES}
        found = probe({**one, "filterVerb": "a"}, {**one, "filterVerb": "b"})
    assert server.paths() == ["/a"]
    assert found.trials[1].calls[0].skipped == "the filters before it left no node"
    assert found.feasible == ()


@pytest.mark.parametrize("ignorable", [True, False])
def test_behind_a_filter_that_fails_the_nodes_are_those_from_before(ignorable: bool) -> None:
    with extender({"/b": without(FIRST)}) as server:
        gone = {"urlPrefix": f"http://127.0.0.1:{free_port()}", "filterVerb": "a", "ignorable": ignorable}
        found = probe(gone, {"urlPrefix": server.url, "filterVerb": "b", **NAMES})
    assert server.asked[0].body["NodeNames"] == [FIRST, SECOND, THIRD]
    assert found.trials[0].passed is None
    assert found.feasible == ((SECOND, THIRD) if ignorable else None)
    assert set(ids(found).values()) == {"warning" if ignorable else "error"}


def test_unresolvable_nodes_win_over_failed_ones() -> None:
    answer = {
        "NodeNames": [FIRST],
        "FailedNodes": {SECOND: "full", THIRD: "full"},
        "failedAndUnresolvableNodes": {THIRD: "tainted"},
    }
    with extender({"/a": answer}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "a", **NAMES})
    assert found.trials[0].filtered == (Filtered(SECOND, "full"), Filtered(THIRD, "tainted", unresolvable=True))


@pytest.mark.parametrize(("capable", "wanted"), [(True, "`NodeNames`"), (False, "`Nodes`")])
def test_a_list_that_is_missing_is_asked_for_by_its_name(capable: bool, wanted: str) -> None:
    with extender({"/a": {}}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "a", "nodeCacheCapable": capable})
    assert (named(found, "no-node-list").help or "").startswith(f"Return the feasible nodes in {wanted}.")


def test_points_are_score_times_weight_times_ten() -> None:
    def scored(*numbers: int) -> list[dict[str, object]]:
        return [{"Host": host, "Score": number} for host, number in zip((FIRST, SECOND, THIRD), numbers, strict=True)]

    with extender({"/filter": without(THIRD), "/a": scored(10, 3, 9), "/b": scored(0, 10, 1)}) as server:
        one = {"urlPrefix": server.url, **NAMES}
        found = probe(
            {**one, "filterVerb": "filter", "prioritizeVerb": "a", "weight": 2},
            {**one, "prioritizeVerb": "b", "weight": 7},
            kubernetes="1.29",
        )
    assert found.trials[0].scored[:2] == (Scored(FIRST, 10, 200), Scored(SECOND, 3, 60))
    assert found.trials[1].scored[1] == Scored(SECOND, 10, 700)


def test_dangerous_verbs_are_not_asked_by_themselves() -> None:
    with extender({"/filter": all_names}) as server:
        one = {"urlPrefix": server.url, "filterVerb": "filter", "preemptVerb": "p", "bindVerb": "b", **NAMES}
        found = probe(one)
    assert server.paths() == ["/filter"]
    skipped = {call.verb: call.skipped for call in found.trials[0].calls}
    assert "--include preempt" in skipped[ExtenderVerb.PREEMPT]
    assert "--include bind" in skipped[ExtenderVerb.BIND]
    assert found.trials[0].calls[1].url == f"{server.url}/p"


@pytest.mark.parametrize(("kubernetes", "severity"), [("1.29", "error"), ("1.30", "warning")])
def test_binders_that_fail_are_ignored_since_1_30(kubernetes: str, severity: str) -> None:
    with extender({"/bind": Reply(b"", 500)}) as server:
        one = {"urlPrefix": server.url, "bindVerb": "bind", "ignorable": True}
        found = probe(one, include=BIND, kubernetes=kubernetes)
    assert server.paths() == ["/bind"]
    assert found.trials[0].calls[0].sent == 1
    assert ids(found) == {"wrong-status": severity}


def test_no_node_is_left_to_bind_to() -> None:
    with extender({"/a": without(FIRST, SECOND, THIRD), "/b": {}}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "a", "bindVerb": "b", **NAMES}, include=BIND)
    assert server.paths() == ["/a"]
    assert found.trials[0].calls[1].skipped == "no node is left to bind the Pod to"


@pytest.mark.parametrize("reply", [Reply(b"{}", is_late=True), Reply(status=500)])
def test_nothing_is_bound_where_a_filter_failed(reply: Reply) -> None:
    with extender({"/a": reply, "/b": {}}) as server:
        one = {"urlPrefix": server.url, "filterVerb": "a", "bindVerb": "b", **NAMES}
        found = probe(one, include=BIND, seconds=0.1)
    assert server.paths() == ["/a"]
    assert found.trials[0].calls[1].skipped == "no node is left to bind the Pod to"
    assert found.feasible is None


def test_victims_that_one_extender_leaves_go_to_the_next() -> None:
    def spare(body: Any) -> object:
        return {"NodeNameToMetaVictims": {SECOND: body["NodeNameToMetaVictims"][SECOND]}}

    with extender({"/a": spare, "/b": {"NodeNameToMetaVictims": {}}, "/c": {}}) as server:
        one = {"urlPrefix": server.url, **NAMES}
        verbs = ({**one, "preemptVerb": verb} for verb in "abc")
        found = probe(*verbs, include=frozenset({ExtenderVerb.PREEMPT}))
    assert server.paths() == ["/a", "/b"]
    assert list(server.asked[1].body["NodeNameToMetaVictims"]) == [SECOND]
    assert found.trials[2].calls[0].skipped == "the extenders before it left no victims"


def test_what_is_said_of_an_extender_and_its_call() -> None:
    with extender({"/x/filter": all_names}) as server:
        one = {"urlPrefix": f"{server.url}/x/", "filterVerb": "filter", "httpTimeout": "2s", "weight": 3, **NAMES}
        found = probe(one, kubernetes="1.31")
    (trial,) = found.trials
    assert (trial.index, trial.line, trial.url_prefix) == (0, 5, f"{server.url}/x/")
    assert (trial.weight, trial.timeout_milliseconds, trial.ignorable) == (3, 2000, False)
    (call,) = trial.calls
    assert (call.verb, call.url, call.sent, call.names_only, call.status) == (
        ExtenderVerb.FILTER,
        f"{server.url}/x/filter",
        3,
        True,
        200,
    )
    assert call.milliseconds is not None
    assert (found.kubernetes, found.pod, found.nodes) == ("1.31", "default/schedcfg-probe", (FIRST, SECOND, THIRD))


POLICY = """\
kind: Policy
apiVersion: v1
extenders:
  - urlPrefix: URL
    filterVerb: filter
    nodeCacheCapable: true
    httpTimeout: 3000000000
  - urlPrefix: URL/second
    filterVerb: filter
    nodeCacheCapable: true
"""


@pytest.mark.parametrize(("text", "role"), [(POLICY, Role.ANY), (POLICY, Role.POLICY)])
def test_policies_have_extenders_too(text: str, role: Role) -> None:
    with extender({"/filter": all_names, "/second/filter": without(THIRD)}) as server:
        raw = text.replace("URL", server.url).encode()
        found = probe_extender(raw, "policy.yaml", Options(role=role), ExtenderProbeOptions())
    assert server.paths() == ["/filter", "/second/filter"]
    assert found.trials[0].timeout_milliseconds == 3000
    first = text.splitlines().index("  - urlPrefix: URL") + 1
    assert [trial.line for trial in found.trials] == [first, first + 4]
    assert found.feasible == (FIRST, SECOND)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([FIRST, SECOND, "node-9"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["Nodes", "NodeNames", "items", "metadata", "name", "status", "FailedNodes", "Host", "Score"]
            )
            | st.sampled_from(["Error", "NodeNameToMetaVictims", "Pods", "UID", "NumPDBViolations", FIRST, "node-9"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
SHAPED = st.fixed_dictionaries(
    {},
    optional={
        "Nodes": st.fixed_dictionaries({"items": st.lists(VALUES, max_size=3)}) | VALUES,
        "NodeNames": st.lists(st.sampled_from([FIRST, SECOND, "node-9", None]), max_size=4),
        "FailedNodes": st.dictionaries(st.sampled_from([FIRST, "node-9"]), st.text() | st.none()),
        "NodeNameToMetaVictims": st.dictionaries(st.sampled_from([FIRST, "node-9"]), VALUES),
    },
)
PRIORITIES = st.lists(
    st.fixed_dictionaries({"Host": st.sampled_from([FIRST, "node-9"]), "Score": st.integers(-(2**64), 2**64)})
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SHAPED | PRIORITIES | VALUES, st.booleans(), st.sampled_from(["1.20", "1.29", releases.NEWEST]))
def test_no_answer_makes_a_traceback(value: object, capable: bool, kubernetes: str) -> None:
    answer = json.dumps(value).encode()
    version = {"1.20": "v1beta1"}.get(kubernetes, "v1")
    with extender(dict.fromkeys(("/f", "/p", "/s", "/b"), answer)) as server:
        one = {"urlPrefix": server.url, "nodeCacheCapable": capable, "weight": 2**40}
        verbs = {"filterVerb": "f", "preemptVerb": "p", "prioritizeVerb": "s", "bindVerb": "b"}
        include = frozenset({ExtenderVerb.PREEMPT, ExtenderVerb.BIND})
        found = probe({**one, **verbs}, include=include, kubernetes=kubernetes, version=version)
    assert server.paths()[:1] == ["/f"]
    for call in found.trials[0].calls:
        for finding in call.findings:
            assert finding.message.isprintable()
            assert all(node.isprintable() for node in finding.nodes)
