"""PodState: prefers nodes from which pods are about to go."""

from schedcfg.plugins.scheduler_plugins.published import plugin

PLUGIN = plugin(
    name="PodState",
    summary="Gives nodes with more terminating and fewer nominated Pods a higher score.",
    points={"1.19": ("score",)},
    source="pkg/podstate/pod_state.go",
)
