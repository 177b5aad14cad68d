"""Peaks: prefers nodes on which a pod adds little to the power that is drawn."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Float64, Shape
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsProblem
from schedcfg.plugins.scheduler_plugins.published import args_kind, plugin
from schedcfg.plugins.typed_args import Always, TypedArgs


class PowerModel(Shape):
    """The power that a node draws: k0 + k1 * e^(k2 * x), x being the use of its CPU in percent."""

    k0: Annotated[
        Float64 | None, Always(0), Field(description="The part that does not depend on the load. Default 0.")
    ] = None
    k1: Annotated[
        Float64 | None, Always(0), Field(description="Factor of the part that depends on the load. Default 0.")
    ] = None
    k2: Annotated[Float64 | None, Always(0), Field(description="Growth rate of that part. Default 0.")] = None


class PeaksArgs(TypedArgs):
    """Arguments of the Peaks plugin.

    Their tags in `apis/config/v1/types.go` are malformed, so that the fields have the names of Go's struct in files.
    """

    watcher_address: Annotated[
        str | None,
        Always(""),
        Field(
            alias="WatcherAddress",
            description="Address of the load watcher, e.g. `http://127.0.0.1:2020`; required.",
        ),
    ] = None
    node_power_model: Annotated[
        dict[str, PowerModel | None] | None,
        Always(None),
        Field(
            alias="NodePowerModel",
            description="By node: how its power depends on its load, as `k0`, `k1` and `k2` of k0 + k1 * e^(k2 * "
            "x), where x is the use of its CPU in percent. Default: the JSON file named in the "
            "environment variable NODE_POWER_MODEL.",
        ),
    ] = None


def _check(args: PeaksArgs, _context: Context) -> Iterator[ArgsProblem]:
    if not args.watcher_address:
        yield ArgsProblem(
            ("WatcherAddress",), "`WatcherAddress` is missing; it is the only source of measurements for Peaks"
        )
    if not args.node_power_model:
        yield ArgsProblem(
            ("NodePowerModel",),
            "`NodePowerModel` is empty; Peaks then reads the file named in the environment variable "
            "NODE_POWER_MODEL, and does not start without it",
            "Write the model of each node: `NodePowerModel: {node-1: {k0: 470, k1: -91, k2: -0.07}}`.",
        )


PLUGIN = plugin(
    name="Peaks",
    summary="Prefers nodes on which the Pod increases power consumption least, by measured load and a model.",
    points={"1.31": ("score",)},
    args=args_kind(
        PeaksArgs,
        served={"v1": "1.31"},
        check=_check,
        example={
            "WatcherAddress": "http://127.0.0.1:2020",
            "NodePowerModel": {"node-1": {"k0": 470.74, "k1": -91.5, "k2": -0.07}},
        },
    ),
    source="pkg/trimaran/peaks/peaks.go",
)
