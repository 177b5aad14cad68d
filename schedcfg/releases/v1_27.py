"""Kubernetes 1.27: scheduling gates are on, and `leases` is the only lock; the last to serve v1beta2."""

from schedcfg.releases.default_plugins import append, insert_after
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import ALPHA, BETA, BETA_OFF, LOCKED, SCHEDULER_ALPHA, SCHEDULER_BETA, Gates
from schedcfg.releases.v1_26 import V1_26

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "InPlacePodVerticalScaling",  # KEP-1287: requests of running pods may change
        ),
        ALPHA: (
            "AdmissionWebhookMatchConditions",  # KEP-3716
            "CloudControllerManagerWebhook",  # KEP-2699
            "CloudDualStackNodeIPs",
            "ClusterTrustBundle",
            "KubeletPodResourcesDynamicResources",
            "KubeletPodResourcesGet",
            "MultiCIDRServiceAllocator",  # KEP-1880
            "NodeLogQuery",  # KEP-2271
            "SecurityContextDeny",
            "ServiceNodePortStaticSubrange",  # KEP-3682
            "WatchList",
        ),
        BETA_OFF: (
            "NewVolumeManagerReconstruction",  # KEP-3756
            "WatchFromStorageWithoutResourceVersion",
        ),
        BETA: (
            "ElasticIndexedJob",  # KEP-2413
            "StableLoadBalancerNodeSet",  # KEP-3458
        ),
    },
    changed={
        SCHEDULER_BETA: (
            "ComponentSLIs",
            "MatchLabelKeysInPodTopologySpread",
            "MinDomainsInPodTopologySpread",
            "PodSchedulingReadiness",  # so that SchedulingGates joins the default plugins
            "ReadWriteOncePod",
        ),
        BETA_OFF: ("SELinuxMountReadWriteOncePod",),
        BETA: (
            "AggregatedDiscoveryEndpoint",
            "APISelfSubjectReview",
            "APIServerTracing",
            "CSINodeExpandSecret",
            "HPAContainerMetrics",
            "IPTablesOwnershipCleanup",
            "KMSv2",
            "KubeletTracing",
            "LegacyServiceAccountTokenTracking",
            "MinimizeIPTablesRestore",
            "PDBUnhealthyPodEvictionPolicy",
            "StatefulSetAutoDeletePVC",
            "StatefulSetStartOrdinal",
        ),
        LOCKED: (
            "AdvancedAuditing",
            "CronJobTimeZone",
            "CSIMigrationAzureFile",
            "CSIMigrationvSphere",
            "DownwardAPIHugePages",
            "GRPCContainerProbe",
            "JobMutableNodeSchedulingDirectives",
            "LegacyServiceAccountTokenNoAutoGeneration",
            "OpenAPIV3",
            "SeccompDefault",
            "ServerSideFieldValidation",
            "TopologyManager",
        ),
    },
    removed=(
        "ControllerManagerLeaderMigration",
        "CSIInlineVolume",
        "CSIMigration",
        "CSIMigrationAWS",
        "CSIMigrationAzureDisk",
        "DaemonSetUpdateSurge",
        "EphemeralContainers",
        "ExpandCSIVolumes",
        "ExpandInUsePersistentVolumes",
        "ExpandPersistentVolumes",
        "IdentifyPodOS",
        "LocalStorageCapacityIsolation",
        "NetworkPolicyEndPort",
        "StatefulSetMinReadySeconds",
    ),
)

V1_27 = following(
    V1_26,
    number=27,
    source_version="v1.27.16",
    default_plugins={
        # pkg/scheduler/apis/config/v1beta2/default_plugins.go: the points that three plugins have learnt,
        # each at its place.
        "v1beta2": {
            "preEnqueue": (append("SchedulingGates"),),
            "preFilter": (insert_after("VolumeBinding", "VolumeZone"),),
            "preScore": (append("NodeResourcesFit"), append("NodeResourcesBalancedAllocation")),
        },
        # v1beta3/default_plugins.go and v1/default_plugins.go: behind all others while a gate decides on
        # it.
        "v1beta3": {"multiPoint": (append("SchedulingGates"),)},
        "v1": {"multiPoint": (append("SchedulingGates"),)},
    },
    # pkg/scheduler/apis/config/validation/validation.go, ValidateKubeSchedulerConfiguration
    unvalidated_locks=("endpointsleases", "configmapsleases"),
    leader_election_locks=("leases",),
    leader_election_lock_check="validation",
    # pkg/scheduler/framework/runtime/framework.go
    multi_point_fixed_in="1.27.10",
    gates=_GATES,
)
"""Kubernetes 1.27."""
