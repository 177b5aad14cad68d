"""Become a program, by `execve`: programs that start others, as `unshare`, hand to a shell what the system cannot run.

This is run by itself, between such a program and the one of the user: it imports nothing of the package.
"""

import os
import signal
import sys

CANNOT_EXECUTE = 126
"""The exit status of shells for a program that is there and cannot be run."""


def main() -> None:
    """Do so: the arguments are the program and its own. Where that fails, write the number of the system's error."""
    program = sys.argv[1]
    for name in ("SIGPIPE", "SIGXFSZ"):
        # Python ignores them, and programs inherit that.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        os.execv(program, sys.argv[1:])  # noqa: S606 - what the user named
    except OSError as error:
        sys.stderr.write(f"{error.errno}\n")
        sys.exit(CANNOT_EXECUTE)


if __name__ == "__main__":
    main()
