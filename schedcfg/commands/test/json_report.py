"""The report for programs."""

from collections.abc import Iterator

from schedcfg.commands.test.results import TestReport
from schedcfg.output.json_writer import to_json


def render(report: TestReport, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    yield to_json(report, indent=1) + "\n"
