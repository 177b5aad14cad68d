"""Changes as pages show them: by profile, each with its reason and its lines, weights and orders beside each other."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from schedcfg.commands.diff.results import AnyChange, Cause, OrderChange, PluginChange, Reason, SharesChange
from schedcfg.commands.diff.rows import ChangeRow, age, heading, rows, together, yaml_text
from schedcfg.configuration.effective.plugin_sets import SCORE
from schedcfg.configuration.effective.view import Origin, OriginKind
from schedcfg.document.secrets import Secrets
from schedcfg.document.texts import printable
from schedcfg.output.html.changed_lines import shown_line, split_lines


@dataclass(frozen=True)
class ComparedFile:
    """A file whose lines origins name."""

    name: str  # As reports for people call it
    text: str = ""  # To show lines; empty where only their numbers are shown

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Its lines, with stars for what looks like a secret."""
        return tuple(split_lines(Secrets.of(self.text).masked))


class ShownOrigin(NamedTuple):
    """Where a value comes from."""

    place: str  # In words; of a file with the line
    line: str  # The text of that line, with stars for what looks like a secret; empty where it is not shown

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


class ShownChange(NamedTuple):
    """A change, and where its values come from."""

    row: ChangeRow
    left: ShownOrigin | None  # None where there is no value before
    right: ShownOrigin | None  # None where there is none after
    cause: str  # What it goes back to: a release on the way, the files, or other changes

    @property
    def after(self) -> str:
        """How it is; empty for shares, which are in a table of their own."""
        return "" if isinstance(self.row.change, SharesChange) else self.row.after


class ScoreChange(NamedTuple):
    """How much a plugin decides where Pods go, on both sides."""

    plugin: str
    before: float | None  # Its part of all weights, 0 to 1; None where it does not score
    after: float | None
    weights: str  # Its weights on both sides; empty where they stay as they are


class ChangedProfile(NamedTuple):
    """What changes in a profile, or in several or all of them."""

    heading: str
    changes: tuple[ShownChange, ...]  # Release by release
    scores: tuple[ScoreChange, ...]  # The plugins that count for more or less, those that decide most first
    orders: tuple[OrderChange, ...]  # The points at which plugins run in another order


def by_profile(
    changes: Iterable[AnyChange], left: ComparedFile, right: ComparedFile, profiles: Collection[str] = ()
) -> list[ChangedProfile]:
    """Return changes as pages show them.

    Args:
        changes: Profile by profile, then what is above them.
        left: The file in which lines of values before are.
        right: That of values after.
        profiles: See `heading`.
    """
    found: dict[str, list[AnyChange]] = defaultdict(list)
    for one in together(changes):
        found[heading(one, profiles)].append(one.change)
    return [
        ChangedProfile(
            name,
            tuple(_shown(row, left, right) for row in sorted(rows(group), key=age)),
            tuple(sorted(_scores(group), key=lambda one: -max(one.before or 0, one.after or 0))),
            tuple(change for change in group if isinstance(change, OrderChange)),
        )
        for name, group in found.items()
    ]


def _shown(row: ChangeRow, left: ComparedFile, right: ComparedFile) -> ShownChange:
    reason = row.change.reason
    return ShownChange(row, ShownOrigin.of(left, reason.left), ShownOrigin.of(right, reason.right), _cause(reason))


def _cause(reason: Reason) -> str:
    if reason.step is not None:
        return f"Kubernetes {reason.step.newer.kubernetes}"
    named = {Cause.FILE: "the files", Cause.FOLLOWS: "follows from other changes"}
    return named.get(reason.cause, "other defaults")


def _scores(group: Iterable[AnyChange]) -> Iterator[ScoreChange]:
    for change in group:
        if isinstance(change, SharesChange):
            pairs = zip(change.before, change.after, strict=True)
            yield from (ScoreChange(yaml_text(one.plugin), one.share, other.share, "") for one, other in pairs)
        elif isinstance(change, PluginChange) and change.point == SCORE:
            runs = change.before, change.after
            before, after = (None if run is None else run.share for run in runs)
            weights = " → ".join("none" if run is None else str(run.weight) for run in runs)
            if before is not None or after is not None:
                yield ScoreChange(yaml_text(change.plugin), before, after, weights)
