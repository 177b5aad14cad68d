"""How HTTP extenders answer, for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from schedcfg.external.probe.extender.results import ExtenderProbe, ExtenderTrial
from schedcfg.external.probe.report_json import ProbeJson, probe_fields
from schedcfg.output.json_writer import filled, to_json
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtenderProbeJson(ProbeJson):
    """How the HTTP extenders answer now.

    Attributes:
        pod: The Pod that was asked about, `namespace/name`; null where nothing was asked.
        nodes: The nodes that were asked about, in order.
        built_in: What of both is not the user's own.
        extenders: One for each, in order.
        feasible: What all filters leave; null where one failed that may not be ignored, or remains unknown.
        points: By feasible node: what all extenders add to its total.
        plugin_points: By profile: what its plugins can give a node at most.
    """

    pod: str | None
    nodes: tuple[str, ...]
    built_in: tuple[Literal["nodes", "pod"], ...]
    extenders: tuple[ExtenderTrial, ...]
    feasible: tuple[str, ...] | None
    points: Mapping[str, int]
    plugin_points: Mapping[str, int]

    @classmethod
    def of(cls, probe: ExtenderProbe) -> "ExtenderProbeJson":
        """Return a probe as it is written."""
        return filled(
            cls,
            probe,
            **probe_fields(probe),
            pod=probe.pod or None,
            built_in=tuple(sorted(probe.built_in)),
            extenders=probe.trials,
        )


def render(probes: Iterable[ExtenderProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    for probe in probes:
        yield to_json(ExtenderProbeJson.of(probe), indent=1) + "\n"
