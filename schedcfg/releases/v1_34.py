"""Kubernetes 1.34: dynamic resource allocation is stable, and DynamicResources a default plugin."""

from schedcfg.releases.default_plugins import insert_after
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
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
from schedcfg.releases.v1_33 import V1_33

_FLAGS = Flags(
    changed={
        # github.com/spf13/pflag, ip.go
        "bind-address": {"takes_empty": True},
    },
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "DRAConsumableCapacity",  # KEP-5075: devices given out in parts
            "DRADeviceBindingConditions",  # KEP-5007: binding waits for the device; `bindingTimeout`
            "DRAExtendedResource",  # KEP-5004: extended resources served by devices
            "NominatedNodeNameForExpectation",  # KEP-5278: `nominatedNodeName` is written before binding
        ),
        SCHEDULER_BETA_OFF: (
            "SchedulerAsyncAPICalls",  # KEP-5229: API calls are made alongside the scheduling cycle
        ),
        SCHEDULER_BETA: (
            "DRASchedulerFilterTimeout",  # KEP-4381: opens `filterTimeout`
        ),
        ALPHA: (
            "ClearingNominatedNodeNameAfterBinding",  # KEP-5278
            "ContainerRestartRules",  # KEP-5307
            "EnvFiles",  # KEP-3721
            "HostnameOverride",  # KEP-4762
            "InPlacePodVerticalScalingExclusiveMemory",
            "PodCertificateRequest",  # KEP-4317
            "RelaxedServiceNameValidation",  # KEP-5311
        ),
        BETA: (
            "DetectCacheInconsistency",  # KEP-4988
            "MatchLabelKeysInPodTopologySpreadSelectorMerge",  # KEP-3243
            "PreventStaticPodAPIReferences",
            "SizeBasedListCostEstimate",
            "StatefulSetSemanticRevisionComparison",
            "StructuredAuthenticationConfigurationEgressSelector",  # KEP-3331
            "TokenRequestServiceAccountUIDValidation",
        ),
        LOCKED: (
            "ProbeHostPodSecurityStandards",  # KEP-4559
        ),
        DEPRECATED_ON: ("KubeletPodResourcesListUseActivePods",),
    },
    changed={
        SCHEDULER_BETA: (
            "DRAAdminAccess",
            "DRAPrioritizedList",
            "DRAResourceClaimDeviceStatus",
            "PodLevelResources",
        ),
        SCHEDULER_STABLE: (
            "DynamicResourceAllocation",  # so that DynamicResources joins the default plugins
            "VolumeAttributesClass",
        ),
        SCHEDULER_LOCKED: ("SchedulerQueueingHints",),
        BETA_OFF: (
            "MutableCSINodeAllocatableCount",
            "MutatingAdmissionPolicy",
        ),
        BETA: (
            "ExternalServiceAccountTokenSigner",
            "KubeletPodResourcesDynamicResources",
            "KubeletPodResourcesGet",
            "KubeletPSI",
            "KubeletServiceAccountTokenForCredentialProviders",
            "ListFromCacheSnapshot",
            "PodObservedGenerationTracking",
            "PreferSameTrafficDistribution",
            "WatchList",
            "WindowsGracefulNodeShutdown",
        ),
        STABLE: ("DisableAllocatorDualWrite",),
        LOCKED: (
            "AnonymousAuthConfigurableEndpoints",
            "APIServerTracing",
            "AuthorizeNodeWithSelectors",
            "AuthorizeWithSelectors",
            "ConsistentListFromCache",
            "JobPodReplacementPolicy",
            "KubeletCgroupDriverFromCRI",
            "KubeletTracing",
            "MultiCIDRServiceAllocator",
            "NodeSwap",
            "OrderedNamespaceDeletion",
            "PodLifecycleSleepAction",
            "PodLifecycleSleepActionAllowZero",
            "RecoverVolumeExpansionFailure",
            "RelaxedDNSSearchValidation",
            "RelaxedEnvironmentVariableValidation",
            "ResilientWatchCacheInitialization",
            "SeparateTaintEvictionController",
            "StreamingCollectionEncodingToJSON",
            "StreamingCollectionEncodingToProtobuf",
            "StructuredAuthenticationConfiguration",
            "WinDSR",
            "WinOverlay",
        ),
    },
    removed=(
        "DevicePluginCDIDevices",
        "ElasticIndexedJob",
        "LegacySidecarContainers",
        "PodDisruptionConditions",
        "StatefulSetStartOrdinal",
    ),
)

V1_34 = following(
    V1_33,
    number=34,
    source_version="v1.34.7",
    # KEP-4381 is stable, see pkg/scheduler/apis/config/v1/default_plugins.go
    default_plugins={"v1": {"multiPoint": (insert_after("InterPodAffinity", "DynamicResources"),)}},
    # staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go: `creationTimestamp,omitzero`
    sends_null_timestamps=False,
    # KEP-3962
    mutating_policies="v1beta1",
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.34."""
