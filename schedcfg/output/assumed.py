"""What is assumed of plugins in file after file: shown of the first file, and in one line of all others."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from schedcfg.document.texts import listing, printable
from schedcfg.findings import DocumentReport, FileReport, Finding
from schedcfg.output.finding_text import position, weight
from schedcfg.output.summary import counted
from schedcfg.output.terminal import BOLD, Paint, path_label

_MOST_NAMED = 5


@dataclass(slots=True)
class _Others:
    """What one rule assumes in other files than the first."""

    first: str  # The file that shows it
    place: str = ""  # Where it is next
    finding: Finding | None = None  # What is found there
    plugins: dict[str, None] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)


class Assumed:
    """The findings of a run that only say what is assumed of plugins."""

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self._others: dict[str, _Others] = {}

    def once(self, report: FileReport) -> FileReport:
        """Return a report without what another file shows; that is counted."""
        if not any(finding.assumed for document in report.documents for finding in document.findings):
            return report
        return replace(report, documents=tuple(self._once(report, document) for document in report.documents))

    def _once(self, report: FileReport, document: DocumentReport) -> DocumentReport:
        shown = tuple(finding for finding in document.findings if not self._takes(report, finding))
        return replace(document, findings=shown)

    def _takes(self, report: FileReport, finding: Finding) -> bool:
        if not finding.assumed:
            return False
        others = self._others.setdefault(finding.rule, _Others(report.path))
        if others.first == report.path:
            return False
        if others.finding is None:
            others.place, others.finding = f"{path_label(report.path)}:{position(report, finding)}", finding
        others.plugins |= dict.fromkeys(finding.assumed)
        others.files.add(report.path)
        return True

    def lines(self) -> Iterator[str]:
        """Yield a line for each rule, without the line break; none for a rule that found something in one file only."""
        for rule, others in self._others.items():
            if others.finding is None:
                continue
            name, color = weight(others.finding)
            label = self._paint(color, f"{name}[{rule}]")
            named = printable(listing([f"`{name}`" for name in others.plugins], _MOST_NAMED))
            more = f"in {counted(len(others.files), 'more file')}: `--output json` lists each"
            same = f"the same as in {path_label(others.first)} applies to {named} {more}"
            yield f"{self._paint(BOLD, others.place)}: {label} {same}"
