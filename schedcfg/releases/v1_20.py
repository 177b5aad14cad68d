"""Kubernetes 1.20: cheap filters run first, and SelectorSpread is no longer a default plugin."""

from schedcfg.releases.default_plugins import remove, restate, unweighted
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import ALPHA, BETA, DEPRECATED_OFF, LOCKED, SCHEDULER_BETA, STABLE, Flags, Gates
from schedcfg.releases.release import Flag
from schedcfg.releases.v1_19 import V1_19

_FLAGS = Flags(
    added={
        # KEP-1753, in staging/src/k8s.io/component-base/logs/options.go
        "experimental-logging-sanitization": Flag("bool", "false", "logs", no_opt_default="true"),
        # klog: each line goes to the log of its own severity only
        "one-output": Flag("bool", "false", "global", no_opt_default="true", text_only=True),
    },
    # pkg/scheduler/apis/config/v1beta1/defaults.go: a lease alone; up to 1.19 it was kept alongside an
    # Endpoints object.
    changed={"leader-elect-resource-lock": {"default": "leases"}},
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        ALPHA: (
            "APIServerIdentity",
            "CronJobControllerV2",
            "CSIServiceAccountToken",
            "DownwardAPIHugePages",
            "EfficientWatchResumption",
            "EndpointSliceNodeName",  # KEP-752
            "EndpointSliceTerminatingCondition",  # KEP-1672
            "GracefulNodeShutdown",
            "HPAContainerMetrics",  # KEP-1610
            "KubeletCredentialProviders",
            "MixedProtocolLBService",  # KEP-1435
            "ServiceLBNodePortControl",  # KEP-1864
            "SizeMemoryBackedVolumes",
            "StorageVersionAPI",
        ),
        BETA: ("RootCAConfigMap",),
        STABLE: ("ExecProbeTimeout",),
    },
    changed={
        SCHEDULER_BETA: (
            "DefaultPodTopologySpread",  # so that SelectorSpread leaves the default plugins
        ),
        BETA: (
            "APIPriorityAndFairness",
            "ConfigurableFSGroupPolicy",
            "CSIVolumeFSGroupPolicy",
            "DisableAcceleratorUsageMetrics",
            "RemoveSelfLink",
            "ServiceAccountIssuerDiscovery",
            "SetHostnameAsFQDN",
            "WinOverlay",
        ),
        LOCKED: (
            "ExternalPolicyForExternalIP",
            "RuntimeClass",
            "SCTPSupport",
            "SelectorIndex",
            "ServiceAppProtocol",
            "StartupProbe",
            "SupportNodePidsLimit",
            "SupportPodPidsLimit",
            "TokenRequest",
            "TokenRequestProjection",
            "VolumeSnapshotDataSource",
        ),
        DEPRECATED_OFF: ("HyperVContainer",),
    },
    removed=(
        "DefaultIngressClass",
        "ServiceLoadBalancerFinalizer",
        "SupportIPVSProxyMode",
        "TaintBasedEvictions",
    ),
)

V1_20 = following(
    V1_19,
    number=20,
    source_version="v1.20.15",
    # pkg/scheduler/algorithmprovider/registry.go
    default_plugins={
        "v1beta1": {
            "filter": (
                restate(
                    unweighted(
                        "NodeUnschedulable",
                        "NodeName",
                        "TaintToleration",
                        "NodeAffinity",
                        "NodePorts",
                        "NodeResourcesFit",
                        "VolumeRestrictions",
                        "EBSLimits",
                        "GCEPDLimits",
                        "NodeVolumeLimits",
                        "AzureDiskLimits",
                        "VolumeBinding",
                        "VolumeZone",
                        "PodTopologySpread",
                        "InterPodAffinity",
                    )
                ),
            ),
            # Follows from the gate DefaultPodTopologySpread: PodTopologySpread does its work.
            "preScore": (remove("SelectorSpread"),),
            "score": (remove("SelectorSpread"),),
        }
    },
    # pkg/scheduler/apis/config/v1beta1/defaults.go, SetDefaults_KubeSchedulerConfiguration
    default_resource_lock="leases",
    # pkg/scheduler/framework/runtime/framework.go, NewFramework
    writes_profiles_as_built=True,
    # k8s.io/kube-scheduler/config/v1beta1/types.go
    has_parallelism=True,
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.20."""
