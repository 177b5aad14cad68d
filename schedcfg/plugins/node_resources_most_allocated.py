"""NodeResourcesMostAllocated: prefers full nodes (up to 1.22)."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Context, Plugin
from schedcfg.plugins.resources import Resources, check_weights, cpu_and_memory
from schedcfg.plugins.typed_args import TypedArgs


class NodeResourcesMostAllocatedArgs(TypedArgs):
    """Arguments of the NodeResourcesMostAllocated plugin."""

    resources: Annotated[
        Resources | None,
        Field(
            description="Resources to score, each with a weight of 1 to 100, which is required. Default: `cpu` and "
            "`memory` with weight 1."
        ),
    ] = None


def _complete(args: NodeResourcesMostAllocatedArgs, _context: Context) -> NodeResourcesMostAllocatedArgs:
    return args if args.resources else args.model_copy(update={"resources": cpu_and_memory()})


def _check(args: NodeResourcesMostAllocatedArgs, _context: Context) -> Iterator[ArgsProblem]:
    yield from check_weights(args.resources, ("resources",))


PLUGIN = Plugin(
    name="NodeResourcesMostAllocated",
    summary="Gives fuller nodes a higher score.",
    extension_points={"1.18": ("score",), "1.23": ()},
    args=ArgsKind(
        kind="NodeResourcesMostAllocatedArgs",
        model=NodeResourcesMostAllocatedArgs,
        served={"v1beta1": "1.19"},
        complete=_complete,
        check=_check,
        example={"resources": [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 2}]},
    ),
    source="pkg/scheduler/framework/plugins/noderesources/most_allocated.go",
    successor="Use `scoringStrategy: {type: MostAllocated}` in the args of `NodeResourcesFit` instead.",
)
