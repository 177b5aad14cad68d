"""The default plugins of Kubernetes 1.18, the same in v1alpha1 and v1alpha2.

Later releases say what changed. Upstream: `pkg/scheduler/algorithmprovider/registry.go`.
"""

from schedcfg.releases.default_plugins import unweighted, weighted
from schedcfg.releases.release import DefaultPlugins

DEFAULT_PLUGINS: DefaultPlugins = {
    "queueSort": unweighted("PrioritySort"),
    "preFilter": unweighted("NodeResourcesFit", "NodePorts", "InterPodAffinity", "PodTopologySpread"),
    "filter": unweighted(
        "NodeUnschedulable",
        "NodeResourcesFit",
        "NodeName",
        "NodePorts",
        "NodeAffinity",
        "VolumeRestrictions",
        "TaintToleration",
        "EBSLimits",
        "GCEPDLimits",
        "NodeVolumeLimits",
        "AzureDiskLimits",
        "VolumeBinding",
        "VolumeZone",
        "InterPodAffinity",
        "PodTopologySpread",
    ),
    "preScore": unweighted("InterPodAffinity", "DefaultPodTopologySpread", "TaintToleration", "PodTopologySpread"),
    "score": weighted(
        NodeResourcesBalancedAllocation=1,
        ImageLocality=1,
        InterPodAffinity=1,
        NodeResourcesLeastAllocated=1,
        NodeAffinity=1,
        NodePreferAvoidPods=10000,
        DefaultPodTopologySpread=1,
        TaintToleration=1,
        PodTopologySpread=1,
    ),
    "bind": unweighted("DefaultBinder"),
}
"""Extension point → plugins in running order."""
