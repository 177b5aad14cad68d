"""Work spread over several processes: one that is killed takes no more with it than the item that it worked on."""

import math
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, islice
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from schedcfg.errors import BugGuard

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_CHUNK = 64
"""Items handed to a process at a time."""

_AHEAD = 2
"""Such parts for each process that are handed out before their outcomes are taken."""

_MOST = 8
"""Processes that a run gets unless it asks for more: more would wait for the first, which writes the reports."""

_ENOUGH = 512
"""Items for which it pays to start them."""

_LIMITS = (
    ("/sys/fs/cgroup/cpu.max",),
    ("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"),
)
"""Where the two versions of control groups have the time that a group may use, and in which period."""

_SAFE_PATH = "PYTHONSAFEPATH"
"""With it, a new Python imports nothing from the working directory."""

_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end a process, and mean something else to the first one."""

_KILLED = 1
"""The exit status of a process whose parent was killed: nobody asks for it."""


def cores() -> int:
    """Return how many cores this process may use: those it is bound to, within what its control group grants."""
    affinity = getattr(os, "sched_getaffinity", None)
    usable = len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    return max(1, min(usable, _granted() or usable))


def _granted() -> int | None:
    """Return the cores that the control group grants, as in a container; None where it sets no limit."""
    for paths in _LIMITS:
        try:
            quota, period = " ".join(Path(path).read_text(encoding="ascii") for path in paths).split()
            return math.ceil(int(quota) / int(period)) if int(quota) > 0 else None
        except (OSError, ValueError, ZeroDivisionError):
            # There is none of this kind, or it is `max`.
            continue
    return None


def spread_where_it_pays(
    work: Callable[[Item], Outcome], lost: Callable[[Item], Outcome], items: Iterator[Item]
) -> Iterator[Outcome]:
    """Yield the outcome of each item, in order: from one process per core, unless there is one core, or little to do.

    The arguments are those of `spread`.
    """
    jobs = min(cores(), _MOST)
    first = list(islice(items, _ENOUGH))
    if jobs == 1 or len(first) < _ENOUGH:
        return map(work, chain(first, items))
    return spread(work, lost, chain(first, items), jobs)


def spread(
    work: Callable[[Item], Outcome], lost: Callable[[Item], Outcome], items: Iterator[Item], jobs: int
) -> Iterator[Outcome]:
    """Yield the outcome of each item, in order.

    Where a process is killed, the items that were handed out are tried again one by one, so that it shows which one
    is the reason. Where the system gives no processes, as without shared memory, this one does the work.

    Args:
        work: What is done with each; it, items and outcomes are sent from process to process. Each process keeps its
            own, with what that remembers.
        lost: Makes the outcome of an item whose process was killed, in this process.
        items: What there is to do.
        jobs: How many processes there are.
    """
    chunks = iter(lambda: list(islice(items, _CHUNK)), [])
    for first in chunks:
        started: deque[tuple[list[Item], Future[list[Outcome]]]] = deque()
        with _processes(work, jobs) as pool:
            if pool is None:
                yield from map(work, chain(first, chain.from_iterable(chunks)))
                return
            handed_out = ((chunk, _submit(pool, chunk)) for chunk in chain((first,), chunks))
            started.extend(islice(handed_out, _AHEAD * jobs))
            while started and (done := _outcomes(started[0][1])) is not None:
                started.popleft()
                started.extend(islice(handed_out, 1))
                yield from done
        for chunk, future in started:
            done = _outcomes(future)
            yield from _one_by_one(work, lost, chunk) if done is None else done


def _one_by_one(
    work: Callable[[Item], Outcome], lost: Callable[[Item], Outcome], items: Iterable[Item]
) -> Iterator[Outcome]:
    """Yield the outcome of each item; one whose process is killed is lost, and the others get another process."""
    rest = iter(items)
    for first in rest:
        with _processes(work, 1) as pool:
            if pool is None:
                yield lost(first)
                continue
            for item in chain((first,), rest):
                future = _submit(pool, [item])
                done = _outcomes(future)
                is_killed = isinstance(future.exception(), BrokenProcessPool)
                # An outcome that cannot be sent is made here.
                yield from done if done is not None else [lost(item) if is_killed else work(item)]
                if is_killed:
                    break


def _submit(pool: ProcessPoolExecutor, items: Sequence[Item]) -> "Future[list[Any]]":
    with _uninterrupted():
        try:
            return pool.submit(_each, items)
        except BrokenProcessPool as error:
            future: Future[list[Any]] = Future()
            future.set_exception(error)
            return future


_work: Callable[[Any], Any]
"""What a process does with each item, in that process."""


def _each(items: Sequence[Any]) -> list[Any]:
    return [_work(item) for item in items]


def _outcomes(future: "Future[list[Outcome]]") -> list[Outcome] | None:
    """Wait for outcomes; None where a process was killed before they were complete, or they cannot be sent."""
    with suppress(BrokenProcessPool), BugGuard():
        return future.result()
    return None


@contextmanager
def _processes(work: Callable[[Item], object], jobs: int) -> Iterator[ProcessPoolExecutor | None]:
    """Start processes for some work; where that is not finished, they are ended at once. None where there are none.

    On Linux they are copies of this one, with all that it has imported and remembers; they cost some milliseconds.
    """
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    with _safe_path(context), ExitStack() as stack:
        pool = None
        try:
            pool = stack.enter_context(_Pool(jobs, context, _begin, (work,)))
            _submit(pool, [])
        except _NO_PROCESSES:
            if pool is not None:
                pool.end()
            pool = None
        try:
            yield pool
        except BaseException:
            if pool is not None:
                pool.end()
            raise


_NO_PROCESSES = (OSError, ImportError, NotImplementedError, RuntimeError)
"""What Python raises where the system gives no process or thread, or no memory that processes share."""


class _Pool(ProcessPoolExecutor):
    """Processes of which one may be killed at any moment.

    CPython notices that, unless the process had begun to hand over an outcome: then it waits for the rest forever, as
    this process could write it as well, and the other ones wait for their turn.
    """

    _started: "tuple[BaseProcess, ...]" = ()
    _outcomes: "Connection | None" = None
    """Where processes write outcomes: an end that this one has as well."""

    def submit(self, fn: Callable[..., Outcome], /, *args: Any, **kwargs: Any) -> "Future[Outcome]":
        """Hand out some work; with the first, begin to watch the processes."""
        outcomes = self._result_queue._writer  # type: ignore[attr-defined]  # noqa: SLF001
        try:
            future = super().submit(fn, *args, **kwargs)
        except BaseException:
            self._started = tuple((self._processes or {}).values())  # Those that are there, so that `end` ends them
            raise
        if not self._started:
            self._started, self._outcomes = tuple((self._processes or {}).values()), outcomes
            threading.Thread(target=self._end_with_killed, daemon=True).start()
        return future

    def end(self) -> None:
        """End all processes at once: `terminate_workers` of Python 3.14, and what it leaves open."""
        for process in self._started:
            process.terminate()
        with _closing:
            if self._outcomes is not None:
                self._outcomes.close()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when they have done their work; what they write to is closed by nobody else than `end`."""
        manager: Any = self._executor_manager_thread
        super().shutdown(wait=False, cancel_futures=cancel_futures)
        if wait and manager is not None and manager.is_alive():
            manager.join()

    def _end_with_killed(self) -> None:
        running = self._started
        while running:
            ready = wait([process.sentinel for process in running])
            for process in [one for one in running if one.sentinel in ready]:
                process.join()
                if process.exitcode:
                    self.end()
                    return
            running = tuple(one for one in running if one.sentinel not in ready)


_closing = threading.Lock()
"""Nothing is closed twice: its number may be another file's by then."""


@contextmanager
def _safe_path(context: "BaseContext") -> Iterator[None]:
    """Keep processes that start a new Python from importing what is in the working directory."""
    before = os.environ.get(_SAFE_PATH)
    if before or context.get_start_method() == "fork":
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


def _begin(work: Callable[[Any], Any]) -> None:
    """Begin a process: an interruption from the keyboard is the first process's business, and it ends with that.

    What the first process was started to ignore, as by `nohup`, its processes ignore as well.
    """
    global _work  # noqa: PLW0603 - a process has one
    _work = work
    for number in _ENDING:
        is_ignored = number == signal.SIGINT or signal.getsignal(number) is signal.SIG_IGN
        signal.signal(number, signal.SIG_IGN if is_ignored else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(_KILLED)
