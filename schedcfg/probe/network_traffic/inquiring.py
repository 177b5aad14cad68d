"""Questions that the plugin does not ask: they explain what it meets, and are worth less than an answer to it."""

from schedcfg.probe.network_traffic.asking import Failure
from schedcfg.probe.prometheus import Prometheus, QueryFailed, Sample
from schedcfg.probe.request import HttpResponse, RequestFailed


class Inquiry:
    """Asks; what is not answered counts as nothing, and nobody is asked any more who cannot be reached.

    Attributes:
        failure: The first question's that was not answered; None where all were.
    """

    def __init__(self, prometheus: Prometheus) -> None:
        """Begin to ask."""
        self.failure: Failure | None = None
        self._prometheus = prometheus
        self._is_over = False

    def answered(self, query: str) -> tuple[Sample, ...]:
        """Return a query's samples; none where it is not answered."""
        if self._is_over:
            return ()
        try:
            return self._prometheus.query(query).samples
        except (RequestFailed, QueryFailed) as failure:
            self._note(failure)
            return ()

    def get(self, path: str) -> HttpResponse | None:
        """Return what else than a query is answered; None where nothing is."""
        if self._is_over:
            return None
        try:
            return self._prometheus.get(path)
        except RequestFailed as failure:
            self._note(failure)
            return None

    def _note(self, failure: Failure) -> None:
        self.failure = self.failure or failure
        self._is_over = isinstance(failure, RequestFailed)
