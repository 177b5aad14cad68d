"""NodeResourcesFit: places pods where their resource requests fit, and scores how well."""

from collections.abc import Callable, Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.document.span import Path
from schedcfg.models.base import OneOf, Shape, Since
from schedcfg.plugins.choices import unknown_choice
from schedcfg.plugins.context import Context
from schedcfg.plugins.label_syntax import key_objection
from schedcfg.plugins.plugin import IN_EVERY_VERSION, ArgsKind, ArgsProblem, Plugin, read_at
from schedcfg.plugins.resources import (
    Curve,
    Resources,
    always_zero,
    check_curve,
    check_weights,
    cpu_and_memory,
    weighted,
)
from schedcfg.plugins.typed_args import OmitZero, TypedArgs, knows

IDLE_CURVE_TYPES = ("LeastAllocated", "MostAllocated")
"""The strategies that follow no curve."""

_STRATEGIES = (*IDLE_CURVE_TYPES, "RequestedToCapacityRatio")
_FIRST_REQUIRING_POINTS = 23
_FIRST_REFUSING_IDLE_CURVES = 36


class RequestedToCapacityRatioParam(Shape):
    """How utilization becomes a score."""

    shape: Annotated[
        Curve | None,
        Field(description="Points of the curve, with increasing utilization; at least one."),
    ] = None


class ScoringStrategy(Shape):
    """How nodes on which the pod fits are scored."""

    type: Annotated[
        str | None,
        OmitZero(),
        OneOf(_STRATEGIES),
        Field(
            description="`LeastAllocated` prefers emptier nodes, `MostAllocated` fuller ones, "
            "`RequestedToCapacityRatio` follows your own curve. Has no default if `scoringStrategy` "
            "is set."
        ),
    ] = None
    resources: Annotated[
        Resources | None,
        Field(description="Resources to score, each with a weight of 1 to 100. Default: `cpu` and `memory`."),
    ] = None
    requested_to_capacity_ratio: Annotated[
        RequestedToCapacityRatioParam | None,
        Field(
            description="The curve; required for the type `RequestedToCapacityRatio`, ignored for the others, "
            "and refused with them since Kubernetes 1.36."
        ),
    ] = None


class FreeFormNodeResourcesFitArgs(Shape):
    """What 1.18 reads of the Args."""

    ignored_resources: Annotated[
        list[str | None] | None,
        Field(description="Extended resources that the plugin ignores, e.g. `example.com/foo`."),
    ] = None


class NodeResourcesFitArgs(FreeFormNodeResourcesFitArgs, TypedArgs):
    """Arguments of the NodeResourcesFit plugin."""

    ignored_resource_groups: Annotated[
        list[str | None] | None,
        Field(
            description="Groups of extended resources that the plugin ignores: `example.com` means all of "
            "`example.com/…`."
        ),
    ] = None
    scoring_strategy: Annotated[
        ScoringStrategy | None,
        Since("1.22"),
        Field(
            description="How nodes are scored. Default: `LeastAllocated` of `cpu` and `memory`. Since Kubernetes 1.22."
        ),
    ] = None


def _scores(context: Context) -> bool:
    return knows(NodeResourcesFitArgs, "scoring_strategy", context)


def _complete(
    args: NodeResourcesFitArgs | FreeFormNodeResourcesFitArgs, context: Context
) -> NodeResourcesFitArgs | FreeFormNodeResourcesFitArgs:
    if not isinstance(args, NodeResourcesFitArgs) or not _scores(context):
        return args
    strategy = args.scoring_strategy
    if strategy is None:
        strategy = ScoringStrategy.model_construct(type="LeastAllocated", resources=cpu_and_memory())
    else:
        strategy = strategy.model_copy(update={"resources": weighted(strategy.resources)})
    return args.model_copy(update={"scoring_strategy": strategy})


def _check(args: NodeResourcesFitArgs | FreeFormNodeResourcesFitArgs, context: Context) -> Iterator[ArgsProblem]:
    if not isinstance(args, NodeResourcesFitArgs):
        return
    for index, resource in enumerate(args.ignored_resources or ()):
        yield from _check_name(("ignoredResources", index), resource or "")
    for index, group in enumerate(args.ignored_resource_groups or ()):
        yield from _check_group(("ignoredResourceGroups", index), group or "")
    if args.scoring_strategy is not None and _scores(context):
        yield from _check_strategy(args.scoring_strategy, context.release.number)


def _check_name(path: Path, name: str) -> Iterator[ArgsProblem]:
    objection = key_objection(name)
    if objection is not None:
        yield ArgsProblem(path, f'"{name}" is not a resource name; {objection}')


def _check_group(path: Path, name: str) -> Iterator[ArgsProblem]:
    objection = key_objection(name)
    if "/" in name:
        yield ArgsProblem(
            path,
            f'"{name}" is not a resource group; it must not contain a slash',
            "A group is the part before the slash; to ignore one resource, list it in `ignoredResources`.",
        )
    elif objection is not None:
        yield ArgsProblem(path, f'"{name}" is not a resource group; {objection}')


def _check_strategy(strategy: ScoringStrategy, number: int) -> Iterator[ArgsProblem]:
    kind = strategy.type or ""
    if kind not in _STRATEGIES:
        yield unknown_choice(("scoringStrategy", "type"), kind, _STRATEGIES)
    yield from check_weights(strategy.resources, ("scoringStrategy", "resources"))
    yield from _check_ratio(kind, strategy.requested_to_capacity_ratio, number)


def refuses_idle_curve(number: int) -> bool:
    """Return whether the release of a minor refuses a curve beside a strategy that follows none."""
    return number >= _FIRST_REFUSING_IDLE_CURVES


def _check_ratio(kind: str, ratio: RequestedToCapacityRatioParam | None, number: int) -> Iterator[ArgsProblem]:
    path: Path = ("scoringStrategy", "requestedToCapacityRatio")
    refuses = refuses_idle_curve(number)
    if ratio is None:
        if kind == "RequestedToCapacityRatio":
            crash = "" if refuses else "; without it, this strategy makes kube-scheduler crash (a nil pointer)"
            yield ArgsProblem(
                path,
                f"`requestedToCapacityRatio` is missing{crash or '; this strategy needs it'}",
                "Write `requestedToCapacityRatio` with a `shape`, or choose another `type`.",
            )
    elif refuses and kind != "RequestedToCapacityRatio":
        yield ArgsProblem(
            path,
            "`requestedToCapacityRatio` is set with another strategy, which is refused since Kubernetes 1.36",
            "Remove it, which changes nothing, or write `type: RequestedToCapacityRatio`.",
            is_spare=kind in IDLE_CURVE_TYPES,
        )
    elif ratio.shape or number >= _FIRST_REQUIRING_POINTS:
        yield from check_curve(ratio.shape, (*path, "shape"))


_CURVE = ("scoringStrategy", "requestedToCapacityRatio")


def _readers(path: Path, value_at: Callable[[Path], object]) -> tuple[str, ...] | None:
    """Return where a value is read: a curve only by the strategy of that name (`nodeResourceStrategyTypeMap`)."""
    if path[:2] == _CURVE and value_at(("scoringStrategy", "type")) != "RequestedToCapacityRatio":
        return ()
    return _FIELD_READERS(path, value_at)


def _scores_alike(args: NodeResourcesFitArgs | FreeFormNodeResourcesFitArgs) -> str:
    strategy = args.scoring_strategy if isinstance(args, NodeResourcesFitArgs) else None
    ratio = None if strategy is None else strategy.requested_to_capacity_ratio
    is_by_curve = strategy is not None and strategy.type == "RequestedToCapacityRatio"
    return always_zero(ratio.shape) if is_by_curve and ratio is not None else ""


_FIELD_READERS = read_at(scoringStrategy=("score",), ignoredResources=("filter",), ignoredResourceGroups=("filter",))


PLUGIN = Plugin(
    name="NodeResourcesFit",
    summary="Excludes nodes without room for the Pod's requests, and scores nodes by their utilization.",
    favors="nodes by how full they are",
    args=ArgsKind(
        kind="NodeResourcesFitArgs",
        model=NodeResourcesFitArgs,
        legacy_model=FreeFormNodeResourcesFitArgs,
        served=IN_EVERY_VERSION,
        complete=_complete,
        check=_check,
        readers=_readers,
        checked_when_built=True,
        example={
            "ignoredResources": ["example.com/license"],
            "ignoredResourceGroups": ["example.org"],
            "scoringStrategy": {
                "type": "RequestedToCapacityRatio",
                "resources": [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 2}],
                "requestedToCapacityRatio": {
                    "shape": [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]
                },
            },
        },
    ),
    scores_alike=_scores_alike,
    source="pkg/scheduler/framework/plugins/noderesources/fit.go",
)
