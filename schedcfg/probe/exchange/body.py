"""The body of an answer, as long as its head says (net/http/transfer.go, internal/chunked.go)."""

import re
from collections.abc import Iterable, Iterator

from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.head import Head, malformed
from schedcfg.probe.exchange.quoting import quoted
from schedcfg.probe.exchange.stream import STEP, Reader

_LONGEST_LINE = 4096
_WITHOUT_BODY = frozenset({101, 204, 304})
_SIZE = re.compile(rb"[0-9A-Fa-f]{1,16}")


def pieces_of(reader: Reader, head: Head) -> Iterator[bytes]:
    """Read the body in pieces of at most `STEP` bytes.

    Raises:
        ExchangeFailed: NOT_HTTP if its length makes no sense, CUT if it ends early, TIMEOUT.
    """
    if head.status in _WITHOUT_BODY:
        return iter(())
    encoding = head.headers.get("transfer-encoding")
    if encoding is not None and head.version != b"HTTP/1.0":
        if encoding.lower() != "chunked":
            raise malformed("unsupported transfer encoding:", encoding.encode())
        return _chunks(reader)
    length = head.headers.get("content-length")
    if length is None:
        return _until_the_end(reader)
    if not re.fullmatch(r"[0-9]{1,18}", length):
        raise malformed("bad Content-Length", length.encode())
    return _exactly(reader, int(length))


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
    while size := _chunk_size(reader):
        yield from _exactly(reader, size)
        if line := _line(reader):
            raise _wrong_chunk("malformed chunked encoding", line)
    while _line(reader):
        pass  # trailers; nobody reads them


def _chunk_size(reader: Reader) -> int:
    line = _line(reader).partition(b";")[0].rstrip(b" \t")
    if not _SIZE.fullmatch(line):
        raise _wrong_chunk("invalid byte in chunk length", line)
    return int(line, 16)


def _line(reader: Reader) -> bytes:
    line = reader.line(_LONGEST_LINE)
    if not reader.whole and reader.ended:
        raise _cut()
    if len(line) > _LONGEST_LINE:
        raise _wrong_chunk("header line too long", line)
    return line


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
