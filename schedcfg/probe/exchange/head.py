"""The head of an answer, read as strictly as Go's `net/http` does (response.go, textproto/reader.go).

The parser of `http.client` is too kind for that: it takes a head that was cut for a whole one,
passes over lines that are no headers, and takes `103 Early Hints` for the answer.
"""

import re
from typing import NamedTuple

from schedcfg.golang.text import quoted
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.stream import Reader

MOST_BYTES = 10 * 1024 * 1024
"""Of all lines (net/http/transport.go: `maxHeaderResponseSize`)."""

MOST_HEADERS = 10_000
"""Of different names; Go has no such limit."""

_VERSION = re.compile(rb"HTTP/[0-9]\.[0-9]")
_NAME = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z ]+")
"""Go lets spaces pass; what has one is a name that nobody asks for."""

_NOT_IN_VALUES = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
_TLS_ALERT = b"\x15\x03"
_SWITCHING_PROTOCOLS = 101
_PROVISIONAL = range(100, 200)
_BROKEN = "net/http: HTTP/1.x transport connection broken: "


class Head(NamedTuple):
    """Status and headers.

    Attributes:
        version: As bytes, such as `HTTP/1.1`.
        status: HTTP's status code.
        headers: By their names in lower case; of repeated ones the first, as Go's `Header.Get` gives it.
    """

    version: bytes
    status: int
    headers: dict[str, str]


def read_head(reader: Reader) -> Head:
    """Read the head of the final answer; provisional answers (1xx) before it are passed over.

    Raises:
        ExchangeFailed: NOT_HTTP, CUT, TOO_LONG or TIMEOUT.
    """
    while True:
        head = _read_one(reader)
        if head.status not in _PROVISIONAL or head.status == _SWITCHING_PROTOCOLS:
            return head


def malformed(words: str, line: bytes) -> ExchangeFailed:
    """Make the failure that tells what HTTP does not allow."""
    return ExchangeFailed(
        FailureKind.NOT_HTTP,
        f"what came is not HTTP: {words} {quoted(line)}",
        "Check that the port is the one on which the server speaks HTTP.",
        upstream=f"{_BROKEN}{words} {quoted(line)}",
    )


def _read_one(reader: Reader) -> Head:
    line = reader.line(MOST_BYTES)
    if not line and not reader.whole:
        raise ExchangeFailed(
            FailureKind.CUT,
            "the server closed the connection without an answer",
            "Look into the log of the server; if it speaks TLS on this port, write https://.",
            upstream="EOF",
        )
    version, status = _status_line(line)
    headers = _read_headers(reader, MOST_BYTES - len(line))
    return Head(version, status, {name: " ".join(lines).strip(" ") for name, lines in headers.items()})


def _read_headers(reader: Reader, most: int) -> dict[str, list[str]]:
    """Read up to the empty line; a value that goes on in the next line is a list of its lines."""
    headers: dict[str, list[str]] = {}
    value: list[str] = []
    left = most
    while line := reader.line(left):
        left -= len(line) + 1
        if left < 0:
            raise _too_long(f"more than {MOST_BYTES // 1024 // 1024} MiB of headers")
        if line[:1] in b" \t" and not headers:
            raise malformed("malformed MIME header initial line:", line)
        if _NOT_IN_VALUES.search(line):
            raise malformed("malformed MIME header line:", line)
        if line[:1] in b" \t":
            value.append(line.strip(b" \t").decode("latin-1"))
        elif reader.whole:
            value = _keep(headers, line)
    if not reader.whole:
        raise _cut()
    return headers


def _keep(headers: dict[str, list[str]], line: bytes) -> list[str]:
    name, text = _header(line)
    value = [text]
    kept = headers.setdefault(name, value)
    if name == "transfer-encoding" and kept is not value:
        kept += [",", text]  # one more than Go takes
    if name == "content-length" and kept != value:
        raise malformed("http: message cannot contain multiple Content-Length headers; got", text.encode())
    if len(headers) > MOST_HEADERS:
        raise _too_long(f"more than {MOST_HEADERS} headers", upstream="")
    return value


def _status_line(line: bytes) -> tuple[bytes, int]:
    if line.startswith(_TLS_ALERT):
        raise ExchangeFailed(
            FailureKind.NOT_HTTP,
            "the server speaks TLS on this port, but was asked without",
            "Write https:// instead of http:// (and for an extender, enableHTTPS: true).",
            upstream=f"{_BROKEN}malformed HTTP response {quoted(line)}",
        )
    version, space, rest = line.partition(b" ")
    if not space:
        raise malformed("malformed HTTP response", line)
    code = rest.lstrip(b" ").partition(b" ")[0]
    if not re.fullmatch(rb"[+0-9][0-9]{2}", code):
        raise malformed("malformed HTTP status code", code)
    if not _VERSION.fullmatch(version):
        raise malformed("malformed HTTP version", version)
    return version, int(code)


def _header(line: bytes) -> tuple[str, str]:
    name, colon, value = line.partition(b":")
    if not colon:
        raise malformed("malformed MIME header: missing colon:", line)
    if not _NAME.fullmatch(name):
        raise malformed("malformed MIME header line:", line)
    return name.decode("ascii").lower(), value.strip(b" \t").decode("latin-1")


def _cut() -> ExchangeFailed:
    return ExchangeFailed(
        FailureKind.CUT,
        "the server closed the connection in the middle of the headers",
        "Look into the log of the server, and of proxies and load balancers before it.",
        upstream=f"{_BROKEN}unexpected EOF",
    )


def _too_long(what: str, upstream: str | None = None) -> ExchangeFailed:
    words = f"{_BROKEN}net/http: server response headers exceeded {MOST_BYTES} bytes; aborted"
    return ExchangeFailed(
        FailureKind.TOO_LONG,
        f"the server sends {what}",
        "Check that this is the right server.",
        upstream=words if upstream is None else upstream,
    )
