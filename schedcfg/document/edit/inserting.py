"""New entries and items: where they go and how they are written there."""

from collections.abc import Iterator

from schedcfg.document.edit import flow
from schedcfg.document.edit.layout import Collection, Slot, View, content_start, parts, slots
from schedcfg.document.edit.moving import New, own_comments
from schedcfg.document.edit.splices import Splice
from schedcfg.document.edit.writing import Style, block, dash_width, entry, fill, is_empty, item, laid_out, style_at
from schedcfg.document.nodes import Mapping, Node, Scalar, Sequence
from schedcfg.patterns import pattern

_HEADER = pattern(r"[|>][0-9]?(?P<keep>\+?)[0-9]?")


def without_last_break(view: View, node: Node) -> list[Splice]:
    """Mark a block scalar at the end of a text as having no line break there, where a node ends with one."""
    while isinstance(node, Mapping | Sequence) and not node.flow:
        node = node.entries[-1][1] if isinstance(node, Mapping) else node.items[-1]
    if not isinstance(node, Scalar) or not node.block or view.line_end(node.end) < len(view.text):
        return []
    header = _HEADER.match(view.text, content_start(view.text, node))
    if header is None or view.text[header.end() : header.end() + 1] == "-":
        return []
    return [Splice(*(header.span("keep") if header["keep"] else (header.end(), header.end())), "-")]


def insertion(view: View, holder: Slot | None, index: int, new: New) -> Iterator[list[Splice]]:
    """Yield the ways to put something into a collection, the best one first.

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
            style = style_at(view, node)
            splice = _next_to(view, node, index, new, style)
            yield [splice]
            if index and splice.start == len(view.text):
                # A text that ends with a line break would need one at the end of the file.
                yield [_next_to(view, node, index, new, style._replace(has_blocks=False))]
                # A block scalar before it, or at its end, may keep its text only with a line break, or without.
                ended = splice._replace(new=splice.new + view.eol(splice.start))
                cut = without_last_break(view, view.slot(node, index - 1).value)
                yield from ([ended], [*cut, splice], [*cut, ended])
        return
    if not view.is_json and not (holder and holder.parent.flow):
        width = dash_width(view, slots(view.text, holder.parent)) if holder and holder.key is None else 2
        style = style_at(view, holder.parent if holder else None)
        data: object = [new.value] if new.key is None else {new.key: new.value}
        lines = new.written.block if new.written else block(data, style)
        step = style.step if new.key is not None else style.list_step
        yield from fill(view, holder, list(lines), width if holder and holder.key is None else step)
    yield from flow.filling(view, holder, new)


def _next_to(view: View, parent: Collection, index: int, new: New, style: Style) -> Splice:
    """Put something between the entries or items of a block."""
    siblings = slots(view.text, parent)
    column = view.column(siblings[0].start)
    lines = _lines(view, siblings, new, style)
    if index > 0:
        at = view.line_end(siblings[index - 1].end)
        eol = view.eol(at)
        return Splice(at, at, f"{eol}{' ' * column}{laid_out(lines, eol, column)}")
    at = own_comments(view, siblings[0]).start(siblings[0])
    eol = view.eol(at)
    return Splice(at, at, f"{laid_out(lines, eol, column)}{eol}{' ' * column}")


def _lines(view: View, siblings: list[Slot], new: New, style: Style) -> list[str]:
    if new.written:
        return list(new.written.block)
    if new.key is not None:
        return entry(new.key, new.value, style)
    width = dash_width(view, siblings)
    return item(new.value, style, width if is_empty(new.value) or width > 1 else 2)
