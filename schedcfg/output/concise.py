"""The report for `grep`, editors and logs: one line per finding."""

from collections.abc import Iterable, Iterator
from itertools import chain

from schedcfg.document.texts import printable
from schedcfg.findings import FileReport, Finding
from schedcfg.output.assumed import Assumed
from schedcfg.output.finding_text import position, weight
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import BOLD, Paint, painter, path_label


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield `path:line:column: weight[rule] message` per finding; nothing for a file in which all is well."""
    paint = painter(colored=colored)
    assumed = Assumed(paint)

    def lines(report: FileReport) -> Iterator[str]:
        for document in assumed.once(report).documents:
            yield from (line(report, finding, paint) + "\n" for finding in document.findings)

    return chain(each(reports, lines, summary), (f"{line}\n" for line in assumed.lines()))


def line(report: FileReport, finding: Finding, paint: Paint) -> str:
    """Return a finding on one line, without the line break."""
    place = f"{path_label(report.path)}:{position(report, finding)}"
    name, color = weight(finding)
    label = paint(color, f"{name}[{finding.rule}]")
    return f"{paint(BOLD, place)}: {label} {printable(finding.message)}"
