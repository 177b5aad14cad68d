"""The exit statuses, which all commands share, and how one is chosen."""

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """The exit statuses, which scripts rely on.

    `ACCEPTED`: nothing that was looked at is refused, or has an error. `REFUSED`: something is, or has. `USAGE`: the
    command line is wrong. `FAILED`: the work could not be done (unreadable file, a bug in schedcfg itself).
    `DISAGREES`: the user's own program and schedcfg differ. `INTERRUPTED`: by the user. `CUT`: the output was not read
    to its end, so the status means nothing for the files (shells show it for a process ended by a closed pipe).
    """

    ACCEPTED = 0
    REFUSED = 1
    USAGE = 2
    FAILED = 3
    DISAGREES = 4
    INTERRUPTED = 130
    CUT = 141


_FROM_LEAST = (ExitCode.ACCEPTED, ExitCode.REFUSED, ExitCode.DISAGREES, ExitCode.FAILED)


def exit_status(*, failed: object, refused: object) -> ExitCode:
    """Return the exit status of a run: what could not be done takes precedence.

    Args:
        failed: Whether something could not be done: true of a number that is not zero, of a list that is not empty.
        refused: Whether something is refused, differs, or is left to do.
    """
    if failed:
        return ExitCode.FAILED
    return ExitCode.REFUSED if refused else ExitCode.ACCEPTED


def worst(codes: Iterable[ExitCode]) -> ExitCode:
    """Return the exit status that several add up to: that of the one that matters most."""
    return max(codes, key=_FROM_LEAST.index, default=ExitCode.ACCEPTED)
