"""Kubernetes 1.29: v1 alone is left, and SelectorSpread is gone."""

from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    DEPRECATED_OFF,
    DEPRECATED_ON,
    LOCKED,
    SCHEDULER_BETA,
    Flags,
    Gates,
)
from schedcfg.releases.release import Flag
from schedcfg.releases.v1_28 import V1_28

_FLAGS = Flags(
    added={
        # staging/src/k8s.io/component-base/metrics/opts.go: SetLabelAllowListFromManifest, which is called where the
        # other flag is absent, locks twice, and waits for itself for ever.
        "allow-metric-labels-manifest": Flag("string", "", "metrics", form="path", needs="allow-metric-labels"),
    },
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        ALPHA: (
            "ClusterTrustBundleProjection",
            "DisableNodeKubeProxyVersion",  # KEP-4004
            "ImageMaximumGCAge",  # KEP-4210
            "KubeletSeparateDiskGC",  # KEP-4191
            "LoadBalancerIPMode",  # KEP-1860
            "MatchLabelKeysInPodAffinity",  # KEP-3633
            "NFTablesProxyMode",  # KEP-3866
            "PodLifecycleSleepAction",  # KEP-3960
            "RuntimeClassInImageCriApi",  # KEP-4216
            "ServiceAccountTokenJTI",  # KEP-4193
            "ServiceAccountTokenNodeBinding",  # KEP-4193
            "ServiceAccountTokenNodeBindingValidation",  # KEP-4193
            "ServiceAccountTokenPodNodeInfo",  # KEP-4193
            "StructuredAuthenticationConfiguration",  # KEP-3331
            "StructuredAuthorizationConfiguration",  # KEP-3221
            "TranslateStreamCloseWebsocketRequests",  # KEP-4006
            "UserNamespacesPodSecurityStandards",
            "VolumeAttributesClass",  # KEP-3751
        ),
        BETA_OFF: (
            "WatchFromStorageWithoutResourceVersion",
            "ZeroLimitedNominalConcurrencyShares",
        ),
        BETA: (
            "SeparateTaintEvictionController",  # KEP-3902
        ),
        DEPRECATED_OFF: ("AllowServiceLBStatusOnNonLB",),
    },
    changed={
        SCHEDULER_BETA: ("SidecarContainers",),
        BETA: (
            "CloudDualStackNodeIPs",
            "ComponentSLIs",
            "DevicePluginCDIDevices",
            "DisableCloudProviders",
            "DisableKubeletCloudCredentialProviders",
            "JobBackoffLimitPerIndex",
            "JobPodReplacementPolicy",
            "LegacyServiceAccountTokenCleanUp",
            "PersistentVolumeLastPhaseTransitionTime",
            "PodHostIPs",
            "PodReadyToStartContainersCondition",
            "UnauthenticatedHTTP2DOSMitigation",
        ),
        LOCKED: (
            "APIListChunking",
            "APIPriorityAndFairness",
            "CSINodeExpandSecret",
            "CustomResourceValidationExpressions",
            "JobReadyPods",
            "KMSv2",
            "KMSv2KDF",
            "ReadWriteOncePod",
            "RemainingItemCount",
            "ServiceNodePortStaticSubrange",
        ),
        DEPRECATED_OFF: ("KMSv1",),
        DEPRECATED_ON: ("SkipReadOnlyValidationGCE",),
    },
    removed=(
        "CronJobTimeZone",
        "CSIMigrationvSphere",
        "DownwardAPIHugePages",
        "GRPCContainerProbe",
        "JobMutableNodeSchedulingDirectives",
        "JobTrackingWithFinalizers",
        "LegacyServiceAccountTokenNoAutoGeneration",
        "MultiCIDRRangeAllocator",
        "OpenAPIV3",
        "ProbeTerminationGracePeriod",
        "RetroactiveDefaultStorageClass",
        "SeccompDefault",
        "TopologyManager",
    ),
)

V1_29 = following(
    V1_28,
    number=29,
    source_version="v1.29.14",
    # staging/src/k8s.io/component-base/version/verflag
    reports_any_version=True,
    # pkg/scheduler/apis/config/scheme/scheme.go
    stops_serving=("v1beta3",),
    deprecated={},
    # pkg/scheduler/framework/plugins/registry.go (kubernetes/kubernetes#117720); PodTopologySpread has done
    # its work since 1.20. It needs no entry in validation.go any more: its name is unknown.
    plugins_removed=("SelectorSpread",),
    removed_plugins={},
    # pkg/scheduler/framework/runtime/framework.go
    multi_point_fixed_in="1.29.1",
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.29."""
