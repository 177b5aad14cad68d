"""NodeName: honours a pod's `nodeName`."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodeName",
    summary="Lets a pod whose spec names a node run there and nowhere else.",
    extension_points={"1.18": ("filter",), "1.37": ("preFilter", "filter")},
    source="pkg/scheduler/framework/plugins/nodename/node_name.go",
)
