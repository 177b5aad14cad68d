"""DeferredPodScheduling: keeps pods in the queue that wait for more resources on their own node."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="DeferredPodScheduling",
    summary="Has room made on its own node for a running pod whose resize was deferred, where the node allows that.",
    extension_points={"1.37": ("preFilter", "filter", "permit")},
    source="pkg/scheduler/framework/plugins/deferredpodscheduling/deferred_pod_scheduling.go",
)
