"""What differs in one profile: which plugins run, what their scores weigh, their order, and their Args."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from schedcfg.commands.diff.results import (
    AnyChange,
    ArgsChange,
    Cause,
    OrderChange,
    PluginChange,
    PluginRun,
    Reason,
    SettingChange,
    Share,
    SharesChange,
)
from schedcfg.configuration.effective.behavior import NO_PREEMPTION, PREEMPTION
from schedcfg.configuration.effective.equivalence import FactDifference
from schedcfg.configuration.effective.facts import ARGS, ORDER, Key
from schedcfg.configuration.effective.impact import Effect, in_common
from schedcfg.configuration.effective.plugin_sets import DECIDING, MULTI_POINT, PIPELINE, SCORE
from schedcfg.configuration.effective.view import EffectiveView, Origin, OriginKind, ProfileView, RunningPlugin, Setting

_PLACES = (*PIPELINE, MULTI_POINT)
"""Where plugins run, in the order in which changes are listed."""


class PlacedPlugin(NamedTuple):
    """A plugin as it runs at a point, and where that comes from."""

    run: PluginRun
    origin: Origin


@dataclass(frozen=True)
class ProfileSide:
    """One side of the comparison: a profile, and the view that it is part of."""

    profile: ProfileView
    view: EffectiveView

    @cached_property
    def runs(self) -> Mapping[str, Mapping[str, PlacedPlugin]]:
        """What runs at each place, in running order."""
        return {place: self._at(place) for place in _PLACES}

    def _at(self, place: str) -> Mapping[str, PlacedPlugin]:
        found: dict[str, PlacedPlugin] = {}
        running = self._running(place)
        is_placed = place in DECIDING and len(running) > 1
        for number, one in enumerate(running, start=1):
            known = found.get(one.name)
            if known is None:
                place_there = number if is_placed else None
                run = PluginRun(one.weight, one.share, place=place_there, idle=one.idle, gate_off=one.gate_off)
            else:
                run = replace(known.run, times=known.run.times + 1)
            found[one.name] = PlacedPlugin(run, one.origin)
        return found

    def _running(self, place: str) -> tuple[RunningPlugin, ...]:
        if place == MULTI_POINT:
            return self.profile.unplaced
        return next((point.running for point in self.profile.points if point.name == place), ())

    def plugin(self, place: str, source: Key) -> PlacedPlugin:
        """Return what runs at a place; for what a release does by itself, a plugin with where that is set."""
        known = self.runs[place].get(str(source[-1])) if source[0] == place else None
        return PlacedPlugin(PluginRun(0, None), self._origin(source)) if known is None else known

    def removal(self, place: str, plugin: str) -> Origin | None:
        """Find what takes a default plugin away from a point; None where it does not come by default."""
        removed = (one for point in self.profile.points if point.name == place for one in point.removed)
        origin = next((one.origin for one in removed if one.name == plugin), None)
        if origin is None and plugin == PREEMPTION:
            return self._setting_origin((NO_PREEMPTION,))
        return origin

    def value(self, source: Key | None, path: str, value: object) -> Setting | None:
        """Return a value of Args with where it comes from; None where there is none."""
        if source is None:
            return None
        if source[0] == ARGS:
            return self._args[str(source[1]), source[2:]]
        return Setting(path, value, self._origin(source))

    @cached_property
    def _args(self) -> Mapping[tuple[str, Key], Setting]:
        return {(args.plugin, setting.steps): setting for args in self.profile.args for setting in args.settings}

    def args_origin(self, plugin: str) -> Origin | None:
        """Return where the Args of a plugin come from; None where it has none."""
        return next((args.origin for args in self.profile.args if args.plugin == plugin), None)

    def _origin(self, source: Key) -> Origin:
        """Find where something comes from that has no Args or no plugin of its own."""
        place, name = str(source[0]), str(source[-1])
        placed = self.runs[place].get(name) if place in self.runs else None
        if placed is not None:
            return placed.origin
        return self._setting_origin(source) or self.profile.origin

    def _setting_origin(self, path: Key) -> Origin | None:
        return next((setting.origin for setting in self.view.settings if setting.steps == path), None)


@dataclass(frozen=True)
class ProfileComparison:
    """A profile on both sides, and what differs in what it does."""

    left: ProfileSide
    right: ProfileSide
    differences: list[FactDifference]

    def changes(self) -> Iterator[AnyChange]:
        """Yield the changes: plugins, shares, order, Args, the share of nodes."""
        plugins = list(self._plugin_changes())
        yield from plugins
        if any(change.point == SCORE for change in plugins):
            yield from self._share_changes()
        yield from self._order_changes()
        yield from self._args_changes()
        yield from self._setting_changes()

    @property
    def _name(self) -> str:
        return self.right.profile.name

    def _plugin_changes(self) -> Iterator[PluginChange]:
        """Yield the plugins that go from a point, come to it, or weigh something else there."""
        staying = self._anywhere(self.left) & self._anywhere(self.right)
        for place in _PLACES:
            differences = [
                difference
                for difference in self.differences
                if difference.place == place and difference.plugin is not None
            ]
            in_order = list(dict.fromkeys((*self.left.runs[place], *self.right.runs[place])))
            named = sorted(
                ((_own_names(difference), difference) for difference in differences),
                key=lambda pair: _first_place(pair[0], in_order),
            )
            for names, one in named:
                yield self._plugin_change(place, one, stays=not staying.isdisjoint(names))

    def _plugin_change(self, place: str, difference: FactDifference, *, stays: bool) -> PluginChange:
        names = _own_names(difference)
        sides = zip((self.left, self.right), difference.sources, strict=True)
        one, other = (None if source is None else side.plugin(place, source) for side, source in sides)
        change = PluginChange(
            profile=self._name,
            plugin=names[0] if len(names) == 1 else str(difference.plugin),
            point=place,
            stays=stays,
            before=one and _with_excluded_points(one.run, difference.before),
            after=other and _with_excluded_points(other.run, difference.after),
            reason=Reason.of(
                one.origin if one else self.left.removal(place, names[0]),
                other.origin if other else self.right.removal(place, names[0]),
            ),
        )
        return self._with_cause_of_count(change, names[0])

    def _with_cause_of_count(self, change: PluginChange, plugin: str) -> PluginChange:
        """Return a change with its reason, if the score begins or ceases to count: a feature gate, or the Args."""
        if change.begins_to_count is None:
            return change
        if any(run is not None and run.gate_off for run in (change.before, change.after)):
            return replace(change, reason=replace(change.reason, cause=Cause.FEATURE_GATE))
        return replace(change, reason=Reason.of(*(side.args_origin(plugin) for side in (self.left, self.right))))

    @staticmethod
    def _anywhere(side: ProfileSide) -> frozenset[str]:
        return frozenset(name for runs in side.runs.values() for name in runs)

    def _share_changes(self) -> Iterator[SharesChange]:
        """Yield at most one change: the shares of all plugins that keep their weight but count for more or less."""
        before, after = self.left.runs[SCORE], self.right.runs[SCORE]
        kept = [name for name in sorted(before.keys() & after.keys()) if _counts(before[name]) == _counts(after[name])]
        shares = [(name, before[name].run.share, after[name].run.share) for name in kept]
        # Where a weight is negative on one side, there are no shares.
        pairs = [
            (Share(name, one), Share(name, other))
            for name, one, other in shares
            if one is not None and other is not None and one != other
        ]
        if pairs:
            yield SharesChange(
                profile=self._name,
                before=tuple(one for one, _ in pairs),
                after=tuple(other for _, other in pairs),
                reason=Reason(Cause.FOLLOWS),
            )

    def _order_changes(self) -> Iterator[OrderChange]:
        """Yield the points at which the plugins that run on both sides run in another order."""
        orders = {one.place: one for one in self.differences if one.place and one.key[-1] == ORDER}
        for point in (point for point in PIPELINE if point in orders):
            difference = orders[point]
            if difference.impact.effect is Effect.FOLLOWS:
                continue
            one, other = (tuple(map(str, names)) for names in in_common(difference.before, difference.after))
            yield OrderChange(
                profile=self._name,
                point=point,
                before=one,
                after=other,
                moved=moved(one, other),
                decides=difference.matters,
                reason=_reason_of_order(self.left.runs[point], self.right.runs[point]),
            )

    def _args_changes(self) -> Iterator[ArgsChange]:
        """Yield the values that differ in the Args of plugins that run.

        Of differences that follow from others, only those that a file causes are shown: defaults come and go with it.
        """
        for difference in self.differences:
            if difference.key[1] != ARGS:
                continue
            left, right = difference.sources
            before, after = (
                self.left.value(left, difference.path, difference.before),
                self.right.value(right, difference.path, difference.after),
            )
            if difference.impact.effect is Effect.BEHAVIOR or _is_written(before) or _is_written(after):
                yield ArgsChange(
                    profile=self._name,
                    plugin=str(difference.plugin),
                    path=difference.path,
                    before=before,
                    after=after,
                    reason=Reason.of_values(before, after),
                )

    def _setting_changes(self) -> Iterator[SettingChange]:
        """Yield the values that a profile can have of its own and that differ."""
        for difference in self.differences:
            if difference.place is None and difference.plugin is None:
                before, after = (
                    next(setting for setting in side.profile.settings if setting.path == difference.path)
                    for side in (self.left, self.right)
                )
                why = Reason.of_values(before, after)
                yield SettingChange(profile=self._name, path=difference.path, before=before, after=after, reason=why)


def _own_names(difference: FactDifference) -> list[str]:
    """List the names by which a plugin runs at a point: one, or two where one took the place of another."""
    sources = [source for source in difference.sources if source is not None and source[0] == difference.place]
    return list(dict.fromkeys(str(source[1]) for source in sources)) or [str(difference.plugin)]


def _first_place(names: list[str], in_order: list[str]) -> int:
    return min((in_order.index(name) for name in names if name in in_order), default=len(in_order))


def _with_excluded_points(run: PluginRun, value: object) -> PluginRun:
    """Add the points at which a plugin with unknown extension points is disabled."""
    return replace(run, kept_from=tuple(value["keptFrom"])) if isinstance(value, dict) and "keptFrom" in value else run


def _counts(placed: PlacedPlugin) -> tuple[int, int, bool]:
    """Return what can differ by itself: the share follows from the other plugins too."""
    return placed.run.weight, placed.run.times, bool(placed.run.idle)


def _is_written(setting: Setting | None) -> bool:
    return setting is not None and setting.origin.kind is OriginKind.FILE


def moved(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Name the fewest that have to move to get from one order to the other, in the other order."""
    # Of several ways the same one is taken in both directions.
    first, second = sorted((one, other))
    unmoved = set(_longest_common(first, second))
    return tuple(name for name in other if name not in unmoved)


def _longest_common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return a longest sequence that keeps its order; both hold the same names, none twice."""
    place = {name: index for index, name in enumerate(other)}
    best: list[tuple[str, ...]] = []
    for name in one:
        before = (chain for chain in best if place[chain[-1]] < place[name])
        best.append((*max(before, key=len, default=()), name))
    return max(best, key=len, default=())


def _reason_of_order(before: Mapping[str, PlacedPlugin], after: Mapping[str, PlacedPlugin]) -> Reason:
    """Point at the first entry of each file that puts a plugin there, else at what the first plugin comes from."""
    left, right = (
        min((one.origin for one in side.values()), key=lambda origin: origin.kind is not OriginKind.FILE, default=None)
        for side in (before, after)
    )
    return Reason.of(left, right)
