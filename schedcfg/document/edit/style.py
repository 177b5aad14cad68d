"""How a text is written at a place: asked of the siblings first, then of the whole document."""

import re
from collections import Counter
from collections.abc import Iterator

from schedcfg.document.edit.slots import Collection, Slot, is_bare, is_bracketed, parts, slots
from schedcfg.document.edit.view import View
from schedcfg.document.edit.writing import Style
from schedcfg.document.nodes import Mapping, Node, Sequence

_USUAL_STEP = 2

_SMALL = re.compile(r"\{[^{}\[\]\r\n]*:[^{}\[\]\r\n]*\}")
"""A mapping in braces, in one line, with nothing but scalars in it."""


def style_at(view: View, around: Collection | None) -> Style:
    """Tell how values are written inside a collection; None where there is no collection yet."""
    style = line_style_at(view, around)
    if view.is_json:
        return style
    step = _most_common(_steps(view, around, Mapping)) or _most_common(_all_steps(view, Mapping)) or _USUAL_STEP
    indented = _most_common(_steps(view, around, Sequence))
    if indented is None:
        indented = _most_common(_all_steps(view, Sequence))
    list_step = _USUAL_STEP if indented is None else indented
    return style._replace(step=step, list_step=list_step)


def line_style_at(view: View, around: Collection | None) -> Style:
    """Tell how scalars, and values in brackets, are written inside a collection; how blocks are indented is not asked.

    That would mean to look at the whole document, which takes its time.
    """
    return _in_brackets(view, around, Style(is_json=view.is_json))


def dash_width(view: View, items: list[Slot]) -> int:
    """Tell how far behind the dashes of a list its items begin."""
    for one in reversed(items):
        if not is_bare(one.value) and view.on_one_line(one.start, one.value.start):
            return one.value.start - one.start
    return 2


def unit(view: View) -> str:
    """Tell by what each level of brackets over several lines is indented."""
    for node in _collections(view.root):
        if not is_bracketed(view.text, node) or not parts(node):
            continue
        inner, outer = view.indentation(view.slot(node, 0).start), view.indentation(node.start)
        if inner.startswith(outer) and len(inner) > len(outer) and view.begins_line(view.slot(node, 0).start):
            return inner[len(outer) :]
    return " " * _USUAL_STEP


def _in_brackets(view: View, around: Collection | None, style: Style) -> Style:
    """Add how commas and colons are written."""
    stretch = view.text if around is None or view.is_json else view.text[around.start : around.end]
    if not view.is_json and not (around is not None and around.flow):
        return style
    comma = "," if re.search(r",[^\s]", stretch) and not re.search(r", ", stretch) else style.comma
    colon = ":" if view.is_json and re.search(r'":\S', stretch) and not re.search(r'": ', stretch) else style.colon
    return style._replace(comma=comma, colon=colon, keeps_small=_SMALL.search(stretch) is not None)


def _most_common(steps: Iterator[int]) -> int | None:
    counted = Counter(steps).most_common(1)
    return counted[0][0] if counted else None


def _steps(view: View, around: Node | None, shape: type[Collection]) -> Iterator[int]:
    """Yield how far the values of a mapping, or of the mappings in a list, are indented."""
    if isinstance(around, Sequence) and not around.flow:
        for inner in around.items:
            if isinstance(inner, Mapping):
                yield from _steps(view, inner, shape)
    if not isinstance(around, Mapping) or around.flow:
        return
    for one in slots(view.text, around):
        if isinstance(one.value, shape) and not one.value.flow:
            inside = view.slot(one.value, 0).start
            if not view.on_one_line(one.start, inside):
                yield view.column(inside) - view.column(one.start)


def _all_steps(view: View, shape: type[Collection]) -> Iterator[int]:
    for node in _collections(view.root):
        if isinstance(node, Mapping):
            yield from _steps(view, node, shape)


def _collections(root: Node) -> Iterator[Collection]:
    """Yield all collections of a tree, outer ones first."""
    pending: list[Node] = [root]
    for node in pending:
        if isinstance(node, Mapping):
            yield node
            pending.extend(value for _, value in node.entries)
        elif isinstance(node, Sequence):
            yield node
            pending.extend(node.items)
