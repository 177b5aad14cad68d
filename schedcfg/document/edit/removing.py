"""Entries and items removed, with their own comments or without."""

from collections.abc import Iterator

from schedcfg.document.edit.inserting import comma_behind, is_end_of_line
from schedcfg.document.edit.layout import Slot, View, content_start, is_bracketed, parts, sign_end, slots
from schedcfg.document.edit.moving import Own, in_front, own_comments
from schedcfg.document.edit.splices import Splice
from schedcfg.document.nodes import Mapping
from schedcfg.patterns import pattern


def removal_in_flow(view: View, slot: Slot, own: Own, left: tuple[str, ...]) -> Iterator[list[Splice]]:
    """Yield the ways to take out a part of a collection; `left` are the comments that take its place."""
    siblings = slots(view.text, slot.parent)
    if not is_bracketed(view.text, slot.parent):
        yield [Splice(slot.parent.start, slot.end, "{}")]
        return
    if len(siblings) == 1 and not left:
        start = content_start(view.text, slot.parent)
        yield [Splice(start + 1, slot.parent.end - 1, "")]
    if view.begins_line(slot.start):
        yield from _flow_line_removals(view, slot, siblings, own, left)
    if not left:
        if slot.number + 1 < len(siblings):
            yield [Splice(slot.start, siblings[slot.number + 1].start, "")]
        elif slot.number:
            yield [Splice(siblings[slot.number - 1].end, slot.end, "")]
    yield _part_removal(view, slot, siblings, left)


def _flow_line_removals(
    view: View, slot: Slot, siblings: list[Slot], own: Own, left: tuple[str, ...]
) -> Iterator[list[Splice]]:
    """Remove whole lines, and the comma in front of what is now missing at the end."""
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


def _part_removal(view: View, slot: Slot, siblings: list[Slot], left: tuple[str, ...]) -> list[Splice]:
    """Remove nothing but the part itself and a comma."""
    lead = in_front(view, slot, ("", *left)) if left else ""
    comma = comma_behind(view, siblings, slot.number)
    if comma is None:
        return [*_comma_before(view, siblings, slot, comma), Splice(slot.start, slot.end, lead)]
    return [Splice(slot.start, slot.end, lead), Splice(comma, comma + 1, "")]


def _comma_before(view: View, siblings: list[Slot], slot: Slot, comma: int | None) -> list[Splice]:
    """Remove the comma in front of the last part, where there is none after it."""
    if comma is not None or slot.number == 0:
        return []
    before = comma_behind(view, siblings[: slot.number + 1], slot.number - 1)
    return [] if before is None else [Splice(before, before + 1, "")]


def removal(view: View, holder: Slot | None, slot: Slot) -> Iterator[list[Splice]]:
    """Yield the ways to take out an entry or item together with its own comments."""
    own = own_comments(view, slot)
    if slot.parent.flow:
        yield from removal_in_flow(view, slot, own, ())
        return
    yield from _from_block(view, holder, slot, own, ())


def removal_leaving_comments(view: View, holder: Slot | None, slot: Slot) -> Iterator[list[Splice]]:
    """Yield the ways to take out an entry or item so that its comments stay, each in a line of its own."""
    own = own_comments(view, slot)
    left = tuple(view.written(comment) for comment in (*own.inner, *([own.behind] if own.behind else [])))
    own = own._replace(above=())
    if slot.parent.flow:
        yield from removal_in_flow(view, slot, own, left)
        return
    yield from _from_block(view, holder, slot, own, left)


def empty(slot: Slot) -> str:
    """Return what is left of a collection without its last entry or item."""
    return "{}" if isinstance(slot.parent, Mapping) else "[]"


def _from_block(view: View, holder: Slot | None, slot: Slot, own: Own, left: tuple[str, ...]) -> Iterator[list[Splice]]:
    # A document that is part of a larger text may come with the dash before its first entry blanked out.
    follows_dash = slot.start == view.first and view.column(slot.start) > 0
    if follows_dash or not view.begins_line(slot.start):
        yield [_from_begun_line(view, slot, own, left)]
    elif parts(slot.parent) > 1:
        taken = _line_removal(view, slot, own, left, tidy=True)
        leads = slot.number == 0 and not left and (holder or taken.start <= view.extent[0])
        yield [_with_blanks_behind(view, taken) if leads else taken]
        yield [_line_removal(view, slot, own, left, tidy=False)]
    elif holder is None or view.on_one_line(holder.after, slot.start):
        yield [_root(view, slot, own, left, "")]
        yield [_root(view, slot, own, left, f"---{view.eol(slot.start)}")]
    else:
        at = sign_end(view.text, holder)
        mark = Splice(at, at, f" {empty(slot)}")
        yield [mark, _line_removal(view, slot, own, left, tidy=True)]
        yield [mark, _line_removal(view, slot, own, left, tidy=False)]


def _from_begun_line(view: View, slot: Slot, own: Own, left: tuple[str, ...]) -> Splice:
    """Remove the first entry behind a dash; what comes next moves up to it."""
    end = own.end(slot)
    lead = in_front(view, slot, left)
    if parts(slot.parent) == 1:
        return Splice(slot.start, end, lead + empty(slot))
    following = view.slot(slot.parent, slot.number + 1).start
    between = view.comments_within(end, following)
    return Splice(slot.start, between[0].span.start.offset if between else following, lead)


def _root(view: View, slot: Slot, own: Own, left: tuple[str, ...], before: str) -> Splice:
    """Remove all that a document holds."""
    start = own.start(slot)
    end = own.end(slot)
    lead = in_front(view, slot, left)
    return Splice(start, end, before + lead + empty(slot))


def _line_removal(view: View, slot: Slot, own: Own, left: tuple[str, ...], *, tidy: bool) -> Splice:
    """Remove whole lines; with `tidy`, a blank line that separated what is gone goes as well."""
    start = view.line_start(own.start(slot))
    end = view.next_line(own.end(slot))
    indentation = view.text[view.line_start(slot.start) : slot.start]
    if left:
        stop = view.line_end(own.end(slot))
        return Splice(slot.start, stop, f"{view.eol(slot.start)}{indentation}".join(left))
    if end == len(view.text) and view.line_end(slot.end) == end:
        return Splice(_blanks_before(view, start) if tidy else start, end, "")
    return _removal_of_lines(view, start, end) if tidy else Splice(start, end, "")


def _removal_of_lines(view: View, start: int, end: int) -> Splice:
    """Return a removal of lines, with blank lines that would double, or end the text; none around the document."""
    first, last = view.extent
    if end > last:
        begin = _blanks_before(view, start)
        return Splice(view.next_line(begin) if begin < view.previous_end(start) else start, end, "")
    above = _count_blanks_above(view, start) if start > first else 0
    while above and end < last and view.is_blank(end):
        above, end = above - 1, view.next_line(end)
    return Splice(start, end, "")


def _with_blanks_behind(view: View, taken: Splice) -> Splice:
    """Return a removal with the blank lines that would end up directly below a key, or at the beginning of a text."""
    end = taken.end
    if taken.start <= view.extent[0] or not view.is_blank(view.previous_end(taken.start)):
        while end < view.extent[1] and view.is_blank(end):
            end = view.next_line(end)
    return Splice(taken.start, end, taken.new)


def _blanks_before(view: View, start: int) -> int:
    """Return where the last line ends before `start` that is not blank, as far as the document goes."""
    end = view.previous_end(start)
    while end > view.extent[0] and view.is_blank(end):
        end = view.previous_end(end)
    return end


def _count_blanks_above(view: View, start: int) -> int:
    count = 0
    end = view.previous_end(start)
    while end > view.extent[0] and view.is_blank(end):
        count, end = count + 1, view.previous_end(end)
    return count


_DASHES = pattern(r"[- ]*\Z")


def annotation(view: View, slot: Slot, comment: tuple[str, ...]) -> Iterator[list[Splice]]:
    """Yield the ways to put comment lines above an entry or item; above its dash where it is behind one."""
    start = view.line_start(slot.start)
    before = view.text[start : slot.start]
    if not _DASHES.match(before):
        return
    indentation = view.indentation(slot.start)
    at = slot.start - len(before) + len(indentation)
    lines = "".join(f"{line}{view.eol(at)}{indentation}" for line in comment)
    yield [Splice(at, at, lines)]
