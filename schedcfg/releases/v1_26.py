"""Kubernetes 1.26: scheduling gates and dynamic resource allocation begin, both off; klog's flags go."""

from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    ALPHA_ON,
    BETA,
    BETA_OFF,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    STABLE,
    Flags,
    Gates,
)
from schedcfg.releases.v1_25 import V1_25

_FLAGS = Flags(
    # staging/src/k8s.io/component-base/logs (KEP-2845); `-v`, `--vmodule` and `--log-flush-frequency` stay.
    removed=(
        "add-dir-header",
        "alsologtostderr",
        "log-backtrace-at",
        "log-dir",
        "log-file",
        "log-file-max-size",
        "logtostderr",
        "one-output",
        "skip-headers",
        "skip-log-headers",
        "stderrthreshold",
    ),
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "ComponentSLIs",  # serves `/metrics/slis`
            "DynamicResourceAllocation",  # KEP-4381: DynamicResources is a default plugin where it is on
            "PodSchedulingReadiness",  # KEP-3521: SchedulingGates is a default plugin where it is on
        ),
        ALPHA: (
            "AggregatedDiscoveryEndpoint",
            "APISelfSubjectReview",
            "CrossNamespaceVolumeDataSource",  # KEP-3294
            "EventedPLEG",  # KEP-3386
            "LegacyServiceAccountTokenTracking",  # KEP-2800
            "MinimizeIPTablesRestore",  # KEP-3453
            "PDBUnhealthyPodEvictionPolicy",  # KEP-3018
            "StatefulSetStartOrdinal",
            "TopologyManagerPolicyAlphaOptions",  # KEP-3545
            "TopologyManagerPolicyOptions",  # KEP-3545
            "ValidatingAdmissionPolicy",  # KEP-3488
        ),
        ALPHA_ON: (
            "WindowsHostNetwork",  # KEP-3503
        ),
        BETA_OFF: (
            "TopologyManagerPolicyBetaOptions",  # KEP-3545
        ),
        STABLE: ("ConsistentHTTPGetHandlers",),
    },
    changed={
        SCHEDULER_BETA: (
            "NodeInclusionPolicyInPodTopologySpread",
            "PodDisruptionConditions",
        ),
        BETA: (
            "APIServerIdentity",
            "ExpandedDNSConfig",
            "JobPodFailurePolicy",
            "NodeOutOfServiceVolumeDetach",
            "ProxyTerminatingEndpoints",
            "RetroactiveDefaultStorageClass",
        ),
        STABLE: (
            "CSIMigrationAzureFile",
            "CSIMigrationvSphere",
            "LegacyServiceAccountTokenNoAutoGeneration",
        ),
        LOCKED: (
            "CPUManager",
            "DelegateFSGroupToCSIDriver",
            "DevicePlugins",
            "DryRun",
            "EndpointSliceTerminatingCondition",
            "JobTrackingWithFinalizers",
            "KubeletCredentialProviders",
            "MixedProtocolLBService",
            "ServerSideApply",
            "ServiceInternalTrafficPolicy",
            "ServiceIPStaticSubrange",
            "WindowsHostProcessContainers",
        ),
    },
    removed=(
        "CSIMigrationOpenStack",
        "CSRDuration",
        "DefaultPodTopologySpread",  # SelectorSpread can no longer be a default plugin
        "DynamicKubeletConfig",
        "IndexedJob",
        "NonPreemptingPriority",
        "PodAffinityNamespaceSelector",
        "PodOverhead",
        "PreferNominatedNode",
        "ServiceLBNodePortControl",
        "ServiceLoadBalancerClass",
        "SuspendJob",
    ),
)

V1_26 = following(
    V1_25,
    number=26,
    source_version="v1.26.15",
    # Of KEP-3063 and KEP-3521, in pkg/scheduler/framework/plugins/registry.go
    plugins_added=("DynamicResources", "SchedulingGates"),
    # cmd/kube-scheduler/app/options/configfile.go
    deprecated={
        "v1beta2": "Use `v1beta3` or `v1`; Kubernetes 1.27 is the last release to serve `v1beta2`.",
        "v1beta3": "Use `v1`; Kubernetes 1.28 is the last release to serve `v1beta3`.",
    },
    # pkg/scheduler/framework/runtime/framework.go, expandMultiPointPlugins: it walks a copy
    multi_point_fixed_in="1.26.13",
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.26."""
