"""The stand-in responds to what real kube-schedulers requested as real API servers did, and comes to the same outcome.

Each world is replayed for one release; `SCHEDCFG_RECORD=1.29,1.33` replays all of these releases.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.trial import quiet
from schedcfg.commands.trial.ongoing_run import OngoingRun
from tests.commands.trial.placements import replayed
from tests.commands.trial.placements.replayed import History, Key
from tools.record.placements import digest, recorded
from tools.record.stand_in_run import refused_in
from tools.record.worlds import RELEASES, by_hand

pytestmark = pytest.mark.long

ASKED = os.environ.get("SCHEDCFG_RECORD", "")
CASES = {case.name: case for case in by_hand()}

_BOOKKEEPING = frozenset({"finalizers", "ownerReferences", "deletionTimestamp", "deletionGracePeriodSeconds"})
_LIMIT_RANGER = "kubernetes.io/limit-ranger"
"""The annotation by which admission notes what it has filled in."""
_NOT_ABOUT_PLACES = frozenset(
    {"dnsPolicy", "enableServiceLinks", "securityContext", "terminationGracePeriodSeconds", "hostNetwork"}
)
"""Fields of Pods that the API server completes, and that no scheduler reads. Host ports say what `hostNetwork` does."""
_NOT_ABOUT_NEEDS = frozenset({"imagePullPolicy", "terminationMessagePath", "terminationMessagePolicy"})


def chosen() -> Iterator[tuple[str, str]]:
    """Yield which world is replayed for which release."""
    for number, (name, case) in enumerate(CASES.items()):
        known = [release for release in RELEASES if case.is_for(release) and name in EXCHANGES[release]]
        if ASKED:
            yield from ((name, release) for release in known if release in ASKED.split(","))
        elif known:
            yield name, known[number % len(known)]


EXCHANGES = {release: replayed.exchanges(release) for release in RELEASES}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a Pod wait longer until it counts as undecided: a program in Python is slower than a scheduler."""
    monkeypatch.setattr(quiet, "QUIET", 1.5)
    monkeypatch.setattr(quiet, "_BINDING", 2.5)


@pytest.fixture(autouse=True)
def last_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program note what its watches show at last, before it is killed: the run needs no more of it then."""
    decide = OngoingRun._try_again

    async def and_wait(ongoing: OngoingRun) -> None:
        await decide(ongoing)
        await ongoing._calm()

    monkeypatch.setattr(OngoingRun, "_try_again", and_wait)


@pytest.mark.parametrize(("name", "release"), list(chosen()))
def test_a_replayed_world(name: str, release: str, tmp_path: Path) -> None:
    case, entry = CASES[name], recorded(release)[name]
    assert entry["digest"] == digest(case), "the world has changed since it was recorded"
    exchanges = EXCHANGES[release][name]
    refused = frozenset(refused_in(entry["outcomes"][0]))
    found = replayed.replay(case, release, exchanges, tmp_path, refused)
    assert not found.missing
    assert found.outcome.as_json() in entry["outcomes"]
    last = max(number for number, exchange in enumerate(exchanges) if _decides(exchange))
    for number, exchange in enumerate(exchanges):
        # The program is ended once all is decided, as the scheduler was: perhaps before it notes that, or events.
        if exchange["method"] not in {"GET", "WATCH"} and (number in found.responses or number < last):
            status, response = found.responses[number]
            assert status == exchange["status"], (exchange["url"], response)
            if exchange["method"] != "DELETE":  # whose response nobody reads: the object, or that it is gone
                assert _object(response) == _object(exchange["response"])
    theirs, ours = replayed.recorded_histories(exchanges), found.histories
    assert _pods(ours, theirs) == _pods(theirs, theirs)
    assert _nodes(ours) == _nodes(theirs)
    assert _bound(ours) == _bound(theirs)


def _pods(histories: dict[Key, History], like: dict[Key, History]) -> dict[Key, list[Any]]:
    """Return the states of the Pods of other histories, each state once: how often Pods go and come again may differ.

    There are no more of them than in the other histories, as the replayed run may go on.
    """
    found = {}
    for key, history in like.items():
        if key[0] == "pods":
            found[key] = _distinct(histories.get(key, []))[: len(_distinct(history))]
    return found


def _nodes(histories: dict[Key, History]) -> dict[Key, Any]:
    return {key: _node(history[0]) for key, history in histories.items() if key[0] == "nodes"}


def _bound(histories: dict[Key, History]) -> dict[Key, Any]:
    """Return what volumes and claims were bound to at last."""
    found = {}
    for key, history in histories.items():
        spec = next((state.get("spec", {}) for state in reversed(history) if state), {})
        if key[0] == "persistentvolumes":
            found[key] = (spec.get("claimRef") or {}).get("name")
        elif key[0] == "persistentvolumeclaims":
            found[key] = spec.get("volumeName")
    return found


def _decides(exchange: dict[str, Any]) -> bool:
    """Return whether a request says what becomes of a Pod, or is the first of all."""
    return exchange["url"].partition("?")[0].endswith(("/binding", "/status")) or exchange["method"] in {"GET", "WATCH"}


def _object(response: Any) -> Any:
    """Return what a scheduler learns from a response: a Pod as it is now, else only whether that was a success."""
    return _pod(response) if isinstance(response, dict) and response.get("kind") == "Pod" else None


def _pod(state: dict[str, Any]) -> Any:
    spec = {key: value for key, value in _written(state["spec"]).items() if key not in _NOT_ABOUT_PLACES}
    for kind in ("containers", "initContainers"):
        if kind in spec:
            spec[kind] = list(map(_container, spec[kind]))
    status = state.get("status", {})
    conditions = [
        {key: value for key, value in _written(one).items() if key not in {"lastTransitionTime", "lastProbeTime"}}
        for one in status.get("conditions") or ()
    ]
    return _metadata(state), spec, conditions, status.get("nominatedNodeName")


def _container(container: dict[str, Any]) -> Any:
    ports = [{"protocol": "TCP", **port} for port in container.get("ports", ())]
    fields = {key: value for key, value in _written(container).items() if key not in _NOT_ABOUT_NEEDS}
    return {**fields, "ports": ports}


def _node(state: dict[str, Any]) -> Any:
    taints = [
        taint
        for taint in state["spec"].get("taints") or ()
        # The node lifecycle controller, which is absent from the control plane, marks cordoned nodes.
        if taint["key"] != "node.kubernetes.io/unschedulable"
    ]
    status = {key: state["status"].get(key) for key in ("capacity", "allocatable", "images")}
    return _metadata(state), taints, state["spec"].get("unschedulable", False), status


def _metadata(state: dict[str, Any]) -> Any:
    metadata = {key: value for key, value in _written(state["metadata"]).items() if key not in _BOOKKEEPING}
    annotations = {key: value for key, value in metadata.pop("annotations", {}).items() if key != _LIMIT_RANGER}
    return metadata, annotations


def _written(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out what says nothing: empty lists, mappings and texts."""
    return {
        key: _written(value) if isinstance(value, dict) else value
        for key, value in fields.items()
        if value not in ({}, [], None, "")
    }


def _distinct(history: History) -> list[Any]:
    found: list[Any] = []
    for state in map(_pod, filter(None, history)):
        if state not in found:
            found.append(state)
    return found
