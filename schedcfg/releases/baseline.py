"""The default plugins, feature gates and flags of Kubernetes 1.18; later releases state what changed.

Upstream: `pkg/scheduler/algorithmprovider/registry.go`; `pkg/features/kube_features.go` and
`staging/src/k8s.io/apiserver/pkg/features/kube_features.go`; `cmd/kube-scheduler/app/options/`,
`staging/src/k8s.io/apiserver/pkg/server/options/`, `staging/src/k8s.io/component-base/` and klog.
"""

from schedcfg.releases.cipher_suites import CIPHER_SUITES_OF_1_18
from schedcfg.releases.default_plugins import unweighted, weighted
from schedcfg.releases.gate_history import (
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
    Flags,
    Gates,
)
from schedcfg.releases.release import DefaultPlugins, Flag

DEFAULT_PLUGINS: DefaultPlugins = {
    "queueSort": unweighted("PrioritySort"),
    "preFilter": unweighted("NodeResourcesFit", "NodePorts", "InterPodAffinity", "PodTopologySpread"),
    "filter": unweighted(
        "NodeUnschedulable",
        "NodeResourcesFit",
        "NodeName",
        "NodePorts",
        "NodeAffinity",
        "VolumeRestrictions",
        "TaintToleration",
        "EBSLimits",
        "GCEPDLimits",
        "NodeVolumeLimits",
        "AzureDiskLimits",
        "VolumeBinding",
        "VolumeZone",
        "InterPodAffinity",
        "PodTopologySpread",
    ),
    "preScore": unweighted("InterPodAffinity", "DefaultPodTopologySpread", "TaintToleration", "PodTopologySpread"),
    "score": weighted(
        NodeResourcesBalancedAllocation=1,
        ImageLocality=1,
        InterPodAffinity=1,
        NodeResourcesLeastAllocated=1,
        NodeAffinity=1,
        NodePreferAvoidPods=10000,
        DefaultPodTopologySpread=1,
        TaintToleration=1,
        PodTopologySpread=1,
    ),
    "bind": unweighted("DefaultBinder"),
}
"""Extension point → plugins in running order."""


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


FLAGS = Flags(
    added={
        # global
        "add-dir-header": Flag("bool", "false", "global", no_opt_default="true"),
        "alsologtostderr": Flag("bool", "false", "global", no_opt_default="true"),
        "help": Flag("bool", "false", "global", shorthand="h", no_opt_default="true"),
        "log-backtrace-at": Flag("traceLocation", ":0", "global"),
        "log-dir": Flag("string", "", "global"),
        "log-file": Flag("string", "", "global"),
        "log-file-max-size": Flag("uint64", "1800", "global"),
        "log-flush-frequency": Flag("duration", "5s", "global"),
        "logtostderr": Flag("bool", "true", "global", no_opt_default="true"),
        "skip-headers": Flag("bool", "false", "global", no_opt_default="true"),
        "skip-log-headers": Flag("bool", "false", "global", no_opt_default="true"),
        "stderrthreshold": Flag("severity", "2", "global"),
        "v": Flag("Level", "0", "global", shorthand="v"),
        "version": Flag("version", "false", "global", no_opt_default="true"),
        "vmodule": Flag("moduleSpec", "", "global"),
        # insecure serving
        "address": Flag("string", "0.0.0.0", "insecure serving", form="address"),  # noqa: S104 - upstream says so
        "port": Flag("int", "10251", "insecure serving", minimum=0, maximum=65535),
        # deprecated
        "algorithm-provider": Flag("string", "", "deprecated"),
        "contention-profiling": Flag("bool", "true", "deprecated", no_opt_default="true"),
        "hard-pod-affinity-symmetric-weight": Flag("int32", "1", "deprecated"),
        "kube-api-burst": Flag("int32", "100", "deprecated"),
        "kube-api-content-type": Flag("string", "application/vnd.kubernetes.protobuf", "deprecated"),
        "kube-api-qps": Flag("float32", "50", "deprecated"),
        "kubeconfig": Flag("string", "", "deprecated", form="path"),
        "lock-object-name": Flag("string", "kube-scheduler", "deprecated"),
        "lock-object-namespace": Flag("string", "kube-system", "deprecated"),
        "policy-config-file": Flag("string", "", "deprecated"),
        "policy-configmap": Flag("string", "", "deprecated"),
        "policy-configmap-namespace": Flag("string", "kube-system", "deprecated"),
        "profiling": Flag("bool", "true", "deprecated", no_opt_default="true"),
        "scheduler-name": Flag("string", "default-scheduler", "deprecated"),
        "use-legacy-policy-config": Flag("bool", "false", "deprecated", no_opt_default="true"),
        # authentication
        "authentication-kubeconfig": Flag("string", "", "authentication", form="path", only_serving=True),
        "authentication-skip-lookup": Flag("bool", "false", "authentication", no_opt_default="true"),
        "authentication-token-webhook-cache-ttl": Flag("duration", "10s", "authentication"),
        "authentication-tolerate-lookup-failure": Flag("bool", "true", "authentication", no_opt_default="true"),
        "client-ca-file": Flag("string", "", "authentication", form="path", only_serving=True),
        "requestheader-allowed-names": Flag("stringSlice", "[]", "authentication", form="header"),
        "requestheader-client-ca-file": Flag("string", "", "authentication", form="path", only_serving=True),
        "requestheader-extra-headers-prefix": Flag("stringSlice", "[x-remote-extra-]", "authentication", form="header"),
        "requestheader-group-headers": Flag("stringSlice", "[x-remote-group]", "authentication", form="header"),
        "requestheader-username-headers": Flag("stringSlice", "[x-remote-user]", "authentication", form="header"),
        # authorization
        "authorization-always-allow-paths": Flag(
            "stringSlice", "[/healthz]", "authorization", form="allowed path", only_serving=True
        ),
        "authorization-kubeconfig": Flag("string", "", "authorization", form="path", only_serving=True),
        "authorization-webhook-cache-authorized-ttl": Flag("duration", "10s", "authorization"),
        "authorization-webhook-cache-unauthorized-ttl": Flag("duration", "10s", "authorization"),
        # secure serving
        "bind-address": Flag("ip", "0.0.0.0", "secure serving"),  # noqa: S104 - upstream says so
        "cert-dir": Flag("string", "", "secure serving"),
        "http2-max-streams-per-connection": Flag("int", "0", "secure serving"),
        "secure-port": Flag("int", "10259", "secure serving", minimum=0, maximum=65535),
        "tls-cert-file": Flag(
            "string", "", "secure serving", form="path", needs="tls-private-key-file", only_serving=True
        ),
        "tls-cipher-suites": Flag(
            "stringSlice", "[]", "secure serving", allowed=CIPHER_SUITES_OF_1_18, only_serving=True
        ),
        "tls-min-version": Flag(
            "string",
            "",
            "secure serving",
            allowed=("", "VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"),
            only_serving=True,
        ),
        "tls-private-key-file": Flag(
            "string", "", "secure serving", form="path", needs="tls-cert-file", only_serving=True
        ),
        "tls-sni-cert-key": Flag("namedCertKey", "[]", "secure serving", form="file", only_serving=True),
        # misc
        "config": Flag("string", "", "misc", form="path"),
        "master": Flag("string", "", "misc", form="server"),
        "write-config-to": Flag("string", "", "misc"),
        # feature gate
        "feature-gates": Flag("mapStringBool", "", "feature gate"),
        # leader election
        "leader-elect": Flag("bool", "true", "leader election", no_opt_default="true"),
        "leader-elect-lease-duration": Flag("duration", "15s", "leader election"),
        "leader-elect-renew-deadline": Flag("duration", "10s", "leader election"),
        "leader-elect-resource-lock": Flag("string", "endpointsleases", "leader election"),
        "leader-elect-resource-name": Flag("string", "kube-scheduler", "leader election"),
        "leader-elect-resource-namespace": Flag("string", "kube-system", "leader election"),
        "leader-elect-retry-period": Flag("duration", "2s", "leader election"),
        # metrics
        "show-hidden-metrics-for-version": Flag("string", "", "metrics"),
    }
)
"""As changes from nothing."""
