"""NodePorts: keeps host ports from colliding."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodePorts",
    summary="Excludes nodes where a host port of the Pod is in use.",
    extension_points={"1.18": ("preFilter", "filter")},
    concerns="Pods with a `hostPort`",
    source="pkg/scheduler/framework/plugins/nodeports/node_ports.go",
)
