"""A question as it goes over the wire."""

import re

import schedcfg
from schedcfg.golang.text import quoted
from schedcfg.probe.exchange.address import Address
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.message import Request

_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_NOT_IN_VALUES = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def wants_gzip(request: Request) -> bool:
    """Tell whether Go would ask for gzip by itself, and unpack it (net/http/transport.go)."""
    return not {"accept-encoding", "range"} & {name.lower() for name in request.headers}


def written(request: Request, address: Address) -> bytes:
    """Write the request line, the headers and the body.

    Raises:
        ExchangeFailed: WRONG_HEADER.
    """
    headers = {"Host": address.authority, "User-Agent": f"schedcfg/{schedcfg.__version__}"}
    if request.body or request.method == "POST":
        headers["Content-Length"] = str(len(request.body))
    if wants_gzip(request):
        headers["Accept-Encoding"] = "gzip"
    given = {name.lower() for name in request.headers}
    if "authorization" not in given and (login := address.basic_auth()):
        headers["Authorization"] = login
    lines = [f"{request.method} {address.target} HTTP/1.1", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items() if name.lower() not in given]
    lines += [_line(name, value) for name, value in request.headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + request.body


def _line(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        words = f"net/http: invalid header field name {quoted(name)}"
        raise ExchangeFailed(FailureKind.WRONG_HEADER, f"{quoted(name)} is no name of a header", upstream=words)
    if _NOT_IN_VALUES.search(value):
        raise ExchangeFailed(
            FailureKind.WRONG_HEADER,
            f"the header {name} has characters that HTTP does not allow",  # not shown: it can be a token
            "Look for line ends in it, such as one at the end of a token's file.",
            upstream=f"net/http: invalid header field value for {quoted(name)}",
        )
    return f"{name}: {value}"
