"""The three standard streams, as a caller left them: open, closed, or leading to where nothing can be written.

The progress of a long run, on a terminal.
"""

import errno
import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from schedcfg.cli import manners
from schedcfg.cli.exit_status import ExitCode
from schedcfg.errors import UnwritableOutput

_STDIN, _STDOUT, _STDERR = range(3)


def occupy() -> None:
    """Put something in the place of standard streams that are closed, so that no other file gets their numbers.

    Standard input stays None. Writing to standard output fails; what goes to standard error is not wanted.
    With `python -u` the streams lack a buffer: a write of the system may then take a part, and Python drops the rest.
    """
    if sys.stdin is None:
        _open(_STDIN, os.O_WRONLY)
    if sys.stdout is None:
        _open(_STDOUT, os.O_RDONLY)
    if sys.stderr is None:
        _open(_STDERR, os.O_WRONLY)
    sys.stdout = _buffered(sys.stdout, _STDOUT)
    sys.stderr = _buffered(sys.stderr, _STDERR)


def _buffered(stream: TextIO | None, number: int) -> TextIO:
    """Return a standard stream that writes all or raises: itself, or one with a buffer that ends with each line."""
    if stream is not None and not isinstance(stream.buffer, io.RawIOBase):
        return stream
    encoding, errors = ("utf-8", None) if stream is None else (stream.encoding, stream.errors)
    return open(number, "w", buffering=1, encoding=encoding, errors=errors, closefd=False)


def _open(number: int, flags: int) -> None:
    descriptor = os.open(os.devnull, flags)
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)


@contextmanager
def writing_stdout() -> Iterator[None]:
    """Write to standard output.

    Raises:
        SystemExit: if its reader closes it.
        UnwritableOutput: if it is closed, or its disk is full.
    """
    try:
        yield
    except BrokenPipeError:
        discard(_STDOUT)
        raise SystemExit(ExitCode.CUT) from None
    except OSError as error:
        discard(_STDOUT)
        raise UnwritableOutput(f"standard output cannot be written: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    return "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)


def discard(number: int) -> None:
    """Lead a standard stream nowhere: Python would complain at its exit of what is left to be written."""
    descriptor = os.open(os.devnull, os.O_WRONLY)
    os.dup2(descriptor, number)
    os.close(descriptor)


def flush(code: int) -> int:
    """Write what is left for standard output and standard error; return the exit status that follows.

    Args:
        code: The status if all can be written.
    """
    clear_progress()
    for number, stream in ((_STDOUT, sys.stdout), (_STDERR, sys.stderr)):
        try:
            stream.flush()
        except BrokenPipeError:
            discard(number)
            code = ExitCode.CUT
        except OSError:
            discard(number)
            code = ExitCode.FAILED
    return code


_FIRST = 1.0
"""Seconds before anything is shown: most runs are over by then."""

_AGAIN = 0.2
"""Seconds between two changes of the line."""

_CLEAR = "\r\x1b[K"

_SHOWN: "set[Progress]" = set()
"""Whose line is on the terminal now."""


def clear_progress() -> None:
    """Remove the line that counts files, before something else is written to where it is."""
    for shown in tuple(_SHOWN):
        shown.clear()


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

    def show(self, done: int, total: Callable[[], int]) -> None:
        """Show how far a run is, if it is time for that: not at its beginning, and not all the time.

        Args:
            done: Files that are done.
            total: Counts all files.
        """
        if self._clock() < self._next:
            return
        number = total()
        self._stream.write(f"{_CLEAR}{done:,} of {number:,} {'file' if number == 1 else 'files'} …")
        self._stream.flush()
        _SHOWN.add(self)
        self._next = self._clock() + _AGAIN

    def clear(self) -> None:
        """Remove the line, if it is shown."""
        if self in _SHOWN:
            _SHOWN.remove(self)
            self._stream.write(_CLEAR)
            self._stream.flush()


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
