"""Processes that tests start: they heed signals, and what they do is waited for, however busy the machine is."""

import signal
import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which something counts as never happening; nothing that is right takes a tenth of it."""


def heed_signals() -> None:
    """Let the process that is started end by signals, as it does in a terminal; a `preexec_fn`.

    Tests that run in the background of a script, or by `nohup`, are started with signals ignored, and children inherit
    that: the program is right to keep ignoring them.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def wait_until(condition: Callable[[], object]) -> bool:
    """Return whether something becomes true in time."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
