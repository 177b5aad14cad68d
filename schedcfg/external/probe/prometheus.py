"""Prometheus, asked as its Go client asks it: `client_golang`'s `api` and `api/prometheus/v1`, v1.7.1 and v1.9.0."""

import posixpath
import time
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from schedcfg.document.golang.text import quoted
from schedcfg.external.probe.address import read_address, without_secrets
from schedcfg.external.probe.http import send
from schedcfg.external.probe.prometheus_reply import QueryFailed, QueryResult, read_result
from schedcfg.external.probe.request import (
    DEFAULT_LIMITS,
    FailureKind,
    HttpLimits,
    HttpRequest,
    HttpResponse,
    RequestFailed,
)

QUERY = "/api/v1/query"
_ESCAPED = "/%:@!$&'()*+,;=~"
"""What stays as it is in a path."""


def endpoint(address: str, path: str) -> str:
    """Return an address with an API's path behind its own; repeated slashes and `..` go.

    Raises:
        RequestFailed: WRONG_URL where Go does not take the address: the plugin ends there. What else is wrong with
            it, such as another scheme, fails each query.
    """
    try:
        read_address(address)
    except RequestFailed as failure:
        if failure.is_unparsable:
            raise
    try:
        parts = urlsplit(address)
    except ValueError:
        # Its words would repeat a login.
        shown = quoted(without_secrets(address), 200)
        raise RequestFailed(
            FailureKind.WRONG_URL, f"{shown} is not a valid address: the host name is invalid"
        ) from None
    root = "/" if parts.netloc else ""
    joined = posixpath.normpath(f"{root}{parts.path}/{path}").replace("//", "/")
    return urlunsplit(parts._replace(path=quote(joined, safe=_ESCAPED), fragment=""))


def form(url: str, query: str, time: float) -> str:
    """Write the parameters of a query as `url.Values.Encode` does: sorted, with those that the address has itself."""
    values = dict.fromkeys(("query", "time"))
    given = [pair for pair in parse_qsl(urlsplit(url).query, keep_blank_values=True) if pair[0] not in values]
    return urlencode(sorted([*given, ("query", query), ("time", seconds(time))], key=lambda pair: pair[0]))


def seconds(time: float) -> str:
    """Write a time as `formatTime` does: seconds since 1970 with as few decimals as it needs."""
    return repr(float(time)).removesuffix(".0")


_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_NO_SUCH_METHOD = {405, 501}
"""Asked again by `GET` (`DoGetFallback`); v1.7.1 does so after 405 only."""


@dataclass(frozen=True, slots=True)
class Prometheus:
    """Where it is, and what a query may cost."""

    address: str  # As the plugin is given it: an URL, which may have a path and a login
    limits: HttpLimits = DEFAULT_LIMITS
    now: float | None = None  # When queries are about, in seconds since 1970; None: the time of each

    def query(self, text: str) -> QueryResult:
        """Return the value of a query.

        Raises:
            RequestFailed: if no answer came.
            QueryFailed: if it holds no result.
        """
        url = endpoint(self.address, QUERY)
        values = form(url, text, time.time() if self.now is None else self.now)
        answer = send(HttpRequest("POST", url, _FORM, values.encode()), limits=self.limits)
        if answer.status in _NO_SUCH_METHOD:
            answer = send(HttpRequest("GET", f"{url.partition('?')[0]}?{values}"), limits=self.limits)
        try:
            return read_result(answer)
        except QueryFailed as failure:
            failure.redirects = answer.redirects
            raise

    def get(self, path: str) -> HttpResponse:
        """Return the answer to something else than a query: `/-/ready`, `/api/v1/targets`.

        Raises:
            RequestFailed: if no answer came.
        """
        path, _, query = path.partition("?")
        url = endpoint(self.address, path).partition("?")[0]
        return send(HttpRequest("GET", f"{url}?{query}" if query else url), limits=self.limits)
