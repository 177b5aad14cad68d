"""NodeName: honors a pod's `nodeName`."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodeName",
    summary="Excludes all nodes but the one named in the Pod's spec.",
    extension_points={"1.18": ("filter",), "1.37": ("preFilter", "filter")},
    concerns="Pods with `nodeName`",
    source="pkg/scheduler/framework/plugins/nodename/node_name.go",
)
