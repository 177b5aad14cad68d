"""One Prometheus, asked as often as needed."""

import time
from typing import NamedTuple

from schedcfg.probe.exchange import Answer, Limits, Request, exchange
from schedcfg.probe.prometheus.address import QUERY, endpoint, form
from schedcfg.probe.prometheus.failure import QuestionFailed
from schedcfg.probe.prometheus.reply import Reply, read

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
    limits: Limits = Limits()
    now: float | None = None

    def query(self, text: str) -> Reply:
        """Ask for the value of a query.

        Raises:
            ExchangeFailed: if no answer came.
            QuestionFailed: if it holds no result.
        """
        url = endpoint(self.address, QUERY)
        values = form(url, text, time.time() if self.now is None else self.now)
        answer = exchange(Request("POST", url, _FORM, values.encode()), limits=self.limits)
        if answer.status in _NO_SUCH_METHOD:
            answer = exchange(Request("GET", f"{url.partition('?')[0]}?{values}"), limits=self.limits)
        try:
            return read(answer)
        except QuestionFailed as failure:
            failure.redirects = answer.redirects
            raise

    def get(self, path: str) -> Answer:
        """Ask for something else than a query: `/-/ready`, `/api/v1/targets`.

        Raises:
            ExchangeFailed: if no answer came.
        """
        path, _, query = path.partition("?")
        url = endpoint(self.address, path).partition("?")[0]
        return exchange(Request("GET", f"{url}?{query}" if query else url), limits=self.limits)
