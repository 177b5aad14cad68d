"""How the process ends."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit statuses, which scripts rely on.

    `ACCEPTED`: everything that was looked at is accepted. `REFUSED`: something is refused, or an advised finding is
    an error. `USAGE`: the command line is wrong. `FAILED`: the work could not be done (unreadable file, a fault of
    schedcfg itself). `INTERRUPTED`: by the user. `CUT`: nobody read the output to its end, so it says nothing about
    the files (what a shell shows for a process that a closed pipe ended).
    """

    ACCEPTED = 0
    REFUSED = 1
    USAGE = 2
    FAILED = 3
    INTERRUPTED = 130
    CUT = 141
