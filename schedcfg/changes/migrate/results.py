"""What migrating a file to another API version does: the edits, the notes about them, and the proof."""

from dataclasses import dataclass, field
from enum import StrEnum

from schedcfg.document import Path, Span, render
from schedcfg.document.edit import Edit
from schedcfg.findings import Finding, FindingClass, Severity, Verdict


class NoteKind(StrEnum):
    """What a note is about, from harmless to what needs a decision.

    `CHANGED`: written differently, with the same meaning. `REMOVED`: it had no effect, and would be refused or get one.
    `PINNED`: written out so that a new default does not change behavior. `DIFFERS`: the scheduler will do something
    else, because that was requested or cannot be avoided. `DROPPED`: requested by the file, and no longer possible.
    `BY_HAND`: the user has to do something outside the file.
    """

    CHANGED = "changed"
    REMOVED = "removed"
    PINNED = "pinned"
    DIFFERS = "differs"
    DROPPED = "dropped"
    BY_HAND = "by-hand"


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that was done, or that the user should know.

    Attributes:
        kind: What it is about.
        id: What happened, in words joined by dashes; the same for the same thing in every file: `default-weight`.
        message: What, where and why, in one or two sentences.
        path: The user's own entry before the step; empty where there is none.
        step: In which step: `v1beta2 → v1beta3`.
        line: The line of the entry in the original text, from 1; None where it has no place there.
    """

    kind: NoteKind
    id: str
    message: str
    path: str
    step: str
    line: int | None = field(default=None, metadata={"minimum": 1})


def obstacle(rule: str, path: Path, message: str, help: str | None, span: Span) -> Finding:  # noqa: A002
    """Return why a document cannot be migrated: an error that no release finds, with its place."""
    return Finding(rule, FindingClass.ADVISED, Severity.ERROR, render(path), message, help, *span)


@dataclass(frozen=True, slots=True)
class BehaviourDifference:
    """Something that the scheduler does otherwise after a step.

    Attributes:
        path: What, e.g. `default-scheduler.score.TaintToleration` or `leaderElection.resourceLock`.
        before: Plain data; None where it is not there.
        after: Likewise.
        reason: Why, and what follows from it.
        matters: Whether where a Pod goes, or how the scheduler runs, can change by it.
    """

    path: str
    before: object
    after: object
    reason: str
    matters: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """What was compared for one step: the effective configurations before and after.

    Attributes:
        source: The API version before, short; `Policy` for a legacy Policy.
        target: The API version after; the same where a step only prepares for a newer release.
        kubernetes: The release that served both and validated.
        before: The release that validated the text before the step, where none serves both versions; else `kubernetes`.
        also: Other releases that serve both versions, in which it was found equal as well.
        differences: What is not the same, each with its reason; without any, behavior is the same in every detail.
    """

    source: str
    target: str
    kubernetes: str
    before: str
    also: tuple[str, ...] = ()
    differences: tuple[BehaviourDifference, ...] = ()

    @property
    def kept(self) -> bool:
        """Whether nothing that matters differs."""
        return not any(one.matters for one in self.differences)


class MigrationStatus(StrEnum):
    """What became of a document or file.

    `MIGRATED`: it changes. `UNCHANGED`: it is as it should be. `REFUSED`: it cannot be migrated, and stays as it
    is. `SKIPPED`: it holds no scheduler configuration. `UNREADABLE`: it is no text, or not there. `UNWRITTEN`: it
    would change, but could not be written. `WITHHELD`: it would change to what does not fit, and is not written.
    """

    MIGRATED = "migrated"
    UNCHANGED = "unchanged"
    REFUSED = "refused"
    SKIPPED = "skipped"
    UNREADABLE = "unreadable"
    UNWRITTEN = "unwritten"
    WITHHELD = "withheld"


@dataclass(frozen=True, slots=True)
class DocumentMigration:
    """What became of one document.

    Attributes:
        number: Its place among the documents of the file, from 0.
        line: The line where it begins, from 1.
        source: The API version that it was written in, short; `Policy` for a legacy Policy; empty if unknown.
        target: The one that was requested.
        status: What became of it.
        proofs: One for each step, in order.
        notes: What was done, in order of the steps.
        findings: Why it is refused; else the findings in the new text.
        key: The key of the ConfigMap that it is in, or its path in a document of another kind; None for a document.
        new_errors: The rules that find in the result what weighs like an error, and found none, or less, before.
        judged_by: The release that is to take the result: the requested one, or the newest that serves the target.
            Empty where it is refused.
        accepted_by: The releases that serve the target and start with the result, the oldest first.
    """

    number: int
    line: int
    source: str
    target: str
    status: MigrationStatus
    proofs: tuple[Proof, ...] = ()
    notes: tuple[Note, ...] = ()
    findings: tuple[Finding, ...] = ()
    key: str | None = None
    new_errors: tuple[str, ...] = ()
    judged_by: str = ""
    accepted_by: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the release that is to take the result starts with it, and finds no error that is new."""
        return self.judged_by in self.accepted_by and not self.new_errors


@dataclass(frozen=True, slots=True)
class FileMigration:
    """What becomes of one file.

    Attributes:
        path: As the user named it; `-` for standard input.
        verdict: `REFUSED` if one of its documents cannot be migrated: then the file stays as it is.
        documents: One for each scheduler configuration in it, in order.
        reason: Why it is unreadable or skipped; None otherwise.
        text: Its text; None where it could not be read.
        migrated: The text that it should have; None where that is the one it has, or where it is refused.
        edits: What leads from `text` to `migrated`, in order.
        encoding: How its bytes become `text`, as Python names it; a byte order mark is part of the text.
        unwritten: Why it could not be written; None where it was, or where that was not requested.
        withheld: Whether it is not written because it does not fit.
    """

    path: str
    verdict: Verdict
    documents: tuple[DocumentMigration, ...] = ()
    reason: str | None = None
    text: str | None = None
    migrated: str | None = None
    edits: tuple[Edit, ...] = ()
    encoding: str = "utf-8"
    unwritten: str | None = None
    withheld: bool = False

    @property
    def holds_scheduler(self) -> bool:
        """Whether it holds a configuration."""
        return bool(self.documents)

    @property
    def status(self) -> MigrationStatus:
        """What becomes of the file as a whole."""
        if self.verdict is not Verdict.ACCEPTED:
            return MigrationStatus(self.verdict.value)
        if self.unwritten is not None:
            return MigrationStatus.UNWRITTEN
        if self.withheld:
            return MigrationStatus.WITHHELD
        return MigrationStatus.UNCHANGED if self.migrated is None else MigrationStatus.MIGRATED

    @property
    def fits(self) -> bool:
        """Whether the release that is to take each result does so; not where one is refused or unreadable."""
        return self.verdict is Verdict.ACCEPTED and all(document.fits for document in self.documents)

    @property
    def before(self) -> bytes:
        """Its bytes as they were read; empty where they could not be."""
        return (self.text or "").encode(self.encoding)

    @property
    def after(self) -> bytes:
        """The bytes that it should have: in the same encoding."""
        return self.before if self.migrated is None else self.migrated.encode(self.encoding)
