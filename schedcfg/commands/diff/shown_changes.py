"""Changes as pages show them: by profile, each with its reason and its lines, weights and orders beside each other."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from schedcfg.commands.diff.results import AnyChange, Cause, OrderChange, PluginChange, SharesChange, UpstreamSource
from schedcfg.commands.diff.rows import ChangeRow, heading, rows, together, yaml_text
from schedcfg.configuration.effective.view import Origin, OriginKind
from schedcfg.document.secrets import Secrets
from schedcfg.document.texts import printable
from schedcfg.output.html.changed_lines import shown_line, split_lines

_SCORE = "score"


@dataclass(frozen=True)
class ComparedFile:
    """A file whose lines origins name."""

    name: str  # As reports for people call it
    text: str = ""  # To show lines; empty where only their numbers are shown

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Its lines, with stars for what looks like a secret."""
        return tuple(split_lines(Secrets.of(self.text).masked))


@dataclass(frozen=True, slots=True)
class ShownOrigin:
    """Where a value comes from.

    Attributes:
        place: In words; of a file with the line.
        line: The text of that line, with stars for what looks like a secret; empty where it is not shown.
    """

    place: str
    line: str = field(metadata={"content": True})

    @classmethod
    def of(cls, file: ComparedFile, origin: Origin | None) -> "ShownOrigin | None":
        """Return an origin as it is shown; None where there is no value."""
        if origin is None:
            return None
        if origin.kind is not OriginKind.FILE:
            return cls(str(origin), "")
        if origin.line is None:
            return cls(printable(origin.name or file.name), "")
        flag = f" ({printable(origin.name)})" if origin.name else ""
        line = file.lines[origin.line - 1] if origin.line <= len(file.lines) else ""
        return cls(printable(f"{file.name}:{origin.line}") + flag, shown_line(line.strip()))


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
        left: Where the value before comes from; null where there is none.
        right: Where the value after comes from.
        cause: What makes the difference.
        step: The release that changed it; empty where the files do.
        source: The upstream file that decides; null where none is known.
    """

    sign: str
    what: str
    before: str
    after: str
    note: str
    why: str
    left: ShownOrigin | None
    right: ShownOrigin | None
    cause: Cause
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


def by_profile(changes: Iterable[AnyChange], left: ComparedFile, right: ComparedFile) -> tuple[ChangedProfile, ...]:
    """Return changes as pages show them.

    Args:
        changes: Profile by profile, then what is above them.
        left: The file in which lines of values before are.
        right: That of values after.
    """
    found: dict[str, list[AnyChange]] = defaultdict(list)
    for one in together(changes):
        found[heading(one)].append(one.change)
    return tuple(
        ChangedProfile(
            name,
            tuple(_shown(row, left, right) for row in rows(group) if not isinstance(row.change, SharesChange)),
            tuple(sorted(_scores(group), key=lambda one: -max(one.before or 0, one.after or 0))),
            tuple(map(_order, (change for change in group if isinstance(change, OrderChange)))),
        )
        for name, group in found.items()
    )


def _shown(row: ChangeRow, left: ComparedFile, right: ComparedFile) -> ShownChange:
    reason = row.change.reason
    return ShownChange(
        sign=row.mark,
        what=printable(row.what),
        before=printable(row.before),
        after=printable(row.after),
        note=row.note,
        why=reason.text,
        left=ShownOrigin.of(left, reason.left),
        right=ShownOrigin.of(right, reason.right),
        cause=reason.cause,
        step="" if reason.step is None else reason.step.newer.kubernetes,
        source=reason.source,
    )


def _scores(group: Iterable[AnyChange]) -> Iterator[ScoreChange]:
    for change in group:
        if isinstance(change, SharesChange):
            pairs = zip(change.before, change.after, strict=True)
            yield from (ScoreChange(yaml_text(one.plugin), one.share, other.share, "") for one, other in pairs)
        elif isinstance(change, PluginChange) and change.point == _SCORE:
            runs = change.before, change.after
            before, after = (None if run is None else run.share for run in runs)
            weights = " → ".join("none" if run is None else str(run.weight) for run in runs)
            if before is not None or after is not None:
                yield ScoreChange(yaml_text(change.plugin), before, after, weights)


def _order(change: OrderChange) -> ShownOrder:
    before, after, moved = (tuple(map(yaml_text, names)) for names in (change.before, change.after, change.moved))
    return ShownOrder(change.point, before, after, moved, change.decides)
