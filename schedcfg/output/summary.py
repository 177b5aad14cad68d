"""What was seen in one run, in numbers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

from schedcfg.cards import RuleCard
from schedcfg.document.texts import listing, printable
from schedcfg.errors import BugGuard
from schedcfg.findings import FileReport, Finding, FindingClass, Severity, Verdict
from schedcfg.output import finding_text
from schedcfg.output.guard import Failing

if TYPE_CHECKING:
    from schedcfg.output.cluster import ClusterSummary

_FAILING: tuple[str, ...] = (Severity.ERROR, Severity.WARNING, Severity.INFO)
"""What can fail a run, the most severe first."""

_KINDS = ("kubeschedulerconfiguration", "policy")
"""Of what is itself a configuration, in small letters; what else is validated runs one."""

_MOST_NAMED = 3
"""How many plugins a condition names."""

Count: TypeAlias = Annotated[int, {"minimum": 0}]
"""How many there are."""

Result = TypeVar("Result", bound=Failing)


def counted(number: int, noun: str) -> str:
    """Return how many there are of something that has a regular plural: `1 file`, `2 files`, `0 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def in_numbers(refused: int = 0, errors: int = 0, warnings: int = 0, infos: int = 0) -> list[str]:
    """Return how many findings there are of each weight, but for those of which there are none: `2 refused, 1 error`.

    Args:
        refused: Those for which kube-scheduler refuses a file. They count as nothing else.
        errors: Advice that is an error.
        warnings: Advice that is a warning.
        infos: Advice that is an info.
    """
    counts = ((errors, "error"), (warnings, "warning"), (infos, "info"))
    advice = [counted(number, noun) for number, noun in counts if number]
    return [f"{refused} refused", *advice] if refused else advice


def numbers_of(findings: Iterable[Finding]) -> list[str]:
    """Return how many findings there are of each weight, as `in_numbers` does."""
    weights = Counter(map(finding_text.weight_name, findings))
    return in_numbers(*(weights[name] for name in (FindingClass.REFUSED, *_FAILING)))


def if_compiled_in(plugins: Iterable[str]) -> str:
    """Return the condition of a verdict, which follows the release; empty where it has none.

    Args:
        plugins: Those that are assumed to be compiled in; of many, some are named.
    """
    names = [f"`{printable(name)}`" for name in sorted(plugins)]
    if not names:
        return ""
    return f" if {listing(names, _MOST_NAMED)} {'is' if len(names) == 1 else 'are'} compiled in"


@dataclass(slots=True, eq=False, repr=False)
class Summary:
    """Numbers: counts of files, documents and findings.

    Attributes:
        files: How many files.
        documents: How many documents.
        accepted: How many accepted. In them, advised findings may be errors, which fail the run.
        refused: How many refused.
        skipped: How many skipped.
        unreadable: How many unreadable.
        silenced: How many findings are suppressed by a comment or a baseline.
        errors: How many advised findings are errors.
    """

    __json__ = ("files", "documents", "accepted", "refused", "skipped", "unreadable", "silenced", "errors")

    kubernetes: str | None = None  # The requested release; None where each file had its own
    # Gives the cards of the rules, by their ids; asked by the formats that describe or link them
    cards: Callable[[], Mapping[str, RuleCard]] = dict
    fail_on: str = Severity.ERROR  # The lowest severity that fails the run, or `never`
    cluster: "ClusterSummary | None" = None  # What was seen of a cluster; None where files were read
    files: Count = 0
    documents: Count = 0
    accepted: Count = 0
    refused: Count = 0
    skipped: Count = 0
    unreadable: Count = 0
    # Files whose report cannot be written because of a bug, each with what there is to say about it
    faults: dict[str, str] = field(default_factory=dict)
    refusals: int = 0  # Findings for which kube-scheduler refuses a file; they are no errors besides
    errors: Count = 0
    warnings: int = 0
    fixable: int = 0  # Findings that `--fix` could fix
    fixable_unsafely: int = 0  # Findings that only `--unsafe-fixes` could fix
    fixed: int = 0
    fixed_files: int = 0
    pending: int = 0
    unwritten: int = 0  # Files that could not be written
    infos: int = 0
    silenced: Count = 0
    configurations: Counter[Verdict] = field(default_factory=Counter)
    read: int = 0  # Configurations that their release reads, whatever is wrong with what runs them
    releases: set[str] = field(default_factory=set)
    is_assumed: bool = False  # Whether nobody named the release of some configuration
    assumed_plugins: set[str] = field(default_factory=set)  # What has to be compiled in for files to be accepted

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
        with BugGuard() as guard:
            for report in reports(result):
                self.count(report)
            return result
        result = result.failed(guard.reason)
        for report in reports(result):
            self.count(report)
            self.faults[report.path] = guard.reason
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
                    self.is_assumed |= document.is_assumed
                self.read += document.verdict is Verdict.ACCEPTED and document.kind.lower() in _KINDS
            if document.verdict is Verdict.ACCEPTED:
                self.assumed_plugins.update(document.assumed_plugins)
            for finding in document.findings:
                if finding.finding_class is FindingClass.REFUSED:
                    self.refusals += 1
                else:
                    self.add((finding.severity,))
                mark = finding_text.mark(finding, document, report.fixing)
                self.fixable += mark == finding_text.SAFE
                self.fixable_unsafely += mark == finding_text.UNSAFE

    def fails(self, finding: Finding) -> bool:
        """Return whether a finding fails the run."""
        if self.fail_on not in _FAILING:
            return False
        return finding.is_error or _FAILING.index(finding.severity) <= _FAILING.index(self.fail_on)

    def fail(self, path: str, reason: str) -> None:
        """Count a file whose report cannot be written; of several reports, one is enough."""
        self.unreadable += path not in self.faults
        self.faults[path] = reason

    def add(self, severities: Iterable[Severity]) -> None:
        """Count advice, that of probes too, which is in no file's report."""
        for severity in severities:
            self.errors += severity is Severity.ERROR
            self.warnings += severity is Severity.WARNING
            self.infos += severity is Severity.INFO

    def _count_fixing(self, report: FileReport) -> None:
        if report.fixing is None:
            return
        if report.fixing.unwritten is not None:
            self.unwritten += 1
            return
        self.fixed += len(report.fixing.made)
        self.fixed_files += report.is_changed
        self.pending += report.is_changed and not report.fixing.is_written

    @property
    def failing(self) -> int:
        """How many findings fail the run."""
        if self.fail_on not in _FAILING:
            return 0
        numbers = (self.refusals + self.errors, self.warnings, self.infos)
        return sum(numbers[: _FAILING.index(self.fail_on) + 1])

    def line(self, hint: str = "") -> str:
        """Return what became of the files, and what was found in them; empty where there is nothing to report.

        Args:
            hint: What follows in parentheses; with one, there is something to report.
        """
        return self.closing(hint) if hint or self.is_eventful else ""

    @property
    def is_eventful(self) -> bool:
        """Whether something was found, changed or lost."""
        return any((self.refused, self.unreadable, self.unwritten, self.fixed, self.silenced, *self._found))

    def closing(self, hint: str = "") -> str:
        """Return the same, also where nothing was found; empty where there was no configuration."""
        found = in_numbers(*self._found)
        if self.silenced:
            found.append(f"{self.silenced} suppressed")
        if self.fixed:
            done = "would be fixed" if self.pending else "fixed"
            found.append(f"{self.fixed} {done} in {counted(self.fixed_files, 'file')}")
        if not (found or self.refused or self.configurations or self.unreadable or self.unwritten):
            return ""
        notes = "; ".join(filter(None, (self._chosen(), hint)))
        return self._outcome(", ".join(found)) + (f" ({notes})" if notes else "")

    @property
    def headline(self) -> str:
        """What became of the files and what was found in them, as pages say it; never empty."""
        return self.closing() or "no scheduler configuration found"

    @property
    def _found(self) -> tuple[int, int, int, int]:
        return self.refusals, self.errors, self.warnings, self.infos

    def _outcome(self, found: str) -> str:
        """Write what became of the files, and what was found: `1 of 3 files refused by Kubernetes 1.29: 2 refused`.

        No file is called accepted where one has an error: "1 file with 1 error; the configuration itself is read by …".
        """
        validated = self.accepted + self.refused
        some = f"{self.refused} of " if 0 < self.refused < validated else ""
        files, condition = f"{some}{counted(validated, 'file')}", if_compiled_in(self.assumed_plugins)
        if validated and self.errors and not self.refused:
            lost = "".join(f", {part}" for part in self._lost(is_first=False))
            return f"{files} with {found}; {self._despite_errors(validated)}{self._by()}{condition}{lost}"
        verdict = Verdict.REFUSED if self.refused else Verdict.ACCEPTED
        parts = [f"{files} {verdict}{self._by()}{'' if self.refused else condition}"] if validated else []
        return ": ".join(filter(None, (", ".join([*parts, *self._lost(is_first=not parts)]), found)))

    def _by(self) -> str:
        by = sorted(self.releases, key=lambda name: int(name.partition(".")[2]))
        return f" by Kubernetes {by[0] if len(by) == 1 else f'{by[0]} to {by[-1]}'}" if by else ""

    def _despite_errors(self, validated: int) -> str:
        """Write what is right where advice is an error."""
        if not self.read:
            return f"nothing in {'it' if validated == 1 else 'them'} is refused"
        return "the configuration itself is read" if self.read == 1 else "the configurations themselves are read"

    def _lost(self, *, is_first: bool) -> Iterator[str]:
        """Yield how many files could not be read, or written."""
        for number, what in ((self.unreadable, "could not be read"), (self.unwritten, "could not be written")):
            if number:
                yield f"{counted(number, 'file') if is_first else number} {what}"
                is_first = False

    def _chosen(self) -> str:
        """Write which findings fail the run, where a choice of the user decides the exit status."""
        is_usual = bool(self.refusals + self.errors) == bool(self.failing)
        return "" if is_usual else f"--fail-on {self.fail_on}"

    def hint(self) -> str:
        """Return what to do now: what could be fixed or, where nothing is reported, how to choose another release."""
        if self.is_eventful or not self.is_assumed:
            return self.fixable_hint()
        return "no release was named: -k chooses another"

    def fixable_hint(self) -> str:
        """Return what could be fixed; empty where nothing could."""
        safely = f"{finding_text.SAFE} {self.fixable} fixable with --fix" if self.fixable else ""
        unsafely = (
            f"{finding_text.UNSAFE} {self.fixable_unsafely} {'more' if self.fixable else 'fixable'} with --unsafe-fixes"
        )
        return ", ".join(filter(None, (safely, unsafely if self.fixable_unsafely else "")))
