"""New text in the style of the text around it."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document import scalars
from schedcfg.document.edit.layout import Collection, Slot, View, content_start, is_bare, is_bracketed, parts, signs_in
from schedcfg.document.edit.splices import Splice
from schedcfg.document.nodes import Mapping, Node, Scalar, Sequence, walk
from schedcfg.patterns import pattern


def fill(view: View, holder: Slot | None, lines: list[str], step: int) -> Iterator[list[Splice]]:
    """Yield the ways to write a block in the place of a scalar, an alias or an empty `{}` or `[]`.

    Args:
        view: The text.
        holder: What holds the value; None for the root.
        lines: The block, from column 0 on.
        step: By how many columns it is behind the beginning of the holder.
    """
    node = holder.value if holder else view.root
    is_written = not is_null_by_omission(view, node)
    start = content_start(view.text, node) if is_written else node.end
    begins_line = view.begins_line(start) and start < len(view.text)
    if is_written and (begins_line or (holder and holder.key is None)):
        yield [Splice(start, node.end, laid_out(lines, view.eol(start), view.column(start)))]
    elif holder is None and view.begins_line(start):
        yield [Splice(start, start, laid_out(lines, view.eol(start), 0) + view.eol(start))]
    elif holder and holder.key is None and holder.after >= start:
        column = view.column(holder.start) + step
        gap = " " * (column - view.column(holder.after))
        yield [Splice(holder.after, holder.after, gap + laid_out(lines, view.eol(start), column))]
    else:
        yield _below(view, holder, lines, view.column(holder.start) + step if holder else 0)


def _below(view: View, holder: Slot | None, lines: list[str], column: int) -> list[Splice]:
    """Remove what is behind a colon, and write a block below that line."""
    node = holder.value if holder else view.root
    is_written = not is_null_by_omission(view, node)
    behind = view.line_end(holder.after if holder and is_bare(node) else node.end)
    eol = view.eol(behind)
    block = Splice(behind, behind, f"{eol}{' ' * column}{laid_out(lines, eol, column)}")
    if not is_written:
        return [block]
    trimmed = len(view.text[: content_start(view.text, node)].rstrip(" \t"))
    return [Splice(trimmed, node.end, ""), block]


def is_null_by_omission(view: View, node: Node) -> bool:
    """Return whether a node has no content, at most an anchor or a tag."""
    return is_bare(node) or (isinstance(node, Scalar) and content_start(view.text, node) >= node.end)


def laid_out(lines: list[str], eol: str, column: int) -> str:
    """Join lines, all but the first indented up to a column; empty ones stay empty."""
    first, *rest = lines
    return first + "".join(f"{eol}{' ' * column}{line}" if line else eol for line in rest)


_UNPRINTED = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"
"""What no text has as it is, as a range of a regular expression; what it may have would take long to compile."""
_UNFIT = pattern(rf"[{_UNPRINTED}]|\A\n*[ \t]|\A\n*\Z")
"""What a block cannot contain as it is, and beginnings from which its indentation could not be determined."""
_INDENTATION = pattern(r"[^\r\n]*(?>\r\n|[\r\n])(?:[ ]*(?>\r\n|[\r\n]))*(?P<spaces>[ ]+)")


def literal(text: str) -> list[str] | None:
    """Write text as the lines of a block: its header, then its own; None where one line is enough, or a block unfit."""
    if "\n" not in text or _UNFIT.search(text):
        return None
    lines = text.split("\n")
    if lines[-1]:
        return ["|-", *lines]
    return ["|" if lines[-2] else "|+", *lines[:-1]]


def in_place_of_block(view: View, holder: Slot, text: str) -> Iterator[list[Splice]]:
    """Yield the ways to write a text in the place of a block scalar; none where a block cannot hold it."""
    start = content_start(view.text, holder.value)
    lines, match = literal(text), _INDENTATION.match(view.text, start)
    if lines is None or match is None:
        return
    comments = "".join(f" {view.written(comment)}" for comment in view.comments_within(start, holder.value.end))
    eol = view.eol(start)
    block = laid_out([lines[0] + comments, *lines[1:]], eol, len(match["spaces"]))
    yield [Splice(start, holder.end, block)]
    yield [Splice(start, holder.end, block + eol)]


# What may be without quotes: fewer than YAML allows, so that no reader misreads it.
_PLAIN = pattern(
    r"(?:[^\W_]|[_/+(]|(?:--?|\.)(?=[^\W\d]))(?:[\w ./()+=@%^$;<>~*'\"|\\-]|:(?=[^\s:])|(?<!\s)#)*(?<!\s)\Z"
)
_FLOW_SIGNS = pattern(r"[:,\[\]{}?]")
_ESCAPED = pattern(rf"[\t\n{_UNPRINTED}]")


class Style(NamedTuple):
    """How values are written at a place."""

    is_json: bool = False
    step: int = 2
    list_step: int = 2  # By how many columns the dashes of a list are indented below its key; 0 or more
    comma: str = ", "  # Between items in brackets: `, ` or `,`
    colon: str = ": "  # Behind keys in brackets: `: ` or `:`
    # Whether what holds nothing but scalars is in one line, where brackets go over several lines
    keeps_small: bool = False
    has_blocks: bool = True


def is_empty(value: object) -> bool:
    """Return whether a value is written in one line in block style too: a scalar, `{}` or `[]`."""
    return not isinstance(value, dict | list) or not value


def quoted(text: str) -> str:
    """Write text in double quotes, as YAML and JSON both read it."""
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def single_quoted(text: str) -> str | None:
    """Write text in single quotes; None where that needs escapes or line breaks."""
    return None if _ESCAPED.search(text) else "'" + text.replace("'", "''") + "'"


def is_plain(text: str, *, flow: bool) -> bool:
    """Return whether text can be without quotes and Kubernetes reads it as that text."""
    if not _PLAIN.match(text) or (flow and _FLOW_SIGNS.search(text)):
        return False
    return scalars.plain(text) == text


def scalar(value: object, style: Style, *, flow: bool) -> str:
    """Write a string, number, boolean or null."""
    if isinstance(value, str):
        return value if not style.is_json and is_plain(value, flow=flow) else quoted(value)
    return json.dumps(value)


def inline(value: object, style: Style, *, flow: bool = True) -> str:
    """Write a value in one line, collections in brackets."""
    if isinstance(value, dict):
        inner = style.comma.join(
            f"{scalar(key, style, flow=True)}{style.colon}{inline(item, style)}" for key, item in value.items()
        )
        return f"{{{inner}}}"
    if isinstance(value, list):
        return f"[{style.comma.join(inline(item, style) for item in value)}]"
    return scalar(value, style, flow=flow)


def spread(value: object, style: Style, unit: str) -> list[str]:
    """Write a value in brackets over several lines, each level indented by `unit`."""
    if is_empty(value) or (style.keeps_small and _is_small(value)):
        return [inline(value, style)]
    opener, closer, inner = "[", "]", []
    if isinstance(value, dict):
        opener, closer = "{", "}"
        for key, item in value.items():
            first, *rest = spread(item, style, unit)
            inner.append([f"{scalar(key, style, flow=True)}{style.colon}{first}", *rest])
    elif isinstance(value, list):
        inner = [spread(item, style, unit) for item in value]
    for lines in inner[:-1]:
        lines[-1] += ","
    return [opener, *(unit + line for lines in inner for line in lines), closer]


def _is_small(value: object) -> bool:
    """Return whether a collection holds nothing but what is written in one line."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(map(is_empty, inner))


def entry(key: str, value: object, style: Style) -> list[str]:
    """Write an entry of a block mapping as lines."""
    name = scalar(key, style, flow=False)
    if is_empty(value):
        first, *rest = single(value, style)
        return [f"{name}: {first}", *indented(rest, style.step)]
    step = style.list_step if isinstance(value, list) else style.step
    return [f"{name}:", *indented(block(value, style), step)]


def item(value: object, style: Style, width: int = 2) -> list[str]:
    """Write an item of a block list as lines; its content starts `width` columns after its dash."""
    first, *rest = single(value, style) if is_empty(value) else block(value, style)
    return ["-".ljust(width) + first, *indented(rest, width)]


def single(value: object, style: Style) -> list[str]:
    """Write a scalar, `{}` or `[]` behind a key or dash: in one line, but for text that has several."""
    lines = literal(value) if isinstance(value, str) and style.has_blocks else None
    return lines or [inline(value, style, flow=False)]


def indented(lines: list[str], width: int) -> list[str]:
    """Return lines with spaces in front; empty ones stay empty."""
    return [" " * width + line if line else line for line in lines]


def block(value: object, style: Style) -> list[str]:
    """Write a collection that is not empty as the lines of a block."""
    if isinstance(value, dict):
        return [line for key, inner in value.items() for line in entry(key, inner, style)]
    assert isinstance(value, list)
    return [line for inner in value for line in item(inner, style)]


_USUAL_STEP = 2


def style_at(view: View, around: Collection | None) -> Style:
    """Return how values are written inside a collection; None where there is no collection yet."""
    style = line_style_at(view, around)
    if view.is_json:
        return style
    everywhere = view.steps
    step = _most_common(view.steps_of(around, Mapping)) or _most_common(everywhere[Mapping]) or _USUAL_STEP
    indented = _most_common(view.steps_of(around, Sequence))
    if indented is None:
        indented = _most_common(everywhere[Sequence])
    list_step = _USUAL_STEP if indented is None else indented
    return style._replace(step=step, list_step=list_step)


def line_style_at(view: View, around: Collection | None) -> Style:
    """Return how scalars, and values in brackets, are written inside a collection; nothing about blocks.

    That would require reading the whole document, which takes time.
    """
    return _in_brackets(view, around, Style(is_json=view.is_json))


def dash_width(view: View, items: list[Slot]) -> int:
    """Return how far behind the dashes of a list its items begin."""
    for slot in reversed(items):
        if not is_bare(slot.value) and view.on_one_line(slot.start, slot.value.start):
            return slot.value.start - slot.start
    return 2


def unit(view: View) -> str:
    """Return by what each level of brackets over several lines is indented."""
    for node in walk(view.root):
        if not isinstance(node, Collection) or not is_bracketed(view.text, node) or not parts(node):
            continue
        inner, outer = view.indentation(view.slot(node, 0).start), view.indentation(node.start)
        if inner.startswith(outer) and len(inner) > len(outer) and view.begins_line(view.slot(node, 0).start):
            return inner[len(outer) :]
    return " " * _USUAL_STEP


def _in_brackets(view: View, around: Collection | None, style: Style) -> Style:
    """Add how commas and colons are written: in JSON everywhere alike."""
    if view.is_json:
        signs = view.signs
        return style._replace(comma=signs.comma, colon=signs.colon, keeps_small=signs.keeps_small)
    if around is None or not around.flow:
        return style
    signs = signs_in(view.text[around.start : around.end])
    return style._replace(comma=signs.comma, keeps_small=signs.keeps_small)


def _most_common(steps: Iterator[int] | Counter[int]) -> int | None:
    counted = Counter(steps).most_common(1)
    return counted[0][0] if counted else None


def value_text(view: View, holder: Slot | None, data: object, style: Style) -> str:
    """Write a value in brackets at the place of a value: over several lines where the JSON around it is."""
    if not view.is_json or holder is None or not view.begins_line(holder.start):
        return inline(data, style, flow=holder is not None and holder.parent.flow)
    eol = view.eol(holder.start) + view.indentation(holder.start)
    return eol.join(spread(data, style, unit(view)))
