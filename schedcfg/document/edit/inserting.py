"""New entries and items: where they go and how they are written there."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.edit import flow
from schedcfg.document.edit.filling import fill, laid
from schedcfg.document.edit.last_break import without_last_break
from schedcfg.document.edit.moving import Written
from schedcfg.document.edit.own import own_comments
from schedcfg.document.edit.pieces import Splice
from schedcfg.document.edit.slots import Collection, Slot, parts, slots
from schedcfg.document.edit.style import dash_width, style_at
from schedcfg.document.edit.view import View
from schedcfg.document.edit.writing import block, entry, is_empty, item
from schedcfg.document.nodes import Mapping, Sequence


class New(NamedTuple):
    """What is put in.

    Attributes:
        key: The key of a new entry; None for an item.
        value: Plain data.
        written: How it stood elsewhere; None where it is written from the data.
    """

    key: str | None
    value: object
    written: Written | None = None


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
            splice = _beside(view, node, index, new)
            yield [splice]
            if index and splice.start == len(view.text):
                yield [splice._replace(new=splice.new + view.eol(splice.start))]
                yield [*without_last_break(view, view.slot(node, index - 1).value), splice]
        return
    if not view.is_json and not (holder and holder.parent.flow):
        width = dash_width(view, slots(view.text, holder.parent)) if holder and holder.key is None else 2
        style = style_at(view, holder.parent if holder else None)
        data: object = [new.value] if new.key is None else {new.key: new.value}
        lines = new.written.block if new.written else block(data, style)
        step = style.step if new.key is not None else style.list_step
        yield from fill(view, holder, list(lines), width if holder and holder.key is None else step)
    yield from flow.filling(view, holder, new)


def _beside(view: View, parent: Collection, index: int, new: New) -> Splice:
    """Put something between the entries or items of a block."""
    siblings = slots(view.text, parent)
    column = view.column(siblings[0].start)
    lines = _lines(view, parent, siblings, new)
    if index > 0:
        at = view.line_end(siblings[index - 1].end)
        eol = view.eol(at)
        return Splice(at, at, f"{eol}{' ' * column}{laid(lines, eol, column)}")
    at = own_comments(view, siblings[0]).start(siblings[0])
    eol = view.eol(at)
    return Splice(at, at, f"{laid(lines, eol, column)}{eol}{' ' * column}")


def _lines(view: View, parent: Collection, siblings: list[Slot], new: New) -> list[str]:
    if new.written:
        return list(new.written.block)
    style = style_at(view, parent)
    if new.key is not None:
        return entry(new.key, new.value, style)
    width = dash_width(view, siblings)
    return item(new.value, style, width if is_empty(new.value) or width > 1 else 2)
