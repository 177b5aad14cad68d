"""Kubernetes 1.35: DynamicResources scores; gangs of pods and declared node features begin, both off."""

from schedcfg.releases.default_plugins import reweigh
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import (
    ALPHA,
    BETA,
    BETA_OFF,
    DEPRECATED_LOCKED_OFF,
    DEPRECATED_LOCKED_ON,
    DEPRECATED_OFF,
    LOCKED,
    SCHEDULER_ALPHA,
    SCHEDULER_BETA,
    SCHEDULER_LOCKED,
    STABLE,
    Flags,
    Gates,
)
from schedcfg.releases.release import Flag
from schedcfg.releases.v1_34 import V1_34

_FLAGS = Flags(
    added={
        # KEP-4330, in staging/src/k8s.io/component-base
        "min-compatibility-version": Flag("stringSlice", "[]", "feature gate"),
    },
)

# pkg/features/kube_features.go and the kube_features.go of staging/src/k8s.io/{apiserver,component-base,…}
_GATES = Gates(
    added={
        SCHEDULER_ALPHA: (
            "DRADeviceTaintRules",  # taints set on devices by rules
            "GangScheduling",  # GangScheduling is a default plugin where it is on
            "GenericWorkload",  # pods that belong to a Workload
            "InPlacePodLevelResourcesVerticalScaling",  # pod-level requests of running pods may change
            "NodeDeclaredFeatures",  # NodeDeclaredFeatures is a default plugin where it is on
            "TaintTolerationComparisonOperators",  # tolerations may compare numbers
            "VolumeLimitScaling",
        ),
        SCHEDULER_BETA: (
            "OpportunisticBatching",  # one result serves several equal pods
        ),
        ALPHA: (
            "CloudControllerManagerWatchBasedRoutesReconciliation",
            "ConstrainedImpersonation",
            "MutablePodResourcesForSuspendedJobs",
            "MutablePVNodeAffinity",
            "MutableSchedulingDirectivesForSuspendedJobs",
            "RestartAllContainersOnContainerExits",
            "UserNamespacesHostNetworkSupport",
        ),
        BETA_OFF: ("CRDObservedGenerationTracking",),
        BETA: (
            "AuthorizePodWebsocketUpgradeCreatePermission",
            "CSIServiceAccountTokenSecrets",
            "InOrderInformersBatchProcess",
            "StructuredAuthenticationConfigurationJWKSMetrics",
        ),
        DEPRECATED_OFF: ("ChangeContainerStatusOnKubeletRestart",),
    },
    changed={
        SCHEDULER_BETA: ("NominatedNodeNameForExpectation",),
        SCHEDULER_LOCKED: (
            "DynamicResourceAllocation",
            "InPlacePodVerticalScaling",
        ),
        BETA_OFF: (
            "MaxUnavailableStatefulSet",
            "PodCertificateRequest",
            "StorageVersionMigrator",
        ),
        BETA: (
            "ClearingNominatedNodeNameAfterBinding",
            "ContainerRestartRules",
            "DeploymentReplicaSetTerminatingReplicas",
            "EnvFiles",
            "HostnameOverride",
            "HPAConfigurableTolerance",
            "ImageVolume",
            "KubeletCrashLoopBackOffMax",
            "KubeletEnsureSecretPulledImages",
            "MutableCSINodeAllocatableCount",
            "PodTopologyLabelsAdmission",
            "WatchListClient",
        ),
        STABLE: ("InformerResourceVersion",),
        LOCKED: (
            "DisableAllocatorDualWrite",
            "ExecProbeTimeout",
            "ImageMaximumGCAge",
            "JobManagedBy",
            "PodObservedGenerationTracking",
            "PreferSameTrafficDistribution",
            "SupplementalGroupsPolicy",
            "SystemdWatchdog",
        ),
        DEPRECATED_LOCKED_OFF: ("AllowOverwriteTerminationGracePeriodSeconds",),
        DEPRECATED_LOCKED_ON: ("AggregatedDiscoveryRemoveBetaType",),
    },
    removed=(
        "AllowServiceLBStatusOnNonLB",
        "ComponentSLIs",
        "CronJobsScheduledAnnotation",
        "LoadBalancerIPMode",
        "PodIndexLabel",
        "ProbeHostPodSecurityStandards",
        "SizeMemoryBackedVolumes",
        "StatefulSetAutoDeletePVC",
        "StrictCostEnforcementForVAP",
        "StrictCostEnforcementForWebhooks",
        "UserNamespacesPodSecurityStandards",
    ),
    # defaultKubernetesFeatureGateDependencies in pkg/features/kube_features.go, those that depend on anything
    needing={
        "AuthorizeNodeWithSelectors": ("AuthorizeWithSelectors",),
        "ClusterTrustBundleProjection": ("ClusterTrustBundle",),
        "DRAAdminAccess": ("DynamicResourceAllocation",),
        "DRAConsumableCapacity": ("DynamicResourceAllocation",),
        "DRADeviceBindingConditions": ("DynamicResourceAllocation", "DRAResourceClaimDeviceStatus"),
        "DRADeviceTaintRules": ("DRADeviceTaints",),
        "DRADeviceTaints": ("DynamicResourceAllocation",),
        "DRAExtendedResource": ("DynamicResourceAllocation",),
        "DRAPartitionableDevices": ("DynamicResourceAllocation",),
        "DRAPrioritizedList": ("DynamicResourceAllocation",),
        "DRASchedulerFilterTimeout": ("DynamicResourceAllocation",),
        "DeclarativeValidationTakeover": ("DeclarativeValidation",),
        "DisableAllocatorDualWrite": ("MultiCIDRServiceAllocator",),
        "GangScheduling": ("GenericWorkload",),
        "GracefulNodeShutdownBasedOnPodPriority": ("GracefulNodeShutdown",),
        "InPlacePodLevelResourcesVerticalScaling": (
            "InPlacePodVerticalScaling",
            "PodLevelResources",
            "NodeDeclaredFeatures",
        ),
        "InPlacePodVerticalScalingAllocatedStatus": ("InPlacePodVerticalScaling",),
        "InPlacePodVerticalScalingExclusiveCPUs": ("InPlacePodVerticalScaling",),
        "InPlacePodVerticalScalingExclusiveMemory": ("InPlacePodVerticalScaling", "MemoryManager"),
        "MatchLabelKeysInPodTopologySpreadSelectorMerge": ("MatchLabelKeysInPodTopologySpread",),
        "PodCertificateRequest": ("AuthorizeNodeWithSelectors",),
        "PodLifecycleSleepActionAllowZero": ("PodLifecycleSleepAction",),
        "ProcMountType": ("UserNamespacesSupport",),
        "ResourceHealthStatus": ("DynamicResourceAllocation",),
        "RestartAllContainersOnContainerExits": ("ContainerRestartRules", "NodeDeclaredFeatures"),
        "ServiceAccountTokenNodeBinding": ("ServiceAccountTokenNodeBindingValidation",),
        "StorageVersionAPI": ("APIServerIdentity",),
        "StructuredAuthenticationConfigurationEgressSelector": ("StructuredAuthenticationConfiguration",),
        "StructuredAuthenticationConfigurationJWKSMetrics": ("StructuredAuthenticationConfiguration",),
        "UnknownVersionInteroperabilityProxy": ("APIServerIdentity",),
        "UserNamespacesHostNetworkSupport": ("UserNamespacesSupport",),
        "WindowsCPUAndMemoryAffinity": ("MemoryManager",),
        "WindowsGracefulNodeShutdown": ("GracefulNodeShutdown",),
    },
)

V1_35 = following(
    V1_34,
    number=35,
    source_version="v1.35.4",
    # pkg/scheduler/apis/config/v1/default_plugins.go
    default_plugins={"v1": {"multiPoint": (reweigh("DynamicResources", 2),)}},
    # pkg/scheduler/framework/plugins/registry.go
    plugins_added=("GangScheduling", "NodeDeclaredFeatures"),
    # pkg/scheduler/schedule_one.go, prioritizeNodes
    draws_equal_nodes=False,
    gates=_GATES,
    flags=_FLAGS,
)
"""Kubernetes 1.35."""
