"""A trial that takes turns with its program, on one virtual clock: with a program of a few lines, by bytes alone."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from schedcfg.commands.trial.lockstep import NANOSECONDS, LockstepTrial, ProgramTurn, TrialTurn
from schedcfg.commands.trial.ongoing_run import TrialFailed
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import TrialRun
from tests.commands.trial import programs

SECOND = NANOSECONDS
REQUEST = TrialRequest("none", "1.37", seconds=30.0)


class Program:
    """A program that lists nodes, watches Pods, and binds each new one to the first node, by HTTP/1.1.

    Connection 1 is for all that is answered; 2 and 3 are watches, of nodes and of Pods.
    """

    def __init__(self) -> None:
        self.now = 0
        self.seen: dict[int, bytes] = {}
        self.got: list[bytes] = []
        self.nodes: list[str] = []
        self.moments: list[tuple[int, str]] = []  # When it saw which Pod

    def begin(self) -> ProgramTurn:
        nodes, pods = "/api/v1/nodes?watch=true&resourceVersion=0", "/api/v1/pods?watch=true&resourceVersion=0"
        sent = [(1, _request("GET", "/api/v1/nodes")), (2, _request("GET", nodes)), (3, _request("GET", pods))]
        return ProgramTurn(self.now, sent)

    def answer(self, turn: TrialTurn) -> ProgramTurn:
        """Return what it does about what has come; where nothing has, its clock jumps."""
        if not turn.sent:
            self.now = max(turn.until, self.now)
        for number, piece in turn.sent:
            self.seen[number] = self.seen.get(number, b"") + piece
            self.got.append(piece)
        return ProgramTurn(self.now, list(self._requests()))

    def _requests(self) -> Iterator[tuple[int, bytes]]:
        for event in self._events():
            pod = event["object"]
            if event["type"] == "ADDED":
                name = pod["metadata"]["name"]
                self.moments.append((self.now, name))
                target = {"apiVersion": "v1", "kind": "Node", "name": "node-0"}
                binding = {"apiVersion": "v1", "kind": "Binding", "metadata": {"name": name}, "target": target}
                path = f"/api/v1/namespaces/{pod['metadata']['namespace']}/pods/{name}/binding"
                yield 1, _request("POST", path, binding)

    def _events(self) -> Iterator[Any]:
        lines = self.seen.get(3, b"").split(b"\n")
        for line in lines:
            if line.startswith(b'{"type"'):
                yield json.loads(line)
        self.seen[3] = b""


def _request(method: str, path: str, body: Any = None) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: {len(content)}"
    return head.encode() + b"\r\n\r\n" + content


def driven(trial: LockstepTrial, program: Program) -> TrialRun:
    with closing(trial):
        turn = trial.step(program.begin())
        while not turn.is_over:
            turn = trial.step(program.answer(turn))
        return trial.outcome()


@pytest.fixture
def begun() -> Iterator[LockstepTrial]:
    """Return a trial that ends with the test."""
    with closing(LockstepTrial(REQUEST, programs.cluster(1, 1))) as trial:
        yield trial


def test_a_program_places_pods_by_turns() -> None:
    program = Program()
    made = driven(LockstepTrial(REQUEST, programs.cluster(2, 3)), program)
    assert [one.node for one in made.placements] == ["node-0"] * 3
    assert b'"kind":"NodeList"' in program.seen[1]


def test_two_runs_are_the_same_at_the_same_times() -> None:
    first, second = Program(), Program()
    runs = [driven(LockstepTrial(REQUEST, programs.cluster(2, 3)), one) for one in (first, second)]
    assert runs[0] == runs[1]
    assert first.moments == second.moments
    assert [name for _, name in first.moments] == ["pod-0", "pod-1", "pod-2"]


def test_nothing_that_a_program_gets_tells_the_time_or_what_runs_here() -> None:
    program = Program()
    driven(LockstepTrial(REQUEST, programs.cluster(1, 1)), program)
    got = b"".join(program.got)
    assert {line for line in got.split(b"\r\n") if line.startswith((b"Date: ", b"Server: "))} == {
        b"Date: Fri, 01 Jan 2100 00:00:00 GMT",
        b"Server: schedcfg",
    }
    assert got.count(b"Date: ") == 3, "the answers to a list and two watches"


def test_a_program_that_does_nothing_hangs_without_real_time(begun: LockstepTrial) -> None:
    turn, turns = begun.step(ProgramTurn(0)), 1
    while not turn.is_over:
        turn, turns = begun.step(ProgramTurn(turn.until)), turns + 1
    with pytest.raises(TrialFailed, match="it did not ask for nodes and Pods within 30 s"):
        begun.outcome()


def test_one_that_ends_is_reported_at_once(begun: LockstepTrial) -> None:
    assert not begun.step(ProgramTurn(0)).is_over
    assert begun.step(ProgramTurn(SECOND, log=b"panic: no\n", ended=2)).is_over
    with pytest.raises(TrialFailed, match="the program ended before it had placed the Pods: panic: no"):
        begun.outcome()


def test_what_a_program_waits_for_is_when_the_trial_looks_again(begun: LockstepTrial) -> None:
    turn = begun.step(ProgramTurn(SECOND))
    assert SECOND < turn.until < 2 * SECOND
