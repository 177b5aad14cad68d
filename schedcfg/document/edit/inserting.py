"""New entries and items: where they go and how they are written there, in blocks, in brackets and so in JSON."""

from collections.abc import Iterator

from schedcfg.document.edit.layout import Collection, Slot, View, content_start, is_bracketed, parts, slots
from schedcfg.document.edit.moving import New, own_comments
from schedcfg.document.edit.safety import refuse
from schedcfg.document.edit.splices import Splice
from schedcfg.document.edit.writing import (
    Style,
    block,
    dash_width,
    entry,
    fill,
    inline,
    is_empty,
    item,
    laid_out,
    scalar,
    spread,
    style_at,
    unit,
    value_text,
)
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
            yield from _in_brackets(view, node, index, new)
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
    yield from _fill_brackets(view, holder, new)


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


def _in_brackets(view: View, parent: Collection, index: int, new: New) -> Iterator[list[Splice]]:
    """Yield the ways to put something between the parts of a collection that is not empty.

    Raises:
        EditConflict: where it has comments, for which there is no place.
    """
    _refuse_comments(parent, new)
    siblings = slots(view.text, parent)
    if not is_bracketed(view.text, parent):
        yield _into_lone_pair(view, siblings, index, new)
        return
    if view.begins_line(siblings[0].start):
        yield _in_lines(view, siblings, index, new)
    style = style_at(view, parent)
    text = _one_line(new, style)
    if index == 0:
        start = siblings[0].start
        yield [Splice(start, start, text + style.comma)]
    else:
        end = siblings[index - 1].end
        yield [Splice(end, end, style.comma + text)]


def _fill_brackets(view: View, holder: Slot | None, new: New) -> Iterator[list[Splice]]:
    """Yield the ways to put something into an empty collection, or in the place of null.

    Raises:
        EditConflict: where it has comments, for which there is no place.
    """
    node = holder.value if holder else view.root
    _refuse_comments(node, new)
    start = content_start(view.text, node)
    style = style_at(view, holder.parent if holder else None)
    data: object = [new.value] if new.key is None else {new.key: new.value}
    if view.comments_within(start, node.end):
        yield [Splice(start + 1, start + 1, _one_line(new, style))]
        return
    at = max(start, holder.after) if holder and start == node.end else start
    gap = " " if start == node.end and view.text[at - 1 : at] not in {"", " ", "[", "{"} else ""
    yield [Splice(at, max(at, node.end), gap + value_text(view, holder, data, style))]


def comma_behind(view: View, siblings: list[Slot], index: int) -> int | None:
    """Return the offset of the comma behind one of the parts; None where there is none."""
    behind = siblings[index + 1].start if index + 1 < len(siblings) else _closing(view, siblings)
    offset = siblings[index].end
    while offset < behind:
        if view.text[offset] == ",":
            return offset
        offset = view.line_end(offset) if view.text[offset] == "#" else offset + 1
    return None


def is_end_of_line(view: View, offset: int) -> bool:
    """Return whether at most a comment follows in the line."""
    rest = view.text[offset : view.line_end(offset)].strip(" \t")
    return not rest or (rest.startswith("#") and rest != view.text[offset : offset + len(rest)])


def _refuse_comments(node: Node, new: New) -> None:
    if new.written and new.written.commented:
        message = "the moved entry has comments, which cannot be kept in brackets"
        refuse(message, "Move it by hand.", (), node.start, node.end)


def _closing(view: View, siblings: list[Slot]) -> int:
    parent = siblings[0].parent
    return max(siblings[-1].end, parent.end - 1 if is_bracketed(view.text, parent) else parent.end)


def _into_lone_pair(view: View, siblings: list[Slot], index: int, new: New) -> list[Splice]:
    """Put braces around the pair in `[a: b]`, and the new part inside."""
    text = _one_line(new, style_at(view, siblings[0].parent))
    opening, end = siblings[0].parent.start, siblings[-1].end
    if index == 0:
        return [Splice(opening, opening, f"{{{text}, "), Splice(end, end, "}")]
    return [Splice(opening, opening, "{"), Splice(end, end, f", {text}}}")]


def _in_lines(view: View, siblings: list[Slot], index: int, new: New) -> list[Splice]:
    """Put something in lines of its own."""
    prefix = view.indentation(siblings[0].start)
    style = style_at(view, siblings[0].parent)
    text = _several_lines(view, new, style, prefix)
    if index == 0:
        at = own_comments(view, siblings[0]).start(siblings[0])
        return [Splice(at, at, f"{text},{view.eol(at)}{prefix}")]
    before = siblings[index - 1]
    comma = comma_behind(view, siblings, index - 1)
    end = before.end if comma is None else comma + 1
    lead = f"{view.eol(end)}{prefix}{text}"
    if not is_end_of_line(view, end):
        return [Splice(before.end, before.end, f",{lead}")]
    at = view.line_end(end)
    if comma is not None:
        return [Splice(at, at, f"{lead},")]
    if at == end:
        return [Splice(at, at, f",{lead}")]
    return [Splice(end, end, ","), Splice(at, at, lead)]


def _one_line(new: New, style: Style) -> str:
    if new.written and new.written.brackets and len(new.written.brackets) == 1:
        return new.written.brackets[0]
    if new.key is None:
        return inline(new.value, style)
    return f"{scalar(new.key, style, flow=True)}{style.colon}{inline(new.value, style)}"


def _several_lines(view: View, new: New, style: Style, prefix: str) -> str:
    """Write something as lines; in YAML nested values stay in one line."""
    if new.written and new.written.brackets:
        return (view.eol(0) + prefix).join(new.written.brackets)
    if not view.is_json:
        return _one_line(new, style)
    name = "" if new.key is None else f"{scalar(new.key, style, flow=True)}{style.colon}"
    return name + (view.eol(0) + prefix).join(spread(new.value, style, unit(view)))
