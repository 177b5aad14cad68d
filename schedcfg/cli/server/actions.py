"""What can be done about a text: fixes, one by one or all that are safe; ignores; another API version.

A fix is offered only where `--fix` would make it: it is made on a copy, read again, and compared.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from lsprotocol import types

from schedcfg.changes.fix import fix_file
from schedcfg.changes.fix_attempts import (
    AcceptedFixes,
    Candidate,
    ReadText,
    Rejection,
    TextReader,
    candidates,
    try_fixes,
)
from schedcfg.changes.migrate.migrate import migrate_file
from schedcfg.cli.server.diagnostics import diagnostic
from schedcfg.cli.server.positions import TextPositions
from schedcfg.cli.server.workspace import Looked
from schedcfg.document.edit.splices import applied
from schedcfg.document.span import Edit, Span, lines_of
from schedcfg.errors import SchedcfgError
from schedcfg.findings import DocumentReport, Finding, FindingClass, Verdict
from schedcfg.output.finding_text import offered
from schedcfg.rules.cards import cards
from schedcfg.show.editor.analysis import Analysis

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.schedcfg"
MIGRATE = f"{types.CodeActionKind.RefactorRewrite.value}.schedcfg"

_MOST = 20
"""Fixes that are tried at once: of more, the place of the cursor chooses."""


@dataclass(frozen=True)
class Actions:
    """The actions on one version of a text.

    Attributes:
        looked: The text.
        positions: Its positions.
    """

    looked: Looked
    positions: TextPositions

    @property
    def _analysis(self) -> Analysis:
        assert self.looked.analysis is not None
        return self.looked.analysis

    def within(self, place: types.Range, only: Iterable[str] | None) -> list[types.CodeAction]:
        """Return what can be done at a place.

        Args:
            place: What is selected; for what is about the whole text it does not matter.
            only: The kinds that are asked for, with all below them; None: all.
        """
        if self.looked.analysis is None:
            return []
        wanted = None if only is None else tuple(only)
        makers: tuple[tuple[str, Callable[[], Iterator[types.CodeAction]]], ...] = (
            (types.CodeActionKind.QuickFix.value, partial(self._at, place)),
            (FIX_ALL, self._fix_all),
            (MIGRATE, self._migrate),
        )
        return [action for kind, make in makers if _is_wanted(kind, wanted) for action in make()]

    def _at(self, place: types.Range) -> Iterator[types.CodeAction]:
        start, end = self.positions.offset(place.start), self.positions.offset(place.end)
        chosen = [
            finding
            for document in self.looked.report.documents
            for finding in document.findings
            if finding.start.offset <= end and start <= finding.end.offset
        ][:_MOST]
        yield from self._fixes(chosen)
        for finding in chosen:
            yield from self._ignore(finding)

    def _fixes(self, findings: list[Finding]) -> Iterator[types.CodeAction]:
        if all(offered(finding) is None for finding in findings):
            return
        analysis = self._analysis
        reader = TextReader(analysis.options, analysis.path, analysis.contexts, unsafe=True)
        before = reader.read(analysis.stream)
        for candidate in candidates(before.validated):
            finding = candidate.finding
            if finding in findings and offered(finding) is not None and (made := _made(candidate, before, reader)):
                title = candidate.fix.title if candidate.fix.is_safe else f"{candidate.fix.title} ({_UNSAFE})"
                yield self._action(title, made.edits, types.CodeActionKind.QuickFix, finding, candidate.fix.is_safe)

    def _ignore(self, finding: Finding) -> Iterator[types.CodeAction]:
        if finding.finding_class is FindingClass.REFUSED or finding.is_required or finding.rule not in cards():
            return
        for edit in _comments(self._analysis.text, finding):
            if _silences(edit, finding, self._analysis):
                title = f"Ignore {finding.rule} here"
                yield self._action(title, (edit,), types.CodeActionKind.QuickFix, finding, is_preferred=False)
                return

    def _fix_all(self) -> Iterator[types.CodeAction]:
        analysis = self._analysis
        report = fix_file(analysis.stream, analysis.options, path=analysis.path, contexts=analysis.contexts)
        if report.is_changed and report.text is not None:
            edit = _difference(analysis.text, report.text)
            yield self._action("Fix all that can be fixed safely", (edit,), FIX_ALL)

    def _migrate(self) -> Iterator[types.CodeAction]:
        analysis = self._analysis
        reached: set[str] = set()
        for one in analysis.configurations:
            newest = one.release.api_versions[-1]
            if one.api_version in {None, newest} or newest in reached:
                continue
            reached.add(newest)
            try:
                options = analysis.options.by(one.release.name)
                migrated = migrate_file(analysis.stream, options, path=analysis.path, to=newest)
            except SchedcfgError:
                continue
            if migrated.verdict is Verdict.ACCEPTED and migrated.migrated is not None:
                yield self._action(f"Migrate to {newest}, with the same behavior", migrated.edits, MIGRATE)

    def _action(
        self,
        title: str,
        edits: tuple[Edit, ...],
        kind: types.CodeActionKind | str,
        finding: Finding | None = None,
        is_preferred: bool | None = None,
    ) -> types.CodeAction:
        text = self.looked.text
        changes: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = [
            types.TextEdit(self.positions.range(edit.span.start.offset, edit.span.end.offset), edit.replacement)
            for edit in edits
        ]
        document = types.OptionalVersionedTextDocumentIdentifier(text.uri, text.version)
        edit = types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])
        found = None if finding is None else [diagnostic(finding, self._report_of(finding), self.positions)]
        return types.CodeAction(title, kind=kind, diagnostics=found, is_preferred=is_preferred, edit=edit)

    def _report_of(self, finding: Finding) -> DocumentReport:
        return next(one for one in self.looked.report.documents if finding in one.findings)


_UNSAFE = "unsafe: it may change what the scheduler does, or is a guess"


def _is_wanted(kind: str, wanted: tuple[str, ...] | None) -> bool:
    """Return whether a kind is asked for, by its name or that of a kind above it."""
    return wanted is None or any(kind == one or kind.startswith(f"{one}.") for one in wanted)


def _made(candidate: Candidate, before: ReadText, reader: TextReader) -> AcceptedFixes | None:
    """Return what a fix makes of a text where it may be made alone: a safe one with its proof."""
    try:
        return try_fixes((candidate,), before, reader._replace(unsafe=not candidate.fix.is_safe))
    except Rejection:
        return None


_REASON = "TODO: say why"


def _comments(text: str, finding: Finding) -> Iterator[Edit]:
    """Yield where a comment that ignores a finding may stand: behind its line, or above it."""
    lines = lines_of(text)
    comment = f"# schedcfg: ignore[{finding.rule}] {_REASON}"
    start = lines.starts[finding.start.line - 1]
    end = lines.starts[finding.start.line] if finding.start.line < len(lines.starts) else len(text)
    content = text[start:end].rstrip("\r\n")
    if content.strip():
        behind = lines.position(start + len(content.rstrip()))
        yield Edit(Span(behind, lines.position(start + len(content))), f"  {comment}")
    indentation = content[: len(content) - len(content.lstrip())]
    newline = "\r\n" if text[start:end].endswith("\r\n") else "\n"
    above = lines.position(start)
    yield Edit(Span(above, above), f"{indentation}{comment}{newline}")


def _silences(edit: Edit, finding: Finding, analysis: Analysis) -> bool:
    """Return whether a comment does nothing but silence a finding: the data stays, and nothing new is found."""
    stream = analysis.stream.reader(applied(analysis.text, (edit,)))
    if [one.data for one in stream.documents] != [one.data for one in analysis.stream.documents]:
        return False
    after = Analysis(stream, analysis.options, analysis.path, analysis.contexts).report
    return _rules(after.documents) == _rules(analysis.report.documents, without=finding)


def _rules(documents: Iterable[DocumentReport], without: Finding | None = None) -> list[tuple[str, str]]:
    return sorted(
        (finding.rule, finding.path)
        for document in documents
        for finding in document.findings
        if without is None or (finding.rule, finding.start.line) != (without.rule, without.start.line)
    )


def _difference(before: str, after: str) -> Edit:
    """Return one edit that makes a text of another: all between their common beginning and end."""
    shorter = min(len(before), len(after))
    start = next((index for index in range(shorter) if before[index] != after[index]), shorter)
    most = shorter - start
    behind = next((index for index in range(most) if before[-1 - index] != after[-1 - index]), most)
    lines = lines_of(before)
    return Edit(lines.span(start, len(before) - behind), after[start : len(after) - behind])
