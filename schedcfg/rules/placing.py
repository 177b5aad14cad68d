"""Problems, which have a path, become findings, which have a place in the text."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache, partial

from schedcfg.configuration.decode.defects import as_problem
from schedcfg.document import Defect, Document, Span
from schedcfg.document.edit import Draft
from schedcfg.document.span import Edit, render
from schedcfg.document.texts import printable, without_login
from schedcfg.errors import EditConflict
from schedcfg.findings import Act, Finding, Fix, Problem, Remedy, RemedyChange
from schedcfg.sources.in_place import edit_of_file


def placed_findings(problems: Iterable[Problem], document: Document) -> tuple[Finding, ...]:
    """Return problems as findings, sorted by their place, each once."""
    return in_order(_placed(problem, document) for problem in problems)


def _placed(problem: Problem, document: Document) -> Finding:
    finding = _finding(problem, _span(problem, document))
    if problem.remedy is None:
        return finding
    from schedcfg.rules.placing import fix  # noqa: PLC0415 - few problems have a remedy

    return replace(finding, fix=fix(problem.remedy, document))


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings sorted by their place, each once."""
    return tuple(sorted(set(findings), key=lambda one: (one.start.offset, one.end.offset, one.rule, one.message)))


def _finding(problem: Problem, span: Span) -> Finding:
    return Finding(
        rule=problem.rule,
        finding_class=problem.finding_class,
        severity=problem.severity,
        path=render(problem.path),
        message=_shown(problem.message),
        help=None if problem.help is None else _shown(problem.help),
        start=span.start,
        end=span.end,
        place="" if problem.place is None else render(problem.place),
        standard=problem.standard,
    )


def _shown(text: str) -> str:
    """Return a message without logins and escaped; not all of one that lists thousands of names."""
    whole = without_login(text)
    return printable(whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…")


_LONGEST = 5000
"""Characters of a message: in one file, a thousand manifests may refer to the same thousand names."""


def _span(problem: Problem, document: Document) -> Span:
    """Choose what to underline: a value on one line, else the key that leads to it."""
    if problem.span is not None:
        return problem.span
    path = problem.path if problem.place is None else problem.place
    found = document.locate(path)
    missing = len(found.path) < len(path)
    if found.key is not None and (problem.on_key or missing or found.value.start.line != found.value.end.line):
        return found.key
    if found.value.start.line == found.value.end.line:
        return found.value
    return document.first_line_of(found.value)


def of_defect(defect: Defect) -> Finding:
    """Make a finding of what stopped the reader."""
    return _finding(as_problem(defect), defect.span)


def fix(remedy: Remedy, document: Document) -> Fix:
    """Write a remedy as edits of the text that a document was read from.

    It has none where that is not safe, or where the text is already as it should be.
    """
    return Fix(printable(without_login(remedy.title)), remedy.is_safe, partial(_edits, remedy, document))


def _edits(remedy: Remedy, document: Document) -> tuple[Edit, ...]:
    try:
        draft = _draft_of(document)
        if [change.act for change in remedy.changes] == [Act.REMOVE]:
            return draft.removal(remedy.changes[0].path)
        return _made(remedy, draft).edits
    except EditConflict:
        return ()


def in_file(finding: Finding, part: str, text: str) -> Finding:
    """Return the fix of a finding in a part of a file as edits of the file; without a fix where that is not possible.

    Args:
        finding: What was found in the part.
        part: The part, read in its place, with blanks around it.
        text: The file's text.
    """
    if finding.fix is None or part is text:
        return finding
    return replace(finding, fix=finding.fix.mapped(partial(_of_file, part, text)))


def _of_file(part: str, text: str, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    found = tuple(edit_of_file(edit, part, text) for edit in edits)
    return () if None in found else tuple(filter(None, found))


@lru_cache(maxsize=1)
def _draft_of(document: Document) -> Draft:
    """Return a draft of a document, shared by all its remedies; only copies of it are changed.

    Raises:
        EditConflict: where its text cannot be read to the end.
    """
    return Draft.of(document)


def _made(remedy: Remedy, draft: Draft) -> Draft:
    """Return a copy of a draft with the changes of a remedy.

    Raises:
        EditConflict: where one is not safe.
    """
    twin = draft.copy()
    for change in remedy.changes:
        _make(change, twin)
    return twin


def _make(change: RemedyChange, draft: Draft) -> None:
    path, value = change.path, change.value
    match change.act:
        case Act.REMOVE:
            draft.remove_leaving_comments(path)
        case Act.REPLACE:
            draft.replace(path, value)
        case Act.RENAME:
            draft.rename(path, str(value))
        case Act.SET:
            draft.set(path, value)
        case Act.INSERT:
            draft.insert(path, value)
