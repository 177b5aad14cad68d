"""PrioritySort: orders the scheduling queue."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="PrioritySort",
    summary="Sorts Pods by priority, and by waiting time if it is equal.",
    extension_points={"1.18": ("queueSort",)},
    source="pkg/scheduler/framework/plugins/queuesort/priority_sort.go",
)
