"""NodeResourcesAllocatable: prefers small nodes, or large ones."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import OneOf
from schedcfg.plugins.choices import unknown_choice
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsProblem
from schedcfg.plugins.resources import Resources, ResourceSpec, check_weights
from schedcfg.plugins.scheduler_plugins.published import FROM_START, args_kind, plugin
from schedcfg.plugins.typed_args import OmitZero, TypedArgs

_MODES = ("Least", "Most")


class NodeResourcesAllocatableArgs(TypedArgs):
    """Arguments of the NodeResourcesAllocatable plugin."""

    resources: Annotated[
        Resources | None,
        Field(
            description="Resources to score, each with a weight of 1 or more; 0 is refused. CPU is measured in "
            "millicores, memory in bytes. Default: `cpu` with weight 1048576 and `memory` with "
            "weight 1."
        ),
    ] = None
    mode: Annotated[
        str | None,
        OmitZero(),
        OneOf(_MODES),
        Field(description="`Least` prefers nodes with little to allocate, `Most` those with much. Default `Least`."),
    ] = None


def _complete(args: NodeResourcesAllocatableArgs, _context: Context) -> NodeResourcesAllocatableArgs:
    update: dict[str, object] = {}
    if not args.resources:
        update["resources"] = [
            ResourceSpec.model_construct(name="cpu", weight=1 << 20),
            ResourceSpec.model_construct(name="memory", weight=1),
        ]
    if not args.mode:
        update["mode"] = "Least"
    return args.model_copy(update=update)


def _check(args: NodeResourcesAllocatableArgs, _context: Context) -> Iterator[ArgsProblem]:
    yield from check_weights(args.resources, ("resources",), highest=None)
    if args.mode not in _MODES:
        yield unknown_choice(("mode",), args.mode, _MODES)


PLUGIN = plugin(
    name="NodeResourcesAllocatable",
    summary="Scores nodes by their allocatable resources, regardless of their use: small nodes first, or large ones.",
    points={"1.19": ("score",)},
    args=args_kind(
        NodeResourcesAllocatableArgs,
        served=FROM_START,
        complete=_complete,
        check=_check,
        example={"mode": "Most", "resources": [{"name": "cpu", "weight": 1048576}, {"name": "memory", "weight": 1}]},
    ),
    source="pkg/noderesources/allocatable.go",
)
