"""The comments that belong to an entry or item: those above it, inside of it, and behind it."""

from typing import NamedTuple

from schedcfg.document.comments import Comment
from schedcfg.document.edit.layout import BREAK, Slot, View
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
    return "".join(f"{one}{view.eol(slot.start)}{' ' * view.column(slot.start)}" for one in comments)


def _above(view: View, slot: Slot) -> tuple[Comment, ...]:
    if slot.start <= view.first or not view.begins_line(slot.start):
        return ()
    column = view.column(slot.start)
    found: list[Comment] = []
    below = slot.start
    for comment in view.comments_before(slot.start):
        start, end = comment.span.start.offset, comment.span.end.offset
        if not comment.own_line or view.column(start) != column or not _ONE_BREAK.match(view.text[end:below]):
            break
        found.append(comment)
        below = start
    return tuple(reversed(found))


def _behind(view: View, slot: Slot) -> Comment | None:
    found = view.comments_within(slot.end, view.line_end(slot.end))
    if not found:
        return None
    between = view.text[slot.end : found[0].span.start.offset].strip(" \t")
    if not between or (between == "," and slot.parent.flow and view.begins_line(slot.start)):
        return found[0] if not slot.parent.flow or view.begins_line(slot.start) else None
    return None
