"""SelectorSpread: spreads the pods of a service."""

from schedcfg.plugins.plugin import Plugin, Replacement

PLUGIN = Plugin(
    name="SelectorSpread",
    summary="Spreads the pods of one service or controller over nodes and zones.",
    extension_points={
        "1.19": ("preScore", "score"),
        "1.29": (),
    },
    source="pkg/scheduler/framework/plugins/selectorspread/selector_spread.go",
    successor="`PodTopologySpread` spreads pods in the same way by default from 1.20 on: remove it.",
    replacement=Replacement(
        "PodTopologySpread",
        "score",
        "give it the args `defaultingType: List` and no `defaultConstraints`; what Pods ask for still counts",
    ),
)
