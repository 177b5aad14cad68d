"""The servers beside the API server that a program calls in a trial: it reaches them through the stand-in."""

from collections.abc import Iterator, Sequence

from schedcfg.commands.trial import extenders, prometheus
from schedcfg.commands.trial.extenders import ExtenderProxy, ServerAnswer
from schedcfg.commands.trial.prometheus import PrometheusStandIn, RecordedPrometheus
from schedcfg.configuration.effective.model import Extender


class OtherServers:
    """Extenders that are called, and each Prometheus whose answers are recorded."""

    def __init__(self, called: Sequence[Extender] = (), recorded: Sequence[RecordedPrometheus] = ()) -> None:
        self._extenders = ExtenderProxy(called)
        self._prometheus = PrometheusStandIn(recorded)

    async def respond(self, path: str, query: str, body: bytes) -> ServerAnswer | None:
        """Return what one of them responds to a request; None where its path is none of theirs."""
        if path.startswith(extenders.FOLDER):
            return await self._extenders.respond(path, body)
        if path.startswith(prometheus.FOLDER):
            return self._prometheus.respond(path, query or body.decode("utf-8", "replace"))
        return None

    def named(self, message: str) -> str:
        """Return what the program says, with their addresses as the configuration has them."""
        return self._prometheus.named(self._extenders.named(message))

    def notes(self) -> Iterator[str]:
        """Yield what was asked of them."""
        yield from self._extenders.notes()
        yield from self._prometheus.notes()
