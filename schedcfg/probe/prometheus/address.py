"""Where Prometheus answers: `api.NewClient` and `httpClient.URL` in `client_golang`'s `api/client.go`."""

import posixpath
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from schedcfg.golang.text import quoted
from schedcfg.probe.exchange import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.address import read_address, without_secrets

QUERY = "/api/v1/query"
_ESCAPED = "/%:@!$&'()*+,;=~"
"""What stays as it is in a path."""


def endpoint(address: str, path: str) -> str:
    """Append an API's path to an address, which may have a path of its own; repeated slashes and `..` go.

    Raises:
        ExchangeFailed: WRONG_URL where Go does not take the address: the plugin ends there. What else is wrong with
            it, such as another scheme, fails each question.
    """
    try:
        read_address(address)
    except ExchangeFailed as failure:
        if failure.is_unparsable:
            raise
    try:
        parts = urlsplit(address)
    except ValueError:
        # Its words would repeat a login.
        shown = quoted(without_secrets(address), 200)
        raise ExchangeFailed(FailureKind.WRONG_URL, f"{shown} is no address: no host can be called so") from None
    root = "/" if parts.netloc else ""
    joined = posixpath.normpath(f"{root}{parts.path}/{path}").replace("//", "/")
    return urlunsplit(parts._replace(path=quote(joined, safe=_ESCAPED), fragment=""))


def form(url: str, query: str, time: float) -> str:
    """Write the parameters of a query as `url.Values.Encode` does: sorted, with those that the address has itself."""
    values = dict.fromkeys(("query", "time"))
    given = [pair for pair in parse_qsl(urlsplit(url).query, keep_blank_values=True) if pair[0] not in values]
    return urlencode(sorted([*given, ("query", query), ("time", seconds(time))], key=lambda pair: pair[0]))


def seconds(time: float) -> str:
    """Write a time as `formatTime` does: seconds since 1970 with as few decimals as tell it apart."""
    return repr(float(time)).removesuffix(".0")
