"""`python -m schedcfg` and the console script: what has to be settled before anything else is imported."""

import os
import sys


def _is_working_folder(path: str) -> bool:
    try:
        return path in {"", os.getcwd()}
    except FileNotFoundError:
        return path == ""


if __name__ == "__main__" and not sys.flags.safe_path and sys.path and _is_working_folder(sys.path[0]):
    # `python -m` puts the working directory first: what lies in a repository would be imported, and so run.
    del sys.path[0]

import signal  # noqa: E402 - not before that
from types import FrameType  # noqa: E402

__all__ = ["main"]

_STATUS = 128
"""What shells add to the number of a signal that ended a process."""

_SOON = 0.01
"""Seconds until a signal that was lost is sent again."""

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Ended(KeyboardInterrupt):
    """A signal asked the process to end: files that are being written are removed on the way out.

    Whichever it was, it is raised as an interruption: event loops and libraries let these pass, and no others.

    Attributes:
        number: The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    def __del__(self) -> None:
        _send_again(self.number)


_is_over = False
"""Whether `main` has met the exception of a signal, or has ended without one."""


def main() -> None:
    """Run the command line. A signal ends it without a traceback, with the status that shells show for the signal."""
    global _is_over  # noqa: PLW0603 - what deletes an exception passes nothing
    status = 0
    _handle(_leave)
    sys.unraisablehook = _complain
    try:
        from schedcfg import cli  # noqa: PLC0415 - an interruption meets the handlers above from the beginning

        _handle(_end)
        cli.main()
    except KeyboardInterrupt as end:
        _is_over = True
        status = _STATUS + getattr(end, "number", signal.SIGINT)
    finally:
        _is_over = True
        _handle(_leave)
    # Not above: what was under way ends with the exception, as the frames do that this has.
    sys.exit(status)


def _handle(handler: "signal._HANDLER") -> None:
    """Set what signals do that end a process, but for those that it was started to ignore, as by `nohup`."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _send_again(number: int) -> None:
    """Send a signal again whose exception is deleted before `main` met it: something on the way swallowed it.

    That is where Python calls something between two steps, as when it deletes an object, or when it forks, which takes
    so long that signals often come meanwhile; and where a library goes on after whatever was raised.
    """
    if _is_over:
        return
    import threading  # noqa: PLC0415 - few runs lose a signal

    # Not at once: it would be raised here, and lost again.
    later = threading.Timer(_SOON, os.kill, (os.getpid(), number))
    later.daemon = True
    later.start()


def _complain(lost: "sys.UnraisableHookArgs") -> None:
    """Write to standard error what was raised where nobody can catch it, but for signals: they are sent again."""
    if not isinstance(lost.exc_value, Ended):
        sys.__unraisablehook__(lost)


def _leave(number: int, _frame: FrameType | None) -> None:
    """End at once: nothing has begun, or all is done."""
    os._exit(_STATUS + number)


def _end(number: int, _frame: FrameType | None) -> None:
    """End after what has begun is undone.

    Raises:
        Ended: always.
    """
    if "asyncio.log" in sys.modules:
        # What is interrupted between two steps of an event loop leaves futures that nobody awaits: no bug to be logged.
        sys.modules["asyncio.log"].logger.disabled = True
    raise Ended(number)


if __name__ == "__main__":
    main()
