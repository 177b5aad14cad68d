"""One clock for all steps of an exchange."""

import time
from typing import NamedTuple

from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind

_BEFORE_THE_BODY = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
_WITHIN_THE_BODY = "context deadline exceeded (Client.Timeout or context cancellation while reading body)"


class Stage(NamedTuple):
    """What is being done.

    Attributes:
        doing: As it ends a sentence about a timeout.
        advice: What to look at if it takes too long.
        upstream: How Go words a timeout in it.
    """

    doing: str
    advice: str
    upstream: str = _BEFORE_THE_BODY


RESOLVING = Stage(
    "its name was still being looked up",
    "Check the name servers of this machine; the scheduler's machine or pod may ask others.",
)
CONNECTING = Stage(
    "no connection was made",
    "Check the address, and that firewalls and network policies let these packets through: nobody refused them.",
)
SHAKING_HANDS = Stage(
    "the TLS handshake was not finished",
    "Check that the server speaks TLS on this port, and that it is not overloaded.",
)
ASKING = Stage(
    "the question could not be sent in full",
    "Check whether the server reads what it is sent, or whether it is overloaded.",
)
WAITING = Stage(
    "the connection stood, but no complete head of an answer came",
    "Check the load and the log of the server; if it needs that long, give it a longer timeout.",
)
READING = Stage(
    "the answer began, but did not end",
    "Check the load of the server and how much it sends; if it needs that long, give it a longer timeout.",
    _WITHIN_THE_BODY,
)


class Deadline:
    """The time that is left.

    Attributes:
        stage: What is being done now; a timeout tells it.
    """

    def __init__(self, seconds: float) -> None:
        self.stage = RESOLVING
        self._seconds = seconds
        self._start = time.monotonic()

    def spent(self) -> float:
        """Tell how many seconds went by."""
        return time.monotonic() - self._start

    def left(self) -> float:
        """Tell how many seconds are left, more than 0.

        Raises:
            ExchangeFailed: TIMEOUT, if none are.
        """
        left = self._seconds - self.spent()
        if left <= 0:
            raise self.passed()
        return left

    def passed(self) -> ExchangeFailed:
        """Make the failure that tells that the time is over."""
        return ExchangeFailed(
            FailureKind.TIMEOUT,
            f"no answer within {self._seconds:g} s: {self.stage.doing}",
            self.stage.advice,
            upstream=self.stage.upstream,
        )
