"""New entries and items: where they go and how they are written there."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.edit import flow
from schedcfg.document.edit.own import own_comments
from schedcfg.document.edit.pieces import Splice
from schedcfg.document.edit.slots import Collection, Slot, content_start, is_bare, parts, slots
from schedcfg.document.edit.style import dash_width, style_at
from schedcfg.document.edit.view import View
from schedcfg.document.edit.writing import block, entry, is_empty, item
from schedcfg.document.nodes import Mapping, Node, Scalar, Sequence


class New(NamedTuple):
    """What is put in.

    Attributes:
        key: The key of a new entry; None for an item.
        value: Plain data.
        written: The lines of it as they stood elsewhere, from column 0 on; None where it is written from the data.
    """

    key: str | None
    value: object
    written: tuple[str, ...] | None = None


def insertion(view: View, holder: Slot | None, index: int, new: New) -> Iterator[list[Splice]]:
    """Give the ways to put something into a collection, the best one first.

    Args:
        view: The text.
        holder: The entry or item whose value the collection is; None for the root. Null counts as an empty one.
        index: Before which entry or item; their count for the end.
        new: What is put in.
    """
    node = holder.value if holder else view.root
    if isinstance(node, Mapping | Sequence) and parts(node):
        if node.flow:
            yield from flow.insertion(view, node, index, new)
        else:
            yield [_beside(view, node, index, new)]
        return
    if not view.is_json and not (holder and holder.parent.flow):
        width = dash_width(view, slots(view.text, holder.parent)) if holder and holder.key is None else 2
        style = style_at(view, holder.parent if holder else None)
        lines = new.written or block({new.key: new.value} if new.key is not None else [new.value], style)
        step = style.step if new.key is not None else style.list_step
        yield from fill(view, holder, list(lines), width if holder and holder.key is None else step)
    yield from flow.filling(view, holder, new)


def fill(view: View, holder: Slot | None, lines: list[str], step: int) -> Iterator[list[Splice]]:
    """Give the ways to write a block in the place of a scalar, an alias or an empty `{}` or `[]`.

    Args:
        view: The text.
        holder: What holds the value; None for the root.
        lines: The block, from column 0 on.
        step: By how many columns it stands behind the beginning of the holder.
    """
    node = holder.value if holder else view.root
    start = content_start(view.text, node)
    if is_null_by_omission(view, node):
        start = node.end
    end = max(start, node.end)
    written = end > start
    if written and view.begins_line(start):
        yield [Splice(start, end, laid(lines, view.eol(start), view.column(start)))]
        return
    if holder and holder.key is None:
        column = view.column(holder.start) + step
        gap = "" if written else " " * (step - (max(start, holder.after) - holder.start))
        at = start if written else max(start, holder.after)
        yield [
            Splice(at, end if written else at, (gap or ("" if written else " ")) + laid(lines, view.eol(at), column))
        ]
        return
    column = view.column(holder.start) + step if holder else 0
    behind = view.line_end(max(end, holder.after if holder else end))
    eol = view.eol(behind)
    text = f"{eol}{' ' * column}{laid(lines, eol, column)}"
    if not written:
        yield [Splice(behind, behind, text)]
        return
    trimmed = len(view.text[:start].rstrip(" \t"))
    yield [Splice(trimmed, end, ""), Splice(behind, behind, text)]


def is_null_by_omission(view: View, node: Node) -> bool:
    """Tell whether a node has no content, at most an anchor or a tag."""
    return is_bare(node) or (isinstance(node, Scalar) and content_start(view.text, node) >= node.end)


def laid(lines: list[str], eol: str, column: int) -> str:
    """Join lines, all but the first indented up to a column; empty ones stay empty."""
    first, *rest = lines
    return first + "".join(f"{eol}{' ' * column}{line}" if line else eol for line in rest)


def _beside(view: View, parent: Collection, index: int, new: New) -> Splice:
    """Put something between the entries or items of a block."""
    siblings = slots(view.text, parent)
    column = view.column(siblings[0].start)
    lines = _lines(view, parent, siblings, new)
    if index > 0:
        at = view.line_end(siblings[index - 1].end)
        eol = view.eol(at)
        return Splice(at, at, f"{eol}{' ' * column}{laid(lines, eol, column)}")
    above = own_comments(view, siblings[0]).above
    at = above[0].span.start.offset if above else siblings[0].start
    eol = view.eol(at)
    return Splice(at, at, f"{laid(lines, eol, column)}{eol}{' ' * column}")


def _lines(view: View, parent: Collection, siblings: list[Slot], new: New) -> list[str]:
    if new.written:
        return list(new.written)
    style = style_at(view, parent)
    if new.key is not None:
        return entry(new.key, new.value, style)
    width = dash_width(view, siblings)
    return item(new.value, style, width if is_empty(new.value) or width > 1 else 2)
