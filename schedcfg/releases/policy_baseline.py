"""The predicates and priorities of Kubernetes 1.18, and the plugins they bring.

What changed in later releases is in `policy.py`.
Upstream: `pkg/scheduler/framework/plugins/legacy_registry.go`.
"""

from collections.abc import Mapping

Brings = Mapping[str, tuple[str, ...]]
"""Extension point → plugins in running order."""

PREDICATES: dict[str, Brings] = {
    "CheckNodeUnschedulable": {"filter": ("NodeUnschedulable",)},
    "GeneralPredicates": {
        "preFilter": (
            "NodeResourcesFit",
            "NodePorts",
        ),
        "filter": (
            "NodeResourcesFit",
            "NodeName",
            "NodePorts",
            "NodeAffinity",
        ),
    },
    "HostName": {"filter": ("NodeName",)},
    "PodFitsHostPorts": {"preFilter": ("NodePorts",), "filter": ("NodePorts",)},
    "MatchNodeSelector": {"filter": ("NodeAffinity",)},
    "PodFitsResources": {"preFilter": ("NodeResourcesFit",), "filter": ("NodeResourcesFit",)},
    "NoDiskConflict": {"filter": ("VolumeRestrictions",)},
    "PodToleratesNodeTaints": {"filter": ("TaintToleration",)},
    "CheckNodeLabelPresence": {"filter": ("NodeLabel",)},
    "CheckServiceAffinity": {"preFilter": ("ServiceAffinity",), "filter": ("ServiceAffinity",)},
    "MaxEBSVolumeCount": {"filter": ("EBSLimits",)},
    "MaxGCEPDVolumeCount": {"filter": ("GCEPDLimits",)},
    "MaxCSIVolumeCountPred": {"filter": ("NodeVolumeLimits",)},
    "MaxAzureDiskVolumeCount": {"filter": ("AzureDiskLimits",)},
    "MaxCinderVolumeCount": {"filter": ("CinderLimits",)},
    "CheckVolumeBinding": {"filter": ("VolumeBinding",)},
    "NoVolumeZoneConflict": {"filter": ("VolumeZone",)},
    "EvenPodsSpread": {"preFilter": ("PodTopologySpread",), "filter": ("PodTopologySpread",)},
    "MatchInterPodAffinity": {"preFilter": ("InterPodAffinity",), "filter": ("InterPodAffinity",)},
}
"""In the order in which their plugins are put (`predicateOrdering`)."""

PRIORITIES: dict[str, Brings] = {
    "BalancedResourceAllocation": {"score": ("NodeResourcesBalancedAllocation",)},
    "EvenPodsSpreadPriority": {"preScore": ("PodTopologySpread",), "score": ("PodTopologySpread",)},
    "ImageLocalityPriority": {"score": ("ImageLocality",)},
    "InterPodAffinityPriority": {"preScore": ("InterPodAffinity",), "score": ("InterPodAffinity",)},
    "LeastRequestedPriority": {"score": ("NodeResourcesLeastAllocated",)},
    "MostRequestedPriority": {"score": ("NodeResourcesMostAllocated",)},
    "NodeAffinityPriority": {"score": ("NodeAffinity",)},
    "NodeLabel": {"score": ("NodeLabel",)},
    "NodePreferAvoidPodsPriority": {"score": ("NodePreferAvoidPods",)},
    "RequestedToCapacityRatio": {"score": ("RequestedToCapacityRatio",)},
    "SelectorSpreadPriority": {
        "preScore": ("DefaultPodTopologySpread",),
        "score": ("DefaultPodTopologySpread",),
    },
    "ServiceAffinity": {"score": ("ServiceAffinity",)},
    "TaintTolerationPriority": {"preScore": ("TaintToleration",), "score": ("TaintToleration",)},
}
"""In the order in which their plugins are put."""
