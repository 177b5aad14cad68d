"""NodeUnschedulable: keeps pods off cordoned nodes."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodeUnschedulable",
    summary="Excludes nodes that are marked unschedulable, unless the Pod tolerates it.",
    extension_points={"1.18": ("filter",), "1.37": ("preFilter", "filter")},
    source="pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go",
)
