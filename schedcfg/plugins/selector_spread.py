"""SelectorSpread: spreads the pods of a service."""

from schedcfg.plugins.plugin import Plugin, Replacement

PLUGIN = Plugin(
    name="SelectorSpread",
    summary="Spreads the Pods of a service or controller over nodes and zones.",
    extension_points={
        "1.19": ("preScore", "score"),
        "1.29": (),
    },
    concerns="Pods of a Service, ReplicaSet, StatefulSet or ReplicationController, without constraints of their own",
    source="pkg/scheduler/framework/plugins/selectorspread/selector_spread.go",
    successor="Since 1.20, `PodTopologySpread` spreads Pods in the same way by default: remove it.",
    replacement=Replacement(
        "PodTopologySpread",
        "score",
        "set its args to `defaultingType: List` without `defaultConstraints`; constraints in Pods still apply",
    ),
)
