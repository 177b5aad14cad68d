"""Kubernetes 1.23: v1beta3 and MultiPoint arrive; v1beta1, Policy and the insecure port go."""

from schedcfg.releases.default_plugins import weighted
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    FlagChange,
    Flags,
    Gates,
)
from schedcfg.releases.release import LOGGING_ALPHA, Flag
from schedcfg.releases.v1_22 import V1_22

# pkg/scheduler/apis/config/v1beta3/default_plugins.go (KEP-785): one list for all points, and three plugins
# weigh more than in v1beta2, where they had 1: TaintToleration, NodeAffinity, InterPodAffinity.
_V1BETA3 = {
    "multiPoint": weighted(
        PrioritySort=0,
        NodeUnschedulable=0,
        NodeName=0,
        TaintToleration=3,
        NodeAffinity=2,
        NodePorts=0,
        NodeResourcesFit=1,
        VolumeRestrictions=0,
        EBSLimits=0,
        GCEPDLimits=0,
        NodeVolumeLimits=0,
        AzureDiskLimits=0,
        VolumeBinding=0,
        VolumeZone=0,
        PodTopologySpread=2,
        InterPodAffinity=2,
        DefaultPreemption=0,
        NodeResourcesBalancedAllocation=1,
        ImageLocality=1,
        DefaultBinder=0,
    ),
}

_KLOG: FlagChange = {
    "deprecated": "will be removed in a future release, see https://github.com/kubernetes/enhancements"
    "/tree/master/keps/sig-instrumentation/2845-deprecate-klog-specific-flags-in-k8s-components",
}

_FLAGS = Flags(
    added={
        # staging/src/k8s.io/component-base/logs/config.go: the command links the JSON logger, which adds these.
        "log-json-info-buffer-size": Flag("quantity", "0", "logs", gate=LOGGING_ALPHA),
        "log-json-split-stream": Flag("bool", "false", "logs", no_opt_default="true", gate=LOGGING_ALPHA),
    },
    changed={
        # cmd/kube-scheduler/app/options/deprecated.go: there is no insecure serving any more.
        "address": {
            "type": "ip",
            "default": "127.0.0.1",
            "section": "deprecated",
            "hidden": True,
            "deprecated": "This flag has no effect now and will be removed in v1.24. "
            "You can use --bind-address instead.",
        },
        "port": {
            "default": "0",
            "section": "deprecated",
            "hidden": True,
            "deprecated": "This flag has no effect now and will be removed in v1.24. "
            "You can use --secure-port instead.",
        },
        # staging/src/k8s.io/component-base/logs: klog's own flags are on their way out (KEP-2845).
        "add-dir-header": _KLOG,
        "alsologtostderr": _KLOG,
        "log-backtrace-at": _KLOG,
        "log-dir": _KLOG,
        "log-file": _KLOG,
        "log-file-max-size": _KLOG,
        "logtostderr": _KLOG,
        "one-output": _KLOG,
        "skip-headers": _KLOG,
        "skip-log-headers": _KLOG,
        "stderrthreshold": _KLOG,
        "log-flush-frequency": {"section": "logs", "text_only": False},
        "v": {"section": "logs", "form": "unsigned"},
        "vmodule": {"section": "logs", "type": "pattern=N,..."},
    },
    # kubernetes/kubernetes#105828
    removed=(
        "policy-config-file",
        "policy-configmap",
        "policy-configmap-namespace",
        "use-legacy-policy-config",
    ),
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "CSIMigrationPortworx",  # KEP-2589: volume limits and zones of migrated volumes
        ),
        ALPHA: (
            "CPUManagerPolicyAlphaOptions",
            "csiMigrationRBD",
            "CustomResourceValidationExpressions",  # KEP-2876
            "DisableKubeletCloudCredentialProviders",
            "GracefulNodeShutdownBasedOnPodPriority",
            "GRPCContainerProbe",  # KEP-2727
            "HonorPVReclaimPolicy",  # KEP-2644
            "IdentifyPodOS",
            "InTreePluginPortworxUnregister",
            "InTreePluginRBDUnregister",
            "JobReadyPods",
            "OpenAPIEnums",  # KEP-2887
            "OpenAPIV3",  # KEP-2896
            "PodAndContainerStatsFromCRI",  # KEP-2364
            "RecoverVolumeExpansionFailure",  # KEP-1790
            "ServerSideFieldValidation",  # KEP-2885
            "StatefulSetAutoDeletePVC",
        ),
        BETA: (
            "CPUManagerPolicyBetaOptions",
            "JobMutableNodeSchedulingDirectives",
        ),
    },
    changed={
        SCHEDULER_BETA: (
            "CSIMigrationAWS",
            "CSIMigrationAzureDisk",
            "CSIMigrationGCE",
        ),
        BETA_OFF: (
            "JobTrackingWithFinalizers",
            "TopologyAwareHints",
        ),
        BETA: (
            "CPUManagerPolicyOptions",
            "DelegateFSGroupToCSIDriver",
            "DownwardAPIHugePages",
            "EphemeralContainers",
            "KubeletPodResourcesGetAllocatable",
            "PodSecurity",
            "StatefulSetMinReadySeconds",
            "WindowsHostProcessContainers",
        ),
        LOCKED: (
            "ConfigurableFSGroupPolicy",
            "CSIVolumeFSGroupPolicy",
            "GenericEphemeralVolume",
            "IngressClassNamespacedParams",
            "IPv6DualStack",
            "StorageObjectInUseProtection",
            "TTLAfterFinished",
            "VolumeSubpath",
        ),
    },
    removed=(
        "AllowInsecureBackendProxy",
        "BoundServiceAccountTokenVolume",
        "CronJobControllerV2",
        "NodeLease",
        "ServiceAccountIssuerDiscovery",
        "StartupProbe",
        "SupportNodePidsLimit",
        "SupportPodPidsLimit",
        "Sysctls",
    ),
)

V1_23 = following(
    V1_22,
    number=23,
    source_version="v1.23.10",
    # staging/src/k8s.io/component-base/cli/run.go
    normalizes_flags=True,
    # pkg/scheduler/apis/config/scheme/scheme.go
    serves={"v1beta3": _V1BETA3},
    stops_serving=("v1beta1",),
    # pkg/scheduler/framework/plugins/registry.go: v1beta1 was the last to know them, so that validation
    # need not.
    plugins_removed=(
        "NodeLabel",
        "NodePreferAvoidPods",
        "NodeResourcesLeastAllocated",
        "NodeResourcesMostAllocated",
        "RequestedToCapacityRatio",
        "ServiceAffinity",
    ),
    removed_plugins={},
    # kubernetes/kubernetes#105828
    policy=False,
    conflicting_score_plugins={},
    # k8s.io/kube-scheduler/config/*/types.go, decodeNestedObjects
    reads_args_as_named_kind=True,
    decodes_with_json_iterator=False,
    # pkg/scheduler/framework/runtime/framework.go, expandMultiPointPlugins
    shifts_multi_point=True,
    # cmd/kube-scheduler/app/options/insecure_serving.go is gone
    serves_insecure_port=False,
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.23."""
