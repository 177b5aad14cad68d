"""Kubernetes 1.24: the locks `endpoints` and `configmaps` are gone."""

from schedcfg.releases.following import following
from schedcfg.releases.gate_history import ALPHA, BETA, LOCKED, SCHEDULER_ALPHA, SCHEDULER_STABLE, STABLE, Flags, Gates
from schedcfg.releases.release import Flag
from schedcfg.releases.v1_23 import V1_23

_FLAGS = Flags(
    added={
        # cmd/kube-scheduler/app/options/deprecated.go: the one deprecated flag that counts alongside
        # `--config`.
        "pod-max-in-unschedulable-pods-duration": Flag("duration", "5m0s", "deprecated"),
    },
    changed={"log-flush-frequency": {"minimum": 1}, "logging-format": {"gate": "LoggingBetaOptions"}},
    removed=("address", "experimental-logging-sanitization", "port"),
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "CSIMigrationRBD",  # volume limits and zones of migrated volumes
            "MinDomainsInPodTopologySpread",  # KEP-3022: `minDomains` of spread constraints
        ),
        ALPHA: (
            "ContextualLogging",
            "CronJobTimeZone",  # KEP-3140
            "MaxUnavailableStatefulSet",
            "NetworkPolicyStatus",  # KEP-2943
            "NodeOutOfServiceVolumeDetach",  # KEP-2268
            "ServiceIPStaticSubrange",  # KEP-3070
        ),
        BETA: (
            "LegacyServiceAccountTokenNoAutoGeneration",  # KEP-2800
            "UnauthenticatedHTTP2DOSMitigation",
        ),
    },
    changed={
        SCHEDULER_STABLE: ("CSIMigrationAzureDisk",),
        BETA: (
            "AnyVolumeDataSource",
            "CSIMigrationAzureFile",
            "GracefulNodeShutdownBasedOnPodPriority",
            "GRPCContainerProbe",
            "IdentifyPodOS",
            "JobReadyPods",
            "KubeletCredentialProviders",
            "MixedProtocolLBService",
            "OpenAPIEnums",
            "OpenAPIV3",
            "TopologyAwareHints",
        ),
        STABLE: (
            "ExpandCSIVolumes",
            "ExpandInUsePersistentVolumes",
            "ExpandPersistentVolumes",
        ),
        LOCKED: (
            "ControllerManagerLeaderMigration",
            "CSIMigrationOpenStack",
            "CSIStorageCapacity",
            "CSRDuration",
            "DefaultPodTopologySpread",
            "EfficientWatchResumption",
            "IndexedJob",
            "NonPreemptingPriority",
            "PodAffinityNamespaceSelector",
            "PodOverhead",
            "PreferNominatedNode",
            "RemoveSelfLink",
            "ServiceLBNodePortControl",
            "ServiceLoadBalancerClass",
            "SuspendJob",
        ),
    },
    removed=(
        "csiMigrationRBD",
        "HugePageStorageMediumSize",
        "ImmutableEphemeralVolumes",
        "NamespaceDefaultLabelName",
        "RuntimeClass",
        "SetHostnameAsFQDN",
        "StreamingProxyRedirects",
        "ValidateProxyRedirects",
        "WarningHeaders",
    ),
)

V1_24 = following(
    V1_23,
    number=24,
    source_version="v1.24.17",
    # staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go: they must be left by way
    # of a double lock, which is kept for that.
    leader_election_locks=("leases", "endpointsleases", "configmapsleases"),
    # k8s.io/kube-scheduler/config/*/types.go, decodeNestedObjects
    reads_args_as_named_kind=False,
    names_paths_of_unknown_fields=True,
    logs_failing_scores=True,
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.24."""
