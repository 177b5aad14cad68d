"""What probes show, for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator

from schedcfg.commands.probe.findings import ProbeReport
from schedcfg.output.guard import each
from schedcfg.output.json_writer import to_json
from schedcfg.output.summary import Summary


def render(probes: Iterable[ProbeReport], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object for each."""
    return each(probes, lambda probe: [to_json(probe, indent=1) + "\n"], summary)
