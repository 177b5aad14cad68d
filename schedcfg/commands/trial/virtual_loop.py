"""An event loop whose time does not pass by itself: it is driven from outside, and says until when nothing happens.

So a trial and its program take turns: neither waits for the other, and what depends on time is the same in each run.
"""

import asyncio
import heapq
import logging
import math
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import Context
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar, TypeVarTuple

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")

BEGINNING = datetime(2100, 1, 1, tzinfo=UTC)
"""When time begins: later than whatever is written in the objects of a cluster, as the present is."""
NANOSECONDS = 1_000_000_000
_ENDINGS = 5
"""How often tasks are cancelled: one that waits for a second thing, once the first is cancelled, is cancelled again."""


def present() -> datetime:
    """Return the time of day: that of the loop that runs, where time does not pass by itself."""
    loop = asyncio._get_running_loop()  # noqa: SLF001 - None where none runs
    return loop.date() if isinstance(loop, VirtualLoop) else datetime.now(UTC)


class VirtualLoop(asyncio.AbstractEventLoop):
    """Runs what is ready, and what is due at the time that it is given."""

    def __init__(self) -> None:
        self._now = 0  # Nanoseconds
        self._ready: deque[asyncio.Handle] = deque()
        self._scheduled: list[asyncio.TimerHandle] = []
        self._is_closed = False

    def time(self) -> float:
        """Return the seconds that have passed."""
        return self._now / NANOSECONDS

    def date(self) -> datetime:
        """Return the time of day, as clocks on walls show it."""
        return BEGINNING + timedelta(microseconds=self._now // 1000)

    @property
    def next_time(self) -> int | None:
        """The nanosecond at which the next thing is due; None where nothing is."""
        while self._scheduled and self._scheduled[0].cancelled():
            heapq.heappop(self._scheduled)
        return math.ceil(self._scheduled[0].when() * NANOSECONDS) if self._scheduled else None

    def run_until(self, now: int) -> None:
        """Run what is ready, and what is due up to a time, until nothing is ready any more.

        Args:
            now: Nanoseconds since the beginning; time does not go back.
        """
        self._now = max(self._now, now)
        with self.entered():
            while self._ready or self._has_due():
                for _ in range(len(self._ready)):
                    handle = self._ready.popleft()
                    if not handle.cancelled():
                        handle._run()  # noqa: SLF001 - how loops run them

    def _has_due(self) -> bool:
        """Move what is due to what is ready, and return whether there was something."""
        before = len(self._ready)
        while (due := self.next_time) is not None and due <= self._now:
            self._ready.append(heapq.heappop(self._scheduled))
        return len(self._ready) > before

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Be the running loop."""
        before = asyncio._get_running_loop()  # noqa: SLF001 - for authors of loops
        asyncio._set_running_loop(self)  # noqa: SLF001
        try:
            yield
        finally:
            asyncio._set_running_loop(before)  # noqa: SLF001

    def end(self) -> None:
        """Cancel all tasks, those too that go on for a while then, and be closed."""
        for _ in range(_ENDINGS):
            for task in asyncio.all_tasks(self):
                task.cancel()
            self.run_until(self._now)
        self.close()

    # What asyncio and libraries ask of a loop.

    def call_soon(
        self, callback: Callable[[*_Arguments], object], *args: *_Arguments, context: Context | None = None
    ) -> asyncio.Handle:
        """Run something when what is ready now has run."""
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[[*_Arguments], object],
        *args: *_Arguments,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run something after some seconds."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[[*_Arguments], object], *args: *_Arguments, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Run something at a time."""
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._scheduled, handle)
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Note nothing: cancelled timers are left out when their time comes."""

    def create_future(self) -> "asyncio.Future[Any]":
        """Return a future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(
        self,
        coro: Coroutine[Any, Any, _Result] | Generator[Any, None, _Result],
        *,
        name: str | None = None,
        context: Context | None = None,
    ) -> "asyncio.Task[_Result]":
        """Return a task of this loop."""
        return asyncio.Task(coro, loop=self, name=name, context=context)

    def run_in_executor(  # type: ignore[override]
        self, _executor: object, func: Callable[..., _Result], *args: Any
    ) -> "asyncio.Future[_Result]":
        """Call a function here: in another thread, real time would decide what comes first."""

        async def called() -> _Result:
            return func(*args)

        return self.create_task(called())

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Log what nobody handled."""
        logging.getLogger("asyncio").error(context.get("message"), exc_info=context.get("exception"))

    def get_debug(self) -> bool:
        """Return False: it has no mode for debugging."""
        return False

    def is_running(self) -> bool:
        """Return whether it runs something now."""
        return asyncio._get_running_loop() is self  # noqa: SLF001

    def is_closed(self) -> bool:
        """Return whether it is closed."""
        return self._is_closed

    def close(self) -> None:
        """Forget what is left."""
        self._is_closed = True
        self._ready.clear()
        self._scheduled.clear()
