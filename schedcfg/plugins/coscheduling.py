"""Coscheduling: schedules groups of pods, all of a group or none; not part of Kubernetes.

Its Args are not described here: their fields differ from API version to API version.
"""

from schedcfg.plugins.plugin import Plugin

_GROUPING = ("queueSort", "preFilter", "postFilter", "reserve", "permit")

PLUGIN = Plugin(
    name="Coscheduling",
    summary="Lets the pods of a group wait until there is room for enough of them, and sorts the queue by groups.",
    # As the head of each release branch has them.
    extension_points={
        "1.18": ("queueSort", "preFilter", "permit", "unreserve"),
        "1.19": (*_GROUPING, "postBind"),
        "1.26": _GROUPING,
    },
    in_tree=False,
    source="kubernetes-sigs/scheduler-plugins, pkg/coscheduling/coscheduling.go",
)
