"""Kubernetes 1.33: no change of plugins; an idle scheduler takes pods out of backoff."""

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
    SCHEDULER_BETA,
    SCHEDULER_BETA_OFF,
    SCHEDULER_LOCKED,
    STABLE,
    Gates,
)
from schedcfg.releases.v1_32 import V1_32

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "DRADeviceTaints",  # KEP-5055: devices with taints
            "DRAPartitionableDevices",  # KEP-4815: devices cut out of a larger one
            "DRAPrioritizedList",  # KEP-4816: claims with a list of choices
            "StorageCapacityScoring",  # KEP-4049: VolumeBinding scores by capacity, most free space first
        ),
        SCHEDULER_BETA: (
            "SchedulerPopFromBackoffQ",  # KEP-5142: an idle scheduler takes pods out of backoff
        ),
        ALPHA: (
            "ContainerStopSignals",
            "DeploymentReplicaSetTerminatingReplicas",  # KEP-3973
            "HPAConfigurableTolerance",  # KEP-4951
            "KubeletEnsureSecretPulledImages",  # KEP-2535
            "KubeletPSI",  # KEP-4205
            "KubeletServiceAccountTokenForCredentialProviders",  # KEP-4412
            "ListFromCacheSnapshot",  # KEP-4988
            "MutableCSINodeAllocatableCount",  # KEP-4876
            "PodObservedGenerationTracking",  # KEP-5067
            "PodTopologyLabelsAdmission",  # KEP-4742
            "PreferSameTrafficDistribution",  # KEP-3015
            "ReduceDefaultCrashLoopBackOffDecay",  # KEP-4603
            "StrictIPCIDRValidation",  # KEP-4858
        ),
        BETA_OFF: (
            "DeclarativeValidationTakeover",  # KEP-5073
        ),
        BETA: (
            "AllowParsingUserUIDFromCertAuth",
            "DeclarativeValidation",  # KEP-5073
            "DisableCPUQuotaWithExclusiveCPUs",
            "InOrderInformers",
            "OrderedNamespaceDeletion",  # KEP-5080
            "StreamingCollectionEncodingToJSON",
            "StreamingCollectionEncodingToProtobuf",
        ),
        DEPRECATED_OFF: (
            "GitRepoVolumeDriver",
            "LegacySidecarContainers",
        ),
        DEPRECATED_ON: ("AggregatedDiscoveryRemoveBetaType",),
    },
    changed={
        SCHEDULER_ALPHA: (
            "ComponentFlagz",
            "ComponentStatusz",
        ),
        SCHEDULER_BETA_OFF: ("CoordinatedLeaderElection",),
        SCHEDULER_BETA: (
            "InPlacePodVerticalScaling",
            "SchedulerAsyncPreemption",
        ),
        SCHEDULER_LOCKED: (
            "CSIMigrationPortworx",
            "NodeInclusionPolicyInPodTopologySpread",
            "SidecarContainers",
        ),
        BETA_OFF: (
            "ClusterTrustBundle",
            "ClusterTrustBundleProjection",
            "DisableAllocatorDualWrite",
            "ImageVolume",
            "SELinuxMount",
            "WatchList",
        ),
        BETA: (
            "DRAResourceClaimDeviceStatus",
            "KubeletFineGrainedAuthz",
            "PodLifecycleSleepActionAllowZero",
            "ProcMountType",
            "RelaxedDNSSearchValidation",
            "RemoteRequestHeaderUID",
            "SELinuxChangePolicy",
            "ServiceAccountNodeAudienceRestriction",
            "SupplementalGroupsPolicy",
            "UserNamespacesSupport",
            "WinDSR",
        ),
        STABLE: ("MultiCIDRServiceAllocator",),
        LOCKED: (
            "AnyVolumeDataSource",
            "BtreeWatchCache",
            "CPUManagerPolicyOptions",
            "CRDValidationRatcheting",
            "HonorPVReclaimPolicy",
            "JobBackoffLimitPerIndex",
            "JobSuccessPolicy",
            "MatchLabelKeysInPodAffinity",
            "NFTablesProxyMode",
            "RecursiveReadOnlyMounts",
            "ServiceAccountTokenNodeBinding",
            "ServiceTrafficDistribution",
            "TopologyAwareHints",
        ),
        DEPRECATED_OFF: (
            "InPlacePodVerticalScalingAllocatedStatus",
            "SeparateCacheWatchRPC",
            "WindowsHostNetwork",
        ),
        DEPRECATED_ON: (
            "DisableNodeKubeProxyVersion",
            "StorageNamespaceIndex",
        ),
        DEPRECATED_LOCKED_OFF: ("WatchFromStorageWithoutResourceVersion",),
    },
    removed=(
        "AdmissionWebhookMatchConditions",
        "AggregatedDiscoveryEndpoint",
        "APIListChunking",
        "AppArmor",
        "AppArmorFields",
        "CPUManager",
        "DisableCloudProviders",
        "DisableKubeletCloudCredentialProviders",
        "EfficientWatchResumption",
        "JobPodFailurePolicy",
        "KubeProxyDrainingTerminatingNodes",
        "PDBUnhealthyPodEvictionPolicy",
        "PersistentVolumeLastPhaseTransitionTime",
        "RemainingItemCount",
        "VolumeCapacityPriority",  # StorageCapacityScoring follows, its default shape turned round
        "WatchBookmark",
    ),
)

V1_33 = following(
    V1_32,
    number=33,
    source_version="v1.33.3",
    scores_returned_nodes=True,
    gates=_GATES,
)
"""Kubernetes 1.33."""
