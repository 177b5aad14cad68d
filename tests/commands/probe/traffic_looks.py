"""What Prometheus has for some nodes, in the form that tests read."""

from typing import NamedTuple

from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.commands.probe.network_traffic.results import NodeTraffic
from schedcfg.commands.probe.network_traffic.run import examine
from schedcfg.integrations.http import HttpLimits
from schedcfg.plugins.network_traffic import Measured, Variant

SECONDS = 10.0


class Look(NamedTuple):
    nodes: tuple[NodeTraffic, ...]
    findings: list[ProbeFinding]


def of_fork(address: str, interface: str, *names: str, minutes: int = 60, seconds: float = SECONDS) -> Look:
    return Look(*examine(Measured(Variant.FORK, address, interface, minutes), names or None, HttpLimits(seconds)))


def of_own(address: str, interface: str, *names: str, minutes: int = 60) -> Look:
    return Look(*examine(Measured(Variant.OWN, address, interface, minutes), names or None, HttpLimits(SECONDS)))


def errors(seen: Look) -> list[str]:
    return [finding.id for finding in seen.findings if finding.is_error]


def finding(seen: Look, id: str) -> ProbeFinding:  # noqa: A002
    return next(one for one in seen.findings if one.id == id)


def scores(seen: Look) -> dict[str, int | None]:
    return {node.name: node.score for node in seen.nodes}
