"""Redirects as Go's `net/http` follows them (client.go: `redirectBehavior`), but on the same server only."""

import re
from typing import NamedTuple
from urllib.parse import urljoin

from schedcfg.document.texts import without_login
from schedcfg.probe.exchange.address import Address, read_address
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.message import Request
from schedcfg.probe.exchange.quoting import quoted

MOST = 10
"""Requests that Go makes before it gives up."""

_BECOMES_GET = frozenset({301, 302, 303})
_STAYS = frozenset({307, 308})
_VALUES = re.compile(r"(?<=[?&#])([^=&#\s\"]*=)?[^&#\s\"]+")
_ABOUT_THE_BODY = frozenset({"content-encoding", "content-language", "content-location", "content-type"})


class Hop(NamedTuple):
    """What to ask next, and where."""

    request: Request
    address: Address


def next_hop(hop: Hop, status: int, location: str) -> Hop | None:
    """Tell where an answer sends its asker on to; None: it does not.

    Raises:
        ExchangeFailed: ELSEWHERE, if to another server; WRONG_URL, if nowhere.
    """
    if not location or status not in _BECOMES_GET | _STAYS:
        return None
    asked = hop.request
    url = _joined(asked.url, location)
    target = _read_target(url, location, status)
    target = target._replace(url=_without_values(target.url))
    if not target.same_server(hop.address):
        raise _elsewhere(status, target)
    if status in _STAYS:
        return Hop(asked._replace(url=url), target)
    headers = {name: value for name, value in asked.headers.items() if name.lower() not in _ABOUT_THE_BODY}
    return Hop(Request("GET", url, headers), target)


def in_circles(method: str, location: str) -> ExchangeFailed:
    """Make the failure that tells that redirects never end."""
    shown = quoted(_without_values(location))
    return ExchangeFailed(
        FailureKind.REDIRECT_LOOP,
        f"the server sends on and on: {MOST} redirects, the last to {shown}",
        "Look into the settings of the server, and of proxies before it.",
        upstream=f"{method.capitalize()} {shown}: stopped after {MOST} redirects",
    )


def _without_values(text: str) -> str:
    """Hide logins, and the values of parameters: a server may hand on tokens in them."""
    return _VALUES.sub(r"\1…", without_login(text))


def _joined(base: str, location: str) -> str:
    try:
        return urljoin(base, location)
    except ValueError:  # brackets that are no IPv6 address; who reads it will say so
        return location if "://" in location else f"{base.partition(':')[0]}:{location}"


def _read_target(url: str, location: str, status: int) -> Address:
    try:
        return read_address(url)
    except ExchangeFailed as error:
        shown = quoted(_without_values(location))
        raise ExchangeFailed(
            FailureKind.WRONG_URL,
            f"the server answers {status} and sends on to what is no address: {shown}",
            "Look into the settings of the server, and of proxies before it.",
            upstream=f"failed to parse Location header {shown}: {_without_values(error.upstream)}",
        ) from None


def _elsewhere(status: int, target: Address) -> ExchangeFailed:
    shown = quoted(target.url, 200)
    return ExchangeFailed(
        FailureKind.ELSEWHERE,
        f"the server answers {status} and sends on to {shown}, which is another scheme, host or port; "
        "the scheduler would follow, but this command asks only those whom it was told to ask",
        "Write the address to which it sends on into the configuration, without the detour.",
    )
