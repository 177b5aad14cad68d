"""What is found, and how it is reported: problems, findings, fixes, and the reports of documents and files."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Self, TypeAlias

from schedcfg.document.span import Edit, Path, Position, Span

if TYPE_CHECKING:
    from schedcfg.fixing import Fixing


class Severity(StrEnum):
    """How much a finding weighs: an error fails the run, a warning does not, an info is for reading."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class FindingClass(StrEnum):
    """Fact or opinion: `refused` means that this release exits, given this file and these flags, wherever it runs."""

    REFUSED = "refused"
    ADVISED = "advised"


class Act(StrEnum):
    """What is done at a path; `Draft` does it."""

    REMOVE = "remove"
    REPLACE = "replace"
    RENAME = "rename"
    SET = "set"
    INSERT = "insert"
    MOVE = "move"


class RemedyChange(NamedTuple):
    """One change to a document.

    Attributes:
        act: What is done.
        path: Where, as the document is after the changes before this one.
        value: What is written, plain data; the new key of a `RENAME`, the new path of a `MOVE`; None of a `REMOVE`.
    """

    act: Act
    path: Path
    value: object = None


class Remedy(NamedTuple):
    """Changes that would fix a problem.

    Attributes:
        title: What they do, as an order: "Remove the entry".
        changes: In the order in which they are made.
        unsafe: Why the scheduler may behave otherwise afterwards, for readers of the code; what changes behavior, or
            rests on a guess, is only done with `--unsafe-fixes`. Empty: it is meant to behave as before, and
            `validate --fix` proves it each time.
    """

    title: str
    changes: tuple[RemedyChange, ...]
    unsafe: str = ""

    @property
    def is_safe(self) -> bool:
        """Whether the scheduler is meant to behave as before."""
        return not self.unsafe


class Fix:
    """A change of the file that would fix it: a remedy as edits, which are worked out where a report shows them.

    Args:
        title: What it does, as an order.
        is_safe: That of the remedy.
        edits: In order, not touching each other; or what gives them.
        is_private: Whether it changes a line with what looks like a secret.

    Attributes:
        title: What it does, as an order.
        is_safe: Whether kube-scheduler is meant to behave as before.
        is_private: Whether no report shows its edits.
    """

    __slots__ = ("_edits", "is_private", "is_safe", "title")
    __json__ = ("title", "is_safe as safe", "edits")

    title: str
    is_safe: bool
    is_private: bool

    def __init__(
        self,
        title: str,
        is_safe: bool,
        edits: tuple[Edit, ...] | Callable[[], tuple[Edit, ...]],
        is_private: bool = False,
    ) -> None:
        self.title = title
        self.is_safe = is_safe
        self.is_private = is_private
        self._edits = edits

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits; none where the text does not allow it, so that someone has to do it by hand."""
        if not isinstance(self._edits, tuple):
            self._edits = self._edits()
        return self._edits

    def mapped(self, change: Callable[[tuple[Edit, ...]], tuple[Edit, ...]]) -> "Fix":
        """Make the same fix with other edits, worked out as late."""
        return Fix(self.title, self.is_safe, lambda: change(self.edits), self.is_private)

    def made_unsafe(self) -> "Fix":
        """Make the same fix, no longer called safe."""
        return Fix(self.title, False, lambda: self.edits, self.is_private)  # noqa: FBT003 - what it is about

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fix) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash((self.title, self.is_safe))

    def __repr__(self) -> str:
        return f"Fix({self.title!r}, {self.is_safe!r}, {self.edits!r})"

    def __reduce__(self) -> tuple[type["Fix"], tuple[str, bool, tuple[Edit, ...], bool]]:
        return Fix, self._all()

    def _all(self) -> tuple[str, bool, tuple[Edit, ...], bool]:
        return self.title, self.is_safe, self.edits, self.is_private


@dataclass(frozen=True, slots=True)
class Standard:
    """A requirement of the organization, from the settings.

    Attributes:
        id: Its own id; empty where it has none.
        reason: Why it is required; empty likewise.
        link: Where more is written about it; empty likewise.
        is_suppressible: Whether comments, options and baselines suppress it.
    """

    id: str = ""
    reason: str = ""
    link: str = ""
    is_suppressible: bool = field(default=False, metadata={"json": "suppressible"})


FILE = "FILE"
"""What a command in the help of a finding has in place of the file, until that is known."""

_PLACEHOLDER = f" {FILE}`"


def named_in_commands(help_: str, path: str) -> str:
    """Return a help with a file written into its commands, so that they can be copied."""
    if _PLACEHOLDER not in help_:
        return help_
    from shlex import quote  # noqa: PLC0415 - few findings have a command

    return help_.replace(_PLACEHOLDER, f" {quote(path)}`")


class Problem(NamedTuple):
    """Something found while reasoning, placed by path; it has no position yet.

    Attributes:
        rule: The rule's id, words joined by dashes.
        path: What it is about, as upstream names it: mostly the user's own entry; `()` is the whole document.
        message: What is wrong: the value found, what is allowed, since which release.
        help: What to do, one or two sentences; None where the message already contains it.
        finding_class: Fact or opinion.
        severity: Its weight.
        on_key: Whether the key at `path` is meant rather than its value.
        place: The path of its value, where it differs from upstream's path; None where it does not.
        span: Its place in the text where the reader knows it already; None otherwise.
        remedy: Changes that would fix it; None where there are none.
        standard: The requirement of an organization that is not met; None of all other problems.
        help_in_json: What to do in a text that is JSON, which has neither dashes nor indentation; None: the same.
        listed: What the message lists, separated by commas, where another release may list more; else empty.
        assumed: The plugins of which it only says what is assumed: reports for people say that once; else empty.
    """

    rule: str
    path: Path
    message: str
    help: str | None = None
    finding_class: FindingClass = FindingClass.REFUSED
    severity: Severity = Severity.ERROR
    on_key: bool = False
    place: Path | None = None
    span: Span | None = None
    remedy: Remedy | None = None
    standard: Standard | None = None
    help_in_json: str | None = None
    listed: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()

    @property
    def where(self) -> Path:
        """The path of its value in the file."""
        return self.path if self.place is None else self.place


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found: a problem with its place in the text.

    Attributes:
        rule: The rule's id, words joined by dashes.
        finding_class: `refused`: this release exits with this file and these flags, wherever it runs; `advised`: an
            opinion, or what depends on the node, the cluster or another file.
        severity: How much it weighs.
        path: Where, as upstream writes paths: `profiles[0].plugins.score`; empty for the whole document.
        message: What is wrong.
        help: What to do; None where the message already contains it.
        start: The first character that is meant.
        end: The place behind the last one.
        fix: What would fix it; None where nothing is known that would.
        place: The user's own entry, in full, where `path` is upstream's shorter or other name of it; else empty.
        standard: The requirement of the organization that is not met; only of findings about one.
        listed: What the message lists, separated by commas, where another release may list more; else empty.
        assumed: The plugins of which it only says what is assumed: reports for people say that once; else empty.
        pod: The Pod that it is about, where a cluster has shown that, `kube-system/kube-scheduler-node-1`; else empty.
    """

    __json__: ClassVar[tuple[str, ...]] = (
        *("rule", "finding_class", "severity", "path", "entry as place", "message", "help", "start", "end"),
        *("offered_fix as fix", "standard"),
    )

    rule: str
    finding_class: FindingClass = field(metadata={"json": "class"})
    severity: Severity
    path: str
    message: str
    help: str | None
    start: Position
    end: Position
    fix: Fix | None = None
    place: str = ""
    standard: Standard | None = field(default=None, metadata={"omit_none": True})
    listed: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    pod: str = ""

    @property
    def entry(self) -> str:
        """The user's own entry, in full, where `path` is upstream's other name of it; else the same."""
        return self.place or self.path

    @property
    def offered_fix(self) -> Fix | None:
        """What would fix it; None where nothing is known that would, or it would show what looks like a secret."""
        fix = self.fix
        if fix is None or fix.is_private or not fix.edits:
            return None
        from schedcfg.document.secrets import hide  # noqa: PLC0415 - few reports show edits

        return fix if all(hide(edit.replacement) == edit.replacement for edit in fix.edits) else None

    @property
    def is_required(self) -> bool:
        """Whether an organization insists on it, so that nothing suppresses it."""
        return self.standard is not None and not self.standard.is_suppressible

    @property
    def is_error(self) -> bool:
        """Whether it weighs like an error: kube-scheduler refuses the file for it, or it is advised as one."""
        return self.finding_class is FindingClass.REFUSED or self.severity is Severity.ERROR

    def listing(self, some: tuple[str, ...]) -> Self:
        """Return it with a message that lists only some of what it lists."""
        return replace(self, message=self.message.replace(", ".join(self.listed), ", ".join(some)), listed=some)

    def moved_to(self, span: Span) -> Self:
        """Return it at its place in a file, of which its value is a part; what would fix the value is no edit of it."""
        return replace(self, start=span.start, end=span.end, fix=None)


class SettledBy(StrEnum):
    """Why a finding is not reported: by what is around its configuration, or by what a user chose.

    The first is decided in `schedcfg.validation.settling`, the others in `schedcfg.validation.selection`.
    """

    CONTEXT = "context"
    COMMENT = "comment"
    OPTIONS = "options"
    BASELINE = "baseline"


class SettledFinding(NamedTuple):
    """A finding that is not reported, or not as its rule found it."""

    finding: Finding  # As its rule found it
    by: SettledBy
    reason: str  # A clause that names what settles it: a file, an object, a product, an option
    instead: Finding | None = None  # What is reported in its place; None: nothing

    @property
    def outcome(self) -> str:
        """What became of it, in words: `not reported`, `reported as warning`, `reported with other help`."""
        if self.instead is None:
            return "not reported"
        weights = [(one.finding_class, one.severity) for one in (self.finding, self.instead)]
        return "reported with other help" if weights[0] == weights[1] else f"reported as {self.instead.severity}"


class Verdict(StrEnum):
    """What became of a document or file: `skipped` holds no scheduler configuration, `unreadable` is no text."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    SKIPPED = "skipped"
    UNREADABLE = "unreadable"


DocumentVerdict: TypeAlias = Literal[Verdict.ACCEPTED, Verdict.REFUSED, Verdict.SKIPPED]
"""What can become of a document."""

_SUPPRESSING = frozenset({SettledBy.COMMENT, SettledBy.BASELINE})


def verdict_on(findings: Iterable[Finding]) -> DocumentVerdict:
    """Return the verdict on a document by all that was found: it is refused if anything of that is."""
    is_refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    return Verdict.REFUSED if is_refused else Verdict.ACCEPTED


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """One scheduler configuration, or another document, and what was found in it.

    Attributes:
        number: Its place among the documents of the file, from 0.
        line: The line where it begins, from 1.
        api_version: As written; empty where none is.
        kind: As written; empty where none is.
        kubernetes: The release it was validated against, e.g. `1.29`; None where it was not validated.
        verdict: What became of it.
        findings: What was found, sorted by place, none repeated.
        key: The key of the ConfigMap that it is in, or its path in a document of another kind; None where it is a
            document of its own, or an item of a list.
        is_related: Whether it is neither a configuration nor runs a scheduler, as a workload that names one.
        owner: The object that it is in: `ConfigMap kube-system/scheduler`; empty where it is in none with a name.
        runner: Where the manifest names the release that runs it, `deploy.yaml:14`; None where the release was
            requested, or nothing here names it.
        assumed_plugins: The plugins that have to be compiled in for the verdict to hold: unknown here, but any name
            may exist. In the order of the alphabet.
        is_assumed: Whether nobody named its release: neither the user, nor a manifest or a comment.
        settled: What is not among the findings, or not as its rule found it, and why.
    """

    __json__ = ("number", "line", "api_version", "kind", "kubernetes", "runner", "verdict", "key", "findings")

    number: int = field(metadata={"json": "index", "minimum": 0})
    line: int = field(metadata={"minimum": 1})
    api_version: str
    kind: str
    kubernetes: str | None
    verdict: DocumentVerdict
    findings: tuple[Finding, ...] = ()
    key: str | None = field(default=None, metadata={"omit_none": True})
    is_related: bool = False
    runner: str | None = field(default=None, metadata={"omit_none": True})
    owner: str = ""
    assumed_plugins: tuple[str, ...] = ()
    is_assumed: bool = False
    settled: tuple[SettledFinding, ...] = ()

    @property
    def within(self) -> tuple[str, str]:
        """Where it is in its file: the object that it is in, and the key there; both empty for a document."""
        return self.owner, self.key or ""

    @property
    def release_phrase(self) -> str:
        """The release with where it comes from: `1.29`, `1.29, from deploy.yaml:14`; empty where there is none."""
        return ", from ".join(filter(None, (self.kubernetes, self.runner)))

    def without(self, reasons: Mapping[int, str], by: SettledBy) -> "DocumentReport":
        """Return it without some findings.

        Args:
            reasons: The identity of each → why it is left out; those of others count for nothing.
            by: Who left them out.
        """
        settled = [SettledFinding(one, by, reasons[id(one)]) for one in self.findings if id(one) in reasons]
        left = tuple(finding for finding in self.findings if id(finding) not in reasons)
        return replace(self, findings=left, settled=(*self.settled, *settled)) if settled else self

    def without_fixes(self) -> "DocumentReport":
        """Return it without fixes: nothing is written to a cluster."""
        return replace(self, findings=tuple(replace(finding, fix=None) for finding in self.findings))

    def named_in_commands(self, path: str) -> "DocumentReport":
        """Return it with its file written into the commands of its findings."""
        findings = (
            replace(finding, help=named_in_commands(finding.help, path)) if finding.help else finding
            for finding in self.findings
        )
        return replace(self, findings=tuple(findings))


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was found in one file.

    Attributes:
        path: As the user named it; `-` for standard input.
        verdict: Refused if one of its documents is; skipped if it holds no scheduler configuration.
        documents: One report for each scheduler configuration in it, in order.
        reason: Why it is unreadable or skipped; None otherwise.
        text: Its text, to show source lines; None where it could not be read.
        fixing: What fixes made of it; None where none were requested.
    """

    path: str
    verdict: Verdict
    documents: tuple[DocumentReport, ...] = ()
    reason: str | None = None
    text: str | None = None
    fixing: "Fixing | None" = None

    @property
    def silenced(self) -> int:
        """How many findings are suppressed: by a comment, or by a baseline."""
        return sum(one.by in _SUPPRESSING for document in self.documents for one in document.settled)

    @property
    def holds_scheduler(self) -> bool:
        """Whether it holds a configuration, or runs a scheduler."""
        return any(not document.is_related for document in self.documents)

    @property
    def is_changed(self) -> bool:
        """Whether fixes give it another text than it had."""
        return self.fixing is not None and self.text != self.fixing.before

    def failed(self, reason: str) -> "FileReport":
        """Return the report on a file that cannot be read."""
        return FileReport(self.path, Verdict.UNREADABLE, reason=reason)

    def named_in_commands(self) -> "FileReport":
        """Return it with the file written into the commands of its findings, so that they can be copied."""
        helps = (finding.help or "" for document in self.documents for finding in document.findings)
        if not any(_PLACEHOLDER in help_ for help_ in helps):
            return self
        return replace(self, documents=tuple(document.named_in_commands(self.path) for document in self.documents))
