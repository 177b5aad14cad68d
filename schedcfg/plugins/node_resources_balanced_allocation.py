"""NodeResourcesBalancedAllocation: prefers nodes whose resources are used evenly."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin, read_at
from schedcfg.plugins.resources import Resources, weighted
from schedcfg.plugins.typed_args import TypedArgs


class NodeResourcesBalancedAllocationArgs(TypedArgs):
    """Arguments of the NodeResourcesBalancedAllocation plugin."""

    resources: Annotated[
        Resources | None,
        Field(description="Resources to balance, each once and with weight 1. Default: `cpu` and `memory`."),
    ] = None


def _complete(args: NodeResourcesBalancedAllocationArgs, _context: Context) -> NodeResourcesBalancedAllocationArgs:
    return args.model_copy(update={"resources": weighted(args.resources)})


def _check(args: NodeResourcesBalancedAllocationArgs, _context: Context) -> Iterator[ArgsProblem]:
    seen: set[str] = set()
    for index, resource in enumerate(args.resources or ()):
        name = (resource and resource.name) or ""
        weight = (resource and resource.weight) or 0
        if name in seen:
            yield ArgsProblem(("resources", index, "name"), f"resource `{name}` is repeated; each may occur once")
        seen.add(name)
        if weight != 1:
            yield ArgsProblem(
                ("resources", index, "weight"),
                f"`weight` of resource `{name}` is {weight}; it must be 1",
                "The balance has no weights: remove `weight`.",
            )


def _scores_alike(args: NodeResourcesBalancedAllocationArgs) -> str:
    """Return why every node gets the same score: the deviation of a single number is 0 (`balancedResourceScore`)."""
    resources = args.resources
    return "" if resources is None or len(resources) > 1 else "one resource alone is always balanced"


PLUGIN = Plugin(
    name="NodeResourcesBalancedAllocation",
    summary="Scores nodes by how evenly their resources would be used with the Pod.",
    favors="nodes whose resources are used evenly",
    args=ArgsKind(
        kind="NodeResourcesBalancedAllocationArgs",
        model=NodeResourcesBalancedAllocationArgs,
        served={"v1beta1": "1.22", "v1beta2": "1.22", "v1beta3": "1.23", "v1": "1.25"},
        complete=_complete,
        check=_check,
        readers=read_at(resources=("score",)),
        example={"resources": [{"name": "cpu", "weight": 1}, {"name": "example.com/gpu", "weight": 1}]},
    ),
    scores_alike=_scores_alike,
    source="pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go",
)
