"""Kubernetes 1.37: VolumeBinding scores by free capacity; preemption for groups of pods has a point of its own."""

from schedcfg.releases.default_plugins import insert_after, remove
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    DEPRECATED_LOCKED_OFF,
    DEPRECATED_LOCKED_ON,
    DEPRECATED_ON,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    SCHEDULER_BETA_OFF,
    SCHEDULER_LOCKED,
    SCHEDULER_STABLE,
    STABLE,
    Gates,
)
from schedcfg.releases.v1_36 import V1_36

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,client-go,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "CompositePodGroup",  # KEP-6012: groups of groups of pods
            "DRADerivedAttributes",  # KEP-6080: attributes of devices worked out of others
            "DRADeviceCompatibilityGroups",  # devices that may be given out together
            "DRAOptionalNodeOperations",  # KEP-5945: devices that the node need not prepare
            "InPlacePodVerticalScalingSchedulerPreemption",  # KEP-5836: DeferredPodScheduling is a default plugin
            "InterPodAffinityHostnameFastPath",
            "PodGroupPreemptionPolicy",  # KEP-5710: a group says whether it preempts
            "SchedulerPreQueueingHints",  # KEP-6132
        ),
        SCHEDULER_BETA_OFF: ("DRAFractionalCapacityRange",),  # KEP-5075
        ALPHA: (
            "APIServerWebhookAuthenticationToken",
            "AtomicWriteVolumeUserFields",
            "ConsistentListFromCacheSkipTimeoutFallback",
            "DefaultPodSysctls",
            "DRAPartitionableDevicesType",
            "EmptyDirVolumeMode",
            "EvictionRequestAPI",
            "GRPCContainerProbeTLS",
            "H2CContainerProbe",
            "InPlacePodVerticalScalingMemoryBackedVolumes",
            "KubeletAllocatedPodsEndpoint",
            "KubeProxyNFTablesLocalhostNodePorts",
            "NodeLifecycleConditions",
            "StatefulSetRecreateStrategy",
            "VolumeBindMountOptions",
        ),
        BETA: (
            "EtcdRangeStream",
            "ExcludeAdmissionWebhookVirtualResources",
            "HPAGeneration",
            "HPAOptimizedSelectorStore",
            "HugepageAwareEviction",
            "NFTablesNetlink",
            "NodeControllerLeaseCircuitBreaker",
            "PodLevelResourcesFixDefaulting",
            "PodLevelResourcesFixKubeletQOSClass",
            "StaleControllerConsistencyHPA",
            "WatchListCompression",
            "WebhookRoundTripLoadBalancing",
        ),
        DEPRECATED_ON: ("KubeProxyIPVS",),
    },
    changed={
        SCHEDULER_BETA: (
            "StorageCapacityScoring",  # so that VolumeBinding's `shape` is open, and completed
            "VolumeLimitScaling",
        ),
        SCHEDULER_BETA_OFF: (
            "DRAWorkloadResourceClaims",
            "GenericWorkload",  # GangScheduling is a default plugin where it is on
        ),
        SCHEDULER_STABLE: (
            "DRADeviceTaintRules",
            "DRADeviceTaints",
        ),
        SCHEDULER_LOCKED: (
            "DRAExtendedResource",
            "DRAPrioritizedList",
            "DRAResourceClaimDeviceStatus",
            "NodeDeclaredFeatures",
        ),
        BETA: (
            "AllowUnsafeMalformedObjectDeletion",
            "ConcurrentWatchObjectDecode",
            "HPAScaleToZero",
            "KubeletInUserNamespace",
            "ManifestBasedAdmissionControlConfig",
            "MaxUnavailableStatefulSet",
            "MemoryQoS",
            "NativeHistograms",
            "PersistentVolumeClaimUnusedSinceTime",
            "PodsAPI",
        ),
        BETA_OFF: (
            "PodAndContainerStatsFromCRI",
            "PodLevelResourceManagers",
        ),
        STABLE: (
            "ClusterTrustBundle",
            "ClusterTrustBundleProjection",
            "PodCertificateRequest",
            "SELinuxMount",
            "StorageVersionMigrator",
        ),
        LOCKED: (
            "HostnameOverride",
            "HPAConfigurableTolerance",
            "InPlacePodVerticalScalingInitContainers",
            "PLEGOnDemandRelist",
            "PodReadyToStartContainersCondition",
            "RelaxedServiceNameValidation",
            "WatchCacheInitializationPostStartHook",
        ),
        DEPRECATED_LOCKED_ON: ("DisableCPUQuotaWithExclusiveCPUs",),
        DEPRECATED_LOCKED_OFF: ("DeclarativeValidationTakeover",),
    },
    removed=(
        "AnonymousAuthConfigurableEndpoints",
        "AnyVolumeDataSource",
        "APIServerTracing",
        "AuthorizeNodeWithSelectors",
        "AuthorizeWithSelectors",
        "BtreeWatchCache",
        "ConsistentListFromCache",
        "GangScheduling",  # GenericWorkload represents it
        "JobBackoffLimitPerIndex",
        "JobPodReplacementPolicy",
        "JobSuccessPolicy",
        "LogarithmicScaleDown",
        "OrderedNamespaceDeletion",
        "PodLifecycleSleepAction",
        "PodLifecycleSleepActionAllowZero",
        "PreventStaticPodAPIReferences",
        "RelaxedDNSSearchValidation",
        "ResilientWatchCacheInitialization",
        "RetryGenerateName",
        "SchedulerQueueingHints",
        "SidecarContainers",
        "StreamingCollectionEncodingToJSON",
        "StreamingCollectionEncodingToProtobuf",
        "StructuredAuthenticationConfiguration",
        "WorkloadAwarePreemption",  # GenericWorkload represents it
    ),
    # defaultKubernetesFeatureGateDependencies in pkg/features/kube_features.go
    needing={
        "CompositePodGroup": ("GenericWorkload", "TopologyAwareWorkloadScheduling"),
        "DRADerivedAttributes": ("DynamicResourceAllocation",),
        "DRADeviceCompatibilityGroups": ("DynamicResourceAllocation", "DRAPartitionableDevices"),
        "DRAFractionalCapacityRange": ("DRAConsumableCapacity",),
        "DRAOptionalNodeOperations": ("DynamicResourceAllocation", "NodeDeclaredFeatures"),
        "DRAPartitionableDevicesType": (
            "DynamicResourceAllocation",
            "DRAPartitionableDevices",
            "DRAResourcePoolStatus",
        ),
        "EventedPLEG": ("PLEGOnDemandRelist",),
        "H2CContainerProbe": ("NodeDeclaredFeatures",),
        "InPlacePodVerticalScalingMemoryBackedVolumes": ("InPlacePodVerticalScaling", "NodeDeclaredFeatures"),
        "InPlacePodVerticalScalingSchedulerPreemption": ("InPlacePodVerticalScaling",),
        "KubeletAllocatedPodsEndpoint": ("InPlacePodVerticalScaling",),
        "NodeControllerLeaseCircuitBreaker": ("AtomicFIFO",),
        "PodCertificateRequest": (),
        "PodGroupPreemptionPolicy": ("GenericWorkload",),
        "PodLevelResourcesFixDefaulting": ("PodLevelResources",),
        "PodLevelResourcesFixKubeletQOSClass": ("PodLevelResources",),
        "StaleControllerConsistencyHPA": ("AtomicFIFO",),
        "StructuredAuthenticationConfigurationEgressSelector": (),
        "StructuredAuthenticationConfigurationJWKSMetrics": (),
    },
)

V1_37 = following(
    V1_36,
    number=37,
    source_version="v1.37.1",
    # pkg/scheduler/apis/config/v1/default_plugins.go: NodeName moves before NodeUnschedulable
    default_plugins={"v1": {"multiPoint": (remove("NodeName"), insert_after("PrioritySort", "NodeName"))}},
    # pkg/scheduler/framework/plugins/registry.go
    plugins_added=("DeferredPodScheduling",),
    # pkg/scheduler/framework/runtime/framework.go, RunPodGroupPostFilterPlugins
    gated_points={**V1_36.gated_points, "podGroupPostFilter": "GenericWorkload"},
    # pkg/scheduler/apis/config/v1/defaults.go, pluginsNames
    points_without_default_args=frozenset({"podGroupPostFilter"}),
    upgrade_notes=(
        (
            "VolumeBinding scores nodes, with weight 1: it prefers those where the volumes of a Pod that are not "
            "bound yet leave most capacity free (StorageCapacityScoring is on, and `shape` is allowed). To keep the "
            "old behavior, disable VolumeBinding at `score`, or start with "
            "`--feature-gates=StorageCapacityScoring=false` and omit `shape`."
        ),
        (
            "The gates GangScheduling and WorkloadAwarePreemption are removed: GenericWorkload, still off, replaces "
            "both, and then adds GangScheduling as a default plugin. With a removed gate, whatever its value, the "
            "scheduler does not start."
        ),
        "NodeDeclaredFeatures can no longer be turned off; disable the plugin instead.",
        (
            "Preemption for groups of Pods has its own point, `podGroupPostFilter`, where DynamicResources and "
            "DefaultPreemption run by default. A plugin that is only enabled there needs an entry in `pluginConfig`, "
            "or kube-scheduler does not start."
        ),
        (
            "NodeName runs before NodeUnschedulable, and both, like TaintToleration, also at preFilter: the nodes "
            "that fit are the same, but events may name another plugin."
        ),
    ),
    gates=_GATES,
)
"""Kubernetes 1.37."""
