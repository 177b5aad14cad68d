"""Kubernetes 1.31: NodeVolumeLimits counts all volumes; v1 refuses four plugins for single clouds."""

from schedcfg.releases.default_plugins import remove
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    DEPRECATED_OFF,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    SCHEDULER_BETA_OFF,
    Flags,
    Gates,
)
from schedcfg.releases.release import Flag
from schedcfg.releases.v1_30 import V1_30

_FLAGS = Flags(
    added={
        # staging/src/k8s.io/apiserver/pkg/server/options/serving.go
        "disable-http2-serving": Flag("bool", "false", "secure serving", no_opt_default="true"),
        # KEP-4330, in staging/src/k8s.io/component-base
        "emulated-version": Flag("stringSlice", "[]", "feature gate"),
    },
    # A gate may be written with its component: `kube:SomeGate=true`.
    changed={"feature-gates": {"type": "colonSeparatedMultimapStringString"}},
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "CoordinatedLeaderElection",  # KEP-4355: the API server picks the leader
            "DRAControlPlaneController",  # KEP-3063: claims that a driver allocates, not the scheduler
        ),
        ALPHA: (
            "AnonymousAuthConfigurableEndpoints",  # KEP-4633
            "AuthorizeNodeWithSelectors",  # KEP-4601
            "AuthorizeWithSelectors",  # KEP-4601
            "DisableAllocatorDualWrite",
            "ImageVolume",  # KEP-4639
            "ResourceHealthStatus",  # KEP-4680
            "SupplementalGroupsPolicy",  # KEP-3619
        ),
        BETA_OFF: (
            "ConcurrentWatchObjectDecode",
            "WatchCacheInitializationPostStartHook",
        ),
        BETA: (
            "ReloadKubeletServerCertificateFile",
            "ResilientWatchCacheInitialization",
        ),
        DEPRECATED_OFF: (
            "AllowDNSOnlyNodeCSR",
            "AllowInsecureKubeletCertificateSigningRequests",
        ),
    },
    changed={
        SCHEDULER_BETA_OFF: ("VolumeAttributesClass",),
        SCHEDULER_BETA: ("CSIMigrationPortworx",),
        BETA_OFF: (
            "LocalStorageCapacityIsolationFSQuotaMonitoring",
            "MultiCIDRServiceAllocator",
            "ProcMountType",
        ),
        BETA: (
            "ConsistentListFromCache",
            "CustomResourceFieldSelectors",
            "HonorPVReclaimPolicy",
            "JobSuccessPolicy",
            "KubeletCgroupDriverFromCRI",
            "KubeletSeparateDiskGC",
            "MatchLabelKeysInPodAffinity",
            "NFTablesProxyMode",
            "PortForwardWebsockets",
            "RecursiveReadOnlyMounts",
            "RetryGenerateName",
            "ServiceAccountTokenNodeBinding",
            "ServiceTrafficDistribution",
        ),
        LOCKED: (
            "AppArmor",
            "AppArmorFields",
            "DevicePluginCDIDevices",
            "DisableCloudProviders",
            "DisableKubeletCloudCredentialProviders",
            "ElasticIndexedJob",
            "JobPodFailurePolicy",
            "KubeProxyDrainingTerminatingNodes",
            "LogarithmicScaleDown",
            "PDBUnhealthyPodEvictionPolicy",
            "PersistentVolumeLastPhaseTransitionTime",
            "PodDisruptionConditions",
            "StatefulSetStartOrdinal",
        ),
        DEPRECATED_OFF: ("DisableNodeKubeProxyVersion",),
    },
    removed=(
        "APIPriorityAndFairness",
        "ConsistentHTTPGetHandlers",
        "CSIMigrationRBD",
        "CSINodeExpandSecret",
        "CustomResourceValidationExpressions",
        "DefaultHostNetworkHostPortsInPodTemplates",
        "InTreePluginAWSUnregister",
        "InTreePluginAzureDiskUnregister",
        "InTreePluginAzureFileUnregister",
        "InTreePluginGCEUnregister",
        "InTreePluginOpenStackUnregister",
        "InTreePluginRBDUnregister",
        "InTreePluginvSphereUnregister",
        "JobReadyPods",
        "ReadWriteOncePod",
        "ServiceNodePortStaticSubrange",
        "SkipReadOnlyValidationGCE",
    ),
)

V1_31 = following(
    V1_30,
    number=31,
    source_version="v1.31.8",
    # pkg/scheduler/apis/config/v1/default_plugins.go (kubernetes/kubernetes#124500)
    default_plugins={"v1": {"multiPoint": (remove("EBSLimits"), remove("GCEPDLimits"), remove("AzureDiskLimits"))}},
    # pkg/scheduler/apis/config/validation/validation.go, invalidPluginsByVersion. They stay in the registry
    # for one more release, so that under `multiPoint`, where validation does not look, they still run.
    removed_plugins={"v1": frozenset({"AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"})},
    # kubernetes/kubernetes#118148
    answers_livez=True,
    # staging/src/k8s.io/component-base/cli/flag, ColonSeparatedMultimapStringString
    takes_component_gates=True,
    # cmd/kubeadm/app/apis/kubeadm/v1beta4/types.go, UpgradeConfiguration
    kubeadm_patches="every configuration",
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.31."""
