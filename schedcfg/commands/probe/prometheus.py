"""Prometheus, asked as its Go client asks it, and its answers read as strictly: a server may send anything.

Upstream: `client_golang`'s `api` and `api/prometheus/v1`, v1.7.1 and v1.9.0 (`apiClientImpl.Do` and
`queryResult.UnmarshalJSON`), and `model/value.go` in `prometheus/common`.
"""

import json
import posixpath
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from schedcfg.commands.probe.http import send
from schedcfg.commands.probe.request import (
    DEFAULT_LIMITS,
    HttpLimits,
    HttpRequest,
    HttpResponse,
    read_address,
)
from schedcfg.document.golang.numbers import parse_float
from schedcfg.document.golang.text import one_line
from schedcfg.document.secrets import beginning
from schedcfg.errors import SchedcfgError


class QueryFailed(SchedcfgError):  # noqa: N818
    """An answer came, but no result.

    Attributes:
        status: HTTP's status code.
        error_type: Prometheus' own word for it: `bad_data`, `execution`, `timeout`; None where it is not Prometheus
            that reports what is wrong, but HTTP's status, or a body that is not as Prometheus writes it.
        upstream: How `client_golang` words it; empty where that depends on its release.
        redirects: Where the query was sent on to before; see `HttpResponse.redirects`.
    """

    def __init__(self, message: str, answer: HttpResponse, upstream: str = "", error_type: str | None = None) -> None:
        super().__init__(message)
        self.status = answer.status
        self.redirects = answer.redirects
        self.error_type = error_type
        self.upstream = upstream


Labels = Mapping[str, str]


class ResultType(StrEnum):
    """What a query gives."""

    VECTOR = "vector"
    MATRIX = "matrix"
    SCALAR = "scalar"


@dataclass(frozen=True, slots=True)
class SeriesSample:
    """One value of a series."""

    labels: Labels  # By which the series differs from others
    value: float


@dataclass(frozen=True, slots=True)
class QueryResult:
    """What Prometheus answered."""

    type: ResultType
    samples: tuple[SeriesSample, ...]  # In the order of the answer; of a matrix series after series
    warnings: tuple[str, ...] = ()
    redirects: tuple[str, ...] = ()  # Where the query was sent on to


_API_ERRORS = {400, 422}
"""The status codes with which Prometheus explains in JSON what is wrong (`apiError`)."""
_OK, _NO_CONTENT = 2, 204
_STATUS_WORDS = {4: "client_error: client error:", 5: "server_error: server error:"}
_OTHER_STATUS = "bad_response: bad response code"


def read_result(answer: HttpResponse) -> QueryResult:
    """Return the result in an answer.

    Raises:
        QueryFailed: where there is none.
    """
    hundreds = answer.status // 100
    start = one_line(beginning(answer.body))
    if hundreds != _OK and answer.status not in _API_ERRORS:
        upstream = f"{_STATUS_WORDS.get(hundreds, _OTHER_STATUS)} {answer.status}"
        raise QueryFailed(start, answer, upstream)
    try:
        return _read_envelope(answer)
    except _NotPrometheus:
        raise QueryFailed(start, answer) from None


class _NotPrometheus(Exception):  # noqa: N818
    """What was read is not as Prometheus writes it."""


def _read_envelope(answer: HttpResponse) -> QueryResult:
    envelope = {} if answer.status == _NO_CONTENT else _mapping(_parse_json(answer.body))
    status, kind, message = (one_line(_text(_field(envelope, name))) for name in ("status", "errorType", "error"))
    warnings = tuple(one_line(_text(warning)) for warning in _list(_field(envelope, "warnings")))
    if status == "error":
        raise QueryFailed(message, answer, f"{kind}: {message}", kind)
    if answer.status in _API_ERRORS or "data" not in map(str.lower, envelope):
        raise _NotPrometheus
    data = _mapping(_field(envelope, "data"))
    result_type = _text(_field(data, "resultType"))
    if result_type not in set(ResultType):
        raise _NotPrometheus
    samples = tuple(_samples(ResultType(result_type), _field(data, "result")))
    return QueryResult(ResultType(result_type), samples, warnings, answer.redirects)


def _parse_json(body: bytes) -> object:
    """Read JSON; what is none, or too deep or too large to be meant, is not from Prometheus."""
    try:
        return json.loads(body.decode("utf-8", "replace"), parse_int=float)
    except (ValueError, RecursionError):
        raise _NotPrometheus from None


def _samples(kind: ResultType, result: object) -> Iterator[SeriesSample]:
    if kind is ResultType.SCALAR:
        yield _sample({}, result)
        return
    for entry in _list(result):
        # Go's client would hold a nil for null, and the plugin end the scheduler by looking at it.
        if entry is None:
            raise _NotPrometheus
        series = _mapping(entry)
        labels = {key: _text(value) for key, value in _mapping(_field(series, "metric")).items()}
        if kind is ResultType.MATRIX:
            yield from (_sample(labels, pair) for pair in _list(_field(series, "values")))
        else:
            yield _sample(labels, _field(series, "value"))


def _sample(labels: Labels, pair: object) -> SeriesSample:
    # A value that is missing is zero to Go, as are missing halves of it.
    halves: list[object] = [*_list(pair), None, None]
    at, value, *_ = halves
    if not isinstance(at, float | None) or not isinstance(value, str | None):
        raise _NotPrometheus
    try:
        return SeriesSample(labels, 0.0 if value is None else parse_float(value))
    except ValueError:
        raise _NotPrometheus from None


def _field(mapping: dict[str, object], name: str) -> object:
    """Return a field as Go finds it: by its name, else in any case."""
    if name in mapping:
        return mapping[name]
    return next((value for key, value in mapping.items() if key.lower() == name.lower()), None)


def _mapping(value: object) -> dict[str, object]:
    """Return an object; null is an empty one."""
    if not isinstance(value, dict | None):
        raise _NotPrometheus
    return value or {}


def _text(value: object) -> str:
    """Return a text; null is an empty one."""
    if not isinstance(value, str | None):
        raise _NotPrometheus
    return value or ""


def _list(value: object) -> list[object]:
    """Return a list; null is an empty one."""
    if not isinstance(value, list | None):
        raise _NotPrometheus
    return value or []


QUERY = "/api/v1/query"
_ESCAPED = "/%:@!$&'()*+,;=~"
"""What stays as it is in a path."""


def endpoint(address: str, path: str) -> str:
    """Return an address with an API's path behind its own; repeated slashes and `..` go.

    Raises:
        RequestFailed: WRONG_URL where nothing can be asked at the address.
    """
    read_address(address)
    parts = urlsplit(address)
    joined = posixpath.normpath(f"/{parts.path}/{path}").replace("//", "/")
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
        return read_result(answer)
