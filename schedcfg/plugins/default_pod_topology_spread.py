"""DefaultPodTopologySpread: spreads the pods of a service."""

from schedcfg.plugins.plugin import Plugin, Replacement

PLUGIN = Plugin(
    name="DefaultPodTopologySpread",
    summary="Spreads the Pods of a service or controller over nodes and zones, in 1.18.",
    extension_points={
        "1.18": ("preScore", "score"),
        "1.19": (),
    },
    source="pkg/scheduler/framework/plugins/defaultpodtopologyspread/default_pod_topology_spread.go",
    successor="It is called `SelectorSpread` in 1.19; since 1.20, `PodTopologySpread` replaces it by default.",
    replacement=Replacement(
        "PodTopologySpread",
        "score",
        "set its args to `defaultingType: List` without `defaultConstraints`; constraints in Pods still apply",
    ),
)
