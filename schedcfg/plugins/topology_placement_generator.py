"""TopologyPlacementGenerator: finds the sets of nodes that a group of pods may be placed on."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="TopologyPlacementGenerator",
    summary="Offers a group of Pods one set of nodes for each value of the topology label that the group names.",
    extension_points={"1.36": ("placementGenerate",)},
    source="pkg/scheduler/framework/plugins/topologyaware/topology_placement.go",
)
