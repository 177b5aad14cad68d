"""The values above the profiles: what the user wrote, then what comes by default."""

from collections.abc import Iterable, Iterator

from schedcfg.effective.view import Origin, Setting
from schedcfg.output.colours import DIM
from schedcfg.output.effective.sections.flow import braced
from schedcfg.output.effective.sections.outline import outlined
from schedcfg.output.effective.sections.paper import Paper, listed
from schedcfg.output.effective.sections.tree import Tree, grown
from schedcfg.output.effective.sections.values import shown


def settings(values: Iterable[Setting], paper: Paper) -> Iterator[str]:
    """Yield the settings, grouped by what they come from."""
    own: list[Setting] = []
    by_default: dict[Origin, list[Setting]] = {}
    for setting in values:
        if setting.origin.is_default:
            by_default.setdefault(setting.origin, []).append(setting)
        else:
            own.append(setting)
    yield paper.heading("SETTINGS OF THE SCHEDULER")
    if own:
        yield from outlined(grown(own), 2, paper)
    for origin, those in by_default.items():
        yield paper.paint(DIM, f"  {origin}:")
        yield from (paper.paint(DIM, line) for line in _in_short(grown(those), paper))


def _in_short(tree: Tree, paper: Paper) -> Iterator[str]:
    """Yield single values together, and a line for each block."""
    assert isinstance(tree, dict)
    singles = [
        f"{shown(step)}: {' '.join(braced(inner))}" for step, inner in tree.items() if not isinstance(inner, dict)
    ]
    if singles:
        yield from paper.wrapped(listed(singles), "    ", 4)
    for step, inner in tree.items():
        if isinstance(inner, dict):
            words = listed(f"{shown(key)}: {' '.join(braced(value))}" for key, value in inner.items())
            yield from paper.wrapped(words, f"    {shown(step)}: ", 6)
