"""CrossNodePreemption: evicts pods of several nodes to make room for one (up to 1.22)."""

from schedcfg.plugins.scheduler_plugins.published import plugin

PLUGIN = plugin(
    name="CrossNodePreemption",
    summary="Evicts Pods on several nodes if only that makes room for a Pod; a brute-force example.",
    points={"1.19": ("postFilter",), "1.23": ()},
    successor="Use `DefaultPreemption`, or write your own plugin: this was a brute-force example.",
    source="pkg/crossnodepreemption/cross_node_preemption.go",
)
