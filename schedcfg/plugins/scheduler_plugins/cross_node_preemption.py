"""CrossNodePreemption: evicts pods of several nodes to make room for one (up to 1.22)."""

from schedcfg.plugins.scheduler_plugins.published import plugin

PLUGIN = plugin(
    name="CrossNodePreemption",
    summary="Evicts pods of several nodes where only that makes room for a pod; an example by brute force.",
    points={"1.19": ("postFilter",), "1.23": ()},
    successor="Use `DefaultPreemption`, or write a plugin of your own: this one was an example by brute force.",
    source="pkg/crossnodepreemption/cross_node_preemption.go",
)
