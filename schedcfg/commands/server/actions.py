"""What can be done about a text: fixes, one by one or all that are safe; ignores; another API version.

A fix is offered only where `--fix` would make it: it is made on a copy, read again, and compared.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from lsprotocol import types

from schedcfg import releases
from schedcfg.commands.migrate.kept_defaults import edits_keeping_defaults
from schedcfg.commands.migrate.migrate import migrate_file
from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.diagnostics import diagnostic
from schedcfg.commands.server.positions import TextPositions
from schedcfg.commands.server.workspace import EditedText, Looked
from schedcfg.commands.validate.fix import fix_file
from schedcfg.commands.validate.fix_attempts import (
    Candidate,
    ReadText,
    Rejection,
    TextReader,
    candidates,
    try_fixes,
)
from schedcfg.document.edit.splices import applied
from schedcfg.document.span import Edit, Span, lines_of
from schedcfg.errors import SchedcfgError
from schedcfg.findings import DocumentReport, Finding, FindingClass, Verdict
from schedcfg.rules.cards import cards

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.schedcfg"
REWRITE = f"{types.CodeActionKind.RefactorRewrite.value}.schedcfg"

_MOST = 20
"""Fixes that are tried at once: of more, the place of the cursor chooses."""


@dataclass(frozen=True)
class Actions:
    """The actions on one version of a text.

    Attributes:
        looked: The text.
        positions: Its positions.
        edit: Makes edits of texts what the editor takes.
    """

    looked: Looked
    positions: TextPositions
    edit: Callable[[Mapping[EditedText, Sequence[types.TextEdit]]], types.WorkspaceEdit]

    @property
    def _analysis(self) -> Analysis:
        assert self.looked.analysis is not None
        return self.looked.analysis

    def within(self, place: types.Range, context: types.CodeActionContext) -> list[types.CodeAction]:
        """Return what can be done at a place.

        Args:
            place: What is selected; for what is about the whole text it does not matter.
            context: The requested kinds, with all below them; without, all are. Where nobody asked, as when
                the cursor only moved, what is about the whole text is left out: it takes longer.
        """
        if self.looked.analysis is None:
            return []
        makers: dict[str, Callable[[], Iterator[types.CodeAction]]] = {
            types.CodeActionKind.QuickFix.value: partial(self._at, place)
        }
        if context.only is not None or context.trigger_kind is not types.CodeActionTriggerKind.Automatic:
            makers |= {FIX_ALL: self._fix_all, REWRITE: self._rewrites}
        return [action for kind, make in makers.items() if _is_wanted(kind, context.only) for action in make()]

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
        # Help differs: that of reports names the file.
        shown = {(one.rule, one.start, one.message): one for one in findings if one.offered_fix is not None}
        if not shown:
            return
        analysis = self._analysis
        reader = TextReader(analysis.options, analysis.path, analysis.contexts, unsafe=True)
        before = reader.read(analysis.stream)
        for candidate in candidates(before.validated):
            key = (candidate.finding.rule, candidate.finding.start, candidate.finding.message)
            finding = shown.get(key)
            if finding is not None and (made := _made(candidate, before, reader)):
                title = candidate.fix.title if made.is_safe else f"{candidate.fix.title} ({_UNSAFE})"
                yield self._action(title, made.edits, types.CodeActionKind.QuickFix, finding, made.is_safe)

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

    def _rewrites(self) -> Iterator[types.CodeAction]:
        yield from self._migrations()
        yield from self._kept_defaults()

    def _migrations(self) -> Iterator[types.CodeAction]:
        analysis = self._analysis
        for release, newest in dict.fromkeys(
            (one.release.name, one.release.api_versions[-1])
            for one in analysis.configurations
            if one.api_version not in {None, one.release.api_versions[-1]}
        ):
            with suppress(SchedcfgError):
                options = analysis.options.by(release)
                contexts = analysis.contexts
                migrated = migrate_file(analysis.stream, options, path=analysis.path, to=newest, contexts=contexts)
                if migrated.verdict is Verdict.ACCEPTED and migrated.migrated is not None:
                    yield self._action(f"Migrate to {newest}, with the same behavior", migrated.edits, REWRITE)

    def _kept_defaults(self) -> Iterator[types.CodeAction]:
        """Yield what keeps the defaults that the next release changes."""
        analysis = self._analysis
        for one in analysis.configurations:
            later = next((each for each in releases.all_releases() if each.number > one.release.number), None)
            if later is None:
                continue
            edits = edits_keeping_defaults(one.document, analysis.text, one.release, later, analysis.options)
            if edits:
                title = f"Keep the defaults of Kubernetes {one.release.name} in {later.name}"
                yield self._action(title, edits, REWRITE)

    def _action(
        self,
        title: str,
        edits: tuple[Edit, ...],
        kind: types.CodeActionKind | str,
        finding: Finding | None = None,
        is_preferred: bool | None = None,
    ) -> types.CodeAction:
        found = None if finding is None else [self._diagnostic(finding)]
        edit = self.edit({self.looked.text.edited: self.positions.text_edits(edits)})
        return types.CodeAction(title, kind=kind, diagnostics=found, is_preferred=is_preferred, edit=edit)

    def _diagnostic(self, finding: Finding) -> types.Diagnostic:
        document = next(one for one in self.looked.report.documents if finding in one.findings)
        return diagnostic(finding, document, self.looked.text, self.positions)


_UNSAFE = "unsafe: it may change what the scheduler does, or is a guess"


def _is_wanted(kind: str, wanted: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Return whether a kind is requested, by its name or that of a kind above it."""
    names = None if wanted is None else [str(getattr(one, "value", one)) for one in wanted]
    return names is None or any(kind == name or kind.startswith(f"{name}.") for name in names)


class _MadeFix(NamedTuple):
    """A fix that can be made alone."""

    edits: tuple[Edit, ...]
    is_safe: bool  # Whether it is proven that the scheduler does the same


def _made(candidate: Candidate, before: ReadText, reader: TextReader) -> _MadeFix | None:
    """Return a fix as `--fix` makes it or, where that does not, `--unsafe-fixes`; None where neither does."""
    for is_unsafe in (False, True):
        with suppress(Rejection):
            made = try_fixes((candidate,), before, reader._replace(unsafe=is_unsafe))
            return _MadeFix(made.edits, candidate.fix.is_safe and not is_unsafe)
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
    """Return whether a comment does nothing but suppress a finding: the data stays, and nothing new is found."""
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
