"""Blocks in the place of what takes no line of its own: null, scalars, `{}` and `[]`."""

from collections.abc import Iterator

from schedcfg.document.edit.pieces import Splice
from schedcfg.document.edit.slots import Slot, content_start, is_bare
from schedcfg.document.edit.view import View
from schedcfg.document.nodes import Node, Scalar


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
