"""Kubernetes 1.19: v1beta1 takes the place of both alphas, and plugin Args become API kinds.

A file for 1.18 does not start here, and none for 1.19 starts on 1.18.
"""

from schedcfg.releases.cipher_suites import CIPHER_SUITES
from schedcfg.releases.default_plugins import append, edited, insert_after, remove, restate, unweighted
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    SCHEDULER_BETA_OFF,
    STABLE,
    FlagChange,
    Flags,
    Gates,
)
from schedcfg.releases.release import Flag
from schedcfg.releases.v1_18 import V1_18

# See pkg/scheduler/algorithmprovider/registry.go. Against v1alpha2: preemption is a plugin, volumes are
# bound by one, SelectorSpread has got its old name back, and PodTopologySpread weighs twice as much.
_V1BETA1 = edited(
    V1_18.default_plugins["v1alpha2"],
    {
        "preFilter": (remove("InterPodAffinity"), append("InterPodAffinity"), append("VolumeBinding")),
        "filter": (remove("InterPodAffinity"), append("InterPodAffinity")),
        "postFilter": (append("DefaultPreemption"),),
        "preScore": (
            restate(unweighted("InterPodAffinity", "PodTopologySpread", "TaintToleration", "SelectorSpread")),
        ),
        "score": (
            remove("PodTopologySpread"),
            insert_after("NodePreferAvoidPods", "PodTopologySpread", 2),
            remove("DefaultPodTopologySpread"),
            append("SelectorSpread", 1),
        ),
        "reserve": (append("VolumeBinding"),),
        "preBind": (append("VolumeBinding"),),
    },
)

_ONLY_AS_TEXT: FlagChange = {"text_only": True}

_FLAGS = Flags(
    added={
        # KEP-1602, in staging/src/k8s.io/component-base/logs/options.go
        "logging-format": Flag("string", "text", "logs", allowed=("text", "json")),
        # staging/src/k8s.io/apiserver/pkg/server/options/serving.go
        "permit-port-sharing": Flag("bool", "false", "secure serving", no_opt_default="true"),
    },
    # staging/src/k8s.io/component-base/logs/options.go: no other format honors the flags of klog, but for `-v`.
    changed={
        "add-dir-header": _ONLY_AS_TEXT,
        "alsologtostderr": _ONLY_AS_TEXT,
        "log-backtrace-at": _ONLY_AS_TEXT,
        "log-dir": _ONLY_AS_TEXT,
        "log-file": _ONLY_AS_TEXT,
        "log-file-max-size": _ONLY_AS_TEXT,
        "log-flush-frequency": _ONLY_AS_TEXT,
        "logtostderr": _ONLY_AS_TEXT,
        "skip-headers": _ONLY_AS_TEXT,
        "skip-log-headers": _ONLY_AS_TEXT,
        "stderrthreshold": _ONLY_AS_TEXT,
        "vmodule": _ONLY_AS_TEXT,
        # staging/src/k8s.io/component-base/cli/flag/ciphersuites_flag_114.go
        "tls-cipher-suites": {"allowed": CIPHER_SUITES},
    },
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "CSIStorageCapacity",  # VolumeBinding looks at the capacity that CSI drivers publish
            "DefaultPodTopologySpread",  # PodTopologySpread spreads by default, SelectorSpread no longer
            "GenericEphemeralVolume",  # VolumeBinding waits for volumes made for one pod
        ),
        ALPHA: (
            "CSIVolumeFSGroupPolicy",
            "DisableAcceleratorUsageMetrics",
            "SetHostnameAsFQDN",  # KEP-1797
            "WindowsEndpointSliceProxying",  # KEP-752
        ),
        BETA_OFF: (
            "CSIMigrationvSphere",
            "CSIMigrationvSphereComplete",
        ),
        BETA: ("WarningHeaders",),
    },
    changed={
        SCHEDULER_BETA_OFF: ("CSIMigrationAzureDisk",),
        SCHEDULER_BETA: ("LocalStorageCapacityIsolation",),
        BETA: (
            "EndpointSliceProxying",
            "HugePageStorageMediumSize",
            "ImmutableEphemeralVolumes",
            "LegacyNodeRoleBehavior",
            "NodeDisruptionExclusion",
            "NonPreemptingPriority",
            "SCTPSupport",
            "SelectorIndex",
            "ServiceAppProtocol",
            "ServiceNodeExclusion",
        ),
        STABLE: (
            "DryRun",
            "ExternalPolicyForExternalIP",
        ),
        LOCKED: (
            "DefaultIngressClass",
            "EvenPodsSpread",
            "RotateKubeletClientCertificate",
        ),
    },
    removed=(
        "DynamicAuditing",
        "PodShareProcessNamespace",
        "ResourceLimitsPriorityFunction",  # gone with NodeResourceLimits
        "VolumeSubpathEnvExpansion",
    ),
)

V1_19 = following(
    V1_18,
    number=19,
    source_version="v1.19.7 (k8s.io/kubernetes revision 1afc53514032)",
    # pkg/scheduler/apis/config/scheme/scheme.go
    serves={"v1beta1": _V1BETA1},
    stops_serving=("v1alpha1", "v1alpha2"),
    # pkg/scheduler/framework/plugins/registry.go
    plugins_added=("DefaultPreemption", "SelectorSpread"),
    # DefaultPodTopologySpread is SelectorSpread's name in 1.18; NodeResourceLimits is gone for good.
    plugins_removed=("DefaultPodTopologySpread", "NodeResourceLimits"),
    # k8s.io/kube-scheduler/config/v1beta1/types.go, decodeNestedObjects
    reads_args_as_kinds=True,
    written_api_version="v1beta1",
    # pkg/scheduler/framework/runtime/framework.go, getExtensionPoints
    score_weight_points=(
        "preFilter",
        "filter",
        "postFilter",
        "reserve",
        "preScore",
        "score",
        "preBind",
        "bind",
        "postBind",
        "permit",
        "queueSort",
    ),
    # cmd/kube-scheduler/app/server.go, NewSchedulerCommand
    refuses_arguments=True,
    # KEP-135
    has_seccomp_field=True,
    # `--experimental-patches`: kubernetes/kubernetes#92017
    kubeadm_patches="flag",
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.19."""
