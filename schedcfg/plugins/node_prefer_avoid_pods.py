"""NodePreferAvoidPods: honors a node's `preferAvoidPods` annotation."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodePreferAvoidPods",
    summary="Avoids nodes whose annotation `preferAvoidPods` names the Pod's controller.",
    extension_points={
        "1.18": ("score",),
        "1.23": (),
    },
    source="pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.go",
    successor="Taint such nodes with the effect `PreferNoSchedule` instead, which `TaintToleration` scores.",
)
