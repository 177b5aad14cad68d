"""NodeResourcesMostAllocated: prefers full nodes (up to 1.22)."""

from schedcfg.plugins.plugin import ArgsKind, Plugin
from schedcfg.plugins.resources import WeightedResourcesArgs, check_resources, complete_resources


class NodeResourcesMostAllocatedArgs(WeightedResourcesArgs):
    """Arguments of the NodeResourcesMostAllocated plugin."""


PLUGIN = Plugin(
    name="NodeResourcesMostAllocated",
    summary="Gives fuller nodes a higher score.",
    favors="fuller nodes",
    args=ArgsKind(
        kind="NodeResourcesMostAllocatedArgs",
        model=NodeResourcesMostAllocatedArgs,
        served={"v1beta1": "1.19"},
        complete=complete_resources,
        check=check_resources,
        example={"resources": [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 2}]},
    ),
    source="pkg/scheduler/framework/plugins/noderesources/most_allocated.go",
    successor="Use `scoringStrategy: {type: MostAllocated}` in the args of `NodeResourcesFit` instead.",
)
