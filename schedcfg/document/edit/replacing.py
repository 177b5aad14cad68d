"""Values and keys replaced by others."""

from collections.abc import Iterator

from schedcfg.document import scalars
from schedcfg.document.edit.layout import Slot, View, content_start, parts, sign_end, slots
from schedcfg.document.edit.safety import refuse
from schedcfg.document.edit.splices import Splice
from schedcfg.document.edit.writing import (
    Style,
    block,
    dash_width,
    fill,
    in_place_of_block,
    inline,
    is_empty,
    is_null_by_omission,
    laid_out,
    line_style_at,
    quoted,
    scalar,
    single_quoted,
    style_at,
    value_text,
)
from schedcfg.document.nodes import Mapping, Node, Scalar, Sequence
from schedcfg.document.span import Path


def renaming(view: View, slot: Slot, key: str) -> Iterator[list[Splice]]:
    """Yield the ways to write another key, with the quotes of the one that is there."""
    assert slot.key is not None
    style = line_style_at(view, slot.parent)
    start = content_start(view.text, slot.key)
    for text in _texts(view, slot.key, key, style, flow_around=slot.parent.flow):
        yield [Splice(start, slot.key.end, text)]
        yield [Splice(slot.key.start, slot.key.end, text)]


def key_text(view: View, slot: Slot, key: str) -> str:
    """Write a key in the place of another one; as it is written if it is the same."""
    assert slot.key is not None
    if isinstance(slot.key, Scalar) and scalars.key_text(slot.key.value) == key:
        return view.text[slot.key.start : slot.key.end]
    return next(_texts(view, slot.key, key, line_style_at(view, slot.parent), flow_around=slot.parent.flow))


def replacement(view: View, holder: Slot | None, value: object, path: Path) -> Iterator[list[Splice]]:
    """Yield the ways to write another value.

    Raises:
        EditConflict: where a collection goes and comments in it would be lost.
    """
    node = holder.value if holder else view.root
    if isinstance(node, Mapping | Sequence) and parts(node) and not node.flow:
        yield from _of_block(view, holder, value, path)
        return
    if isinstance(node, Mapping | Sequence) and view.comments_within(node.start, node.end):
        _refuse_comments(path, node)
    if holder is not None and isinstance(node, Scalar) and node.block and isinstance(value, str):
        yield from in_place_of_block(view, holder, value)
    is_in_brackets = view.is_json or (holder is not None and holder.parent.flow) or parts(node) > 0
    if is_in_brackets or is_empty(value):
        yield from _in_line(view, holder, value)
        return
    yield from fill(view, holder, *_block(view, holder, value))


def _in_line(view: View, holder: Slot | None, value: object) -> Iterator[list[Splice]]:
    """Write a value after its key or dash, where there is one or none."""
    node = holder.value if holder else view.root
    style = line_style_at(view, holder.parent if holder else None)
    in_flow = holder is not None and holder.parent.flow
    if isinstance(value, dict | list) and value:
        texts: Iterator[str] = iter([value_text(view, holder, value, style)])
    else:
        texts = _texts(view, node, value, style, flow_around=in_flow)
    start = content_start(view.text, node)
    for text in texts:
        if is_null_by_omission(view, node):
            yield [_where_nothing_is(view, holder, node, text)]
            continue
        comments = view.comments_within(start, node.end)
        kept = "".join(f" {view.written(comment)}" for comment in comments)
        yield [Splice(start, node.end, text + kept)]
        yield [Splice(node.start, node.end, text + kept)]


def _where_nothing_is(view: View, holder: Slot | None, node: Node, text: str) -> Splice:
    """Write a value behind a sign, or behind an anchor or a tag; a key without a colon gets one."""
    at = node.end if holder is None or node.end > node.start else holder.after
    if holder is None or holder.key is None or holder.after > holder.key.end:
        return Splice(at, at, f" {text}")
    lead = "" if holder.parent.flow else view.eol(at) + " " * view.column(holder.start)
    return Splice(at, at, f"{lead}: {text}")


def _texts(view: View, node: Node, value: object, style: Style, *, flow_around: bool) -> Iterator[str]:
    """Yield the ways to write a scalar, the first with the quotes that are there."""
    if isinstance(value, str) and not view.is_json and isinstance(node, Scalar):
        sign = view.text[content_start(view.text, node) : node.end][:1]
        kept = single_quoted(value) if sign == "'" else quoted(value) if sign == '"' else None
        if kept is not None:
            yield kept
    yield inline(value, style) if isinstance(value, dict | list) else scalar(value, style, flow=flow_around)
    if isinstance(value, str):
        yield quoted(value)


def _of_block(view: View, holder: Slot | None, value: object, path: Path) -> Iterator[list[Splice]]:
    """Write a value in the place of a block."""
    node = holder.value if holder else view.root
    children = slots(view.text, node) if isinstance(node, Mapping | Sequence) else []
    start, end = children[0].start, children[-1].end
    is_below = holder is not None and not view.on_one_line(holder.after, start)
    head = view.line_end(holder.after) if holder and is_below else start
    if view.comments_within(head, view.line_end(end)):
        _refuse_comments(path, node)
    style = style_at(view, holder.parent if holder else None)
    if holder is None or not is_below:
        lines = [inline(value, style, flow=False)] if is_empty(value) else _block(view, holder, value)[0]
        yield [Splice(start, end, laid_out(lines, view.eol(start), view.column(start)))]
        return
    if is_empty(value):
        behind = sign_end(view.text, holder)
        yield [Splice(behind, behind, f" {inline(value, style, flow=False)}"), Splice(head, end, "")]
        return
    lines, step = _block(view, holder, value)
    column = view.column(holder.start) + step
    eol = view.eol(head)
    yield [Splice(head, end, f"{eol}{' ' * column}{laid_out(lines, eol, column)}")]


def _block(view: View, holder: Slot | None, value: object) -> tuple[list[str], int]:
    """Write a collection as a block, and return how far behind the beginning of its holder it begins."""
    style = style_at(view, holder.parent if holder else None)
    lines = block(value, style)
    if holder is not None and holder.key is None:
        return lines, dash_width(view, slots(view.text, holder.parent))
    return lines, style.step if isinstance(value, dict) else style.list_step


def _refuse_comments(path: Path, node: Node) -> None:
    message = "there are comments in the text to be replaced"
    refuse(message, "Move the comments first, or make the change by hand.", path, node.start, node.end)
