"""Entries and items taken out of brackets and braces."""

from collections.abc import Iterator

from schedcfg.document.edit.flow import comma_behind, is_end_of_line
from schedcfg.document.edit.own import Own, in_front
from schedcfg.document.edit.pieces import Splice
from schedcfg.document.edit.slots import Slot, content_start, is_bracketed, slots
from schedcfg.document.edit.view import View


def removal(view: View, slot: Slot, own: Own, left: tuple[str, ...]) -> Iterator[list[Splice]]:
    """Give the ways to take out a part of a collection; `left` are the comments that take its place."""
    siblings = slots(view.text, slot.parent)
    if not is_bracketed(view.text, slot.parent):
        yield [Splice(slot.parent.start, slot.end, "{}")]
        return
    if len(siblings) == 1 and not left:
        start = content_start(view.text, slot.parent)
        yield [Splice(start + 1, slot.parent.end - 1, "")]
    if view.begins_line(slot.start):
        yield from _lines(view, slot, siblings, own, left)
    if not left:
        if slot.number + 1 < len(siblings):
            yield [Splice(slot.start, siblings[slot.number + 1].start, "")]
        elif slot.number:
            yield [Splice(siblings[slot.number - 1].end, slot.end, "")]
    yield _bare(view, slot, siblings, left)


def _lines(view: View, slot: Slot, siblings: list[Slot], own: Own, left: tuple[str, ...]) -> Iterator[list[Splice]]:
    """Take out whole lines, and the comma in front of what is now missing at the end."""
    comma = comma_behind(view, siblings, slot.number)
    stop = own.end(slot) if own.behind or comma is None else comma + 1
    if not is_end_of_line(view, stop):
        return
    begin = own.start(slot)
    if left:
        lines = f"{view.eol(slot.start)}{view.indentation(slot.start)}".join(left)
        taken = Splice(begin, view.line_end(stop), lines)
    else:
        taken = Splice(view.line_start(begin), view.next_line(stop), "")
    yield [*_comma_before(view, siblings, slot, comma), taken]


def _bare(view: View, slot: Slot, siblings: list[Slot], left: tuple[str, ...]) -> list[Splice]:
    """Take out nothing but the part itself and a comma."""
    lead = in_front(view, slot, ("", *left)) if left else ""
    comma = comma_behind(view, siblings, slot.number)
    if comma is None:
        return [*_comma_before(view, siblings, slot, comma), Splice(slot.start, slot.end, lead)]
    return [Splice(slot.start, slot.end, lead), Splice(comma, comma + 1, "")]


def _comma_before(view: View, siblings: list[Slot], slot: Slot, comma: int | None) -> list[Splice]:
    """Take out the comma in front of the last part, where none stands behind it."""
    if comma is not None or slot.number == 0:
        return []
    before = comma_behind(view, siblings[: slot.number + 1], slot.number - 1)
    return [] if before is None else [Splice(before, before + 1, "")]
