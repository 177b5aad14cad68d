"""NodeResourcesLeastAllocated: prefers free nodes (up to 1.22)."""

from schedcfg.plugins.plugin import ArgsKind, Plugin, Replacement
from schedcfg.plugins.resources import WeightedResourcesArgs, check_resources, complete_resources


class NodeResourcesLeastAllocatedArgs(WeightedResourcesArgs):
    """Arguments of the NodeResourcesLeastAllocated plugin."""


PLUGIN = Plugin(
    name="NodeResourcesLeastAllocated",
    summary="Gives emptier nodes a higher score.",
    favors="emptier nodes",
    args=ArgsKind(
        kind="NodeResourcesLeastAllocatedArgs",
        model=NodeResourcesLeastAllocatedArgs,
        served={"v1beta1": "1.19"},
        complete=complete_resources,
        check=check_resources,
        example={"resources": [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 2}]},
    ),
    source="pkg/scheduler/framework/plugins/noderesources/least_allocated.go",
    successor="Use `scoringStrategy: {type: LeastAllocated}` in the args of `NodeResourcesFit` instead.",
    replacement=Replacement(
        "NodeResourcesFit",
        "score",
        "disable `NodeResourcesFit` at `score` (at `multiPoint`, its filter would be disabled as well)",
        is_exact=True,
    ),
)
