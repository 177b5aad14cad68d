"""The progress of a long run, on a terminal."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO, TypeVar

from schedcfg.cli import manners

Result = TypeVar("Result")

_FIRST = 1.0
"""Seconds before anything is shown: most runs are over by then."""

_AGAIN = 0.2
"""Seconds between two changes of the line."""

_CLEAR = "\r\x1b[K"


class Progress:
    """A line on a terminal that counts files; it is gone when the run is over.

    Args:
        stream: Where the line goes.
        clock: Returns seconds since some moment.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._next = clock() + _FIRST
        self._shown = False

    def counted(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield the results, and show from time to time how many there were."""
        try:
            for number, result in enumerate(results, 1):
                yield result
                if self._clock() >= self._next:
                    self._show(number)
        finally:
            self.clear()

    def aside(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield pieces of text, each after the line is cleared."""
        for piece in pieces:
            self.clear()
            yield piece

    def clear(self) -> None:
        """Remove the line, if it is shown."""
        if self._shown:
            self._stream.write(_CLEAR)
            self._stream.flush()
            self._shown = False

    def _show(self, number: int) -> None:
        self._stream.write(f"{_CLEAR}{number:,} files …")
        self._stream.flush()
        self._shown = True
        self._next = self._clock() + _AGAIN


def progress() -> Progress | None:
    """Return the progress line on standard error; None if that is no terminal that can clear it, or with `--quiet`."""
    hides = os.environ.get("CI") or manners.is_dumb() or manners.is_quiet()
    return Progress(sys.stderr) if sys.stderr.isatty() and not hides else None


@contextmanager
def waiting(activity: str) -> Iterator[None]:
    """Yield on standard error what is being done, where progress is shown; it is gone when that is over.

    Args:
        activity: What is being done: `waiting for responses`.
    """
    if progress() is None:
        yield
        return
    sys.stderr.write(f"{activity} …")
    sys.stderr.flush()
    try:
        yield
    finally:
        sys.stderr.write(_CLEAR)
        sys.stderr.flush()
