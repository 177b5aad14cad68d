"""RequestedToCapacityRatio: scores nodes along a curve of utilization (up to 1.22)."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Shape
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin
from schedcfg.plugins.resources import (
    Curve,
    Resources,
    always_zero,
    check_curve,
    check_weights,
    cpu_and_memory,
    weighted,
)
from schedcfg.plugins.typed_args import Always, TypedArgs

_REFUSING_ZERO = range(19, 22)


class FreeFormRequestedToCapacityRatioArgs(Shape):
    """What 1.18 reads of the Args."""

    shape: Annotated[
        Curve | None,
        Always(None),
        Field(description="Points of the curve, with increasing utilization; at least one."),
    ] = None
    resources: Annotated[
        Resources | None,
        Field(
            description="Resources to score, each with a weight of 1 or more; 0 counts as 1 in 1.18 and 1.22. Default: "
            "`cpu` and `memory` with weight 1."
        ),
    ] = None


class RequestedToCapacityRatioArgs(FreeFormRequestedToCapacityRatioArgs, TypedArgs):
    """Arguments of the RequestedToCapacityRatio plugin; it cannot run without a `shape`."""


_Args = RequestedToCapacityRatioArgs | FreeFormRequestedToCapacityRatioArgs


def _complete(args: _Args, context: Context) -> _Args:
    if context.release.number not in _REFUSING_ZERO:
        return args.model_copy(update={"resources": weighted(args.resources)})
    return args if args.resources else args.model_copy(update={"resources": cpu_and_memory()})


def _check(args: _Args, _context: Context) -> Iterator[ArgsProblem]:
    yield from check_curve(args.shape, ("shape",))
    if isinstance(args, RequestedToCapacityRatioArgs):
        yield from check_weights(args.resources, ("resources",), highest=None)


PLUGIN = Plugin(
    name="RequestedToCapacityRatio",
    summary="Scores nodes by their utilization, along the curve in the Args.",
    favors="nodes by how full they are",
    args=ArgsKind(
        kind="RequestedToCapacityRatioArgs",
        model=RequestedToCapacityRatioArgs,
        legacy_model=FreeFormRequestedToCapacityRatioArgs,
        served={"v1alpha1": "1.18", "v1alpha2": "1.18", "v1beta1": "1.19"},
        complete=_complete,
        check=_check,
        example={
            "shape": [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}],
            "resources": [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 2}],
        },
    ),
    scores_alike=lambda args: always_zero(args.shape),
    source="pkg/scheduler/framework/plugins/noderesources/requested_to_capacity_ratio.go",
    successor="Use `scoringStrategy` in the args of `NodeResourcesFit` instead, with the same `type`.",
)
