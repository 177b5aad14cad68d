"""NodeResourceLimits: prefers nodes that meet resource limits."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodeResourceLimits",
    summary="Scores nodes that have room for the Pod's limits, not only for its requests.",
    extension_points={
        "1.18": ("preScore", "score"),
        "1.19": (),
    },
    source="pkg/scheduler/framework/plugins/noderesources/resource_limits.go",
    successor="It has no replacement: remove it.",
)
