"""How default plugin lists are written down, and how one list becomes the next."""

from collections.abc import Callable, Mapping

from schedcfg.releases.release import DefaultPlugins

Refs = tuple[tuple[str, int], ...]
"""Plugins in running order, each with its weight; 0 where none is written."""

Edit = Callable[[Refs], Refs]
"""A change of one extension point's list."""


def unweighted(*names: str) -> Refs:
    """Return plugins that have no weight."""
    return tuple((name, 0) for name in names)


def weighted(**weights: int) -> Refs:
    """Return plugins with their weights, 0 for none."""
    return tuple(weights.items())


def append(name: str, weight: int = 0) -> Edit:
    """Add a plugin at the end."""

    def edit(refs: Refs) -> Refs:
        assert name not in dict(refs), f"{name} is already there"
        return (*refs, (name, weight))

    return edit


def insert_after(anchor: str | None, name: str, weight: int = 0) -> Edit:
    """Add a plugin right after another one; at the front where that is None."""

    def edit(refs: Refs) -> Refs:
        assert name not in dict(refs), f"{name} is already there"
        place = 0 if anchor is None else _place(refs, anchor) + 1
        return (*refs[:place], (name, weight), *refs[place:])

    return edit


def remove(name: str) -> Edit:
    """Remove a plugin."""

    def edit(refs: Refs) -> Refs:
        place = _place(refs, name)
        return refs[:place] + refs[place + 1 :]

    return edit


def reweigh(name: str, weight: int) -> Edit:
    """Change a plugin's weight, in its place."""

    def edit(refs: Refs) -> Refs:
        place = _place(refs, name)
        assert refs[place][1] != weight, f"{name} already has weight {weight}"
        return (*refs[:place], (name, weight), *refs[place + 1 :])

    return edit


def restate(refs: Refs) -> Edit:
    """Replace the whole list, where most of it changed."""

    def edit(before: Refs) -> Refs:
        assert before != refs, "the list does not change"
        return refs

    return edit


def edited(plugins: DefaultPlugins, edits: Mapping[str, tuple[Edit, ...]]) -> DefaultPlugins:
    """Apply edits by extension point; a point that was not there starts empty."""
    result = dict(plugins)
    for point, changes in edits.items():
        refs = result.get(point, ())
        for change in changes:
            refs = change(refs)
        result[point] = refs
    return result


def _place(refs: Refs, name: str) -> int:
    names = [ref[0] for ref in refs]
    assert name in names, f"{name} is not there"
    return names.index(name)
