"""TLS over a plain stream.

OpenSSL reads from memory and never from the socket: so every wait is bounded by the one deadline,
and the first bytes of a server that does not speak TLS are there to look at.
"""

import ssl
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from schedcfg.probe.exchange.failure import ExchangeFailed
from schedcfg.probe.exchange.stream import STEP, PlainStream
from schedcfg.probe.exchange.tls_failures import failed_handshake, failed_later, no_name

_T = TypeVar("_T")


class SecuredStream:
    """A connection in TLS.

    Attributes:
        session: What OpenSSL knows of it.
    """

    def __init__(self, plain: PlainStream, context: ssl.SSLContext, name: str) -> None:
        self._plain = plain
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._first = b""
        # A name may end with a dot; certificates have none there (crypto/x509: `matchHostnames`).
        self._name = name.removesuffix(".")
        try:
            self.session = self._wrapped(context, self._name or None)
        except ValueError:
            if context.check_hostname:
                raise no_name(name) from None
            # Nobody compares it with the certificate: it only would have told the server whom it should be.
            self.session = self._wrapped(context, None)

    def _wrapped(self, context: ssl.SSLContext, name: str | None) -> ssl.SSLObject:
        return context.wrap_bio(self._incoming, self._outgoing, server_hostname=name)

    def shake_hands(self) -> None:
        """Agree on keys and check the certificate.

        Raises:
            ExchangeFailed: NO_TLS, UNTRUSTED, WRONG_NAME, OUTDATED, TLS, CUT or TIMEOUT.
        """
        try:
            self._until_done(self.session.do_handshake)
        except ssl.SSLError as error:
            raise failed_handshake(error, self._first, self._name) from None

    def receive(self) -> bytes:
        """Wait for some bytes; none: the other side ended. A missing farewell is forgiven, as in Go.

        Raises:
            ExchangeFailed: TLS, CUT or TIMEOUT.
        """
        try:
            return self._until_done(partial(self.session.read, STEP))
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
            return b""
        except ssl.SSLError as error:
            raise failed_later(error) from None

    def send(self, data: bytes) -> None:
        """Send all of it.

        Raises:
            ExchangeFailed: TLS, CUT or TIMEOUT.
        """
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._until_done(partial(self.session.write, rest[:STEP])) :]
            except ssl.SSLError as error:
                raise failed_later(error) from None

    def _until_done(self, operation: Callable[[], _T]) -> _T:
        while True:
            try:
                outcome = operation()
            except ssl.SSLWantReadError:
                self._flush()
                self._take_in()
            except ssl.SSLError:
                self._say_why()
                raise
            else:
                self._flush()
                return outcome

    def _take_in(self) -> None:
        data = self._plain.receive()
        self._first = self._first or data[:STEP]
        if data:
            self._incoming.write(data)
        else:
            self._incoming.write_eof()

    def _flush(self) -> None:
        if self._outgoing.pending:
            self._plain.send(self._outgoing.read())

    def _say_why(self) -> None:
        """Send the alert that tells the other side what was wrong, if it still listens."""
        try:
            self._flush()
        except ExchangeFailed:
            return
