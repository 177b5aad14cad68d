"""Kubernetes 1.18, the baseline: profiles arrive with v1alpha2, beside v1alpha1.

Later releases say only what changed.
"""

from schedcfg.releases.baseline_default_plugins import DEFAULT_PLUGINS
from schedcfg.releases.baseline_feature_gates import FEATURE_GATES
from schedcfg.releases.baseline_flags import FLAGS
from schedcfg.releases.changes import Later
from schedcfg.releases.release import Release

V1_18 = Release(
    number=18,
    measured="v1.18.2",
    # pkg/scheduler/apis/config/scheme/scheme.go
    api_versions=("v1alpha1", "v1alpha2"),
    deprecated={},
    default_plugins={"v1alpha1": DEFAULT_PLUGINS, "v1alpha2": DEFAULT_PLUGINS},
    # pkg/scheduler/framework/plugins/registry.go
    plugins=frozenset(
        {
            "AzureDiskLimits",
            "CinderLimits",
            "DefaultBinder",
            "DefaultPodTopologySpread",
            "EBSLimits",
            "GCEPDLimits",
            "ImageLocality",
            "InterPodAffinity",
            "NodeAffinity",
            "NodeLabel",
            "NodeName",
            "NodePorts",
            "NodePreferAvoidPods",
            "NodeResourceLimits",
            "NodeResourcesBalancedAllocation",
            "NodeResourcesFit",
            "NodeResourcesLeastAllocated",
            "NodeResourcesMostAllocated",
            "NodeUnschedulable",
            "NodeVolumeLimits",
            "PodTopologySpread",
            "PrioritySort",
            "RequestedToCapacityRatio",
            "ServiceAffinity",
            "TaintToleration",
            "VolumeBinding",
            "VolumeRestrictions",
            "VolumeZone",
        }
    ),
    feature_gates=Later(lambda: FEATURE_GATES.after({})),
    flags=Later(lambda: FLAGS.after({})),
    policy=True,
    # staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go
    leader_election_locks=("leases", "endpoints", "configmaps", "endpointsleases", "configmapsleases"),
    leader_election_lock_check="startup",
    removed_plugins={},
    # pkg/scheduler/algorithmprovider/registry.go: the cluster autoscaler wants nodes filled, not spread over.
    algorithm_providers={
        "DefaultProvider": {},
        "ClusterAutoscalerProvider": {"NodeResourcesLeastAllocated": "NodeResourcesMostAllocated"},
    },
)
"""Kubernetes 1.18."""
