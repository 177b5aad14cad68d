"""DefaultPodTopologySpread: spreads the pods of a service."""

from schedcfg.plugins.plugin import Plugin, Replacement

PLUGIN = Plugin(
    name="DefaultPodTopologySpread",
    summary="Spreads the pods of one service or controller over nodes and zones, in 1.18.",
    extension_points={
        "1.18": ("preScore", "score"),
        "1.19": (),
    },
    source="pkg/scheduler/framework/plugins/defaultpodtopologyspread/default_pod_topology_spread.go",
    successor="1.19 calls it `SelectorSpread`; from 1.20 on `PodTopologySpread` does its work by default.",
    replacement=Replacement(
        "PodTopologySpread",
        "score",
        "give it the args `defaultingType: List` and no `defaultConstraints`; what Pods ask for still counts",
    ),
)
