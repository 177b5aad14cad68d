"""What a user wants of a profile besides its preset, read from the command line and put into its plan."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from schedcfg.commands.generate.profile_plan import PLUGIN_CONFIG, SCORE, ProfilePlan
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.document import parse
from schedcfg.document.golang.numbers import MAX_INT32
from schedcfg.errors import WrongRequest
from schedcfg.patterns import pattern

_CHANGE = pattern(r"(?P<plugin>[^@=]+)(@(?P<point>[^@=]+))?(=(?P<weight>[^@=]+))?\Z")
_ARGUMENT = pattern(r"(?P<plugin>[^.=]+)\.(?P<field>[^=]+)=(?P<value>.*)\Z", re.DOTALL)
_HIGHEST_WEIGHT = MAX_INT32


class RequestedPlugin(NamedTuple):
    """A plugin to enable or disable."""

    plugin: str  # Its name; when disabling, `*` means all that run at the point
    point: str | None = None  # The extension point; None: wherever it runs
    weight: int | None = None  # Its weight at `score`; None: 1, or the one that it has already

    @classmethod
    def read(cls, text: str) -> "RequestedPlugin":
        """Read `PLUGIN[@POINT][=WEIGHT]`.

        Raises:
            WrongRequest: if the text is something else.
        """
        match = _CHANGE.match(text)
        if match is None:
            raise WrongRequest(
                f"`{text}` does not name a plugin", "Write PLUGIN, PLUGIN@POINT, or PLUGIN@score=WEIGHT."
            )
        weight = match["weight"]
        return cls(match["plugin"], match["point"], None if weight is None else _weight(weight, text))


class ArgsValue(NamedTuple):
    """A value for a plugin's Args: the plugin, the keys that lead to the field, and the new value."""

    plugin: str
    path: tuple[str, ...]
    value: object

    @classmethod
    def read(cls, text: str) -> "ArgsValue":
        """Read `PLUGIN.path.to.field=VALUE`, the value as YAML.

        Raises:
            WrongRequest: if the text is something else.
        """
        match = _ARGUMENT.match(text)
        if match is None or not all(match["field"].split(".")):
            raise WrongRequest(f"`{text}` does not name a field of the Args", "Write PLUGIN.path.to.field=VALUE.")
        read = parse(match["value"])
        if read.error is not None or len(read.documents) > 1:
            raise WrongRequest(f"the value in `{text}` is not one YAML value", "Quote it for YAML, and for the shell.")
        value = read.documents[0].data if read.documents else None
        return cls(match["plugin"], tuple(match["field"].split(".")), value)


class ProfileChanges(NamedTuple):
    """What is wanted of one profile."""

    enable: tuple[RequestedPlugin, ...] = ()  # Plugins to enable; at each point they run in this order
    disable: tuple[RequestedPlugin, ...] = ()  # Plugins to disable; they go first
    weights: tuple[RequestedPlugin, ...] = ()
    args: tuple[ArgsValue, ...] = ()  # Values for Args; a later one goes before an earlier one
    compiled_in: tuple[str, ...] = ()

    @classmethod
    def read(
        cls,
        *,
        enable: Iterable[str] = (),
        disable: Iterable[str] = (),
        weights: Iterable[str] = (),
        args: Iterable[str] = (),
        compiled_in: Iterable[str] = (),
    ) -> "ProfileChanges":
        """Read what follows each `--enable`, `--disable`, `--weight`, `--arg` and `--plugin`.

        Raises:
            WrongRequest: if one of them cannot be read.
        """
        return cls(
            tuple(map(RequestedPlugin.read, enable)),
            tuple(map(RequestedPlugin.read, disable)),
            tuple(map(_read_weight, weights)),
            tuple(map(ArgsValue.read, args)),
            tuple(compiled_in),
        )

    @property
    def plugins(self) -> frozenset[str]:
        """The names of plugins that have to exist."""
        return frozenset({*(change.plugin for change in self.enable), *self.compiled_in})


def _read_weight(text: str) -> RequestedPlugin:
    change = RequestedPlugin.read(text)
    if change.weight is None or change.point not in {None, SCORE}:
        raise WrongRequest(f"`{text}` does not set a weight", "Write PLUGIN=WEIGHT.")
    return change


def _weight(text: str, whole: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= _HIGHEST_WEIGHT:
        return int(text)
    raise WrongRequest(
        f"`{text}` in `{whole}` is not a weight; it must be a number between 1 and {_HIGHEST_WEIGHT}",
        "To exclude a plugin from the score, disable it: --disable PLUGIN@score.",
    )


_EVERYTHING = "*"
_AS_REQUESTED = "As requested."


def apply_changes(changes: ProfileChanges, plan: ProfilePlan) -> None:
    """Change a plan as is wanted.

    Raises:
        WrongRequest: if something that is wanted means nothing.
    """
    for change in changes.disable:
        _disable(change, plan)
    for change in changes.enable:
        _enable(change, plan)
    for change in changes.weights:
        if change.plugin not in plan.scores:
            raise WrongRequest(
                f"`{change.plugin}` does not score in this profile, so its weight cannot be {change.weight}",
                f"Score plugins: {', '.join(plan.scores) or 'none'}. Enable it first: --enable {change.plugin}.",
            )
        plan.enable(change.plugin, _AS_REQUESTED, [SCORE], change.weight or 1)
    for argument in changes.args:
        _set(argument, plan)


def _disable(change: RequestedPlugin, plan: ProfilePlan) -> None:
    if change.weight is not None:
        raise WrongRequest(f"`{change.plugin}` cannot be disabled with a weight", "Use --weight to change a weight.")
    points = [change.point] if change.point is not None else plan.points_with(change.plugin)
    _check_points(points, plan)
    if change.plugin == _EVERYTHING:
        if change.point is None:
            raise WrongRequest("disabling `*` at all points would leave no plugins", "Name a point: `*@score`.")
        plan.clear(change.point, _AS_REQUESTED)
    elif not any(change.plugin in plan.running[point] for point in points):
        where = "anywhere" if change.point is None else f"at `{change.point}`"
        raise WrongRequest(
            f"`{change.plugin}` does not run {where} in this profile, so it cannot be disabled there",
            f"Plugins at `{change.point}`: {', '.join(plan.running[change.point]) or 'none'}."
            if change.point
            else None,
        )
    plan.disable(change.plugin, _AS_REQUESTED, points)


def _enable(change: RequestedPlugin, plan: ProfilePlan) -> None:
    if change.plugin == _EVERYTHING:
        raise WrongRequest("`*` can be disabled, not enabled", "Name the plugins.")
    points = list(_points(change, plan))
    if change.weight is not None and points and WEIGHTED.isdisjoint(points):
        raise WrongRequest(
            f"`{change.plugin}` would get weight {change.weight} at {', '.join(points)}, where weights have no effect",
            f"Weights only have an effect at {' and '.join(f'`{point}`' for point in sorted(WEIGHTED, reverse=True))}.",
        )
    weight = plan.scores.get(change.plugin, 1) if change.weight is None else change.weight
    if points:
        plan.enable(change.plugin, _AS_REQUESTED, points, weight)
    else:
        plan.enable_anywhere(change.plugin, _AS_REQUESTED, weight)


def _points(change: RequestedPlugin, plan: ProfilePlan) -> Iterator[str]:
    """Yield the points that are meant; none for a plugin that may run anywhere.

    Raises:
        WrongRequest: if that is not known, or there is no such point.
    """
    known = plan.context.points_of(change.plugin)
    if change.point is not None:
        _check_points([change.point], plan)
        yield change.point
    elif known:
        yield from known
    elif not plan.context.spreads:
        raise WrongRequest(
            f"the extension points of `{change.plugin}` are not known, and {plan.context.api_version} has no "
            "`multiPoint` to enable it at all of them",
            f"Name them, once for each point: --enable {change.plugin}@score.",
        )


def _check_points(points: Iterable[str], plan: ProfilePlan) -> None:
    for point in points:
        if point not in plan.running:
            raise WrongRequest(f"`{point}` is not an extension point", f"Extension points: {', '.join(plan.running)}.")


def _set(argument: ArgsValue, plan: ProfilePlan) -> None:
    """Set one field; the other fields of the Args are kept."""
    where: dict[str, Any] = plan.args.setdefault(argument.plugin, {})
    plan.reasons.setdefault((PLUGIN_CONFIG, argument.plugin), _AS_REQUESTED)
    for key in argument.path[:-1]:
        inner = where.setdefault(key, {})
        if not isinstance(inner, dict):
            field = ".".join(argument.path)
            raise WrongRequest(f"`{argument.plugin}.{field}` contains `{key}`, which is not a mapping")
        where = inner
    where[argument.path[-1]] = argument.value
