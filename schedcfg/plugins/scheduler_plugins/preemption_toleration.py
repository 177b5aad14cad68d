"""PreemptionToleration: preemption that spares pods whose priority class requires it."""

from schedcfg.plugins import default_preemption
from schedcfg.plugins.default_preemption import DefaultPreemptionArgs
from schedcfg.plugins.plugin import ApiAccess
from schedcfg.plugins.scheduler_plugins.published import args_kind, plugin


class PreemptionTolerationArgs(DefaultPreemptionArgs):
    """Arguments of the PreemptionToleration plugin: those of DefaultPreemption."""


PLUGIN = plugin(
    name="PreemptionToleration",
    summary="Evicts Pods like DefaultPreemption, but spares those whose PriorityClass tolerates preemption "
    "for a while.",
    points={"1.22": ("postFilter",)},
    args=args_kind(
        PreemptionTolerationArgs,
        served={"v1beta2": "1.22", "v1beta3": "1.23", "v1": "1.25"},
        complete=default_preemption.complete,
        check=default_preemption.check,
        example={"minCandidateNodesPercentage": 20, "minCandidateNodesAbsolute": 50},
    ),
    access=(ApiAccess("scheduling.k8s.io", "priorityclasses"),),
    source="pkg/preemptiontoleration/preemption_toleration.go",
)
