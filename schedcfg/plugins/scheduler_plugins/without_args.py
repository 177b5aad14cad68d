"""The plugins of this catalog that take no Args."""

from collections.abc import Mapping
from dataclasses import replace

from schedcfg.plugins.plugin import Plugin
from schedcfg.plugins.scheduler_plugins.published import plugin

_PLUGINS = (
    replace(
        plugin(
            name="CrossNodePreemption",
            summary="Evicts Pods on several nodes if only that makes room for a Pod; a brute-force example.",
            points={"1.19": ("postFilter",), "1.23": ()},
            source="pkg/crossnodepreemption/cross_node_preemption.go",
        ),
        successor="Use `DefaultPreemption`, or write your own plugin: this was a brute-force example.",
    ),
    plugin(
        name="PodState",
        summary="Gives nodes with more terminating and fewer nominated Pods a higher score.",
        points={"1.19": ("score",)},
        source="pkg/podstate/pod_state.go",
    ),
    plugin(
        name="QOSSort",
        summary="Sorts Pods of the same priority by their quality of service: guaranteed, burstable, best effort.",
        points={"1.18": ("queueSort",)},
        source="pkg/qos/queue_sort.go",
    ),
)

PLUGINS: Mapping[str, Plugin] = {described.name: described for described in _PLUGINS}
"""All of them, by name."""
