"""The feature gates of Kubernetes 1.18, by state. Later releases say what changed.

Upstream: `pkg/features/kube_features.go`, `staging/src/k8s.io/apiserver/pkg/features/kube_features.go`.
"""

from schedcfg.releases.changes import Gates
from schedcfg.releases.gates import (
    ALPHA,
    ALPHA_ON,
    BETA,
    BETA_OFF,
    DEPRECATED_ON,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    SCHEDULER_BETA_OFF,
    SCHEDULER_LOCKED,
    STABLE,
    STABLE_OFF,
)

FEATURE_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "BalanceAttachedNodeVolumes",  # balanced allocation counts attached volumes
            "CSIMigrationAzureDisk",
            "NonPreemptingPriority",  # `preemptionPolicy: Never`
            "ResourceLimitsPriorityFunction",  # brings the plugin NodeResourceLimits
        ),
        SCHEDULER_BETA_OFF: (
            "CSIMigrationAWS",
            "CSIMigrationGCE",
            "CSIMigrationOpenStack",
        ),
        SCHEDULER_BETA: (
            "CSIMigration",
            "EvenPodsSpread",  # brings the plugin PodTopologySpread
            "PodDisruptionBudget",  # preemption spares disruption budgets
            "PodOverhead",  # a runtime class adds to the requests
        ),
        SCHEDULER_LOCKED: ("CSINodeInfo",),
        ALPHA: (
            "AllAlpha",
            "AnyVolumeDataSource",
            "APIPriorityAndFairness",
            "BoundServiceAccountTokenVolume",
            "ConfigurableFSGroupPolicy",
            "CSIMigrationAWSComplete",
            "CSIMigrationAzureDiskComplete",
            "CSIMigrationAzureFile",
            "CSIMigrationAzureFileComplete",
            "CSIMigrationGCEComplete",
            "CSIMigrationOpenStackComplete",
            "CustomCPUCFSQuotaPeriod",
            "DynamicAuditing",
            "EndpointSliceProxying",
            "EphemeralContainers",
            "HPAScaleToZero",
            "HugePageStorageMediumSize",
            "HyperVContainer",
            "ImmutableEphemeralVolumes",
            "IPv6DualStack",
            "LocalStorageCapacityIsolationFSQuotaMonitoring",
            "NodeDisruptionExclusion",
            "ProcMountType",
            "QOSReserved",
            "RemoveSelfLink",
            "SCTPSupport",
            "SelectorIndex",
            "ServiceAccountIssuerDiscovery",
            "ServiceAppProtocol",
            "ServiceNodeExclusion",
            "ServiceTopology",
            "TTLAfterFinished",
            "WinDSR",
            "WinOverlay",
        ),
        ALPHA_ON: ("LegacyNodeRoleBehavior",),
        BETA_OFF: (
            "AllBeta",
            "ExperimentalHostUserNamespaceDefaulting",
        ),
        BETA: (
            "AllowInsecureBackendProxy",
            "APIListChunking",
            "APIResponseCompression",
            "AppArmor",
            "CPUManager",
            "CRIContainerLogRotation",
            "CSIInlineVolume",
            "DefaultIngressClass",
            "DevicePlugins",
            "DryRun",
            "DynamicKubeletConfig",
            "EndpointSlice",
            "ExpandCSIVolumes",
            "ExpandInUsePersistentVolumes",
            "ExpandPersistentVolumes",
            "KubeletPodResources",
            "LocalStorageCapacityIsolation",
            "RemainingItemCount",
            "RotateKubeletClientCertificate",
            "RotateKubeletServerCertificate",
            "RunAsGroup",
            "RuntimeClass",
            "ServerSideApply",
            "StartupProbe",
            "StorageVersionHash",
            "SupportNodePidsLimit",
            "SupportPodPidsLimit",
            "Sysctls",
            "TokenRequest",
            "TokenRequestProjection",
            "TopologyManager",
            "ValidateProxyRedirects",
            "VolumeSnapshotDataSource",
        ),
        STABLE_OFF: ("ExternalPolicyForExternalIP",),
        STABLE: (
            "AdvancedAuditing",
            "StorageObjectInUseProtection",
            "SupportIPVSProxyMode",
            "VolumeSubpath",
        ),
        LOCKED: (
            "AttachVolumeLimit",
            "BlockVolume",
            "CSIBlockVolume",
            "CSIDriverRegistry",
            "NodeLease",
            "PodShareProcessNamespace",
            "ServiceLoadBalancerFinalizer",
            "TaintBasedEvictions",
            "VolumePVCDataSource",
            "VolumeSubpathEnvExpansion",
            "WatchBookmark",
            "WindowsGMSA",
            "WindowsRunAsUserName",
        ),
        DEPRECATED_ON: ("StreamingProxyRedirects",),
    }
)
"""As changes from nothing."""
