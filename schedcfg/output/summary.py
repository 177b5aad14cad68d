"""What was seen in one run, in numbers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from schedcfg.cards import RuleCard
from schedcfg.findings import FileReport, Finding, Severity, Verdict
from schedcfg.output import finding_text

if TYPE_CHECKING:
    from schedcfg.output.cluster import ClusterJson

_FAILING: tuple[str, ...] = (Severity.ERROR, Severity.WARNING, Severity.INFO)
"""What can fail a run, the most severe first."""

_BY = "judged by"
"""How the line on a terminal says against which releases files were validated."""

Result = TypeVar("Result")


def counted(number: int, noun: str) -> str:
    """Return how many there are of something that has a regular plural: `1 file`, `2 files`, `0 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


@dataclass(slots=True, eq=False, repr=False)
class Summary:
    """Counts of files, documents and findings."""

    kubernetes: str | None = None  # The requested release; None where each file had its own
    # Gives the cards of the rules, by their ids; asked by the formats that describe or link them
    cards: Callable[[], Mapping[str, RuleCard]] = dict
    fail_on: str = Severity.ERROR  # The lowest severity that fails the run, or `never`
    cluster: "ClusterJson | None" = None  # What was seen of a cluster; None where files were read
    files: int = 0
    documents: int = 0
    accepted: int = 0
    refused: int = 0
    skipped: int = 0
    unreadable: int = 0
    errors: int = 0
    warnings: int = 0
    fixable: int = 0  # Findings that `--fix` could fix
    fixable_unsafely: int = 0  # Findings that only `--unsafe-fixes` could fix
    fixed: int = 0
    fixed_files: int = 0
    pending: int = 0
    unwritten: int = 0  # Files that could not be written
    infos: int = 0
    silenced: int = 0
    configurations: Counter[Verdict] = field(default_factory=Counter)
    releases: set[str] = field(default_factory=set)

    def counting(
        self, results: Iterable[Result], reports: Callable[[Result], Iterable[FileReport]]
    ) -> Iterator[Result]:
        """Yield results as they come, each counted as it passes.

        Args:
            results: What a command makes of its files.
            reports: Returns what `validate` reports about the files of a result.
        """
        return map(partial(self._counted, reports), results)

    def _counted(self, reports: Callable[[Result], Iterable[FileReport]], result: Result) -> Result:
        for report in reports(result):
            self.count(report)
        return result

    def count(self, report: FileReport) -> None:
        """Count one file's report."""
        self.files += 1
        self.documents += len(report.documents)
        self.accepted += report.verdict is Verdict.ACCEPTED
        self.refused += report.verdict is Verdict.REFUSED
        self.skipped += report.verdict is Verdict.SKIPPED
        self.unreadable += report.verdict is Verdict.UNREADABLE
        self._count_fixing(report)
        self.silenced += report.silenced
        for document in report.documents:
            if not document.is_related:
                self.configurations[document.verdict] += 1
                if document.kubernetes:
                    self.releases.add(document.kubernetes)
            for finding in document.findings:
                self.errors += finding.is_error
                self.warnings += finding.severity is Severity.WARNING and not finding.is_error
                self.infos += finding.severity is Severity.INFO and not finding.is_error
                mark = finding_text.mark(finding, document, report.fixing)
                self.fixable += mark == finding_text.SAFE
                self.fixable_unsafely += mark == finding_text.UNSAFE

    def fails(self, finding: Finding) -> bool:
        """Return whether a finding fails the run."""
        if self.fail_on not in _FAILING:
            return False
        return finding.is_error or _FAILING.index(finding.severity) <= _FAILING.index(self.fail_on)

    def add(self, severities: Iterable[Severity]) -> None:
        """Count findings that are not in a file's report, such as those of probes."""
        found = list(severities)
        self.errors += found.count(Severity.ERROR)
        self.warnings += found.count(Severity.WARNING)
        self.infos += found.count(Severity.INFO)

    def _count_fixing(self, report: FileReport) -> None:
        if report.fixing is None:
            return
        if report.fixing.unwritten is not None:
            self.unwritten += 1
            return
        self.fixed += len(report.fixing.made)
        self.fixed_files += report.is_changed
        self.pending += report.is_changed and not report.fixing.is_written

    def fix_lines(self) -> Iterator[str]:
        """Yield a line on what was fixed, and one on what could be."""
        if self.fixed or self.unwritten:
            unwritten = f", {self.unwritten} could not be written" if self.unwritten else ""
            done = "would be fixed" if self.pending else "fixed"
            yield f"{self.fixed} {done} in {counted(self.fixed_files, 'file')}{unwritten}"
        if self.fixable or self.fixable_unsafely:
            safely = f"{self.fixable} fixable with --fix" if self.fixable else ""
            unsafely = f"{self.fixable_unsafely} {'more' if self.fixable else 'fixable'} with --unsafe-fixes"
            yield ", ".join(filter(None, (safely, unsafely if self.fixable_unsafely else "")))

    def closing(self, looked_at: int) -> str:
        """Return in one line what was looked at, and what became of it; empty where there was no configuration.

        Args:
            looked_at: How many files were.
        """
        if not self.configurations and not self.unreadable:
            return ""
        by = sorted(self.releases, key=lambda name: int(name.partition(".")[2]))
        releases = f", {_BY} {by[0] if len(by) == 1 else f'{by[0]} to {by[-1]}'}" if by else ""
        verdicts = [f"{self.configurations[verdict]} {verdict}" for verdict in (Verdict.ACCEPTED, Verdict.REFUSED)]
        verdicts = [verdict for verdict in verdicts if not verdict.startswith("0 ")]
        if self.unreadable:
            verdicts.append(f"{counted(self.unreadable, 'file')} could not be read")
        numbers = ((self.errors, "error"), (self.warnings, "warning"))
        found = [counted(number, noun) for number, noun in numbers if number]
        found += [
            f"{number} {noun}" for number, noun in ((self.infos, "info"), (self.silenced, "suppressed")) if number
        ]
        seen = f"{counted(looked_at, 'file')} looked at, {counted(self.configurations.total(), 'configuration')}"
        return f"{seen}{releases}: {'; '.join(filter(None, (', '.join(verdicts), ', '.join(found))))}"

    def line(self) -> str:
        """Return the sum in one line; empty when there is nothing to report."""
        if not (self.errors or self.warnings or self.unreadable or self.silenced):
            return ""
        by = f" by Kubernetes {self.kubernetes}" if self.kubernetes else ""
        validated = self.accepted + self.refused
        parts = [f"{self.refused} of {counted(validated, 'file')} refused{by}"]
        parts += [
            counted(number, word) for number, word in ((self.errors, "error"), (self.warnings, "warning")) if number
        ]
        if self.silenced:
            parts.append(f"{self.silenced} silenced")
        if self.unreadable:
            parts.append(f"{self.unreadable} could not be read")
        return ", ".join(parts)
