"""Where Prometheus answers: `api.NewClient` and `httpClient.URL` in `client_golang`'s `api/client.go`."""

import posixpath
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from schedcfg.document.secret_names import without_login
from schedcfg.plugins.go_url import objection
from schedcfg.probe.exchange import ExchangeFailed, FailureKind

QUERY = "/api/v1/query"
_ESCAPED = "/%:@!$&'()*+,;=~"
"""What stays as it is in a path."""


def endpoint(address: str, path: str) -> str:
    """Append an API's path to an address, which may have a path of its own; repeated slashes and `..` go.

    Raises:
        ExchangeFailed: WRONG_URL where Go would not take the address, or it names no host; UNSUPPORTED_SCHEME.
    """
    reason = objection(address)
    if reason is not None:
        raise _no_address(address, reason)
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError as error:
        raise _no_address(address, str(error)) from None
    joined = posixpath.normpath(f"/{parts.path}/{path}").replace("//", "/") if host else parts.path.rstrip("/") + path
    url = urlunsplit(parts._replace(path=quote(joined, safe=_ESCAPED), fragment=""))
    if parts.scheme not in {"http", "https"}:
        raise ExchangeFailed(
            FailureKind.UNSUPPORTED_SCHEME,
            f'"{without_login(address)}" does not start with http:// or https://',
            upstream=f'Post "{without_login(url)}": unsupported protocol scheme "{parts.scheme}"',
        )
    if not host:
        upstream = f'Post "{without_login(url)}": http: no Host in request URL'
        raise ExchangeFailed(FailureKind.WRONG_URL, f'"{without_login(address)}" names no host', upstream=upstream)
    return url


def _no_address(address: str, reason: str) -> ExchangeFailed:
    shown = without_login(address)
    message = f'"{shown}" is no address: {reason}'
    return ExchangeFailed(FailureKind.WRONG_URL, message, upstream=f'parse "{shown}": …')


def form(url: str, query: str, time: float) -> str:
    """Write the parameters of a query as `url.Values.Encode` does: sorted, with those that the address has itself."""
    values = dict.fromkeys(("query", "time"))
    given = [pair for pair in parse_qsl(urlsplit(url).query, keep_blank_values=True) if pair[0] not in values]
    return urlencode(sorted([*given, ("query", query), ("time", seconds(time))], key=lambda pair: pair[0]))


def seconds(time: float) -> str:
    """Write a time as `formatTime` does: seconds since 1970 with as few decimals as tell it apart."""
    return repr(float(time)).removesuffix(".0")
