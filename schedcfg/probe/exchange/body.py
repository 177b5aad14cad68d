"""The body of an answer, as long as its head says (net/http/transfer.go, internal/chunked.go)."""

import re
from collections.abc import Iterable, Iterator

from schedcfg.golang.text import quoted
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.head import Head, malformed
from schedcfg.probe.exchange.stream import STEP, Reader

_LONGEST_LINE = 4096
_WITHOUT_BODY = frozenset({101, 204, 304})
_SIZE = re.compile(rb"[0-9A-Fa-f]{1,16}")
_LENGTH = re.compile(r"0*[0-9]{1,19}")
_LONGEST_BODY = 2**63
_FIRST_WITH_CHUNKS = b"HTTP/1.1"
_MOST_BESIDES = 16 * 1024
"""Bytes around the data of chunks, beyond 16 for each and as many again as there are data."""


def pieces_of(reader: Reader, head: Head) -> Iterator[bytes]:
    """Read the body in pieces of at most `STEP` bytes.

    Raises:
        ExchangeFailed: NOT_HTTP if its length makes no sense, CUT if it ends early, TIMEOUT.
    """
    encoding = head.headers.get("transfer-encoding") if head.version >= _FIRST_WITH_CHUNKS else None
    if encoding is not None and encoding.lower() != "chunked":
        raise malformed("unsupported transfer encoding:", encoding.encode())
    length = _length(head.headers.get("content-length"))
    if head.status in _WITHOUT_BODY:
        return iter(())
    if encoding is not None:
        return _chunks(reader)
    return _until_the_end(reader) if length is None else _exactly(reader, length)


def _length(text: str | None) -> int | None:
    if text is None:
        return None
    if not text:
        raise malformed("invalid empty Content-Length", b"")
    if not _LENGTH.fullmatch(text) or int(text) >= _LONGEST_BODY:
        raise malformed("bad Content-Length", text.encode())
    return int(text)


def bounded(pieces: Iterable[bytes], most: int, what: str) -> Iterator[bytes]:
    """Pass pieces on until they are too much.

    Raises:
        ExchangeFailed: TOO_LONG.
    """
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > most:
            raise ExchangeFailed(
                FailureKind.TOO_LONG,
                f"the {what} is longer than {_shown(most)}: the rest was not read",
                "Check that this is the right server; what the scheduler asks is answered in far less.",
            )
        yield piece


def _shown(size: int) -> str:
    return f"{size // 1024 // 1024} MiB" if size >= 1024 * 1024 else f"{size} bytes"


def _until_the_end(reader: Reader) -> Iterator[bytes]:
    while piece := reader.take(STEP):
        yield piece


def _exactly(reader: Reader, length: int) -> Iterator[bytes]:
    left = length
    while left:
        piece = reader.take(min(left, STEP))
        if not piece:
            raise _cut()
        left -= len(piece)
        yield piece


def _chunks(reader: Reader) -> Iterator[bytes]:
    besides = 0
    while True:
        line = _line(reader)
        size = _chunk_size(line)
        besides = max(besides + len(line) + 2 - 16 - 2 * size, 0)
        if besides > _MOST_BESIDES:
            raise _wrong_chunk("chunked encoding contains too much non-data", line)
        if not size:
            break
        yield from _exactly(reader, size)
        end = b"".join(_exactly(reader, 2))
        if end != b"\r\n":
            raise _wrong_chunk("malformed chunked encoding", end)
    _pass_over_trailers(reader)


def _chunk_size(line: bytes) -> int:
    number = line.rstrip(b" \t").partition(b";")[0]
    if not _SIZE.fullmatch(number):
        raise _wrong_chunk("invalid byte in chunk length", number)
    return int(number, 16)


def _pass_over_trailers(reader: Reader) -> None:
    """Check headers behind the body, which nobody reads."""
    left = _LONGEST_LINE
    while line := _line(reader):
        left -= len(line) + 2
        if left < 0:
            raise _wrong_chunk("http: suspiciously long trailer after chunked body", line)
        if b":" not in line or line[:1] in b" \t":
            raise _wrong_chunk("malformed MIME header:", line)


def _line(reader: Reader) -> bytes:
    """Read a line without its end, which has to be CRLF here."""
    line = reader.line_with_end(_LONGEST_LINE)
    if not reader.whole and reader.ended:
        raise _cut()
    if len(line) > _LONGEST_LINE:
        raise _wrong_chunk("header line too long", line)
    if not line.endswith(b"\r\n"):
        raise _wrong_chunk("chunked line ends with bare LF", line)
    if b"\r" in line[:-2]:
        raise _wrong_chunk("invalid CR in chunked line", line)
    return line[:-2]


def _wrong_chunk(words: str, line: bytes) -> ExchangeFailed:
    return ExchangeFailed(
        FailureKind.NOT_HTTP,
        f"the body is not chunked as HTTP wants it: {words} at {quoted(line)}",
        "Look into the log of the server, and of proxies and load balancers before it.",
        upstream=words,
    )


def _cut() -> ExchangeFailed:
    return ExchangeFailed(
        FailureKind.CUT,
        "the server closed the connection in the middle of its answer",
        "Look into the log of the server, and of proxies and load balancers before it.",
        upstream="unexpected EOF",
    )
