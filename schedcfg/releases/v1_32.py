"""Kubernetes 1.32: the four plugins for single clouds are gone; plugins say which events may help a pod."""

from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    DEPRECATED_LOCKED_OFF,
    DEPRECATED_OFF,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    SCHEDULER_BETA_OFF,
    STABLE,
    Flags,
    Gates,
)
from schedcfg.releases.release import Flag
from schedcfg.releases.v1_31 import V1_31

_FLAGS = Flags(
    # staging/src/k8s.io/component-base/metrics/opts.go: SetLabelAllowListFromManifest no longer locks twice
    changed={"allow-metric-labels-manifest": {"needs": ""}},
    added={
        # staging/src/k8s.io/apiserver/pkg/server/options/authentication.go
        "requestheader-uid-headers": Flag(
            "stringSlice", "[]", "authentication", form="header", gate="RemoteRequestHeaderUID"
        ),
    },
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
#
# ContextualLogging, LoggingAlphaOptions and LoggingBetaOptions stay as they were: the program that was source_version
# lacks the code of the command, which registers them (featureGates in
# staging/src/k8s.io/component-base/logs/api/v1/kube_features.go). OrderedNamespaceDeletion is in the
# patch releases that were read of 1.30 and 1.31, and not in that of 1.32.
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "DRAAdminAccess",  # KEP-5018: claims with access to devices in use
            "PodLevelResources",  # KEP-2837: requests written for the pod as a whole
            "SchedulerAsyncPreemption",  # KEP-4832: victims are deleted alongside the scheduling cycle
        ),
        ALPHA: (
            "AllowUnsafeMalformedObjectDeletion",  # KEP-3926
            "CBORServingAndStorage",  # KEP-4222
            "ClientsAllowCBOR",
            "ClientsPreferCBOR",
            "ComponentFlagz",
            "ComponentStatusz",
            "DRAResourceClaimDeviceStatus",  # KEP-4817
            "ExternalServiceAccountTokenSigner",
            "InPlacePodVerticalScalingAllocatedStatus",  # KEP-1287
            "InPlacePodVerticalScalingExclusiveCPUs",
            "KubeletCrashLoopBackOffMax",  # KEP-4603
            "KubeletFineGrainedAuthz",  # KEP-2862
            "PodLifecycleSleepActionAllowZero",  # KEP-4818
            "PodLogsQuerySplitStreams",  # KEP-3288
            "RelaxedDNSSearchValidation",  # KEP-4427
            "RemoteRequestHeaderUID",
            "SELinuxChangePolicy",  # KEP-1710
            "WindowsCPUAndMemoryAffinity",  # KEP-4888
            "WindowsGracefulNodeShutdown",  # KEP-4802
        ),
        BETA_OFF: (
            "ServiceAccountNodeAudienceRestriction",  # KEP-4412
        ),
        BETA: (
            "BtreeWatchCache",
            "SystemdWatchdog",
        ),
        DEPRECATED_OFF: (
            "AllowOverwriteTerminationGracePeriodSeconds",
            "KubeletRegistrationGetOnExistsOnly",
        ),
    },
    changed={
        SCHEDULER_BETA_OFF: ("DynamicResourceAllocation",),
        SCHEDULER_BETA: ("SchedulerQueueingHints",),
        ALPHA: ("CoordinatedLeaderElection",),
        BETA: (
            "AnonymousAuthConfigurableEndpoints",
            "AuthorizeNodeWithSelectors",
            "AuthorizeWithSelectors",
            "JobManagedBy",
            "RecoverVolumeExpansionFailure",
            "RelaxedEnvironmentVariableValidation",
            "WatchList",
        ),
        STABLE: ("TopologyManagerPolicyOptions",),
        LOCKED: (
            "ComponentSLIs",
            "CronJobsScheduledAnnotation",
            "CustomResourceFieldSelectors",
            "LoadBalancerIPMode",
            "MemoryManager",
            "PodIndexLabel",
            "RetryGenerateName",
            "ServiceAccountTokenJTI",
            "ServiceAccountTokenNodeBindingValidation",
            "ServiceAccountTokenPodNodeInfo",
            "SizeMemoryBackedVolumes",
            "StatefulSetAutoDeletePVC",
            "StrictCostEnforcementForVAP",
            "StrictCostEnforcementForWebhooks",
            "StructuredAuthorizationConfiguration",
        ),
        DEPRECATED_LOCKED_OFF: ("AllowServiceLBStatusOnNonLB",),
    },
    removed=(
        "CloudDualStackNodeIPs",
        "DRAControlPlaneController",
        "HPAContainerMetrics",
        "KMSv2",
        "KMSv2KDF",
        "LegacyServiceAccountTokenCleanUp",
        "MinDomainsInPodTopologySpread",
        "NewVolumeManagerReconstruction",
        "NodeOutOfServiceVolumeDetach",
        "OrderedNamespaceDeletion",
        "PodHostIPs",
        "ServerSideApply",
        "ServerSideFieldValidation",
        "StableLoadBalancerNodeSet",
        "ValidatingAdmissionPolicy",
        "ZeroLimitedNominalConcurrencyShares",
    ),
)

V1_32 = following(
    V1_31,
    number=32,
    source_version="v1.32.2",
    # pkg/scheduler/framework/plugins/registry.go (kubernetes/kubernetes#124500); validation.go still lists
    # them.
    plugins_removed=("AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"),
    # KEP-3962
    mutating_policies="v1alpha1",
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.32."""
