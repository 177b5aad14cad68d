"""PodGroupPodsCount: rates sets of nodes by how many pods of a group fit there."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="PodGroupPodsCount",
    summary="Prefers the set of nodes on which more Pods of a group fit.",
    extension_points={"1.36": ("placementScore",)},
    source="pkg/scheduler/framework/plugins/podgrouppodscount/podgroup_pods_count.go",
)
