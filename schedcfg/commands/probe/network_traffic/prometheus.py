"""A query to Prometheus, as its Go client sends it (`client_golang`, `api/prometheus/v1`)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

from schedcfg.document.golang.numbers import parse_float
from schedcfg.document.golang.text import one_line
from schedcfg.document.secrets import beginning
from schedcfg.errors import SchedcfgError
from schedcfg.integrations.http import HttpLimits, HttpRequest, HttpResponse, parse_address, send

_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_NO_SUCH_METHOD = {405, 501}
"""After these, the client sends the query again, by `GET`."""

_OK = 2
_API_ERRORS = {400, 422}
"""The status codes with which Prometheus explains in JSON what is wrong."""


class QueryFailed(SchedcfgError):  # noqa: N818
    """A response came, but no result.

    Attributes:
        status: HTTP's status code.
        error_type: Prometheus' own word for it: `bad_data`, `execution`, `timeout`; None where it is not Prometheus
            that reports what is wrong.
    """

    def __init__(self, message: str, response: HttpResponse, error_type: str | None = None) -> None:
        super().__init__(message)
        self.status = response.status
        self.error_type = error_type


@dataclass(frozen=True, slots=True)
class SeriesSample:
    """One value of a series."""

    labels: Mapping[str, str]  # By which the series differs from others
    value: float


def query(address: str, text: str, limits: HttpLimits) -> tuple[SeriesSample, ...]:
    """Return the samples that a query finds.

    Args:
        address: That of Prometheus: a URL, which may have a path and a login.
        text: PromQL.
        limits: How long the response may take, and how much of it is read.

    Raises:
        RequestFailed: if no response came.
        QueryFailed: if it holds no result.
    """
    parse_address(address)
    parts = urlsplit(address)
    url = urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/api/v1/query", fragment=""))
    form = urlencode({"query": text})
    response = send(HttpRequest("POST", url, _FORM, form.encode()), limits=limits)
    if response.status in _NO_SUCH_METHOD:
        response = send(HttpRequest("GET", f"{url}{'&' if parts.query else '?'}{form}"), limits=limits)
    try:
        is_read = response.status // 100 == _OK or response.status in _API_ERRORS
        envelope = json.loads(response.body) if is_read else {}
        if envelope["status"] == "error":
            raise QueryFailed(one_line(envelope["error"]), response, one_line(envelope["errorType"]))
        return tuple(map(_sample, envelope["data"]["result"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise QueryFailed(one_line(beginning(response.body)), response) from None


def _sample(series: Mapping[str, Any]) -> SeriesSample:
    labels = {key: one_line(value) for key, value in series["metric"].items()}
    _, value = series["value"]
    if not isinstance(value, str):
        raise TypeError(value)
    return SeriesSample(labels, parse_float(value))
