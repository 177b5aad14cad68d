"""Names of published plugins that are not part of the stock kube-scheduler."""

SCHEDULER_PLUGINS = frozenset(
    {
        "CapacityScheduling",
        "Coscheduling",
        "CrossNodePreemption",
        "LoadVariationRiskBalancing",
        "LowRiskOverCommitment",
        "NetworkOverhead",
        "NodeMetadata",
        "NodeResourceTopologyMatch",
        "NodeResourcesAllocatable",
        "Peaks",
        "PodState",
        "PreemptionToleration",
        "QOSSort",
        "SySched",
        "TargetLoadPacking",
        "TopologicalSort",
    }
)
"""Registered by some release of kubernetes-sigs/scheduler-plugins (`cmd/scheduler/main.go`)."""

CATALOGUED = SCHEDULER_PLUGINS | {"NetworkTraffic"}
"""All of them: names that are no misspelling of an in-tree plugin."""
