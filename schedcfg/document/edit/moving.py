"""Entries and items lifted out of one place, to be put down as they are written in another, with their own comments.

Their own are those above an entry or item, inside of it, and behind it.
"""

from typing import NamedTuple

from schedcfg.document.comments import Comment
from schedcfg.document.edit.layout import BREAK, Slot, View, content_start, is_bare, is_bracketed
from schedcfg.document.edit.replacing import key_text
from schedcfg.document.edit.writing import Style, scalar, style_at
from schedcfg.document.nodes import Mapping, Sequence
from schedcfg.document.span import BREAK as LINE_BREAK
from schedcfg.document.span import Path
from schedcfg.patterns import pattern

_ONE_BREAK = pattern(rf"[ \t]*{BREAK}[ \t]*\Z")


class Own(NamedTuple):
    """The comments of an entry or item."""

    above: tuple[Comment, ...]  # Those directly above it, in lines of their own, from the first on
    inner: tuple[Comment, ...]
    behind: Comment | None

    @property
    def all(self) -> tuple[Comment, ...]:
        """All of them, in order."""
        return (*self.above, *self.inner, *([self.behind] if self.behind else []))

    def start(self, slot: Slot) -> int:
        """Return where the comments above an entry or item begin; without any, where it does itself."""
        return self.above[0].span.start.offset if self.above else slot.start

    def end(self, slot: Slot) -> int:
        """Return where the comment behind an entry or item ends; without one, where it does itself."""
        return self.behind.span.end.offset if self.behind else slot.end


def own_comments(view: View, slot: Slot) -> Own:
    """Find the comments of an entry or item.

    Above it, a comment counts up to the first blank line or other indentation. The comments above the first entry of
    a document are about the document: they belong to no entry.
    """
    inner = tuple(view.comments_within(slot.start, slot.end))
    return Own(_above(view, slot), inner, _behind(view, slot))


def in_front(view: View, slot: Slot, comments: tuple[str, ...]) -> str:
    """Write comments so that they are in front of an entry or item, each in a line of its own, indented as it is."""
    return "".join(f"{comment}{view.eol(slot.start)}{' ' * view.column(slot.start)}" for comment in comments)


def _above(view: View, slot: Slot) -> tuple[Comment, ...]:
    if slot.start <= view.first or not view.begins_line(slot.start):
        return ()
    column = view.column(slot.start)
    comments: list[Comment] = []
    below = slot.start
    for comment in view.comments_before(slot.start):
        start, end = comment.span.start.offset, comment.span.end.offset
        if not comment.own_line or view.column(start) != column or not _ONE_BREAK.match(view.text[end:below]):
            break
        comments.append(comment)
        below = start
    return tuple(reversed(comments))


def _behind(view: View, slot: Slot) -> Comment | None:
    comments = view.comments_within(slot.end, view.line_end(slot.end))
    if not comments:
        return None
    between = view.text[slot.end : comments[0].span.start.offset].strip(" \t")
    if not between or (between == "," and slot.parent.flow and view.begins_line(slot.start)):
        return comments[0] if not slot.parent.flow or view.begins_line(slot.start) else None
    return None


class WrittenEntry(NamedTuple):
    """Lines of text, from column 0 on."""

    block: tuple[str, ...]
    brackets: tuple[str, ...] | None  # For a place in brackets; None where it is to be written from the data
    commented: bool


class New(NamedTuple):
    """What is put in."""

    key: str | None  # The key of a new entry; None for an item
    value: object
    written: WrittenEntry | None = None  # Its text in its former place; None where it is written from the data


class Lifted(NamedTuple):
    """What was lifted out of a text."""

    written: WrittenEntry | None = None  # As it is written under its new key; None where nothing was lifted
    comments: tuple[str, ...] = ()
    style: Style = Style()

    def within(self, missing: Path, key: str | None) -> WrittenEntry | None:
        """Return it inside of the parents that are missing at its new place.

        Args:
            missing: The steps below the one that is put in.
            key: The key of the one that is put in; None for an item.
        """
        if self.written is None or not missing:
            return self.written
        lines = list(self.written.block)
        for step, inner in reversed(list(zip((key, *missing[:-1]), missing, strict=True))):
            if isinstance(step, str):
                width = self.style.step if isinstance(inner, str) else self.style.list_step
                lines = [f"{scalar(step, self.style, flow=False)}:", *_indent(lines, width)]
            else:
                lines = _behind_dash(lines)
        return WrittenEntry(tuple(lines), None, self.written.commented)


NOTHING = Lifted()
"""No text is lifted: what is put in is written from its data."""


def lift(view: View, slot: Slot, to: str | int) -> Lifted:
    """Return the text of an entry or item with its own comments, as it is to be written under another key or none."""
    own = own_comments(view, slot)
    style = style_at(view, slot.parent)
    is_entry = isinstance(to, str)
    head = [view.written(comment) for comment in own.above]
    if slot.key is not None and isinstance(to, str):
        body = _entry(view, slot, own, key_text(view, slot, to))
    elif slot.key is None and not is_entry:
        body = _item(view, slot, own)
    else:
        sign = f"{scalar(to, style, flow=False)}:" if is_entry else "-"
        body = _turned_lines(view, slot, own, sign, style)
    brackets = tuple(body) if slot.parent.flow and not own.all and (is_entry or slot.key is None) else None
    if brackets and not is_entry:
        brackets = tuple(_strip(view, slot.start, slot.end, len(view.indentation(slot.start))))
    written = WrittenEntry((*head, *body), brackets, bool(own.all))
    return Lifted(written, tuple(comment.text for comment in own.all), style)


def _entry(view: View, slot: Slot, own: Own, key: str) -> list[str]:
    """Write an entry under a key, from column 0 on."""
    assert slot.key is not None
    column = _base(view, slot)
    before = view.text[slot.start : slot.key.start]
    if slot.parent.flow:
        value = _strip(view, slot.value.start, slot.end, column) if not is_bare(slot.value) else [""]
        gap = view.text[slot.after : slot.value.start] if view.is_json else " "
        lines = [f"{before}{key}:{gap if not is_bare(slot.value) else ''}{value[0]}", *value[1:]]
    else:
        lines = _strip(view, slot.key.end, slot.end, column)
        lines[0] = before + key + lines[0]
    return _with_tail(view, slot, own, lines)


def _item(view: View, slot: Slot, own: Own) -> list[str]:
    """Write an item, from column 0 on."""
    lines = _strip(view, slot.start, slot.end, _base(view, slot))
    if slot.parent.flow:
        is_pair = isinstance(slot.value, Mapping) and not is_bracketed(view.text, slot.value)
        lines = [f"- {{{lines[0]}}}" if is_pair else f"- {lines[0]}", *lines[1:]]
    return _with_tail(view, slot, own, lines)


def _turned_lines(view: View, slot: Slot, own: Own, sign: str, style: Style) -> list[str]:
    """Write the value of an entry as an item, or an item as the value of an entry."""
    value = slot.value
    start = content_start(view.text, value)
    if not isinstance(value, Mapping | Sequence) or value.flow:
        lines = _strip(view, slot.after, slot.end, _base(view, slot))
        is_pair = isinstance(value, Mapping) and not is_bracketed(view.text, value)
        lines[0] = f"{{{lines[0].strip()}}}" if is_pair else lines[0].strip(" \t")
        lines[0] = f"{sign} {lines[0]}".rstrip()
        return _with_tail(view, slot, own, lines)
    column = view.column(view.slot(value, 0).start)
    head = "" if view.on_one_line(slot.after, start) else view.text[slot.after : view.line_end(slot.after)].strip(" \t")
    begin = start if view.on_one_line(slot.after, start) else view.next_line(slot.after)
    lines = _strip(view, begin, slot.end, column)
    lines[0] = lines[0].lstrip(" ") if view.on_one_line(slot.after, start) else lines[0]
    lines = _with_tail(view, slot, own, lines)
    width = 2 if sign == "-" else style.step if isinstance(value, Mapping) else style.list_step
    if sign == "-" and not head:
        return _behind_dash(lines)
    return [f"{sign} {head}".rstrip(), *_indent(lines, width)]


def _base(view: View, slot: Slot) -> int:
    """Return by how much the lines of something are indented as a whole."""
    return len(view.indentation(slot.start)) if slot.parent.flow else view.column(slot.start)


def _strip(view: View, start: int, end: int, column: int) -> list[str]:
    """Cut a text into lines, and take up to `column` spaces from all but what begins within a line."""
    lines = LINE_BREAK.split(view.text[start:end])
    first = lines[0][min(column, _leading(lines[0])) :] if view.line_start(start) == start else lines[0]
    return [first, *(line[min(column, _leading(line)) :] for line in lines[1:])]


def _leading(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _with_tail(view: View, slot: Slot, own: Own, lines: list[str]) -> list[str]:
    """Add the comment behind."""
    if own.behind is None:
        return lines
    gap = view.text[slot.end : own.behind.span.start.offset].replace(",", "") or " "
    return [*lines[:-1], f"{lines[-1]}{gap}{view.written(own.behind)}"]


def _indent(lines: list[str], width: int) -> list[str]:
    return [" " * width + line if line else line for line in lines]


def _behind_dash(lines: list[str]) -> list[str]:
    first, *rest = _indent(lines, 2)
    return [f"- {first[2:]}", *rest]
