"""What runs at each extension point, in running order, and what the user changed there."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from schedcfg.effective.view import OriginKind, Point, RemovedPlugin, RunningPlugin
from schedcfg.output.effective.sections.marks import Mark, legend, mark_of, named, place
from schedcfg.output.effective.sections.paper import Paper, listed
from schedcfg.output.terminal import printable

_HEADING = "POINT"
_LABEL = len("preEnqueue")


class _Group(NamedTuple):
    """Neighbours with the same mark, which share a line."""

    mark: Mark
    words: Sequence[str]


def pipeline(points: Sequence[Point], paper: Paper) -> Iterator[str]:
    """Yield the table of points, and its legend."""
    if not points:
        return
    yield paper.heading(f"  {_HEADING:<{_LABEL}}    PLUGINS, IN RUNNING ORDER")
    for point in points:
        yield from _row(point, paper)
    yield ""
    yield from legend(points, paper)


def unplaced(plugins: Sequence[RunningPlugin], paper: Paper) -> Iterator[str]:
    """Say of which plugins it is not known where they run."""
    if not plugins:
        return
    names = " and ".join(
        f"{printable(plugin.name)} ({place(plugin.origin)}, weight {plugin.weight})" for plugin in plugins
    )
    told = (
        f"{names}: not part of Kubernetes, so it is not known at which points they run. "
        "They are missing above, and below if they score: then all shares are smaller."
    )
    if len(plugins) == 1:
        told = (
            f"{names}: not part of Kubernetes, so it is not known at which points it runs. "
            "It is missing above, and below if it scores: then all shares are smaller."
        )
    yield from paper.wrapped(told.split(), "  ? ", 4)


def lines_of(point: Point) -> list[int]:
    """List the lines of the file that have a say in what runs at a point."""
    origins = [plugin.origin for plugin in point.running] + [plugin.origin for plugin in point.removed]
    return sorted({origin.line for origin in origins if origin.kind is OriginKind.FILE and origin.line is not None})


def _row(point: Point, paper: Paper) -> Iterator[str]:
    first = f"  {point.name:<{_LABEL}}  "
    for group in (*_running(point.running), *_removed(point)):
        look = group.mark.value
        words = [paper.paint(look.colour, word) for word in group.words]
        # Lines that go on under a mark hang deeper, or they would look like neighbours without one.
        hang = len(first) + (2 if group.mark is Mark.DEFAULT else 4)
        yield from paper.wrapped(words, f"{first}{paper.paint(look.colour, look.sign.strip()) or ' '} ", hang)
        first = " " * len(first)


def _running(plugins: Iterable[RunningPlugin]) -> Iterator[_Group]:
    for mark, neighbours in groupby(plugins, key=mark_of):
        yield _Group(mark, listed(map(named, neighbours)))


def _removed(point: Point) -> Iterator[_Group]:
    all_defaults = all(plugin.default_weight is None for plugin in point.running)
    ways = [list(plugins) for _, plugins in groupby(point.removed, key=lambda plugin: plugin.origin)]
    for plugins in ways:
        yield _Group(Mark.REMOVED, _folded(plugins, "all " if all_defaults and len(ways) == 1 else ""))


def _folded(plugins: Sequence[RemovedPlugin], how_many: str) -> list[str]:
    """Name what one entry removes: its line once, in front of several names."""
    names = listed(printable(plugin.name) for plugin in plugins)
    where = f"({place(plugins[0].origin)})"
    if len(plugins) == 1:
        return [f"{names[0]} {where}"]
    return [f"{how_many}{len(plugins)} defaults {where}:", *names]
