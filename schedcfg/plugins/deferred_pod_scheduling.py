"""DeferredPodScheduling: keeps pods in the queue that wait for more resources on their own node."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="DeferredPodScheduling",
    summary="Makes room on the node of a running Pod whose resize was deferred, if the node allows it.",
    extension_points={"1.37": ("preFilter", "filter", "permit")},
    source="pkg/scheduler/framework/plugins/deferredpodscheduling/deferred_pod_scheduling.go",
)
