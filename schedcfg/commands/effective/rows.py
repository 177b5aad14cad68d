"""What the page has beside each other: profiles as columns; points, plugins that score, and Args as rows."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from schedcfg.commands.effective import statements
from schedcfg.commands.effective.statements import STAGES, Mark, ScoreRow, mark_of
from schedcfg.configuration.effective.view import ArgsView, EffectiveView, Point, ProfileView
from schedcfg.document.texts import printable


class PointRow(NamedTuple):
    """A point, and what runs there in each profile."""

    name: str
    cells: tuple[Point | None, ...]

    @property
    def is_same(self) -> bool:
        """Whether the same is there in all profiles."""
        return all(cell == self.cells[0] for cell in self.cells)

    @property
    def is_default(self) -> bool:
        """Whether the file changes nothing there."""
        known = [point for point in self.cells if point is not None]
        running = [plugin for point in known for plugin in point.running]
        return not any(point.removed for point in known) and all(mark_of(one) is Mark.DEFAULT for one in running)


class StageRows(NamedTuple):
    """Points that belong together, in the order in which Pods pass them."""

    name: str
    rows: tuple[PointRow, ...]
    gates_off: tuple[str, ...]  # At which no plugin is called, and why


def stages(view: EffectiveView) -> Iterator[StageRows]:
    """Yield the points at which something runs, or was removed, in any profile."""
    by_name = [{point.name: point for point in profile.points} for profile in view.profiles]
    for stage, names in STAGES.items():
        cells = {name: tuple(known.get(name) for known in by_name) for name in names}
        rows = tuple(PointRow(name, its) for name, its in cells.items() if any(its))
        if rows:
            points = [next(filter(None, row.cells)) for row in rows]
            yield StageRows(stage, rows, tuple(statements.gates_off(points)))


class ScorerRow(NamedTuple):
    """A plugin that scores, and how much it counts in each profile; None where it does not score."""

    name: str
    cells: tuple[ScoreRow | None, ...]


def scorers(view: EffectiveView) -> list[ScorerRow]:
    """Return the plugins that score in any profile, those that count most first."""
    of_profiles = [
        {row.plugin.name: row for row in statements.score_rows(statements.scoring(profile))}
        for profile in view.profiles
    ]
    names = dict.fromkeys(chain.from_iterable(of_profiles))
    rows = [ScorerRow(name, tuple(known.get(name) for known in of_profiles)) for name in names]
    return sorted(rows, key=lambda row: -max(cell.part for cell in row.cells if cell is not None))


class ArgsOfProfiles(NamedTuple):
    """The Args of a plugin, and the profiles that run it with them."""

    args: ArgsView
    columns: tuple[int, ...]

    @property
    def is_default(self) -> bool:
        """Whether the file changes nothing of them."""
        return self.args.is_default


def args_of_profiles(view: EffectiveView) -> list[ArgsOfProfiles]:
    """Return the Args of all plugins, each that several profiles share once; those that the file sets first."""
    found: list[ArgsOfProfiles] = []
    by_plugin: dict[str, list[int]] = {}
    for column, profile in enumerate(view.profiles):
        for args in profile.args:
            its = by_plugin.setdefault(args.plugin, [])
            same = next((at for at in its if found[at].args == args), None)
            if same is None:
                its.append(len(found))
                found.append(ArgsOfProfiles(args, (column,)))
            else:
                found[same] = found[same]._replace(columns=(*found[same].columns, column))
    return sorted(found, key=lambda one: (one.is_default, one.args.plugin))


def named_columns(columns: tuple[int, ...], view: EffectiveView) -> str:
    """Return which of several profiles are meant, as words."""
    if len(columns) == len(view.profiles):
        return "in all profiles"
    return f"in {', '.join(printable(view.profiles[column].name) for column in columns)}"


def remarks(view: EffectiveView) -> list[list[str]]:
    """Return what is to be known of each profile besides what decides: which others run alike, what is missing."""
    others = {same[0].name: statements.alike_too(same[1:]) for same in statements.alike(view.profiles)}
    return [[*filter(None, [others.get(profile.name)]), *_remarks(profile, view)] for profile in view.profiles]


def _remarks(profile: ProfileView, view: EffectiveView) -> list[str]:
    plugins = statements.scoring(profile)
    raters = statements.raters(view.extenders)
    total = statements.counted_total(plugins)
    unplaced = statements.unplaced(profile.unplaced)
    return [
        *([statements.NOTHING_SCORES] if unplaced and not (plugins or raters) else []),
        *filter(None, [unplaced]),
        *(statements.rating(extender, total) for extender in raters),
    ]


def legend(view: EffectiveView) -> list[statements.LegendEntry]:
    """Return what the marks mean that are used in any profile."""
    return list(statements.legend(point for profile in view.profiles for point in profile.points))


LOOKS = {
    Mark.DEFAULT: "by-default",
    Mark.ADDED: "added",
    Mark.REWEIGHTED: "changed",
    Mark.NAMED: "named",
    Mark.REMOVED: "removed",
}
"""Mark → the class of what bears it."""
