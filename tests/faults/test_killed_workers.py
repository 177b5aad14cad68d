"""Processes that are killed while they hand over what they found: the others go on, and nothing waits forever."""

import errno
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from schedcfg.validation.workers import spread
from tests.processes import PATIENCE, wait_until

KILLED, STUCK = "killed in the middle", "stuck in the middle"


@pytest.fixture(autouse=True)
def stuck(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Hand over half of some outcomes in the processes that are started, then be killed, or do nothing more.

    Where one does nothing more, there is a file.
    """
    parent, send, begun = os.getpid(), Connection._send, tmp_path / "stuck"

    def send_half(self: Connection, written: bytes) -> None:
        is_killed, is_stuck = (word.encode() in bytes(written) for word in (KILLED, STUCK))
        if os.getpid() == parent or not (is_killed or is_stuck):
            send(self, written)
            return
        send(self, bytes(written)[: len(written) // 2])
        if is_killed:
            os.kill(os.getpid(), signal.SIGKILL)
        begun.touch()
        time.sleep(PATIENCE)

    monkeypatch.setattr(Connection, "_send", send_half)
    return begun


def outcome(item: int) -> str:
    return {70: KILLED, 1000: STUCK}.get(item, str(item))


def lost(item: int) -> str:
    return f"{item} is lost"


def within_patience(run: Callable[[], None]) -> bool:
    """Return whether a run ends."""
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(PATIENCE / 2)
    return not thread.is_alive()


def test_what_is_killed_in_the_middle_is_lost_alone() -> None:
    found: list[str] = []
    assert within_patience(lambda: found.extend(spread(outcome, lost, iter(range(300)), 2)))
    assert found == [lost(item) if item == 70 else str(item) for item in range(300)]


def test_what_cannot_be_sent_is_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCHEDCFG_TRACEBACK")
    here = os.getpid()

    def made(item: int) -> object:
        return (lambda: item) if item == 70 and os.getpid() != here else item

    assert list(spread(made, lost, iter(range(300)), 2)) == list(range(300))


def test_an_interruption_does_not_wait_for_the_rest_of_an_outcome(stuck: Path) -> None:
    def interrupted() -> None:
        outcomes: Iterator[str] = spread(outcome, lost, iter([*range(64), *[1000] * 640]), 2)
        assert next(outcomes) == "0"
        assert wait_until(stuck.exists)
        with pytest.raises(KeyboardInterrupt):
            outcomes.throw(KeyboardInterrupt())  # type: ignore[attr-defined]
        ended.append(True)

    ended: list[bool] = []
    assert within_patience(interrupted)
    assert ended


def no_memory(*_arguments: object, **_options: object) -> None:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def no_thread(*_arguments: object) -> None:
    raise RuntimeError("can't start new thread")


@pytest.mark.parametrize(
    ("what", "name", "fail"),
    [
        ("multiprocessing.synchronize.SemLock", "__init__", no_memory),
        ("concurrent.futures.process._ExecutorManagerThread", "start", no_thread),
        ("os", "fork", None),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="processes are begun otherwise")
def test_without_processes_this_one_does_the_work(
    monkeypatch: pytest.MonkeyPatch, what: str, name: str, fail: Callable[..., None] | None
) -> None:
    real, forked = os.fork, list[int]()

    def fork_once() -> int:
        if forked:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        forked.append(real())
        return forked[0]

    monkeypatch.setattr(f"{what}.{name}", fail or fork_once)
    here = os.getpid()
    found: list[tuple[int, int]] = []
    assert within_patience(lambda: found.extend(spread(_where, _where, iter(range(150)), 2)))
    assert found == [(item, here) for item in range(150)]
    assert wait_until(lambda: not multiprocessing.active_children())


def _where(item: int) -> tuple[int, int]:
    return item, os.getpid()
