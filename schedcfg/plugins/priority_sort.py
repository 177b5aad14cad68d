"""PrioritySort: orders the scheduling queue."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="PrioritySort",
    summary="Takes the pod with the highest priority first, the one that waits longest among equals.",
    extension_points={"1.18": ("queueSort",)},
    source="pkg/scheduler/framework/plugins/queuesort/priority_sort.go",
)
