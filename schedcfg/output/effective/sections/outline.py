"""Values nested as in the file, a line each, with their origins beside them."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.effective.view import OriginKind, Setting
from schedcfg.output.colours import DIM
from schedcfg.output.effective.sections.flow import braced
from schedcfg.output.effective.sections.paper import Paper, measure, padded
from schedcfg.output.effective.sections.tree import Tree, leaves
from schedcfg.output.effective.sections.values import shown, value_of, written_of

_NOTES_BY = 64
"""Origins stand at most this far to the right, but behind the value in any case."""


class _Line(NamedTuple):
    text: str
    settings: tuple[Setting, ...]


def outlined(tree: Tree, indent: int, paper: Paper) -> Iterator[str]:
    """Yield a tree as YAML, a line per value, with the origins in a column of their own."""
    lines = list(_lines(tree, " " * indent))
    column = min(max((measure(line.text) for line in lines if line.settings), default=0), _NOTES_BY) + 2
    for text, settings in lines:
        by_default = settings and all(setting.origin.is_default for setting in settings)
        line = f"{padded(text, max(column, measure(text) + 2))}{_note(settings)}" if settings else text
        yield paper.paint(DIM, line) if by_default else line


def _lines(tree: Tree, indent: str) -> Iterator[_Line]:
    if not isinstance(tree, dict):
        yield _Line(indent + value_of(tree), (tree,))
        return
    for step, inner in tree.items():
        flow = _on_one_line(inner) if isinstance(step, int) else None
        if flow is not None:
            yield _Line(f"{indent}- {flow}", tuple(leaves(inner)))
        elif isinstance(step, int):
            first, *others = _lines(inner, f"{indent}  ")
            yield first._replace(text=f"{indent}- {first.text[len(indent) + 2 :]}")
            yield from others
        elif isinstance(inner, dict):
            yield _Line(f"{indent}{shown(step)}:", ())
            yield from _lines(inner, indent if 0 in inner else f"{indent}  ")
        else:
            yield _Line(f"{indent}{shown(step)}: {value_of(inner)}", (inner,))


def _on_one_line(item: Tree) -> str | None:
    """Write an item of a list in braces if it nests nothing; None otherwise."""
    if isinstance(item, dict) and any(isinstance(inner, dict) for inner in item.values()):
        return None
    return " ".join(braced(item))


def _note(settings: tuple[Setting, ...]) -> str:
    """Say where the values of a line come from; several in a line are named where they come from different places."""
    by_origin: dict[str, list[Setting]] = {}
    for setting in settings:
        words = "line" if setting.origin.kind is OriginKind.FILE else str(setting.origin)
        by_origin.setdefault(words, []).append(setting)
    notes = []
    for words, those in by_origin.items():
        said = _lines_of(those) if words == "line" else words
        last = ", ".join(shown(setting.steps[-1]) for setting in those if setting.steps)
        notes.append(f"{last}: {said}" if len(by_origin) > 1 else said)
    notes += [f"written as {written_of(setting)}" for setting in settings if setting.written is not None]
    return "; ".join(notes)


def _lines_of(settings: list[Setting]) -> str:
    numbers = sorted({setting.origin.line for setting in settings if setting.origin.line is not None})
    return f"line {numbers[0]}" if len(numbers) == 1 else f"lines {numbers[0]} to {numbers[-1]}"
