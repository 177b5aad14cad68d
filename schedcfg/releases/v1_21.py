"""Kubernetes 1.21: NodeAffinity looks at each pod once, ahead of the nodes."""

from collections.abc import Mapping

from schedcfg.releases.default_plugins import append
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    LOCKED,
    LOCKED_OFF,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    SCHEDULER_LOCKED,
    FlagChange,
    Flags,
    Gates,
)
from schedcfg.releases.release import Flag
from schedcfg.releases.v1_20 import V1_20

METRICS_GO_NOWHERE: Mapping[str, FlagChange] = {
    "allow-metric-labels": {"form": ""},
    "show-hidden-metrics-for-version": {"form": ""},
}
"""Flags whose values nothing looks at up to a patch release. Upstream: `AddFlags` in component-base's `metrics`."""

_FLAGS = Flags(
    added={
        # staging/src/k8s.io/component-base/metrics/options.go
        "allow-metric-labels": Flag("stringToString", "[]", "metrics", form="metric label"),
        "disabled-metrics": Flag("stringSlice", "[]", "metrics"),
        # staging/src/k8s.io/apiserver/pkg/server/options/serving.go
        "permit-address-sharing": Flag("bool", "false", "secure serving", no_opt_default="true"),
    },
    # cmd/kube-scheduler/app/options/options.go: probes may request readiness and liveness without a token.
    changed={
        "authorization-always-allow-paths": {"default": "[/healthz,/readyz,/livez]"},
        # staging/src/k8s.io/component-base/metrics/options.go: its value is looked at.
        "show-hidden-metrics-for-version": {"form": "release before"},
    },
    early=METRICS_GO_NOWHERE,
    last_early_patch=6,
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "PodAffinityNamespaceSelector",  # InterPodAffinity selects namespaces by their labels
            "PreferNominatedNode",  # the nominated node is tried before all others
            "VolumeCapacityPriority",  # VolumeBinding scores by capacity and takes a `shape`
        ),
        ALPHA: (
            "CSIVolumeHealth",
            "DaemonSetUpdateSurge",
            "IndexedJob",
            "IngressClassNamespacedParams",  # KEP-2365
            "InTreePluginAWSUnregister",
            "InTreePluginAzureDiskUnregister",
            "InTreePluginAzureFileUnregister",
            "InTreePluginGCEUnregister",
            "InTreePluginOpenStackUnregister",
            "InTreePluginvSphereUnregister",
            "KubeletPodResourcesGetAllocatable",
            "LogarithmicScaleDown",
            "MemoryManager",
            "NetworkPolicyEndPort",  # KEP-2079
            "PodDeletionCost",
            "ProbeTerminationGracePeriod",
            "ServiceInternalTrafficPolicy",  # KEP-2086
            "ServiceLoadBalancerClass",  # KEP-1959
            "SuspendJob",
            "TopologyAwareHints",  # KEP-2433
        ),
        BETA: (
            "NamespaceDefaultLabelName",  # KEP-2161
        ),
    },
    changed={
        SCHEDULER_BETA: (
            "CSIMigrationOpenStack",
            "CSIStorageCapacity",
            "GenericEphemeralVolume",
        ),
        SCHEDULER_LOCKED: ("PodDisruptionBudget",),
        BETA_OFF: (
            "CSIMigrationAzureFile",
            "DownwardAPIHugePages",
        ),
        BETA: (
            "BoundServiceAccountTokenVolume",
            "CronJobControllerV2",
            "CSIServiceAccountToken",
            "EfficientWatchResumption",
            "GracefulNodeShutdown",
            "IPv6DualStack",
            "TTLAfterFinished",
            "WindowsEndpointSliceProxying",
        ),
        LOCKED_OFF: ("LegacyNodeRoleBehavior",),
        LOCKED: (
            "AllowInsecureBackendProxy",
            "CRIContainerLogRotation",
            "EndpointSlice",
            "EndpointSliceNodeName",
            "ImmutableEphemeralVolumes",
            "NodeDisruptionExclusion",
            "RootCAConfigMap",
            "RunAsGroup",
            "ServiceAccountIssuerDiscovery",
            "ServiceNodeExclusion",
            "Sysctls",
        ),
    },
    removed=(
        "AttachVolumeLimit",
        "BlockVolume",
        "CSIBlockVolume",
        "CSIDriverRegistry",
        "CSIMigrationAWSComplete",
        "CSIMigrationAzureDiskComplete",
        "CSIMigrationAzureFileComplete",
        "CSIMigrationGCEComplete",
        "CSIMigrationOpenStackComplete",
        "CSINodeInfo",
        "EvenPodsSpread",  # PodTopologySpread is always there
        "HyperVContainer",
        "RotateKubeletClientCertificate",
        "TokenRequest",
        "TokenRequestProjection",
        "VolumePVCDataSource",
        "WindowsGMSA",
        "WindowsRunAsUserName",
    ),
)

V1_21 = following(
    V1_20,
    number=21,
    source_version="v1.21.9",
    # pkg/scheduler/algorithmprovider/registry.go
    default_plugins={"v1beta1": {"preFilter": (append("NodeAffinity"),), "preScore": (append("NodeAffinity"),)}},
    # pkg/scheduler/apis/config/validation/validation.go, validateCommonQueueSort
    compares_queue_sort_pointers=False,
    # k8s.io/kube-scheduler/extender/v1/types.go
    knows_unresolvable_nodes=True,
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.21."""
