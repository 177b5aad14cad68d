"""Kubernetes 1.28: v1beta2 is gone; the last release with v1beta3."""

from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    DEPRECATED_LOCKED_OFF,
    DEPRECATED_OFF,
    DEPRECATED_ON,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA_OFF,
    SCHEDULER_DEPRECATED_OFF,
    Flags,
    Gates,
)
from schedcfg.releases.v1_27 import V1_27

_FLAGS = Flags(
    # cmd/kube-scheduler/app/options/deprecated.go: `--leader-elect-resource-name` and `-namespace` say the
    # same.
    removed=("lock-object-name", "lock-object-namespace"),
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "SidecarContainers",  # KEP-753: init containers that keep running count in the requests
        ),
        SCHEDULER_BETA_OFF: (
            "SchedulerQueueingHints",  # KEP-4247: plugins say which event may help which pod
        ),
        ALPHA: (
            "ConsistentListFromCache",  # KEP-2340
            "CRDValidationRatcheting",
            "DevicePluginCDIDevices",  # KEP-4009
            "JobBackoffLimitPerIndex",  # KEP-3850
            "JobPodReplacementPolicy",  # KEP-3939
            "KubeletCgroupDriverFromCRI",  # KEP-4033
            "KubeProxyDrainingTerminatingNodes",  # KEP-3836
            "LegacyServiceAccountTokenCleanUp",  # KEP-2799
            "PersistentVolumeLastPhaseTransitionTime",  # KEP-3762
            "PodHostIPs",  # KEP-2681
            "PodReadyToStartContainersCondition",
            "SkipReadOnlyValidationGCE",
            "UnknownVersionInteroperabilityProxy",
            "UserNamespacesSupport",  # KEP-127
        ),
        BETA_OFF: (
            "KMSv2KDF",  # KEP-3299
        ),
        BETA: (
            "CronJobsScheduledAnnotation",  # KEP-4026
            "PodIndexLabel",  # KEP-4017
            "SeparateCacheWatchRPC",
        ),
        DEPRECATED_OFF: ("DefaultHostNetworkHostPortsInPodTemplates",),
        DEPRECATED_ON: (
            "KMSv1",  # KEP-3299
        ),
    },
    changed={
        SCHEDULER_DEPRECATED_OFF: ("CSIMigrationRBD",),
        BETA_OFF: (
            "NodeSwap",
            "ValidatingAdmissionPolicy",
        ),
        BETA: (
            "AdmissionWebhookMatchConditions",
            "NewVolumeManagerReconstruction",
            "SELinuxMountReadWriteOncePod",
            "ServiceNodePortStaticSubrange",
            "TopologyManagerPolicyBetaOptions",
            "TopologyManagerPolicyOptions",
        ),
        LOCKED: (
            "APISelfSubjectReview",
            "ExpandedDNSConfig",
            "IPTablesOwnershipCleanup",
            "KubeletPodResources",
            "KubeletPodResourcesGetAllocatable",
            "LegacyServiceAccountTokenTracking",
            "MinimizeIPTablesRestore",
            "NodeOutOfServiceVolumeDetach",
            "ProbeTerminationGracePeriod",
            "ProxyTerminatingEndpoints",
            "RetroactiveDefaultStorageClass",
        ),
        DEPRECATED_OFF: ("InTreePluginRBDUnregister",),
        DEPRECATED_LOCKED_OFF: ("ExperimentalHostUserNamespaceDefaulting",),
    },
    removed=(
        "AdvancedAuditing",
        "CSIMigrationGCE",
        "CSIStorageCapacity",
        "DelegateFSGroupToCSIDriver",
        "DevicePlugins",
        "DisableAcceleratorUsageMetrics",
        "DryRun",
        "EndpointSliceTerminatingCondition",
        "KubeletCredentialProviders",
        "MixedProtocolLBService",
        "NetworkPolicyStatus",
        "PodHasNetworkCondition",
        "PodSecurity",
        "ServiceInternalTrafficPolicy",
        "ServiceIPStaticSubrange",
        "UserNamespacesStatelessPodsSupport",
        "WatchFromStorageWithoutResourceVersion",
        "WindowsHostProcessContainers",
    ),
)

V1_28 = following(
    V1_27,
    number=28,
    source_version="v1.28.8",
    # staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go
    unvalidated_locks=(),
    # pkg/scheduler/apis/config/scheme/scheme.go
    stops_serving=("v1beta2",),
    # cmd/kube-scheduler/app/options/configfile.go
    deprecated={"v1beta3": "Use `v1`; Kubernetes 1.28 is the last release to serve `v1beta3`."},
    # pkg/scheduler/framework/runtime/framework.go
    multi_point_fixed_in="1.28.6",
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.28."""
