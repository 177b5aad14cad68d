"""Kubernetes 1.22: v1beta2 arrives, without six old plugins; the last release to read a Policy."""

from schedcfg.releases.default_plugins import edited, insert_after, remove
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    DEPRECATED_OFF,
    DEPRECATED_ON,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    STABLE,
    Flags,
    Gates,
)
from schedcfg.releases.v1_21 import METRICS_GO_NOWHERE, V1_21

# pkg/scheduler/apis/config/v1beta1/default_plugins.go
_V1BETA1_EDITS = {"preFilter": (insert_after("NodePorts", "VolumeRestrictions"),)}

# pkg/scheduler/apis/config/v1beta2/default_plugins.go: NodeResourcesFit scores in place of
# NodeResourcesLeastAllocated, and NodePreferAvoidPods is out.
_V1BETA2 = edited(
    edited(V1_21.default_plugins["v1beta1"], _V1BETA1_EDITS),
    {
        "score": (
            insert_after("InterPodAffinity", "NodeResourcesFit", 1),
            remove("NodeResourcesLeastAllocated"),
            remove("NodePreferAvoidPods"),
        ),
    },
)

_FLAGS = Flags(
    # kubernetes/kubernetes#102805: profiles replace it.
    removed=("algorithm-provider", "hard-pod-affinity-symmetric-weight", "scheduler-name"),
    early={
        # cmd/kube-scheduler/app/options: `--help` shows Go's zero values for the flags that represent a configuration
        # field; a flag that is not set leaves the field's own default.
        "address": {"default": ""},
        "contention-profiling": {"default": "false"},
        "kube-api-burst": {"default": "0"},
        "kube-api-content-type": {"default": ""},
        "kube-api-qps": {"default": "0"},
        "leader-elect": {"default": "false"},
        "leader-elect-lease-duration": {"default": "0s"},
        "leader-elect-renew-deadline": {"default": "0s"},
        "leader-elect-resource-lock": {"default": ""},
        "leader-elect-resource-name": {"default": ""},
        "leader-elect-resource-namespace": {"default": ""},
        "leader-elect-retry-period": {"default": "0s"},
        "lock-object-name": {"default": ""},
        "lock-object-namespace": {"default": ""},
        "port": {"default": "0"},
        "profiling": {"default": "false"},
        **METRICS_GO_NOWHERE,
    },
    last_early_patch=3,
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "ReadWriteOncePod",  # KEP-2485: VolumeRestrictions keeps such a volume to one pod
        ),
        ALPHA: (
            "APIServerTracing",
            "CPUManagerPolicyOptions",
            "DelegateFSGroupToCSIDriver",
            "DisableCloudProviders",
            "ExpandedDNSConfig",  # KEP-2595
            "JobTrackingWithFinalizers",
            "KubeletInUserNamespace",
            "MemoryQoS",  # KEP-2570
            "NodeSwap",  # KEP-2400
            "PodSecurity",
            "ProxyTerminatingEndpoints",  # KEP-1669
            "SeccompDefault",  # KEP-2413
            "StatefulSetMinReadySeconds",  # KEP-2607
            "WindowsHostProcessContainers",
        ),
        BETA: (
            "ControllerManagerLeaderMigration",
            "CSRDuration",
        ),
    },
    changed={
        SCHEDULER_BETA: (
            "PodAffinityNamespaceSelector",
            "PreferNominatedNode",
        ),
        BETA_OFF: ("ProbeTerminationGracePeriod",),
        BETA: (
            "DaemonSetUpdateSurge",
            "EndpointSliceTerminatingCondition",
            "IndexedJob",
            "IngressClassNamespacedParams",
            "LogarithmicScaleDown",
            "MemoryManager",
            "NetworkPolicyEndPort",
            "PodDeletionCost",
            "ServiceInternalTrafficPolicy",
            "ServiceLBNodePortControl",
            "ServiceLoadBalancerClass",
            "SizeMemoryBackedVolumes",
            "SuspendJob",
        ),
        STABLE: ("ServerSideApply",),
        LOCKED: (
            "BoundServiceAccountTokenVolume",
            "CronJobControllerV2",
            "CSIServiceAccountToken",
            "EndpointSliceProxying",
            "HugePageStorageMediumSize",
            "NamespaceDefaultLabelName",
            "SetHostnameAsFQDN",
            "WarningHeaders",
            "WindowsEndpointSliceProxying",
        ),
        DEPRECATED_OFF: (
            "DynamicKubeletConfig",
            "StreamingProxyRedirects",
        ),
        DEPRECATED_ON: ("ValidateProxyRedirects",),
    },
    removed=(
        "BalanceAttachedNodeVolumes",  # NodeResourcesBalancedAllocation no longer looks at volumes
        "CRIContainerLogRotation",
        "CSIMigrationvSphereComplete",
        "ExternalPolicyForExternalIP",
        "LegacyNodeRoleBehavior",
        "NodeDisruptionExclusion",
        "RootCAConfigMap",
        "RunAsGroup",
        "SCTPSupport",
        "ServiceAppProtocol",
        "ServiceNodeExclusion",
        "ServiceTopology",
        "VolumeSnapshotDataSource",
    ),
)

V1_22 = following(
    V1_21,
    number=22,
    source_version="v1.22.3",
    # pkg/scheduler/apis/config/scheme/scheme.go
    serves={"v1beta2": _V1BETA2},
    default_plugins={"v1beta1": _V1BETA1_EDITS},
    # pkg/scheduler/apis/config/validation/validation.go, removedPluginsByVersion. They stay in the
    # registry, for v1beta1.
    removed_plugins={
        "v1beta2": frozenset(
            {
                "NodeLabel",
                "NodePreferAvoidPods",
                "NodeResourcesLeastAllocated",
                "NodeResourcesMostAllocated",
                "RequestedToCapacityRatio",
                "ServiceAffinity",
            }
        ),
    },
    # pkg/scheduler/algorithmprovider is gone; defaulting brings the default plugins.
    algorithm_providers={},
    # pkg/scheduler/apis/config/validation/validation.go: conflictScorePluginsByVersion, validatePluginConfig,
    # validateCommonQueueSort; defaulting has merged the default plugins in before.
    conflicting_score_plugins={
        "v1beta1": frozenset({"NodeResourcesLeastAllocated", "NodeResourcesMostAllocated", "RequestedToCapacityRatio"}),
    },
    validates_merged_plugins=True,
    validates_args=True,
    validates_queue_sort=True,
    # pkg/scheduler/framework/runtime/framework.go, NewFramework (later getScoreWeights)
    adds_score_weights_in_order=True,
    # The same, since kubernetes/kubernetes#101460.
    score_weight_points=("multiPoint", "score"),
    # pkg/scheduler/factory.go, create (later buildExtenders in scheduler.go)
    appends_ignored_resources=False,
    # staging/src/k8s.io/client-go/transport/transport.go, rootCertPool
    checks_extender_authorities=True,
    # cmd/kube-scheduler/app/options/options.go (later ApplyLeaderElectionTo)
    election_flags_win=True,
    # cmd/kube-scheduler/app/options/configfile.go
    written_api_version=None,
    extender_source="pkg/scheduler/extender.go",
    needs_victims=True,
    # cmd/kubeadm/app/apis/kubeadm/v1beta3/types.go: `patches.directory`, and `--patches`
    kubeadm_patches="field",
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.22."""
