"""Changes as pages show them: by profile, each with its reason and its lines, weights and orders beside each other."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from schedcfg.changes.diff.results import AnyChange, OrderChange, PluginChange, Reason, SharesChange, UpstreamSource
from schedcfg.changes.diff.rows import ChangeRow, because, rows
from schedcfg.changes.diff.text import heading
from schedcfg.configuration.effective.view import Origin, OriginKind
from schedcfg.document.texts import printable

_SCORE = "score"


class ComparedPaths(NamedTuple):
    """The files whose lines origins name, as reports for people call them."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A change in words.

    Attributes:
        sign: `+`, `-` or `~`.
        what: What it is about.
        before: How it was; empty where that is nothing.
        after: How it is; empty where that is nothing.
        note: What the change means; mostly empty.
        why: What makes the difference.
        left: Where the value before comes from; empty where there is none.
        right: Where the value after comes from.
        step: The release that changed it; empty where the files do.
        source: The upstream file that decides; null where none is known.
    """

    sign: str
    what: str
    before: str
    after: str
    note: str
    why: str
    left: str
    right: str
    step: str
    source: UpstreamSource | None


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """How much a plugin decides where Pods go, on both sides.

    Attributes:
        plugin: The plugin.
        before: Its part of all weights, 0 to 1; null where it does not score.
        after: The same on the right side.
        weights: Its weights on both sides; empty where they stay as they are.
    """

    plugin: str
    before: float | None
    after: float | None
    weights: str


@dataclass(frozen=True, slots=True)
class ShownOrder:
    """Plugins that run in another order.

    Attributes:
        point: The extension point; `extenders` for extenders.
        before: All that run on both sides, in the left order.
        after: The same in the right order.
        moved: The fewest that have to move.
        decides: Whether the order can change where a Pod goes.
    """

    point: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    moved: tuple[str, ...]
    decides: bool


@dataclass(frozen=True, slots=True)
class ChangedProfile:
    """What changes in a profile, or for all of them.

    Attributes:
        heading: What it is about.
        changes: In the order in which they are found.
        scores: The plugins that count for more or less, those that decide most first.
        orders: The points at which plugins run in another order.
    """

    heading: str
    changes: tuple[ShownChange, ...]
    scores: tuple[ScoreChange, ...]
    orders: tuple[ShownOrder, ...]


def by_profile(changes: Iterable[AnyChange], paths: ComparedPaths) -> tuple[ChangedProfile, ...]:
    """Return changes as pages show them.

    Args:
        changes: Profile by profile, then what is above them.
        paths: The files in which lines are.
    """
    found: dict[str, list[AnyChange]] = defaultdict(list)
    for change in changes:
        found[heading(change)].append(change)
    return tuple(
        ChangedProfile(
            name,
            tuple(_shown(row, paths) for row in rows(group) if not isinstance(row.change, SharesChange)),
            tuple(sorted(_scores(group), key=lambda one: -max(one.before or 0, one.after or 0))),
            tuple(map(_order, (change for change in group if isinstance(change, OrderChange)))),
        )
        for name, group in found.items()
    )


def _shown(row: ChangeRow, paths: ComparedPaths) -> ShownChange:
    reason = row.change.reason
    left, right = _origins(reason, paths)
    return ShownChange(
        sign=row.mark,
        what=printable(row.what),
        before=printable(row.before),
        after=printable(row.after),
        note=row.note,
        why=because(reason),
        left=left,
        right=right,
        step="" if reason.step is None else reason.step.newer.kubernetes,
        source=reason.source,
    )


def _origins(reason: Reason, paths: ComparedPaths) -> Iterator[str]:
    """Yield where the values of both sides come from."""
    for path, origin in zip(paths, (reason.left, reason.right), strict=True):
        yield _origin(path, origin)


def _origin(path: str, origin: Origin | None) -> str:
    if origin is None:
        return ""
    if origin.kind is not OriginKind.FILE or origin.line is None:
        return str(origin) or printable(path)
    return printable(f"{path}:{origin.line}") + (f" ({printable(origin.name)})" if origin.name else "")


def _scores(group: Iterable[AnyChange]) -> Iterator[ScoreChange]:
    for change in group:
        if isinstance(change, SharesChange):
            pairs = zip(change.before, change.after, strict=True)
            yield from (ScoreChange(one.plugin, one.share, other.share, "") for one, other in pairs)
        elif isinstance(change, PluginChange) and change.point == _SCORE:
            runs = change.before, change.after
            before, after = (None if run is None else run.share for run in runs)
            weights = " → ".join("none" if run is None else str(run.weight) for run in runs)
            if before is not None or after is not None:
                yield ScoreChange(change.plugin, before, after, weights)


def _order(change: OrderChange) -> ShownOrder:
    return ShownOrder(change.point, change.before, change.after, change.moved, change.decides)
