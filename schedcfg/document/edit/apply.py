"""Edits put together and carried out, and where places of one text are in the other."""

from collections.abc import Iterable, Sequence

from schedcfg.document.change import Edit
from schedcfg.document.span import Span


def merged(edits: Iterable[Edit]) -> tuple[Edit, ...] | None:
    """Put edits of one text in order and join those that touch; None where some overlap."""
    found: list[Edit] = []
    for edit in sorted(edits, key=lambda one: (one.span.start.offset, one.span.end.offset)):
        last = found[-1] if found else None
        if last is None or edit.span.start.offset > last.span.end.offset:
            found.append(edit)
        elif edit.span.start.offset == last.span.end.offset:
            found[-1] = Edit(Span(last.span.start, edit.span.end), last.replacement + edit.replacement)
        else:
            return None
    return tuple(found)


def applied(text: str, edits: Sequence[Edit]) -> str:
    """Carry out edits: in order, and not overlapping."""
    parts: list[str] = []
    kept = 0
    for edit in edits:
        parts += [text[kept : edit.span.start.offset], edit.replacement]
        kept = edit.span.end.offset
    return "".join([*parts, text[kept:]])


def growth(edits: Iterable[Edit]) -> int:
    """Tell by how many characters edits make a text longer; negative where they make it shorter."""
    return sum(len(edit.replacement) - (edit.span.end.offset - edit.span.start.offset) for edit in edits)


def origin(offset: int, edits: Iterable[Edit]) -> int:
    """Tell where a place of the edited text was before: in what is new, the beginning of the edit.

    Args:
        offset: An offset in the edited text.
        edits: What led to it, in order.
    """
    grown = 0
    for edit in edits:
        begin = edit.span.start.offset + grown
        if offset < begin:
            break
        if offset < begin + len(edit.replacement):
            return edit.span.start.offset
        grown += growth([edit])
    return offset - grown
