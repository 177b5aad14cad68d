"""PodState: prefers nodes from which pods are about to go."""

from schedcfg.plugins.scheduler_plugins.published import plugin

PLUGIN = plugin(
    name="PodState",
    summary="Scores nodes the higher, the more of their pods are terminating, and the fewer are nominated to them.",
    points={"1.19": ("score",)},
    source="pkg/podstate/pod_state.go",
)
