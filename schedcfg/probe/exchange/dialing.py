"""From a name to a connection, as Go's `net.Dialer` makes one."""

import errno
import os
import queue
import socket
import threading
from collections.abc import Sequence
from ipaddress import AddressValueError, IPv4Address
from typing import Any

from schedcfg.golang.text import quoted
from schedcfg.probe.exchange.address import Address
from schedcfg.probe.exchange.deadline import CONNECTING, RESOLVING, Deadline
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind

_FAIR_SHARE = 2.0
"""Seconds that every IP address of a name gets at least while others wait (net/dial.go: `partialDeadline`)."""

_Place = tuple[int, Any]
"""Family of addresses, and what `connect` wants."""

_KEPT_FROM_IT = "Check the routes and firewalls between this machine and the server."


def dial(address: Address, deadline: Deadline) -> socket.socket:
    """Connect to the first IP address of a host that accepts.

    Raises:
        ExchangeFailed: UNKNOWN_HOST, REFUSED, UNREACHABLE or TIMEOUT; the first IP address tells why.
    """
    deadline.stage = RESOLVING
    if _is_abbreviated(address.host):
        raise _unknown(address.host, socket.gaierror(socket.EAI_NONAME, "no name"))
    places = _look_up(address, deadline)
    deadline.stage = CONNECTING
    failures: list[OSError] = []
    for tried, (family, place) in enumerate(places):
        share = deadline.left() / (len(places) - tried)
        try:
            return _connected(family, place, min(deadline.left(), max(share, _FAIR_SHARE)))
        except OSError as error:
            failures.append(error)
    deadline.left()
    raise _not_connected(address, failures[0], places[0][1])


def _connected(family: int, place: Any, seconds: float) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.settimeout(seconds)
        made.connect(place)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except BaseException:
        made.close()
        raise
    return made


def _look_up(address: Address, deadline: Deadline) -> Sequence[_Place]:
    """Ask the resolver in a thread of its own: `getaddrinfo` itself knows no timeout."""
    found: queue.SimpleQueue[list[_Place] | OSError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            infos = socket.getaddrinfo(address.host.encode("ascii") or None, address.port, type=socket.SOCK_STREAM)
            found.put([(info[0], info[4]) for info in infos] or socket.gaierror(socket.EAI_NONAME, "no address"))
        except OSError as error:
            found.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        outcome = found.get(timeout=deadline.left())
    except queue.Empty:
        raise deadline.passed() from None
    if isinstance(outcome, OSError):
        raise _unknown(address.host, outcome)
    return outcome


def _is_abbreviated(host: str) -> bool:
    """Tell whether a host is an IP address for the C library only: `127.1`, `0x7f.1`; names for Go."""
    try:
        socket.inet_aton(host)
        IPv4Address(host)
    except AddressValueError:
        return True
    except OSError:
        return False
    return False


def _unknown(host: str, error: OSError) -> ExchangeFailed:
    if error.errno == socket.EAI_AGAIN:
        return ExchangeFailed(
            FailureKind.UNKNOWN_HOST,
            f"the name {quoted(host)} cannot be looked up: no name server answers",
            "Check the name servers of this machine; the scheduler's machine or pod may ask others.",
            upstream=f"dial tcp: lookup {host}: server misbehaving",
        )
    return ExchangeFailed(
        FailureKind.UNKNOWN_HOST,
        f"no name server knows {quoted(host)}",
        "Check the spelling; names of Services are known inside the cluster only, and to pods that use its DNS.",
        upstream=f"dial tcp: lookup {host}: no such host",
    )


def _not_connected(address: Address, error: OSError, place: Any) -> ExchangeFailed:
    host = f"[{place[0]}]" if ":" in place[0] else place[0]
    where = f"{address.authority} ({host}:{place[1]})" if place[0] != address.host else f"{host}:{place[1]}"
    if isinstance(error, TimeoutError) and error.errno is None:
        reason, words = "it does not react", "i/o timeout"
    else:
        reason = os.strerror(error.errno or 0).lower()
        words = f"connect: {reason}"
    upstream = f"dial tcp {host}:{place[1]}: {words}"
    if error.errno == errno.ECONNREFUSED:
        advice = "Check that the server runs, that it listens on this port, and not on the loopback of another machine."
        return ExchangeFailed(FailureKind.REFUSED, f"{where} refuses connections", advice, upstream=upstream)
    return ExchangeFailed(
        FailureKind.UNREACHABLE, f"{where} cannot be reached: {reason}", _KEPT_FROM_IT, upstream=upstream
    )
