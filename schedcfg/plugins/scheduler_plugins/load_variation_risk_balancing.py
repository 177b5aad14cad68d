"""LoadVariationRiskBalancing: prefers nodes whose load is low and steady."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Float64
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsProblem
from schedcfg.plugins.scheduler_plugins import trimaran
from schedcfg.plugins.scheduler_plugins.published import FROM_START, args_kind, plugin

_LAST_TAKING_ANY_PROVIDER = 20


class LoadVariationRiskBalancingArgs(trimaran.TrimaranArgs):
    """Arguments of the LoadVariationRiskBalancing plugin: risk is the mean load and its deviation."""

    safe_variance_margin: Annotated[
        Float64 | None,
        Field(description="The weight of the deviation, 0 or more; negative values count as 1. Default 1."),
    ] = None
    safe_variance_sensitivity: Annotated[
        Float64 | None,
        Field(description="The root to take of the deviation, 0 or more; negative values count as 1. Default 1."),
    ] = None


def _complete(args: LoadVariationRiskBalancingArgs, context: Context) -> LoadVariationRiskBalancingArgs:
    update: dict[str, object] = {}
    if args.safe_variance_margin is None or args.safe_variance_margin < 0:
        update["safe_variance_margin"] = 1
    if args.safe_variance_sensitivity is None or args.safe_variance_sensitivity < 0:
        update["safe_variance_sensitivity"] = 1
    if context.release.number <= _LAST_TAKING_ANY_PROVIDER:
        args = trimaran.with_known_type(args)
    return trimaran.complete(args, context).model_copy(update=update)


def _check(args: LoadVariationRiskBalancingArgs, context: Context) -> Iterator[ArgsProblem]:
    if context.release.number > _LAST_TAKING_ANY_PROVIDER:
        yield from trimaran.check(args, context)
    elif not args.watcher_address and args.metric_provider is not None:
        # Any other type represents the metrics server.
        yield from trimaran.check_client(args.metric_provider, context)


PLUGIN = plugin(
    name="LoadVariationRiskBalancing",
    summary="Prefers nodes with a low risk: a low average load, with little variation.",
    points={"1.19": ("score",)},
    args=args_kind(
        LoadVariationRiskBalancingArgs,
        served=FROM_START,
        complete=_complete,
        check=_check,
        example={
            "watcherAddress": "http://127.0.0.1:2020",
            "safeVarianceMargin": 1.5,
            "safeVarianceSensitivity": 2.0,
        },
    ),
    access=trimaran.NODE_METRICS,
    source="pkg/trimaran/loadvariationriskbalancing/loadvariationriskbalancing.go",
)
