"""Kubernetes 1.25: v1 arrives, without SelectorSpread."""

from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA_OFF,
    SCHEDULER_LOCKED,
    Gates,
)
from schedcfg.releases.v1_24 import V1_24

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "MatchLabelKeysInPodTopologySpread",  # KEP-3243: `matchLabelKeys` of spread constraints
            "NodeInclusionPolicyInPodTopologySpread",  # KEP-3094: which nodes count for spread constraints
            "PodDisruptionConditions",  # KEP-3329: preemption marks its victims with a condition
        ),
        ALPHA: (
            "ContainerCheckpoint",  # KEP-2008
            "CSINodeExpandSecret",  # KEP-3171
            "IPTablesOwnershipCleanup",  # KEP-3178
            "JobPodFailurePolicy",  # KEP-3329
            "KMSv2",  # KEP-3299
            "KubeletTracing",  # KEP-2832
            "LoggingAlphaOptions",
            "MultiCIDRRangeAllocator",  # KEP-2593
            "PodHasNetworkCondition",
            "RetroactiveDefaultStorageClass",  # KEP-3333
            "SELinuxMountReadWriteOncePod",  # KEP-1710
            "UserNamespacesStatelessPodsSupport",  # KEP-127
        ),
        BETA: ("LoggingBetaOptions",),
    },
    changed={
        SCHEDULER_BETA_OFF: (
            "CSIMigrationPortworx",
            "MinDomainsInPodTopologySpread",
        ),
        SCHEDULER_LOCKED: (
            "CSIMigrationAWS",
            "CSIMigrationAzureDisk",
            "CSIMigrationGCE",
        ),
        BETA_OFF: ("UnauthenticatedHTTP2DOSMitigation",),
        BETA: (
            "CronJobTimeZone",
            "CSIMigrationvSphere",
            "CustomResourceValidationExpressions",
            "JobTrackingWithFinalizers",
            "ProbeTerminationGracePeriod",
            "SeccompDefault",
            "ServerSideFieldValidation",
            "ServiceIPStaticSubrange",
        ),
        LOCKED: (
            "CSIInlineVolume",
            "CSIMigration",
            "DaemonSetUpdateSurge",
            "DisableAcceleratorUsageMetrics",
            "EphemeralContainers",
            "IdentifyPodOS",
            "LocalStorageCapacityIsolation",
            "NetworkPolicyEndPort",
            "PodSecurity",
            "StatefulSetMinReadySeconds",
        ),
    },
    removed=(
        "ConfigurableFSGroupPolicy",
        "CSIServiceAccountToken",
        "CSIVolumeFSGroupPolicy",
        "EndpointSlice",
        "EndpointSliceNodeName",
        "EndpointSliceProxying",
        "GenericEphemeralVolume",
        "IngressClassNamespacedParams",
        "IPv6DualStack",
        "PodDisruptionBudget",
        "SelectorIndex",
        "StorageObjectInUseProtection",
        "TTLAfterFinished",
        "VolumeSubpath",
        "WindowsEndpointSliceProxying",
    ),
)

V1_25 = following(
    V1_24,
    number=25,
    source_version="v1.25.16",
    # pkg/scheduler/apis/config/scheme/scheme.go; the default plugins are v1beta3's (v1/default_plugins.go).
    serves={"v1": V1_24.default_plugins["v1beta3"]},
    # cmd/kube-scheduler/app/options/configfile.go, which says 1.26; 1.27 is the last release that serves
    # it.
    deprecated={"v1beta2": "Use `v1beta3` or `v1`; Kubernetes 1.27 is the last release to serve `v1beta2`."},
    # pkg/scheduler/apis/config/validation/validation.go, invalidPluginsByVersion; the betas still take it.
    removed_plugins={"v1": frozenset({"SelectorSpread"})},
    gates=_GATES,
)
"""Kubernetes 1.25."""
