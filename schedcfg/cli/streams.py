"""The three standard streams, as a caller left them: open, closed, or leading to where nothing can be written."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from schedcfg.cli.command_group import ExitCode
from schedcfg.errors import UnwritableOutput

_STDIN, _STDOUT, _STDERR = range(3)


def occupy() -> None:
    """Put something in the place of standard streams that are closed, so that no other file gets their numbers.

    Standard input stays None. Writing to standard output fails; what goes to standard error is not wanted.
    """
    if sys.stdin is None:
        _open(_STDIN, os.O_WRONLY)
    if sys.stdout is None:
        _open(_STDOUT, os.O_RDONLY)
        sys.stdout = open(_STDOUT, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - open to the end
    if sys.stderr is None:
        _open(_STDERR, os.O_WRONLY)
        sys.stderr = open(_STDERR, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - as above


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
