"""One question, one answer."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

from schedcfg.golang.text import quoted
from schedcfg.probe.exchange.address import Address, read_address, without_secrets
from schedcfg.probe.exchange.body import bounded, pieces_of
from schedcfg.probe.exchange.deadline import ASKING, READING, SHAKING_HANDS, WAITING, Deadline
from schedcfg.probe.exchange.dialing import dial
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.head import read_head
from schedcfg.probe.exchange.message import Answer, Limits, Request
from schedcfg.probe.exchange.question import wants_gzip, written
from schedcfg.probe.exchange.redirects import MOST, Hop, in_circles, next_hop
from schedcfg.probe.exchange.stream import PlainStream, Reader, Stream
from schedcfg.probe.exchange.tls import SecuredStream
from schedcfg.probe.exchange.trust import SYSTEM, Trust, context
from schedcfg.probe.exchange.unpacking import unpacked

_BAD_REQUEST = 400
_MEANT_FOR_TLS = (b"Client sent an HTTP request to an HTTPS server", b"The plain HTTP request was sent to HTTPS port")
"""How Go's and nginx' servers of HTTPS answer a question without TLS."""


class _Asker(NamedTuple):
    """What stays the same from redirect to redirect."""

    limits: Limits
    deadline: Deadline
    context: ssl.SSLContext | None
    server_name: str


def exchange(request: Request, trust: Trust = SYSTEM, limits: Limits = Limits()) -> Answer:  # noqa: B008
    """Ask once and read the answer, as Go's `net/http` client would, but within limits.

    Redirects are followed on the same server only; proxies of the environment and `~/.netrc` are not used:
    nobody is asked whom the caller does not name. HTTP/1.1 is spoken, also where Go would speak HTTP/2.

    Raises:
        ExchangeFailed: if no answer of HTTP came, whatever the status would have been.
    """
    deadline = Deadline(limits.seconds)
    try:
        with _worded_by_go(request.method, without_secrets(request.url)):
            address = read_address(request.url)
        secured = context(trust) if address.scheme == "https" or trust != SYSTEM else None
        return _follow(Hop(request, address), _Asker(limits, deadline, secured, trust.server_name))
    except ExchangeFailed as error:
        error.seconds = deadline.spent()
        raise


def _follow(hop: Hop, asker: _Asker) -> Answer:
    redirects: list[str] = []
    method = hop.request.method
    while True:
        answer, failed = _ask(hop, asker)
        location = answer.headers.get("location", "")
        with _worded_by_go(method, hop.address.url):
            onward = next_hop(hop, answer.status, location)
        # How the body of a redirect ends is all the same.
        if onward is None and failed:
            failed.so_far = answer._replace(redirects=tuple(redirects))
            raise failed
        if onward is None:
            return answer._replace(redirects=tuple(redirects))
        redirects.append(onward.address.url)
        if len(redirects) >= MOST:
            raise in_circles(method, location)
        hop = onward


def _ask(hop: Hop, asker: _Asker) -> tuple[Answer, ExchangeFailed | None]:
    """Give the answer, and what its body failed at, if it did."""
    request, address = hop
    deadline = asker.deadline
    with _worded_by_go(request.method, address.url):
        question = written(request, address)
        connection = dial(address, deadline)
    with closing(connection):
        with _worded_by_go(request.method, address.url):
            stream = _stream(connection, address, asker)
            reader = Reader(stream)
            refused = _send(stream, question, deadline)
            deadline.stage = WAITING
            try:
                head = read_head(reader)
            except ExchangeFailed as error:
                # That nothing could be sent tells more than that nothing came; a reason that came tells most.
                raise refused if refused and error.kind is FailureKind.CUT else error from None
            pieces = pieces_of(reader, head)
        deadline.stage = READING
        answer = Answer(head.status, dict(head.headers), b"", deadline.spent(), request.method, address.url)
        answer, failed = _read(answer, pieces, asker, unpacks=wants_gzip(request))
    _check_meant_for_tls(answer.status, answer.body)
    return answer, failed


def _stream(connection: socket.socket, address: Address, asker: _Asker) -> Stream:
    plain = PlainStream(connection, asker.deadline)
    if address.scheme == "http" or asker.context is None:
        return plain
    asker.deadline.stage = SHAKING_HANDS
    secured = SecuredStream(plain, asker.context, asker.server_name or address.host)
    secured.shake_hands()
    return secured


def _send(stream: Stream, question: bytes, deadline: Deadline) -> ExchangeFailed | None:
    """Send the question; a server that does not want to read all of it may have answered all the same."""
    deadline.stage = ASKING
    try:
        stream.send(question)
    except ExchangeFailed as error:
        if error.kind is FailureKind.TIMEOUT:
            raise
        return error
    return None


def _read(
    answer: Answer, pieces: Iterator[bytes], asker: _Asker, *, unpacks: bool
) -> tuple[Answer, ExchangeFailed | None]:
    headers = dict(answer.headers)
    pieces = bounded(pieces, asker.limits.body, "answer")
    if unpacks and headers.get("content-encoding", "").lower() == "gzip":
        pieces = bounded(unpacked(pieces), asker.limits.body, "unpacked answer")
        del headers["content-encoding"]
        headers.pop("content-length", None)
    body = bytearray()
    seconds, failed = answer.seconds, None
    try:
        for piece in pieces:
            body += piece
            seconds = asker.deadline.spent()
    except ExchangeFailed as error:
        failed = error
    return answer._replace(headers=headers, body=bytes(body), seconds=seconds), failed


def _check_meant_for_tls(status: int, body: bytes) -> None:
    if status == _BAD_REQUEST and any(words in body for words in _MEANT_FOR_TLS):
        raise ExchangeFailed(
            FailureKind.NOT_HTTP,
            "the server speaks TLS on this port, but was asked without: it answers 400 Bad Request",
            "Write https:// instead of http:// (and for an extender, enableHTTPS: true).",
            upstream="Client sent an HTTP request to an HTTPS server",
        )


@contextmanager
def _worded_by_go(method: str, url: str) -> Iterator[None]:
    """Put before Go's words what `net/http` puts before them: whom it asked (net/url: `Error`)."""
    try:
        yield
    except ExchangeFailed as error:
        # An address that cannot be read names itself.
        if error.upstream and not error.is_unparsable:
            error.upstream = f"{method.capitalize()} {quoted(url, 300)}: {error.upstream}"
        raise
