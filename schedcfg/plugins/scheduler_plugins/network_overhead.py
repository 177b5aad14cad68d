"""NetworkOverhead: places pods near those that they talk to."""

from typing import Annotated

from pydantic import Field

from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ApiAccess
from schedcfg.plugins.scheduler_plugins.published import args_kind, plugin
from schedcfg.plugins.scheduler_plugins.topological_sort import APP_GROUPS
from schedcfg.plugins.typed_args import TypedArgs


class NetworkOverheadArgs(TypedArgs):
    """Arguments of the NetworkOverhead plugin."""

    namespaces: Annotated[
        list[str | None] | None,
        Field(description="Namespaces to read AppGroups and NetworkTopologies from. Default `[default]`."),
    ] = None
    weights_name: Annotated[
        str | None,
        Field(description="Which costs of the NetworkTopology to use. Default `UserDefined`."),
    ] = None
    network_topology_name: Annotated[
        str | None, Field(description="Name of the NetworkTopology. Default `nt-default`.")
    ] = None


def _complete(args: NetworkOverheadArgs, _context: Context) -> NetworkOverheadArgs:
    update: dict[str, object] = {"namespaces": args.namespaces or ["default"]}
    if args.weights_name is None:
        update["weights_name"] = "UserDefined"
    if args.network_topology_name is None:
        update["network_topology_name"] = "nt-default"
    return args.model_copy(update=update)


PLUGIN = plugin(
    name="NetworkOverhead",
    summary="Excludes nodes that are too far from the Pods that the Pod depends on, and prefers near ones.",
    points={"1.24": ("preFilter", "filter", "score")},
    args=args_kind(
        NetworkOverheadArgs,
        served={"v1beta3": "1.24", "v1": "1.25"},
        complete=_complete,
        example={"namespaces": ["default"], "weightsName": "NetperfCosts", "networkTopologyName": "nt-shop"},
    ),
    access=(
        *APP_GROUPS,
        ApiAccess("networktopology.diktyo.k8s.io", "networktopologies", last=24),
        ApiAccess("networktopology.diktyo.x-k8s.io", "networktopologies", first=25),
    ),
    source="pkg/networkaware/networkoverhead/networkoverhead.go",
)
