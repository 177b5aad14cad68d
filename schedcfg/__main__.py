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


class Ended(BaseException):
    """A signal asked the process to end: files that are being written are removed on the way out."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def main() -> None:
    """Run the command line. A signal ends it without a traceback, with the status that shells show for the signal."""
    _handle(_leave)
    sys.unraisablehook = _send_again
    try:
        from schedcfg import cli  # noqa: PLC0415 - an interruption meets the handlers above from the beginning

        _handle(_end)
        cli.main()
    except Ended as end:
        sys.exit(_STATUS + end.number)
    except KeyboardInterrupt:
        # Click was not there yet, or no longer.
        sys.exit(_STATUS + signal.SIGINT)
    finally:
        _handle(_leave)


def _handle(handler: "signal._HANDLER") -> None:
    """Set what signals do that end a process, but for those that it was started to ignore, as by `nohup`."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _send_again(lost: "sys.UnraisableHookArgs") -> None:
    """Send a signal again whose exception was raised where nobody can catch it, and so was lost.

    That is where Python calls something between two steps: when it forks, which takes so long that signals often come
    meanwhile, and when it deletes an object.
    """
    number = getattr(lost.exc_value, "number", None) if isinstance(lost.exc_value, Ended) else None
    if isinstance(lost.exc_value, KeyboardInterrupt):
        number = signal.SIGINT
    if number is None:
        sys.__unraisablehook__(lost)
        return
    import threading  # noqa: PLC0415 - few runs lose a signal

    # Not at once: it would be raised here, and lost again.
    later = threading.Timer(_SOON, os.kill, (os.getpid(), number))
    later.daemon = True
    later.start()


def _leave(number: int, _frame: FrameType | None) -> None:
    """End at once: nothing has begun, or all is done."""
    os._exit(_STATUS + number)


def _end(number: int, _frame: FrameType | None) -> None:
    """End after what has begun is undone.

    Raises:
        KeyboardInterrupt: for an interruption from the keyboard.
        Ended: for another signal.
    """
    if "asyncio.log" in sys.modules:
        # What is interrupted between two steps of an event loop leaves futures that nobody awaits: no bug to be logged.
        sys.modules["asyncio.log"].logger.disabled = True
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise Ended(number)


if __name__ == "__main__":
    main()
