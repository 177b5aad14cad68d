"""Work spread over several processes: one that is killed takes no more with it than the item that it worked on."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing.connection import wait
from typing import TypeVar

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_CHUNK = 64
"""Items handed to a process at a time."""

_SAFE_PATH = "PYTHONSAFEPATH"
"""With it, a new Python imports nothing from the working directory."""

_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end a process, and mean something else to the first one."""

_KILLED = 1
"""The exit status of a process whose parent was killed: nobody asks for it."""


def spread(
    work: Callable[[Item], Outcome], lost: Callable[[Item], Outcome], items: Iterator[Item], jobs: int
) -> Iterator[Outcome]:
    """Yield the outcome of each item, in order.

    Where a process is killed, the items that were handed out are tried again one by one, so that it shows which one
    is the reason.

    Args:
        work: What is done with each; it, items and outcomes are sent from process to process.
        lost: Makes the outcome of an item whose process was killed, in this process.
        items: What there is to do.
        jobs: How many processes there are.
    """
    batches = iter(lambda: list(islice(items, _CHUNK * jobs)), [])
    for first in batches:
        with _processes(jobs) as pool:
            for batch in chain((first,), batches):
                chunks = [batch[start : start + _CHUNK] for start in range(0, len(batch), _CHUNK)]
                started = [(chunk, _submit(pool, work, chunk)) for chunk in chunks]
                for chunk, future in started:
                    done = _outcomes(future)
                    yield from _one_by_one(work, lost, chunk) if done is None else done
                if any(_outcomes(future) is None for _, future in started):
                    break


def _one_by_one(
    work: Callable[[Item], Outcome], lost: Callable[[Item], Outcome], items: Iterable[Item]
) -> Iterator[Outcome]:
    """Yield the outcome of each item; one whose process is killed is lost, and the others get another process."""
    rest = iter(items)
    for first in rest:
        with _processes(1) as pool:
            for item in chain((first,), rest):
                done = _outcomes(_submit(pool, work, [item]))
                yield from [lost(item)] if done is None else done
                if done is None:
                    break


def _submit(
    pool: ProcessPoolExecutor, work: Callable[[Item], Outcome], items: Sequence[Item]
) -> "Future[list[Outcome]]":
    with _uninterrupted():
        try:
            return pool.submit(_each, work, items)
        except BrokenProcessPool as error:
            future: Future[list[Outcome]] = Future()
            future.set_exception(error)
            return future


def _each(work: Callable[[Item], Outcome], items: Sequence[Item]) -> list[Outcome]:
    return [work(item) for item in items]


def _outcomes(future: "Future[list[Outcome]]") -> list[Outcome] | None:
    """Wait for outcomes; None where a process was killed before they were complete."""
    try:
        return future.result()
    except BrokenProcessPool:
        return None


@contextmanager
def _processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start processes; where the work is not finished, they are ended at once."""
    with _safe_path(), ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        try:
            yield pool
        except BaseException:
            # `terminate_workers` of Python 3.14.
            for process in list((pool._processes or {}).values()):  # noqa: SLF001
                process.terminate()
            raise


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep processes that start a new Python from importing what is in the working directory."""
    before = os.environ.get(_SAFE_PATH)
    if before or multiprocessing.get_start_method() == "fork":
        yield
        return
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let no signal meet a new process before it knows what to do with it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Begin a process: an interruption from the keyboard is the first process's business, and it ends with that."""
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(_KILLED)
