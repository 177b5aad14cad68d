"""Values in one line, as YAML's flow style has them."""

from collections.abc import Iterator

from schedcfg.output.effective.sections.paper import listed
from schedcfg.output.effective.sections.tree import Tree
from schedcfg.output.effective.sections.values import shown, value_of


def flowing(tree: Tree) -> list[str]:
    """Write a tree in one line, as words between which it may be wrapped; mappings outside lists by dotted names."""
    if not isinstance(tree, dict):
        return [value_of(tree)]
    return _listed_entries(list(_dotted(tree, "")))


def braced(tree: Tree) -> list[str]:
    """Write a tree in YAML's flow style, as words."""
    if not isinstance(tree, dict):
        return [value_of(tree)]
    entries = []
    for step, inner in tree.items():
        first, *others = braced(inner)
        entries.append([first if isinstance(step, int) else f"{shown(step)}: {first}", *others])
    words = _listed_entries(entries)
    begin, end = "[]" if 0 in tree else "{}"
    words[0] = begin + words[0]
    words[-1] += end
    return [" ".join(words)] if begin == "{" else words


def _dotted(tree: dict[str | int, Tree], prefix: str) -> Iterator[list[str]]:
    for step, inner in tree.items():
        name = prefix + shown(step)
        if isinstance(inner, dict) and 0 not in inner:
            yield from _dotted(inner, f"{name}.")
        else:
            first, *others = braced(inner)
            yield [f"{name}: {first}", *others]


def _listed_entries(entries: list[list[str]]) -> list[str]:
    """Put commas between entries of several words each."""
    lasts = listed(entry[-1] for entry in entries)
    return [word for entry, last in zip(entries, lasts, strict=True) for word in [*entry[:-1], last]]
