"""Bytes to and from a server, always before a deadline."""

import os
import socket
from typing import Protocol

from schedcfg.probe.exchange.deadline import Deadline
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind

STEP = 64 * 1024
"""Bytes that are taken from the network at a time."""


class Stream(Protocol):
    """A connection, plain or secured."""

    def receive(self) -> bytes:
        """Wait for some bytes; none: the other side ended."""
        ...

    def send(self, data: bytes) -> None:
        """Send all of it."""
        ...


class PlainStream:
    """A TCP connection. All methods raise ExchangeFailed: TIMEOUT, or CUT if the connection breaks."""

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        self._connection = connection
        self._deadline = deadline
        # Asked now: a broken connection does not know any more whom it led to.
        self._ends = f"{_shown(connection.getsockname())}->{_shown(connection.getpeername())}"

    def receive(self) -> bytes:
        """Wait for some bytes; none: the other side ended."""
        self._connection.settimeout(self._deadline.left())
        try:
            return self._connection.recv(STEP)
        except TimeoutError as error:
            if error.errno is None:
                raise self._deadline.passed() from None
            raise self._broken("read", error) from None
        except OSError as error:
            raise self._broken("read", error) from None

    def send(self, data: bytes) -> None:
        """Send all of it."""
        rest = memoryview(data)
        while rest:
            self._connection.settimeout(self._deadline.left())
            try:
                rest = rest[self._connection.send(rest[:STEP]) :]
            except TimeoutError:
                raise self._deadline.passed() from None
            except OSError as error:
                raise self._broken("write", error) from None

    def _broken(self, doing: str, error: OSError) -> ExchangeFailed:
        reason = os.strerror(error.errno or 0).lower()
        return ExchangeFailed(
            FailureKind.CUT,
            f"the server broke the connection: {reason}",
            "Look into the log of the server, and of proxies and load balancers before it.",
            upstream=f"{doing} tcp {self._ends}: {doing}: {reason}",
        )


def _shown(end: tuple[str, int]) -> str:
    return f"[{end[0]}]:{end[1]}" if ":" in end[0] else f"{end[0]}:{end[1]}"


class Reader:
    """Lines and pieces out of a stream; holds `STEP` bytes and a line at most.

    Attributes:
        ended: Whether the other side ended.
        whole: Whether the last line that was read had its end.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._held = bytearray()
        self.ended = False
        self.whole = True

    def line(self, longest: int) -> bytes:
        """Read a line without its end; at most `longest` bytes and then as much as came with them.

        `whole` tells afterwards whether the line ended there.
        """
        return self.line_with_end(longest).removesuffix(b"\n").removesuffix(b"\r")

    def line_with_end(self, longest: int) -> bytes:
        """Do as `line` does, but leave the end on."""
        searched = 0
        while (end := self._held.find(b"\n", searched)) < 0 and len(self._held) <= longest and not self.ended:
            searched = len(self._held)
            self._fill()
        self.whole = end >= 0
        return self.take(end + 1 if end >= 0 else len(self._held))

    def take(self, most: int) -> bytes:
        """Read up to so many bytes, as many as are there; none: the other side ended."""
        if not self._held and most:
            self._fill()
        taken = bytes(self._held[:most])
        del self._held[:most]
        return taken

    def _fill(self) -> None:
        if not self.ended:
            data = self._stream.receive()
            self.ended = not data
            self._held += data
