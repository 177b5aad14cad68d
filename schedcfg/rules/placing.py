"""Problems, which have a path, become findings, which have a place in the text."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from schedcfg.configuration.decode.defects import as_problem
from schedcfg.document import Defect, Document, Span
from schedcfg.document.scalar_places import ScalarPlaces
from schedcfg.document.span import Path, follow, render
from schedcfg.document.texts import printable
from schedcfg.findings import Finding, Problem

if TYPE_CHECKING:
    from schedcfg.document.secrets import Secrets


def placed_findings(problems: Iterable[Problem], document: Document) -> tuple[Finding, ...]:
    """Return problems as findings, sorted by their place, each once."""
    return in_order(_placed(problem, document) for problem in problems)


_PLACED: WeakKeyDictionary[Document, dict[Problem, Finding]] = WeakKeyDictionary()
"""A document → the findings in it: an upgrade asks many releases, and most of them find the same."""


def _placed(problem: Problem, document: Document) -> Finding:
    """Return a problem as a finding; one with a remedy, of which plain data is a part, is made each time."""
    if problem.remedy is not None:
        from schedcfg.rules.remedies import fix  # noqa: PLC0415 - few problems have a remedy

        finding = _new_finding(problem, document)
        is_private = _secrets_of(document.text).is_in_line(finding.start)
        return replace(finding, fix=fix(problem.remedy, document, is_private=is_private))
    known = _PLACED.setdefault(document, {})
    if problem not in known:
        known[problem] = _new_finding(problem, document)
    return known[problem]


def _new_finding(problem: Problem, document: Document) -> Finding:
    """Return a problem as a finding without a fix."""
    if _is_in_empty_item(problem.where, document):
        problem = problem._replace(help=_EMPTY_ITEM_IN_JSON if document.is_json else _EMPTY_ITEM)
    elif problem.help_in_json is not None and document.is_json:
        problem = problem._replace(help=problem.help_in_json)
    return _finding(problem, _span(problem, document), _secrets_of(document.text))


_EMPTY_ITEM = "Remove the `-`: nothing follows it, so it makes an empty entry."
_EMPTY_ITEM_IN_JSON = "Remove the `null`: it makes an empty entry."


def _is_in_empty_item(path: Path, document: Document) -> bool:
    """Return whether a path leads to an item of a list that is empty, or to what such an item lacks.

    An alias is not empty, though nothing could be read in its place, as without an anchor.
    """
    items = (path[:length] for length, step in enumerate(path, 1) if isinstance(step, int))
    empty = (item for item in items if _is_null(follow(document.data, item[:-1]), item[-1]))
    return any(not document.text.startswith("*", document.locate(item).value.start.offset) for item in empty)


def _is_null(items: object, index: str | int) -> bool:
    return isinstance(items, list) and isinstance(index, int) and index < len(items) and items[index] is None


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings sorted by their place, each once; those that share place, rule and message as they came."""
    return tuple(
        sorted(
            dict.fromkeys(findings),  # a set has another order in each process
            key=lambda finding: (finding.start.offset, finding.end.offset, finding.rule, finding.message),
        )
    )


def moved_into_file(findings: Iterable[Finding], text: str, span: Span, value: str) -> Iterator[Finding]:
    """Yield findings about a value at their places in its file.

    Args:
        findings: Their places are in the value.
        text: The file's text.
        span: The whole value in it, quoted, folded or an alias; of what is not written there, all is meant.
        value: What the reader of the file made of it.
    """
    found = list(findings)
    places = ScalarPlaces.of(text, span, value) if found else None
    for finding in found:
        own = span if places is None else places.span_of(finding.start.offset, finding.end.offset)
        yield finding.moved_to(own)


def _secrets_of(text: str) -> "Secrets":
    from schedcfg.document.secrets import Secrets  # noqa: PLC0415 - most texts have no problems

    return Secrets.of(text)


def _finding(problem: Problem, span: Span, secrets: "Secrets") -> Finding:
    return Finding(
        rule=problem.rule,
        finding_class=problem.finding_class,
        severity=problem.severity,
        path=secrets.hide(render(problem.path)),
        message=_shown_message(problem.message, secrets),
        help=None if problem.help is None else _shown_message(problem.help, secrets),
        start=span.start,
        end=span.end,
        place="" if problem.place is None else secrets.hide(render(problem.place)),
        standard=problem.standard,
        listed=problem.listed,
        assumed=tuple(map(secrets.hide, problem.assumed)),
    )


def _shown_message(text: str, secrets: "Secrets") -> str:
    """Return a message without secrets and escaped; not all of one that lists thousands of names."""
    whole = secrets.hide(text)
    return printable(whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…")


_LONGEST = 5000
"""Characters of a message: in one file, a thousand manifests may refer to the same thousand names."""


def _span(problem: Problem, document: Document) -> Span:
    """Choose what to underline: a value on one line, else the key that leads to it."""
    if problem.span is not None:
        return problem.span
    path = problem.where
    place = document.locate(path)
    missing = len(place.path) < len(path)
    if place.key is not None and (problem.on_key or missing or place.value.start.line != place.value.end.line):
        return place.key
    if place.value.start.line == place.value.end.line:
        return place.value
    return document.first_line_of(place.value)


def of_defect(defect: Defect, text: str) -> Finding:
    """Make a finding of what stopped the reader of a text."""
    return _finding(as_problem(defect), defect.span, _secrets_of(text))
