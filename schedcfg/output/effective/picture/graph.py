"""A diagram as nodes within groups, whatever language draws it: all of them want the same things in the same order."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from schedcfg.output.effective.picture.diagram import Box, Diagram


class Language(NamedTuple):
    """How a language for graphs says what there is; each is one line or more, without indentation.

    Attributes:
        group: Opens a group: its name, and the lines of its label.
        end: Closes a group.
        node: Draws an extension point: its name, and the box.
        nothing: Stands where there is no pipeline: its name.
        step: Joins two nodes by their names.
        detour: Joins two nodes by a step that Pods take only now and then.
    """

    group: Callable[[str, tuple[str, ...]], str]
    end: str
    node: Callable[[str, Box], str]
    nothing: Callable[[str], str]
    step: Callable[[str, str], str]
    detour: Callable[[str, str], str]


def drawn(diagram: Diagram, number: int, language: Language) -> str:
    """Return the text of one diagram; its number keeps its names apart from those of others."""
    said = _lines(diagram, f"p{number}", language)
    return "".join(f"{'  ' * depth}{line}\n" for depth, text in said for line in text.split("\n"))


def _lines(diagram: Diagram, name: str, language: Language) -> Iterator[tuple[int, str]]:
    """Yield what is said, each with its depth."""
    yield 1, language.group(name, tuple(filter(None, (diagram.title, diagram.subtitle, diagram.legend))))
    if not diagram.stages:
        yield 2, language.nothing(f"{name}_none")
    for place, stage in enumerate(diagram.stages):
        yield 2, language.group(f"{name}_{place}", (stage.name,))
        for box in stage.boxes:
            yield 3, language.node(f"{name}_{box.point}", box)
        yield 2, language.end
    for join, steps in ((language.step, diagram.path), (language.detour, diagram.detour)):
        for left, right in steps:
            yield 2, join(f"{name}_{left.point}", f"{name}_{right.point}")
    yield 1, language.end
