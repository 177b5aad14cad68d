"""What a session with `look` gives, in the form that tests read."""

from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.commands.probe.network_traffic.run import Examination, examine
from schedcfg.commands.probe.prometheus import Prometheus
from schedcfg.commands.probe.request import HttpLimits
from schedcfg.plugins.network_traffic import Measured, Variant

SECONDS = 10.0


def of_fork(address: str, interface: str, *names: str, minutes: int = 60, seconds: float = SECONDS) -> Examination:
    return _look(Measured(Variant.FORK, address, interface, minutes), names, seconds)


def of_own(address: str, interface: str, *names: str, minutes: int = 60) -> Examination:
    return _look(Measured(Variant.OWN, address, interface, minutes), names, SECONDS)


def _look(measured: Measured, names: tuple[str, ...], seconds: float) -> Examination:
    return examine(measured, Prometheus(measured.address, HttpLimits(seconds=seconds)), names or None)


def ids(seen: Examination) -> list[str]:
    return [finding.id for finding in seen.findings]


def errors(seen: Examination) -> list[str]:
    return [finding.id for finding in seen.findings if finding.is_error]


def finding(seen: Examination, id: str) -> ProbeFinding:  # noqa: A002
    return next(one for one in seen.findings if one.id == id)


def scores(seen: Examination) -> dict[str, int | None]:
    return {node.name: node.score for node in seen.nodes}
