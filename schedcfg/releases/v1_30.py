"""Kubernetes 1.30: SchedulingGates is a default plugin like any other, the first of them."""

from schedcfg.releases.default_plugins import insert_after, remove
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import ALPHA, BETA, BETA_OFF, LOCKED, Flags, Gates
from schedcfg.releases.release import LOGGING_ALPHA, Flag
from schedcfg.releases.v1_29 import V1_29

_FLAGS = Flags(
    added={
        # staging/src/k8s.io/component-base/logs/api/v1/options.go
        "log-text-info-buffer-size": Flag("quantity", "0", "logs", gate=LOGGING_ALPHA),
        "log-text-split-stream": Flag("bool", "false", "logs", no_opt_default="true", gate=LOGGING_ALPHA),
    },
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        ALPHA: (
            "APIServingWithRoutine",
            "CustomResourceFieldSelectors",
            "InformerResourceVersion",
            "JobManagedBy",  # KEP-4368
            "JobSuccessPolicy",  # KEP-3998
            "MutatingAdmissionPolicy",  # KEP-3962
            "PortForwardWebsockets",  # KEP-4006
            "RecursiveReadOnlyMounts",  # KEP-3857
            "RelaxedEnvironmentVariableValidation",  # KEP-4369
            "RetryGenerateName",
            "SELinuxMount",  # KEP-1710
            "ServiceTrafficDistribution",  # KEP-4444
            "StorageVersionMigrator",  # KEP-4192
        ),
        BETA_OFF: (
            "OrderedNamespaceDeletion",  # KEP-5080
            "StrictCostEnforcementForVAP",
            "StrictCostEnforcementForWebhooks",
            "WatchListClient",
        ),
        BETA: (
            "AppArmorFields",
            "StorageNamespaceIndex",
        ),
    },
    changed={
        BETA_OFF: (
            "NodeLogQuery",
            "UserNamespacesSupport",
        ),
        BETA: (
            "ContainerCheckpoint",
            "ContextualLogging",
            "CRDValidationRatcheting",
            "ImageMaximumGCAge",
            "KubeProxyDrainingTerminatingNodes",
            "LoadBalancerIPMode",
            "NodeSwap",
            "PodLifecycleSleepAction",
            "ServiceAccountTokenJTI",
            "ServiceAccountTokenNodeBindingValidation",
            "ServiceAccountTokenPodNodeInfo",
            "StructuredAuthenticationConfiguration",
            "StructuredAuthorizationConfiguration",
            "TranslateStreamCloseWebsocketRequests",
        ),
        LOCKED: (
            "AdmissionWebhookMatchConditions",
            "AggregatedDiscoveryEndpoint",
            "CloudDualStackNodeIPs",
            "ConsistentHTTPGetHandlers",
            "HPAContainerMetrics",
            "LegacyServiceAccountTokenCleanUp",
            "MinDomainsInPodTopologySpread",
            "NewVolumeManagerReconstruction",
            "PodHostIPs",
            "PodSchedulingReadiness",  # SchedulingGates is a plain default plugin now
            "StableLoadBalancerNodeSet",
            "ValidatingAdmissionPolicy",
            "ZeroLimitedNominalConcurrencyShares",
        ),
    },
    removed=(
        "APISelfSubjectReview",
        "CSIMigrationAzureFile",
        "ExpandedDNSConfig",
        "ExperimentalHostUserNamespaceDefaulting",
        "IPTablesOwnershipCleanup",
        "KubeletPodResources",
        "KubeletPodResourcesGetAllocatable",
        "LegacyServiceAccountTokenTracking",
        "MinimizeIPTablesRestore",
        "ProxyTerminatingEndpoints",
        "RemoveSelfLink",
        "SecurityContextDeny",
    ),
)

V1_30 = following(
    V1_29,
    number=30,
    source_version="v1.30.12",
    # KEP-3521 is stable, see pkg/scheduler/apis/config/v1/default_plugins.go
    default_plugins={"v1": {"multiPoint": (remove("SchedulingGates"), insert_after(None, "SchedulingGates"))}},
    # pkg/scheduler/framework/runtime/framework.go (kubernetes/kubernetes#122066)
    shifts_multi_point=False,
    multi_point_fixed_in="",
    # pkg/scheduler/schedule_one.go, extendersBinding
    skips_failing_binders=True,
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.30."""
