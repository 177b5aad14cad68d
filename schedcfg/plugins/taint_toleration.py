"""TaintToleration: keeps pods off tainted nodes."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="TaintToleration",
    summary="Keeps pods off nodes with taints that they do not tolerate, or prefers other nodes.",
    extension_points={
        "1.18": ("filter", "preScore", "score"),
        "1.37": ("preFilter", "filter", "preScore", "score"),
    },
    source="pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go",
)
