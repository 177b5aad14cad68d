"""What is wanted of a profile, put into its plan; what means nothing there is refused."""

from collections.abc import Iterable, Iterator
from typing import Any

from schedcfg.errors import WrongRequest
from schedcfg.generate.profile.plan import PLUGIN_CONFIG, SCORE, Plan
from schedcfg.generate.profile.wishes import Argument, Wish, Wishes

_EVERYTHING = "*"
_ASKED = "As asked for."


def apply(wishes: Wishes, plan: Plan) -> None:
    """Change a plan as is wanted.

    Raises:
        WrongRequest: if something that is wanted means nothing.
    """
    for wish in wishes.disable:
        _disable(wish, plan)
    for wish in wishes.enable:
        _enable(wish, plan)
    for wish in wishes.weights:
        if wish.plugin not in plan.scores:
            raise WrongRequest(
                f"`{wish.plugin}` does not score in this profile, so it cannot weigh {wish.weight}",
                f"These do: {', '.join(plan.scores) or 'none'}. Enable it first: --enable {wish.plugin}.",
            )
        plan.enable(wish.plugin, _ASKED, [SCORE], wish.weight or 1)
    for argument in wishes.args:
        _set(argument, plan)


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
