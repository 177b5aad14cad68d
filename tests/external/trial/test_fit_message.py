"""What a scheduler counts in its message, of several releases."""

import pytest

from schedcfg.external.trial.node_reasons import UNSCHEDULABLE, FitMessage, fit_message, plugin_of

NEW = (
    "0/5 nodes are available: 1 node(s) had untolerated taint {dedicated: x}, 1 node(s) were unschedulable, "
    "3 Insufficient cpu, 3 Insufficient memory. preemption: 0/5 nodes are available: 5 Preemption is not helpful for "
    "scheduling."
)
OLD = (
    "0/3 nodes are available: 1 node(s) had taint {a: b}, that the pod didn't tolerate, "
    "2 node(s) didn't match Pod's node affinity/selector."
)


def test_reasons_are_counted() -> None:
    assert fit_message(NEW) == FitMessage(
        5,
        {
            "node(s) had untolerated taint {dedicated: x}": 1,
            UNSCHEDULABLE: 1,
            "Insufficient cpu": 3,
            "Insufficient memory": 3,
        },
    )
    assert fit_message(OLD) == FitMessage(
        3,
        {
            "node(s) had taint {a: b}, that the pod didn't tolerate": 1,
            "node(s) didn't match Pod's node affinity/selector": 2,
        },
    )


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no nodes available to schedule pods",
        '0/5 nodes are available: persistentvolumeclaim "nope" not found. not found',
        "0/x nodes are available: 1 Insufficient cpu.",
        "0/5 nodes are available: ",
        "Scheduling is blocked due to non-empty scheduling gates",
    ],
)
def test_what_counts_nothing_is_no_count(message: str) -> None:
    assert fit_message(message) is None


def counted(nodes: int, **reasons: int) -> FitMessage:
    return FitMessage(nodes, {UNSCHEDULABLE if reason == "cordoned" else reason: n for reason, n in reasons.items()})


def test_a_reason_of_all_nodes() -> None:
    assert counted(5, a=5).same_for_all == ("a",)
    assert counted(5, a=4, b=1).same_for_all == ()
    assert counted(5, a=5, b=5).same_for_all == (), "a node may have both, or one twice"
    assert counted(1, a=1, b=1).same_for_all == ("a", "b")


def test_the_reasons_of_the_only_open_node() -> None:
    assert counted(5, cordoned=4, a=1, b=1).of_only(UNSCHEDULABLE) == ("a", "b")
    assert counted(5, cordoned=5).of_only(UNSCHEDULABLE) == ()
    assert counted(5, cordoned=3, a=2).of_only(UNSCHEDULABLE) is None, "two nodes are open"
    assert counted(5, cordoned=3, a=1, b=1).of_only(UNSCHEDULABLE) is None
    assert counted(5, cordoned=4).of_only(UNSCHEDULABLE) is None, "a node says nothing"
    assert counted(5, a=5).of_only(UNSCHEDULABLE) is None, "cordons refuse nothing"
    assert counted(1, a=1).of_only(UNSCHEDULABLE) == ("a",)


@pytest.mark.parametrize(
    ("reason", "plugin"),
    [
        ("Insufficient nvidia.com/gpu", "NodeResourcesFit"),
        ("Too many pods", "NodeResourcesFit"),
        ("node(s) had taint {a: b}, that the pod didn't tolerate", "TaintToleration"),
        ("node(s) had untolerated taint(s)", "TaintToleration"),
        ("node(s) didn't match pod topology spread constraints (missing required label)", "PodTopologySpread"),
        ("node(s) had volume node affinity conflict", "VolumeBinding"),
        ("node(s) exceed max volume count", None),
        ("my own reason", None),
    ],
)
def test_the_plugin_of_a_reason(reason: str, plugin: str | None) -> None:
    assert plugin_of(reason) == plugin
