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
    is_written = not is_null_by_omission(view, node)
    start = content_start(view.text, node) if is_written else node.end
    begins_line = view.begins_line(start) and start < len(view.text)
    if is_written and (begins_line or (holder and holder.key is None)):
        yield [Splice(start, node.end, laid(lines, view.eol(start), view.column(start)))]
    elif holder is None and view.begins_line(start):
        yield [Splice(start, start, laid(lines, view.eol(start), 0) + view.eol(start))]
    elif holder and holder.key is None and holder.after >= start:
        column = view.column(holder.start) + step
        gap = " " * (column - view.column(holder.after))
        yield [Splice(holder.after, holder.after, gap + laid(lines, view.eol(start), column))]
    else:
        yield _below(view, holder, lines, view.column(holder.start) + step if holder else 0)


def _below(view: View, holder: Slot | None, lines: list[str], column: int) -> list[Splice]:
    """Take what stands behind a colon away, and write a block below that line."""
    node = holder.value if holder else view.root
    is_written = not is_null_by_omission(view, node)
    behind = view.line_end(holder.after if holder and is_bare(node) else node.end)
    eol = view.eol(behind)
    block = Splice(behind, behind, f"{eol}{' ' * column}{laid(lines, eol, column)}")
    if not is_written:
        return [block]
    trimmed = len(view.text[: content_start(view.text, node)].rstrip(" \t"))
    return [Splice(trimmed, node.end, ""), block]


def is_null_by_omission(view: View, node: Node) -> bool:
    """Tell whether a node has no content, at most an anchor or a tag."""
    return is_bare(node) or (isinstance(node, Scalar) and content_start(view.text, node) >= node.end)


def laid(lines: list[str], eol: str, column: int) -> str:
    """Join lines, all but the first indented up to a column; empty ones stay empty."""
    first, *rest = lines
    return first + "".join(f"{eol}{' ' * column}{line}" if line else eol for line in rest)
