"""NodePorts: keeps host ports from colliding."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodePorts",
    summary="Keeps a pod off nodes where one of its host ports is taken.",
    extension_points={"1.18": ("preFilter", "filter")},
    source="pkg/scheduler/framework/plugins/nodeports/node_ports.go",
)
