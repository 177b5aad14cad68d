"""Settings nested again as they stand in a file."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from schedcfg.effective.view import Setting

Tree: TypeAlias = "Setting | dict[str | int, Tree]"
"""A single value, or what stands at keys and indices; a list is a mapping of indices."""


def grown(settings: Iterable[Setting]) -> "Tree":
    """Nest settings by their steps."""
    root: dict[str | int, Tree] = {}
    for setting in settings:
        if not setting.steps:
            return setting
        node = root
        for step in setting.steps[:-1]:
            inner = node.setdefault(step, {})
            assert isinstance(inner, dict)
            node = inner
        node[setting.steps[-1]] = setting
    return root


def leaves(tree: "Tree") -> Iterator[Setting]:
    """Yield the settings of a tree in its order."""
    if isinstance(tree, dict):
        for inner in tree.values():
            yield from leaves(inner)
    else:
        yield tree
