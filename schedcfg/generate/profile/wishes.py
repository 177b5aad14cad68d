"""What a user wants of a profile besides its preset: plugins enabled, disabled, re-weighted, and their Args."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from schedcfg.document import parse
from schedcfg.errors import WrongRequest
from schedcfg.generate.profile.plan import PLUGIN_CONFIG, SCORE, Plan

_WISH = re.compile(r"(?P<plugin>[^@=]+)(@(?P<point>[^@=]+))?(=(?P<weight>[^@=]+))?\Z")
_ARGUMENT = re.compile(r"(?P<plugin>[^.=]+)\.(?P<field>[^=]+)=(?P<value>.*)\Z", re.DOTALL)
_HIGHEST_WEIGHT = 2**31 - 1
_EVERYTHING = "*"
_ASKED = "As asked for."


class Wish(NamedTuple):
    """A plugin to enable or disable.

    Attributes:
        plugin: Its name; when disabling, `*` stands for all that run at the point.
        point: The extension point; None: wherever it runs.
        weight: Its weight at `score`; None: 1, or the one that it has already.
    """

    plugin: str
    point: str | None = None
    weight: int | None = None

    @classmethod
    def read(cls, text: str) -> "Wish":
        """Read `PLUGIN[@POINT][=WEIGHT]`.

        Raises:
            WrongRequest: if the text is something else.
        """
        found = _WISH.match(text)
        if found is None:
            raise WrongRequest(f"`{text}` names no plugin", "Write PLUGIN, PLUGIN@POINT, or PLUGIN@score=WEIGHT.")
        weight = found["weight"]
        return cls(found["plugin"], found["point"], None if weight is None else _weight(weight, text))


class Argument(NamedTuple):
    """A value for a plugin's Args: the plugin, the keys that lead to the field, and what is to stand there."""

    plugin: str
    path: tuple[str, ...]
    value: object

    @classmethod
    def read(cls, text: str) -> "Argument":
        """Read `PLUGIN.path.to.field=VALUE`, the value as YAML.

        Raises:
            WrongRequest: if the text is something else.
        """
        found = _ARGUMENT.match(text)
        if found is None or not all(found["field"].split(".")):
            raise WrongRequest(f"`{text}` sets no field of any args", "Write PLUGIN.path.to.field=VALUE.")
        read = parse(found["value"])
        if read.error is not None or len(read.documents) > 1:
            raise WrongRequest(f"the value in `{text}` is not one YAML value", "Quote it for YAML, and for the shell.")
        value = read.documents[0].data if read.documents else None
        return cls(found["plugin"], tuple(found["field"].split(".")), value)


class Wishes(NamedTuple):
    """What is wanted of one profile.

    Attributes:
        enable: Plugins to enable; at each point they run in this order.
        disable: Plugins to disable; they go first.
        weights: Plugins that score by default or by now, each with its new weight.
        args: Values for Args; a later one goes before an earlier one.
        compiled_in: Names that are no misspellings, however much they look like one.
    """

    enable: tuple[Wish, ...] = ()
    disable: tuple[Wish, ...] = ()
    weights: tuple[Wish, ...] = ()
    args: tuple[Argument, ...] = ()
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
    ) -> "Wishes":
        """Read what follows each `--enable`, `--disable`, `--weight`, `--arg` and `--plugin`.

        Raises:
            WrongRequest: if one of them cannot be read.
        """
        return cls(
            tuple(map(Wish.read, enable)),
            tuple(map(Wish.read, disable)),
            tuple(map(_read_weight, weights)),
            tuple(map(Argument.read, args)),
            tuple(compiled_in),
        )

    @property
    def plugins(self) -> frozenset[str]:
        """The names of plugins that have to exist."""
        return frozenset({*(wish.plugin for wish in self.enable), *self.compiled_in})

    def apply(self, plan: Plan) -> None:
        """Change a plan as is wanted.

        Raises:
            WrongRequest: if something that is wanted means nothing.
        """
        for wish in self.disable:
            _disable(wish, plan)
        for wish in self.enable:
            _enable(wish, plan)
        for wish in self.weights:
            if wish.plugin not in plan.scores:
                raise WrongRequest(
                    f"`{wish.plugin}` does not score in this profile, so it cannot weigh {wish.weight}",
                    f"These do: {', '.join(plan.scores) or 'none'}. Enable it first: --enable {wish.plugin}.",
                )
            plan.enable(wish.plugin, _ASKED, [SCORE], wish.weight or 1)
        for argument in self.args:
            _set(argument, plan)


def _read_weight(text: str) -> Wish:
    wish = Wish.read(text)
    if wish.weight is None or wish.point not in {None, SCORE}:
        raise WrongRequest(f"`{text}` says no weight of a score", "Write PLUGIN=WEIGHT.")
    return wish


def _weight(text: str, whole: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= _HIGHEST_WEIGHT:
        return int(text)
    raise WrongRequest(
        f"`{text}` in `{whole}` is no weight; it must be a number between 1 and {_HIGHEST_WEIGHT}",
        "To have a plugin not count at all, disable it: --disable PLUGIN@score.",
    )


def _disable(wish: Wish, plan: Plan) -> None:
    if wish.weight is not None:
        raise WrongRequest(f"`{wish.plugin}` cannot be disabled with a weight", "Use --weight to change one.")
    points = [wish.point] if wish.point is not None else plan.points_with(wish.plugin)
    _check_points(points, plan)
    if wish.plugin == _EVERYTHING:
        if wish.point is None:
            raise WrongRequest("nothing would be left to run if `*` were disabled everywhere", "Say where: `*@score`.")
        plan.clear(wish.point, _ASKED)
    elif not any(wish.plugin in plan.running[point] for point in points):
        where = "anywhere" if wish.point is None else f"at `{wish.point}`"
        raise WrongRequest(
            f"`{wish.plugin}` does not run {where} in this profile, so it cannot be disabled there",
            f"At `{wish.point}` run: {', '.join(plan.running[wish.point]) or 'none'}." if wish.point else None,
        )
    plan.disable(wish.plugin, _ASKED, points)


def _enable(wish: Wish, plan: Plan) -> None:
    if wish.plugin == _EVERYTHING:
        raise WrongRequest("`*` can be disabled, not enabled", "Name the plugins.")
    points = list(_points(wish, plan))
    if wish.weight is not None and points and SCORE not in points:
        raise WrongRequest(
            f"`{wish.plugin}` would weigh {wish.weight} at {', '.join(points)}, where weights mean nothing",
            "Weights count at `score` only.",
        )
    weight = plan.scores.get(wish.plugin, 1) if wish.weight is None else wish.weight
    if points:
        plan.enable(wish.plugin, _ASKED, points, weight)
    else:
        plan.enable_anywhere(wish.plugin, _ASKED, weight)


def _points(wish: Wish, plan: Plan) -> Iterator[str]:
    """Yield the points that are meant; none for a plugin that may run anywhere.

    Raises:
        WrongRequest: if that cannot be told, or there is no such point.
    """
    known = plan.ground.points_of(wish.plugin)
    if wish.point is not None:
        _check_points([wish.point], plan)
        yield wish.point
    elif known:
        yield from known
    elif not plan.ground.spreads:
        raise WrongRequest(
            f"nothing is known of `{wish.plugin}`, and {plan.ground.api_version} has no `multiPoint` to enable it "
            "wherever it runs",
            f"Say where, once for each point: --enable {wish.plugin}@score.",
        )


def _check_points(points: Iterable[str], plan: Plan) -> None:
    for point in points:
        if point not in plan.running:
            raise WrongRequest(f"`{point}` is no extension point", f"There are: {', '.join(plan.running)}.")


def _set(argument: Argument, plan: Plan) -> None:
    """Set one field; what else the Args say stays."""
    where: dict[str, Any] = plan.args.setdefault(argument.plugin, {})
    plan.reasons.setdefault((PLUGIN_CONFIG, argument.plugin), _ASKED)
    for key in argument.path[:-1]:
        inner = where.setdefault(key, {})
        if not isinstance(inner, dict):
            field = ".".join(argument.path)
            raise WrongRequest(f"`{argument.plugin}.{field}` leads through `{key}`, which is no mapping")
        where = inner
    where[argument.path[-1]] = argument.value
