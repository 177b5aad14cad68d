"""Why a request got no response: what the system, urllib3 and `http.client` raise, as failures with advice."""

import errno
import http.client
import os
import socket
from dataclasses import dataclass

import urllib3

from schedcfg.document.golang.text import quoted
from schedcfg.external.probe.request import FailureKind, HttpAddress, HttpResponse, RequestFailed, without_parameters

_BAD_REQUEST = 400
_MEANT_FOR_TLS = (b"Client sent an HTTP request to an HTTPS server", b"The plain HTTP request was sent to HTTPS port")
"""How Go's and nginx' servers of HTTPS answer a request without TLS."""

_TLS_ALERT = "\x15\x03"
_LOG = "Check the log of the server, and of proxies and load balancers in front of it."


@dataclass(frozen=True, slots=True)
class RequestStage:
    """What is being done, as it ends a sentence about a timeout, and what to look at if it takes too long."""

    doing: str
    advice: str
    upstream: str = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"


RESOLVING = RequestStage(
    "its name was not resolved yet",
    "Check the name servers of this machine; the scheduler's machine or Pod may use others.",
)
CONNECTING = RequestStage(
    "no connection was made",
    "Check the address, and that firewalls and network policies allow these packets: the connection was not refused.",
)
SHAKING_HANDS = RequestStage(
    "the TLS handshake was not finished",
    "Check that the server serves TLS on this port, and that it is not overloaded.",
)
SENDING = RequestStage(
    "the request could not be sent completely",
    "Check whether the server reads the request, or is overloaded.",
)
WAITING = RequestStage(
    "the connection was established, but no complete response headers were received",
    "Check the load and the log of the server; if it needs that long, raise the timeout.",
)
READING = RequestStage(
    "the response started, but did not end",
    "Check the load of the server and the size of the response; if it needs that long, raise the timeout.",
    "context deadline exceeded (Client.Timeout or context cancellation while reading body)",
)


def timed_out(stage: RequestStage, seconds: float) -> RequestFailed:
    """Return the failure of a request that took longer than it may."""
    message = f"no response within {seconds:g} s: {stage.doing}"
    return RequestFailed(FailureKind.TIMEOUT, message, stage.advice, upstream=stage.upstream)


def unknown_host(host: str, error: Exception) -> RequestFailed:
    """Return the failure of a name that has no address."""
    if isinstance(error, OSError) and error.errno == socket.EAI_AGAIN:
        return RequestFailed(
            FailureKind.UNKNOWN_HOST,
            f"the name {quoted(host)} cannot be resolved: no name server responds",
            "Check the name servers of this machine; the scheduler's machine or Pod may use others.",
            upstream=f"dial tcp: lookup {host}: server misbehaving",
        )
    return RequestFailed(
        FailureKind.UNKNOWN_HOST,
        f"no name server knows {quoted(host)}",
        "Check the spelling; names of Services are only known inside the cluster, and only to Pods that use its DNS.",
        upstream=f"dial tcp: lookup {host}: no such host",
    )


def not_connected(address: HttpAddress, ip: str, error: Exception) -> RequestFailed:
    """Return the failure of an address that accepts no connection."""
    place = f"[{ip}]:{address.port}" if ":" in ip else f"{ip}:{address.port}"
    where = place if ip == address.host else f"{address.authority} ({place})"
    cause = error.__cause__
    number = cause.errno if isinstance(cause, OSError) else None
    reason = "it does not respond" if number is None else os.strerror(number).lower()
    upstream = f"dial tcp {place}: {'i/o timeout' if number is None else f'connect: {reason}'}"
    if number == errno.ECONNREFUSED:
        advice = (
            "Check that the server runs, that it listens on this port, and not on the loopback address of another "
            "machine."
        )
        return RequestFailed(FailureKind.REFUSED, f"{where} refuses connections", advice, upstream=upstream)
    advice = "Check the routes and firewalls between this machine and the server."
    return RequestFailed(FailureKind.UNREACHABLE, f"{where} cannot be reached: {reason}", advice, upstream=upstream)


def broken_connection(error: Exception) -> RequestFailed:
    """Return the failure of a connection that was established, and of what came over it."""
    cause = next((part for part in error.args if isinstance(part, Exception)), error)
    if isinstance(error, urllib3.exceptions.DecodeError):
        return RequestFailed(
            FailureKind.WRONG_ENCODING,
            "the response is declared as gzip, but cannot be decompressed",
            "Let the server, or the proxy in front of it, send complete gzip or none (Content-Encoding).",
        )
    if isinstance(cause, http.client.RemoteDisconnected):
        message = "the server closed the connection without a response"
        advice = "Check the log of the server; if it serves TLS on this port, write https://."
        return RequestFailed(FailureKind.CUT, message, advice, upstream="EOF")
    if isinstance(cause, http.client.IncompleteRead):
        message = "the server closed the connection in the middle of its response"
        if isinstance(cause, urllib3.exceptions.IncompleteRead):
            return RequestFailed(FailureKind.CUT, message, _LOG, upstream="unexpected EOF")
        # Of chunks it is not known whether they end too early, or are none.
        return RequestFailed(FailureKind.CUT, f"{message}, or did not end it as HTTP requires", _LOG)
    if isinstance(cause, OSError):
        reason = os.strerror(cause.errno).lower() if cause.errno else "it was closed"
        advice = f"{_LOG} If it serves TLS on this port, write https://."
        return RequestFailed(FailureKind.CUT, f"the server broke the connection: {reason}", advice, upstream=reason)
    if isinstance(cause, http.client.LineTooLong) or type(cause) is http.client.HTTPException:
        message = f"the server sends response headers that are too large: {quoted(str(cause))}"
        return RequestFailed(FailureKind.TOO_LONG, message, "Check that this is the right server.")
    return _not_http(cause)


def _not_http(error: Exception) -> RequestFailed:
    line = getattr(error, "line", "")
    if line.startswith(_TLS_ALERT):
        return RequestFailed(
            FailureKind.NOT_HTTP,
            "the server serves TLS on this port, but the request was sent without",
            "Write https:// instead of http:// (and for an extender, enableHTTPS: true).",
            upstream="net/http: HTTP/1.x transport connection broken: malformed HTTP response …",
        )
    line = line.rstrip("\r\n")
    # Where there is no status, this is all of Go's message; else its words depend on what is wrong with the status.
    is_no_status_line = bool(line) and " " not in line
    what = f"malformed HTTP response {quoted(line)}" if is_no_status_line else quoted(line or str(error))
    return RequestFailed(
        FailureKind.NOT_HTTP,
        f"the response is not HTTP: {what}",
        "Check that the server serves HTTP on this port.",
        upstream=f"net/http: HTTP/1.x transport connection broken: {what if is_no_status_line else '…'}",
    )


def too_long(most: int) -> RequestFailed:
    """Return the failure of a body with more bytes than are read."""
    shown = f"{most // 1024 // 1024} MiB" if most >= 1024 * 1024 else f"{most} bytes"
    return RequestFailed(
        FailureKind.TOO_LONG,
        f"the response is longer than {shown}: the rest was not read",
        "Check that this is the right server; responses for the scheduler are far smaller.",
    )


def in_circles(method: str, location: str, most: int) -> RequestFailed:
    """Return the failure of redirects without end."""
    shown = quoted(without_parameters(location))
    return RequestFailed(
        FailureKind.REDIRECT_LOOP,
        f"there are too many redirects: {most}, the last to {shown}",
        "Check the settings of the server, and of proxies in front of it.",
        upstream=f"{method.capitalize()} {shown}: stopped after {most} redirects",
    )


def check_meant_for_tls(response: HttpResponse) -> None:
    """Refuse the answer of servers of HTTPS that were asked without TLS.

    Raises:
        RequestFailed: NOT_HTTP.
    """
    if response.status == _BAD_REQUEST and any(words in response.body for words in _MEANT_FOR_TLS):
        raise RequestFailed(
            FailureKind.NOT_HTTP,
            "the server serves TLS on this port, but the request was sent without: it responds with 400 Bad Request",
            "Write https:// instead of http:// (and for an extender, enableHTTPS: true).",
            upstream="Client sent an HTTP request to an HTTPS server",
        )
