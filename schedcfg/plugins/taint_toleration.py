"""TaintToleration: keeps pods off tainted nodes."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="TaintToleration",
    summary="Excludes nodes with taints that the Pod does not tolerate, or prefers other nodes.",
    extension_points={
        "1.18": ("filter", "preScore", "score"),
        "1.37": ("preFilter", "filter", "preScore", "score"),
    },
    concerns="nodes with taints: it filters by NoSchedule and NoExecute, and scores by PreferNoSchedule",
    source="pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go",
)
