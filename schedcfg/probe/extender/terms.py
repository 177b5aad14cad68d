"""How one extender is asked."""

from typing import NamedTuple

from schedcfg.effective.model import Extender
from schedcfg.probe.extender.consequence import Consequence, of_failure
from schedcfg.probe.tls import Trust
from schedcfg.results.extender_trial import Verb

_NANO = 1_000_000_000
_WITHOUT_TIMEOUT = 60.0
"""Seconds to wait where kube-scheduler would wait for ever: a negative `httpTimeout`, and no bound given."""


class Terms(NamedTuple):
    """How an extender is asked.

    Attributes:
        extender: Who.
        trust: How its server is trusted.
        release: Minor number of kube-scheduler's release.
        seconds: A bound on each call besides `httpTimeout`; None where there is none.
    """

    extender: Extender
    trust: Trust
    release: int
    seconds: float | None

    @property
    def timeout(self) -> float | None:
        """The extender's `httpTimeout` in seconds; None where kube-scheduler waits for ever."""
        return self.extender.http_timeout / _NANO if self.extender.http_timeout > 0 else None

    @property
    def limit(self) -> float:
        """How long to wait for an answer, in seconds."""
        return min((each for each in (self.timeout, self.seconds) if each is not None), default=_WITHOUT_TIMEOUT)

    def consequence(self, verb: Verb) -> Consequence:
        """Tell what comes of a call that fails."""
        return of_failure(verb, self.extender, self.release)
