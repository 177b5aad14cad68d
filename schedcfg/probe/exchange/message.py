"""What goes over the wire, and how much of it may."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

_MEBIBYTE = 1024 * 1024

NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Request(NamedTuple):
    """A question.

    Attributes:
        method: `GET` or `POST`.
        url: Absolute; a login in it is sent as basic authentication, as Go's `net/http` does.
        headers: Beside those that every request has.
        body: What is posted.
    """

    method: str
    url: str
    headers: Mapping[str, str] = NO_HEADERS
    body: bytes = b""


class Answer(NamedTuple):
    """What came back.

    Attributes:
        status: HTTP's status code.
        headers: By their names in lower case.
        body: Decompressed.
        seconds: From the first packet to the last.
        method: By which it was asked at last: redirects can turn `POST` into `GET`.
        url: Who answered, without its login.
        redirects: Where the question was sent on to, in order; all on the same server.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float
    method: str
    url: str
    redirects: tuple[str, ...] = ()


class Limits(NamedTuple):
    """How long an exchange may take, and how much of the answer is read.

    Attributes:
        seconds: For all of it: finding the address, connecting, redirects, the last byte.
        body: Bytes of the body, compressed or not.
    """

    seconds: float = 10.0
    body: int = 32 * _MEBIBYTE
