"""One Prometheus, asked as often as needed."""

import time
from typing import NamedTuple

from schedcfg.probe.http import send
from schedcfg.probe.prometheus.address import QUERY, endpoint, form
from schedcfg.probe.prometheus.failure import QueryFailed
from schedcfg.probe.prometheus.reply import Reply, read
from schedcfg.probe.request import HttpLimits, HttpRequest, HttpResponse

_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_NO_SUCH_METHOD = {405, 501}
"""Asked again by `GET` (`DoGetFallback`); v1.7.1 does so after 405 only."""


class Prometheus(NamedTuple):
    """Where it is, and what a question may cost.

    Attributes:
        address: As the plugin is given it: an URL, which may have a path and a login.
        limits: Of each question.
        now: When questions are about, in seconds since 1970; None: the time of each.
    """

    address: str
    limits: HttpLimits = HttpLimits()
    now: float | None = None

    def query(self, text: str) -> Reply:
        """Ask for the value of a query.

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
            return read(answer)
        except QueryFailed as failure:
            failure.redirects = answer.redirects
            raise

    def get(self, path: str) -> HttpResponse:
        """Ask for something else than a query: `/-/ready`, `/api/v1/targets`.

        Raises:
            RequestFailed: if no answer came.
        """
        path, _, query = path.partition("?")
        url = endpoint(self.address, path).partition("?")[0]
        return send(HttpRequest("GET", f"{url}?{query}" if query else url), limits=self.limits)
