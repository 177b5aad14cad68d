"""What migrating a file to another API version does: the edits, the notes about them with their cards, the proof."""

from dataclasses import dataclass, field
from enum import StrEnum

from schedcfg.cards import FindingCard
from schedcfg.document import Path, Span, render
from schedcfg.document.edit import Edit
from schedcfg.document.secrets import safe
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
class BehaviorDifference:
    """Something that the scheduler does otherwise after a step.

    Attributes:
        path: What, e.g. `default-scheduler.score.TaintToleration` or `leaderElection.resourceLock`.
        before: Plain data; None where it is not there.
        after: Likewise.
        reason: Why, and what follows from it.
        matters: Whether where a Pod goes, or how the scheduler runs, can change by it.
    """

    __json__ = ("path", "safe_before as before", "safe_after as after", "reason", "matters")

    path: str
    before: object
    after: object
    reason: str
    matters: bool

    @property
    def safe_before(self) -> object:
        """Plain data, without what looks like a secret; None where it is not there."""
        return safe(self.path, self.before)

    @property
    def safe_after(self) -> object:
        """Plain data, without what looks like a secret; None where it is not there any more."""
        return safe(self.path, self.after)


@dataclass(frozen=True, slots=True)
class Proof:
    """One step, and what was compared for it: the effective configurations before and after.

    Attributes:
        source: The API version before, short; `Policy` for a legacy Policy.
        target: The API version after; the same where a step only prepares for a newer release.
        kubernetes: The release that served both and validated.
        before: The release that validated the text before the step, where none serves both versions; else `kubernetes`.
        also: Other releases that serve both versions, in which it was found equal as well.
        differences: What is not the same, each with its reason; without any, behavior is the same in every detail.
    """

    __json__ = ("source", "target", "kubernetes", "before", "also", "kept", "differences")

    source: str = field(metadata={"json": "from"})
    target: str = field(metadata={"json": "to"})
    kubernetes: str
    before: str
    also: tuple[str, ...] = ()
    differences: tuple[BehaviorDifference, ...] = ()

    @property
    def kept(self) -> bool:
        """Whether nothing that matters differs."""
        return not any(difference.matters for difference in self.differences)


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
    """What became of one configuration.

    Attributes:
        number: Its place among the documents of the file, from 0.
        line: The line where it begins, from 1.
        source: The API version that it was written in, short; `Policy` for a legacy Policy; empty if unknown.
        target: The API version that was requested.
        status: What became of it.
        proofs: The steps from version to version, in order, each with the proof that behavior is kept.
        notes: What was done, in order of the steps.
        findings: Why it is refused; else the errors in the result, or all that is found where `judgedBy` refuses it.
        key: The key of the ConfigMap that it is in, or its path in a document of another kind; None for a document.
        new_errors: The rules that find in the result what weighs like an error, and found none, or less, before.
        validated_by: The release that is to take the result: the requested one, or the newest that serves the target.
            Empty where it is refused.
        accepted_by: The releases that serve the target and start with the result, the oldest first.
        assumed_plugins: The plugins that have to be compiled in for that: unknown here, but any name may exist.
    """

    __json__ = (
        *("number", "line", "key", "source", "target", "status", "proofs", "notes", "findings", "validated_by"),
        *("accepted_by", "new_errors", "fits"),
    )

    number: int = field(metadata={"json": "index", "minimum": 0})
    line: int = field(metadata={"minimum": 1})
    source: str = field(metadata={"json": "from"})
    target: str = field(metadata={"json": "to"})
    status: MigrationStatus
    proofs: tuple[Proof, ...] = field(default=(), metadata={"json": "steps"})
    notes: tuple[Note, ...] = ()
    findings: tuple[Finding, ...] = ()
    key: str | None = field(default=None, metadata={"omit_none": True})
    new_errors: tuple[str, ...] = ()
    validated_by: str = field(default="", metadata={"json": "judgedBy"})
    accepted_by: tuple[str, ...] = ()
    assumed_plugins: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the release that is to take the result starts with it, and finds no error that is new."""
        return self.validated_by in self.accepted_by and not self.new_errors


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

    def failed(self, reason: str) -> "FileMigration":
        """Return what becomes of a file that cannot be read."""
        return FileMigration(self.path, Verdict.UNREADABLE, reason=reason)


_CHANGED, _REMOVED, _PINNED = NoteKind.CHANGED.value, NoteKind.REMOVED.value, NoteKind.PINNED.value
_BY_HAND, _DIFFERS, _DROPPED = NoteKind.BY_HAND.value, NoteKind.DIFFERS.value, NoteKind.DROPPED.value
_ERROR = "error"

_TITLES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("address-as-understood", (_CHANGED,), "An address is written as the older version read it"),
    ("algorithm-provider", (_CHANGED,), "An algorithm provider became the plugins that it contains"),
    ("behaviour", (_DIFFERS,), "The scheduler behaves differently in this respect"),
    ("bind-timeout", (_CHANGED,), "`bindTimeoutSeconds` became an Arg of VolumeBinding"),
    ("cannot-be-kept", (_ERROR, _DROPPED), "The newer version has no equivalent"),
    ("carried-flag", (_CHANGED, _BY_HAND), "A flag without effect beside `--config` became a field"),
    ("cloud-limits", (_CHANGED,), "The volume limits of a cloud became NodeVolumeLimits"),
    ("dead-point", (_REMOVED,), "An extension point without effect is removed"),
    ("deciding-flag", (_BY_HAND,), "A flag of the scheduler decides instead of the file"),
    ("default-args", (_PINNED,), "An Arg whose default changes is written explicitly"),
    ("default-plugin", (_PINNED,), "A plugin that is no longer, or newly, a default is written explicitly"),
    ("default-weight", (_PINNED,), "A weight whose default changes is written explicitly"),
    ("disabled-first", (_CHANGED,), "A default plugin is disabled before it is enabled again"),
    ("edit-conflict", (_ERROR,), "The text cannot be changed where it is necessary"),
    ("hard-pod-affinity", (_CHANGED,), "`hardPodAffinitySymmetricWeight` became an Arg of InterPodAffinity"),
    ("ignored-resources", (_REMOVED,), "Args that extenders' ignored resources had replaced are removed"),
    ("idle-curve", (_REMOVED,), "A curve that its scoring strategy does not use is removed"),
    ("insecure-address", (_BY_HAND, _REMOVED), "An address of insecure serving, which was removed"),
    ("legacy-extenders", (_CHANGED,), "Extenders of a Policy became `extenders`"),
    ("lock-name", (_CHANGED,), "The lock's name and namespace have new field names"),
    ("missing-kind", (_ERROR,), "A document without `kind` cannot be migrated"),
    ("named-policy", (_CHANGED, _BY_HAND), "The Policy that a configuration named is written into it"),
    ("nameless-args", (_REMOVED,), "Args without a plugin's name are removed"),
    ("other-release", (_DIFFERS,), "The releases differ in this, whatever the file contains"),
    ("plugin-list", (_PINNED,), "The plugins of an extension point are written in their order"),
    ("policy-always-check", (_REMOVED,), "`alwaysCheckAllPredicates` of a Policy is removed"),
    ("policy-flag", (_BY_HAND,), "The flags that name a Policy must be removed from the command line"),
    ("policy-hard-weight", (_CHANGED, _REMOVED), "`hardPodAffinitySymmetricWeight` of a Policy"),
    ("policy-predicates", (_CHANGED,), "Predicates of a Policy became filter plugins"),
    ("policy-priorities", (_CHANGED,), "Priorities of a Policy became score plugins"),
    ("preemption", (_CHANGED,), "`disablePreemption` became a plugin that is disabled"),
    ("preparation", (_CHANGED,), "A plugin keeps the extension point at which it prepares for another one"),
    ("profile", (_CHANGED,), "Top-level fields became a profile"),
    ("profile-percentage", (_CHANGED,), "`percentageOfNodesToScore` is written where both versions read it"),
    ("queue-sort", (_CHANGED,), "All profiles name the plugin that sorts the queue"),
    ("quoted-configuration", (_ERROR,), "The configuration is a quoted string, which cannot be edited"),
    ("renamed-plugin", (_CHANGED,), "A plugin has another name"),
    ("renamed-point", (_CHANGED,), "An extension point has another name"),
    ("repeated-field", (_REMOVED,), "Of a repeated field, the one without effect is removed"),
    ("resource-lock", (_BY_HAND,), "The lock of leader election is one that newer releases do not support"),
    ("resource-scoring", (_CHANGED, _REMOVED), "Plugins that scored resources became a strategy of NodeResourcesFit"),
    ("sleeping-strategy", (_REMOVED,), "A scoring strategy that would newly take effect is removed"),
    ("spelling", (_CHANGED,), "A field is written as in the newer version"),
    ("spread-point", (_CHANGED,), "An extension point is written for each point that it includes"),
    ("typed-args", (_CHANGED,), "Args have the types that the newer version reads"),
    ("unknown-field", (_REMOVED,), "A field that the older version ignored is removed"),
    ("unread-args", (_REMOVED,), "Args that were never read are removed"),
    ("unread-field", (_REMOVED,), "A field that was never read is removed"),
    ("unreserve", (_CHANGED,), "`reserve` and `unreserve` became one extension point"),
)

FINDING_CARDS = tuple(FindingCard(id_, "migrate", title, weights) for id_, weights, title in _TITLES)
