"""Kubernetes 1.36: nodes declare their features by default; placements of groups of pods begin, still off."""

from schedcfg.releases.cipher_suites import CURVES
from schedcfg.releases.default_plugins import append
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    DEPRECATED_LOCKED_OFF,
    DEPRECATED_LOCKED_ON,
    DEPRECATED_OFF,
    DEPRECATED_ON,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    SCHEDULER_BETA_OFF,
    SCHEDULER_LOCKED,
    SCHEDULER_STABLE,
    STABLE,
    Flags,
    Gates,
)
from schedcfg.releases.release import Flag
from schedcfg.releases.v1_35 import V1_35

_FLAGS = Flags(
    added={
        # staging/src/k8s.io/apiserver/pkg/server/options/serving.go
        "tls-curve-preferences": Flag("int32Slice", "[]", "secure serving", allowed=CURVES, only_serving=True),
    },
    changed={
        # staging/src/k8s.io/component-base/metrics/api/v1/config.go
        "allow-metric-labels-manifest": {"excludes": "allow-metric-labels"},
        "disabled-metrics": {"form": "metric name"},
    },
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,client-go,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "DRAListTypeAttributes",  # KEP-5491: attributes of devices may be lists
            "DRANodeAllocatableResources",  # KEP-5517: resources of the node itself, claimed as devices
            "DRAWorkloadResourceClaims",  # KEP-5729: claims that a whole group of pods shares
            "TopologyAwareWorkloadScheduling",  # KEP-5732: groups of pods are placed by topology, with two more plugins
            "WorkloadAwarePreemption",  # KEP-5710: DefaultPreemption makes room for a whole group
        ),
        ALPHA: (
            "CRIListStreaming",
            "DRAResourcePoolStatus",
            "ImageVolumeWithDigest",
            "ManifestBasedAdmissionControlConfig",
            "NativeHistograms",
            "PersistentVolumeClaimUnusedSinceTime",
            "PodLevelResourceManagers",
            "PodsAPI",
            "ShardedListAndWatch",
            "WorkloadWithJob",
        ),
        BETA: (
            "AtomicFIFO",
            "ClientsAllowCARotation",
            "ClientsAllowTLSCacheGC",
            "DeclarativeValidationBeta",
            "DRAResourceClaimGranularStatusAuthorization",
            "ExtendWebSocketsToKubelet",
            "InPlacePodVerticalScalingInitContainers",
            "PLEGOnDemandRelist",
            "ReloadKubeletClientCAFile",
            "ResourceHealthStatusMessage",
            "StaleControllerConsistencyDaemonSet",
            "StaleControllerConsistencyJob",
            "StaleControllerConsistencyReplicaSet",
            "StaleControllerConsistencyStatefulSet",
            "UnlockWhileProcessingFIFO",
        ),
        STABLE: ("AllowServiceExternalIPs",),
        DEPRECATED_ON: ("ServiceCIDRStatusFieldWiping",),
    },
    changed={
        SCHEDULER_BETA: (
            "ComponentFlagz",
            "ComponentStatusz",
            "DRAConsumableCapacity",
            "DRADeviceBindingConditions",  # so that `bindingTimeout` is open, and completed
            "DRADeviceTaints",
            "DRAExtendedResource",
            "DRAPartitionableDevices",
            "InPlacePodLevelResourcesVerticalScaling",
            "NodeDeclaredFeatures",  # so that NodeDeclaredFeatures joins the default plugins
        ),
        SCHEDULER_BETA_OFF: ("DRADeviceTaintRules",),
        SCHEDULER_STABLE: ("DRAPrioritizedList",),
        SCHEDULER_LOCKED: (
            "DRAAdminAccess",
            "VolumeAttributesClass",
        ),
        BETA: (
            "ConstrainedImpersonation",
            "CRDObservedGenerationTracking",
            "MutablePodResourcesForSuspendedJobs",
            "MutableSchedulingDirectivesForSuspendedJobs",
            "RelaxedServiceNameValidation",
            "ResourceHealthStatus",
            "RestartAllContainersOnContainerExits",
            "StrictIPCIDRValidation",
            "UnknownVersionInteroperabilityProxy",
            "WatchCacheInitializationPostStartHook",
        ),
        STABLE: (
            "CustomCPUCFSQuotaPeriod",
            "MutatingAdmissionPolicy",
        ),
        LOCKED: (
            "CSIServiceAccountTokenSecrets",
            "DeclarativeValidation",
            "ExternalServiceAccountTokenSigner",
            "ImageVolume",
            "InOrderInformers",
            "KubeletFineGrainedAuthz",
            "KubeletPodResourcesDynamicResources",
            "KubeletPodResourcesGet",
            "KubeletPSI",
            "MutableCSINodeAllocatableCount",
            "NodeLogQuery",
            "ProcMountType",
            "SELinuxChangePolicy",
            "SELinuxMountReadWriteOncePod",
            "TopologyManagerPolicyOptions",
            "UserNamespacesSupport",
        ),
        DEPRECATED_ON: ("DisableCPUQuotaWithExclusiveCPUs",),
        DEPRECATED_OFF: ("DeclarativeValidationTakeover",),
        DEPRECATED_LOCKED_ON: ("DisableNodeKubeProxyVersion",),
        DEPRECATED_LOCKED_OFF: (
            "GitRepoVolumeDriver",
            "SeparateCacheWatchRPC",
        ),
    },
    removed=(
        "CSIMigrationPortworx",
        "HonorPVReclaimPolicy",
        "InPlacePodVerticalScalingAllocatedStatus",
        "InTreePluginPortworxUnregister",
        "MemoryManager",
        "ServiceTrafficDistribution",
        "StructuredAuthorizationConfiguration",
        "TopologyAwareHints",
        "WatchFromStorageWithoutResourceVersion",
    ),
    # defaultKubernetesFeatureGateDependencies in pkg/features/kube_features.go
    needing={
        "DRAListTypeAttributes": ("DynamicResourceAllocation",),
        "DRANodeAllocatableResources": ("DynamicResourceAllocation",),
        "DRAResourceClaimGranularStatusAuthorization": ("DynamicResourceAllocation", "DRAResourceClaimDeviceStatus"),
        "DRAResourcePoolStatus": ("DynamicResourceAllocation",),
        "DRAWorkloadResourceClaims": ("DynamicResourceAllocation", "GenericWorkload"),
        "DeclarativeValidationBeta": ("DeclarativeValidation",),
        "ExtendWebSocketsToKubelet": ("NodeDeclaredFeatures",),
        "ImageVolumeWithDigest": ("ImageVolume",),
        "InPlacePodVerticalScalingExclusiveMemory": ("InPlacePodVerticalScaling",),
        "InPlacePodVerticalScalingInitContainers": ("InPlacePodVerticalScaling", "NodeDeclaredFeatures"),
        "PodLevelResourceManagers": ("PodLevelResources",),
        "ResourceHealthStatusMessage": ("ResourceHealthStatus",),
        "StaleControllerConsistencyDaemonSet": ("AtomicFIFO",),
        "StaleControllerConsistencyJob": ("AtomicFIFO",),
        "StaleControllerConsistencyReplicaSet": ("AtomicFIFO",),
        "StaleControllerConsistencyStatefulSet": ("AtomicFIFO",),
        "TopologyAwareWorkloadScheduling": ("GenericWorkload",),
        "UserNamespacesHostNetworkSupport": ("UserNamespacesSupport", "NodeDeclaredFeatures"),
        "WindowsCPUAndMemoryAffinity": (),
        "WorkloadAwarePreemption": ("GangScheduling",),
        "WorkloadWithJob": ("GenericWorkload",),
    },
)

V1_36 = following(
    V1_35,
    number=36,
    source_version="v1.36.4",
    # pkg/scheduler/apis/config/v1/default_plugins.go, with the gate NodeDeclaredFeatures
    default_plugins={"v1": {"multiPoint": (append("NodeDeclaredFeatures"),)}},
    # pkg/scheduler/framework/plugins/registry.go
    plugins_added=("PodGroupPodsCount", "TopologyPlacementGenerator"),
    # pkg/scheduler/schedule_one_podgroup.go, podGroupSchedulingAlgorithm
    gated_points={
        "placementGenerate": "TopologyAwareWorkloadScheduling",
        "placementScore": "TopologyAwareWorkloadScheduling",
    },
    upgrade_notes=(
        (
            "NodeResourcesFit refuses `requestedToCapacityRatio` with a `type` other than "
            "`RequestedToCapacityRatio`, where it never had an effect: remove it. The type without it is refused as "
            "well, and no longer crashes."
        ),
        (
            "NodeDeclaredFeatures runs by default, last at preFilter and filter: a Pod that needs a feature which no "
            "node declares stays Pending."
        ),
        (
            "The scheduler waits for devices with binding conditions: `bindingTimeout` of DynamicResources may be "
            "set, to 1s or more, and is 10m by default, since DRADeviceBindingConditions is on."
        ),
        "GangScheduling no longer reserves: a file that enables it at `reserve` is refused.",
        (
            "NodeResourcesFit also runs at `placementScore`, which is not called while "
            "TopologyAwareWorkloadScheduling is off."
        ),
    ),
    # KEP-3962
    mutating_policies="v1",
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.36."""
