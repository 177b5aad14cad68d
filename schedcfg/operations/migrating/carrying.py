"""Each document of a text carried over, or refused with the reason."""

import re
from typing import NamedTuple

from schedcfg.decode import is_policy, read_type_meta
from schedcfg.decode.type_meta import POLICY_KIND
from schedcfg.document import Document, Span, Stream
from schedcfg.document.edit import Draft, Edit
from schedcfg.document.edit.apply import origin
from schedcfg.document.lines import Lines
from schedcfg.errors import EditConflict
from schedcfg.findings import Finding, FindingClass, Problem, Verdict
from schedcfg.migrations import Goal, Outcome, migrate
from schedcfg.operations import placing
from schedcfg.operations.judging import Judge
from schedcfg.operations.migrating.judging import Reading
from schedcfg.operations.role import Role
from schedcfg.results.migration import DocumentMigration, MigrationStatus, obstacle


class Carried(NamedTuple):
    """A document on its way.

    Attributes:
        report: What became of it.
        draft: Its text, changed; None where it does not change.
    """

    report: DocumentMigration
    draft: Draft | None = None


class Carrier(NamedTuple):
    """Carries over what `walk` finds.

    Attributes:
        goal: What is asked for.
        read: Judges on the way.
        judge: Judges what cannot even set out.
    """

    goal: Goal
    read: Reading
    judge: Judge

    def first(self, stream: Stream, role: Role) -> Carried:
        """Carry over the first document of a text: kube-scheduler reads no other."""
        if not stream.documents and stream.error is not None:
            return self.unparsed(stream)
        return self.document(stream.documents[0] if stream.documents else Document.empty(stream.text), role)

    def document(self, document: Document, role: Role, notes: tuple[Problem, ...] = ()) -> Carried:  # noqa: ARG002
        """Carry over one document; that others of the file are not read by kube-scheduler is no matter here."""
        report = DocumentMigration(
            number=document.index,
            line=document.line,
            source=_source(document, role),
            target=self.goal.target,
            status=MigrationStatus.REFUSED,
        )
        unfit = self._unfit(document, role)
        if unfit:
            return Carried(report._replace(findings=unfit))
        try:
            draft = _draft(document)
        except EditConflict as conflict:
            return Carried(report._replace(findings=(_by_hand(conflict, document.text),)))
        outcome = self._outcome(draft)
        report = report._replace(**outcome._asdict())
        return Carried(report, draft if outcome.status is MigrationStatus.MIGRATED else None)

    def unparsed(self, stream: Stream) -> Carried:
        """Refuse a text that could not be parsed, as `validate` does."""
        judged = self.judge.unparsed(stream).report
        refused = MigrationStatus.REFUSED
        return Carried(
            DocumentMigration(judged.number, judged.line, "", self.goal.target, refused, findings=judged.findings)
        )

    def embedded(self, result: Carried, key: str | None, number: int, span: Span | None) -> Carried:
        """Say of a result where it stands; refuse to change what is not in the file as it is."""
        report = result.report._replace(number=number, key=key)
        if span is None:
            return result._replace(report=report)
        findings = tuple(finding._replace(start=span.start, end=span.end, fix=None) for finding in report.findings)
        report = report._replace(line=span.start.line, findings=findings)
        if report.status is MigrationStatus.MIGRATED:
            report = report._replace(status=MigrationStatus.REFUSED, findings=(_quoted(key, span),))
        return Carried(report)

    def _unfit(self, document: Document, role: Role) -> tuple[Finding, ...]:
        """Tell why a document cannot be what its role says; a Policy must show that it is one."""
        is_fit = is_policy(document.data) if role is Role.POLICY else read_type_meta(document.data).is_configuration
        if is_fit:
            return ()
        judged = self.judge.document(document, role).report
        if judged.verdict is Verdict.REFUSED:
            return judged.findings
        return placing.place([_UNSAID], document)

    def _outcome(self, draft: Draft) -> Outcome:
        try:
            return migrate(draft, self.goal, self.read.judge)
        except EditConflict as conflict:
            return Outcome(MigrationStatus.REFUSED, findings=(_by_hand(conflict, draft.original, draft.edits),))


_SEPARATOR = re.compile(r"^---", re.MULTILINE)

_UNSAID = Problem(
    "missing-kind",
    (),
    "nothing in this file says that it is a Policy",
    f"Add `kind: {POLICY_KIND}` and `apiVersion: v1` at the top level.",
    finding_class=FindingClass.ADVISED,
)
"""Said of what `--as-policy` takes for a Policy, and what could be anything."""


def _source(document: Document, role: Role) -> str:
    if role is Role.POLICY or is_policy(document.data):
        return POLICY_KIND
    return read_type_meta(document.data).version or ""


def _draft(document: Document) -> Draft:
    """Begin to edit a document.

    Raises:
        EditConflict: if its text cannot be read to its end; what stands behind the first document does not count, since
            kube-scheduler reads no further.
    """
    try:
        return Draft(document.text, document.index)
    except EditConflict:
        behind = _SEPARATOR.search(document.text, document.locate(()).value.end.offset)
        if document.index or behind is None:
            raise
        return Draft(document.text[: behind.start()])


def _by_hand(conflict: EditConflict, original: str, edits: tuple[Edit, ...] = ()) -> Finding:
    """Say where the text is in the way, in the text as the user has it."""
    start, end = (origin(offset, edits) for offset in (conflict.start, conflict.end))
    span = Lines(original).span(start, end)
    return obstacle("edit-conflict", conflict.path, str(conflict), conflict.help, span)


def _quoted(key: str | None, span: Span) -> Finding:
    return obstacle(
        "quoted-configuration",
        () if key is None else ("data", key),
        "the configuration does not stand here as it is: it is quoted, folded or made of aliases, "
        "so that it cannot be changed in place",
        "Write it as a literal block (`|`, each line of the configuration indented below), or migrate it in a file of "
        "its own; then run again.",
        span,
    )
