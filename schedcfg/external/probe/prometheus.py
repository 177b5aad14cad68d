"""Prometheus, asked as its Go client asks it, and its answers read as strictly: a server may send anything.

Upstream: `client_golang`'s `api` and `api/prometheus/v1`, v1.7.1 and v1.9.0 (`apiClientImpl.Do` and
`queryResult.UnmarshalJSON`), and `model/value.go` in `prometheus/common`.
"""

import json
import posixpath
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NoReturn
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from schedcfg.document.golang.numbers import parse_float
from schedcfg.document.golang.text import harmless, one_line, quoted
from schedcfg.errors import SchedcfgError
from schedcfg.external.probe.http import send
from schedcfg.external.probe.request import (
    DEFAULT_LIMITS,
    FailureKind,
    HttpLimits,
    HttpRequest,
    HttpResponse,
    RequestFailed,
    read_address,
    without_secrets,
)


class QueryFailure(StrEnum):
    """What became of a query.

    `CLIENT`, `SERVER`, `CODE`: HTTP's status is 4xx, 5xx, or any other that is no success. `NOT_JSON`: the body is no
    JSON object. `NO_RESULT`: it is one, but holds no result. `API`: Prometheus itself reports what is wrong.
    `WRONG_RESULT`: the result is not as Prometheus writes it.
    """

    CLIENT = "client"
    SERVER = "server"
    CODE = "code"
    NOT_JSON = "not-json"
    NO_RESULT = "no-result"
    API = "api"
    WRONG_RESULT = "wrong-result"


class QueryFailed(SchedcfgError):  # noqa: N818
    """An answer came, but no result.

    Attributes:
        kind: What it failed at.
        status: HTTP's status code.
        error_type: Prometheus' own word for it: `bad_data`, `execution`, `timeout`; empty where it has none.
        upstream: How `client_golang` words it.
        redirects: Where the query was sent on to before; see `HttpResponse.redirects`.
    """

    def __init__(self, kind: QueryFailure, message: str, *, status: int, upstream: str, error_type: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status
        self.error_type = error_type
        self.upstream = upstream
        self.redirects: tuple[str, ...] = ()


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
    at: float  # When, in seconds since 1970


@dataclass(frozen=True, slots=True)
class QueryResult:
    """What Prometheus answered."""

    type: ResultType
    samples: tuple[SeriesSample, ...]  # In the order of the answer; of a matrix series after series
    warnings: tuple[str, ...] = ()
    redirects: tuple[str, ...] = ()  # Where the query was sent on to


_API_ERRORS = {400, 422}
"""The status codes with which Prometheus explains in JSON what is wrong (`apiError`)."""
_SUCCESS, _NO_CONTENT = 2, 204


def read_result(answer: HttpResponse) -> QueryResult:
    """Return the result in an answer.

    Raises:
        QueryFailed: where there is none.
    """
    envelope = _envelope(answer)
    if answer.status in _API_ERRORS and _field(envelope, "status") == "success":
        upstream = "bad_response: inconsistent body for response code"
        raise QueryFailed(QueryFailure.NO_RESULT, "success", status=answer.status, upstream=upstream)
    if _field(envelope, "status") == "error":
        kind, message = (one_line(_text(_field(envelope, name))) for name in ("errorType", "error"))
        raise QueryFailed(
            QueryFailure.API, message, status=answer.status, upstream=f"{kind}: {message}", error_type=kind
        )
    if "data" not in map(str.lower, envelope):
        # Its JSON library meets the end of an empty text here.
        upstream = "Skip: do not know how to skip: 0, error found in #0 byte of ...||..."
        raise QueryFailed(QueryFailure.NO_RESULT, one_line(_start(answer)), status=answer.status, upstream=upstream)
    return replace(
        _Result(answer.status).read(_field(envelope, "data")),
        warnings=tuple(one_line(one) for one in _list(_field(envelope, "warnings")) if isinstance(one, str)),
        redirects=answer.redirects,
    )


def _envelope(answer: HttpResponse) -> dict[str, object]:
    hundreds = answer.status // 100
    if hundreds != _SUCCESS and answer.status not in _API_ERRORS:
        kind, message = {
            4: (QueryFailure.CLIENT, "client_error: client error:"),
            5: (QueryFailure.SERVER, "server_error: server error:"),
        }.get(hundreds, (QueryFailure.CODE, "bad_response: bad response code"))
        raise QueryFailed(kind, one_line(_start(answer)), status=answer.status, upstream=f"{message} {answer.status}")
    if answer.status == _NO_CONTENT:
        return {}
    found = parse_json(answer.body)
    if found is None and answer.body.strip() == b"null":
        return {}
    if not isinstance(found, dict):
        first = _start(answer)[:1]
        message = "…" if first == "{" else f"readObjectStart: expect {{ or n, but found {one_line(first)}"
        upstream = f"bad_response: {message}, error found in …"
        raise QueryFailed(QueryFailure.NOT_JSON, one_line(_start(answer)), status=answer.status, upstream=upstream)
    wrong = next(_wrong_fields(found), None)
    if wrong is not None:
        upstream = f"bad_response: v1.apiResponse.{wrong}: …, error found in …"
        raise QueryFailed(QueryFailure.NO_RESULT, one_line(_start(answer)), status=answer.status, upstream=upstream)
    return found


def _wrong_fields(envelope: dict[str, object]) -> Iterator[str]:
    """Yield the fields, as Go names them, that are not of their type; null is of every type."""
    for name in ("Status", "ErrorType", "Error"):
        if not isinstance(_field(envelope, name), str | None):
            yield name
    warnings = _field(envelope, "warnings")
    if not isinstance(warnings, list | None) or not all(isinstance(one, str) for one in _list(warnings)):
        yield "Warnings"


def parse_json(body: bytes) -> object:
    """Read JSON; None where it is none, or too deep or too large to be meant."""
    try:
        return json.loads(body.decode("utf-8", "replace"), parse_int=float)
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class _Result:
    status: int
    within: str = ""

    def read(self, data: object) -> QueryResult:
        if data is not None and not isinstance(data, dict):
            self.fail("the data is not an object", "readObjectStart: expect { or n, but found …")
        data = data or {}
        written = _field(data, "resultType")
        kind = _text(written)
        if written is None or kind == "string":
            self.fail(f'unexpected value type "{kind or "<ValNone>"}"')
        if kind not in set(ResultType):
            self.fail(f'Result: Type: unmarshalerDecoder: unknown value type "{harmless(kind)}"')
        result = _field(data, "result")
        if kind == ResultType.SCALAR:
            return QueryResult(ResultType.SCALAR, (self.pair({}, result),))
        if result is not None and not isinstance(result, list):
            self.fail("decode slice: expect [ or n")
        model = "Vector" if kind == ResultType.VECTOR else "Matrix"
        samples = replace(self, within=f"model.{model}: unmarshalerDecoder: ").series(ResultType(kind), _list(result))
        return QueryResult(ResultType(kind), tuple(samples))

    def series(self, kind: ResultType, entries: list[object]) -> Iterator[SeriesSample]:
        for entry in entries:
            if not isinstance(entry, dict):
                # Go's client would hold a nil here, and the plugin end the scheduler by looking at it.
                self.fail("a sample is not an object", "…")
            labels = self.labels(_field(entry, "metric"))
            if kind == ResultType.MATRIX:
                yield from (self.pair(labels, pair) for pair in _list(_field(entry, "values")))
            else:
                yield self.pair(labels, _field(entry, "value"))

    def labels(self, found: object) -> Labels:
        if found is None:
            return {}
        if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
            self.fail("a label is not a string", "json: cannot unmarshal …")
        return found

    def pair(self, labels: Labels, found: object) -> SeriesSample:
        # A value that is missing is zero to Go, as are missing halves of it.
        at, value, *_ = [*_list(found), None, None]
        if not isinstance(at, float | None):
            self.fail("the time of a sample is not a number", "strconv.ParseInt: …")
        if value is None:
            return SeriesSample(labels, 0.0, at or 0.0)
        if not isinstance(value, str):
            self.fail("sample value must be a quoted string")
        return SeriesSample(labels, self.number(value), at or 0.0)

    def number(self, text: str) -> float:
        try:
            return parse_float(text)
        except ValueError as reason:
            self.fail(f'strconv.ParseFloat: parsing "{harmless(text)}": {reason}')

    def fail(self, message: str, upstream: str = "") -> NoReturn:
        """Raise with words of Go's, or with words of our own and what is known of Go's."""
        upstream = f"unmarshalerDecoder: {self.within}{upstream or message}, error found in …"
        raise QueryFailed(QueryFailure.WRONG_RESULT, message, status=self.status, upstream=upstream)


def _field(found: dict[str, object], name: str) -> object:
    """Return a field as Go finds it: by its name, else in any case."""
    if name in found:
        return found[name]
    return next((value for key, value in found.items() if key.lower() == name.lower()), None)


def _list(found: object) -> list[object]:
    return found if isinstance(found, list) else []


def _text(found: object) -> str:
    return found if isinstance(found, str) else ""


def _start(answer: HttpResponse) -> str:
    return answer.body[:1000].decode("utf-8", "replace").lstrip()


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
