"""Kubernetes 1.18, the baseline: profiles arrive with v1alpha2, alongside v1alpha1.

Later releases have only what changed.
"""

from schedcfg.releases.baseline import DEFAULT_PLUGINS, FEATURE_GATES, FLAGS
from schedcfg.releases.gate_history import LazyMapping
from schedcfg.releases.release import Release

V1_18 = Release(
    number=18,
    source_version="v1.18.2",
    # pkg/scheduler/apis/config/scheme/scheme.go
    api_versions=("v1alpha1", "v1alpha2"),
    deprecated={},
    default_plugins={"v1alpha1": DEFAULT_PLUGINS, "v1alpha2": DEFAULT_PLUGINS},
    # pkg/scheduler/framework/plugins/registry.go
    plugins=frozenset(
        {
            "AzureDiskLimits",
            "CinderLimits",
            "DefaultBinder",
            "DefaultPodTopologySpread",
            "EBSLimits",
            "GCEPDLimits",
            "ImageLocality",
            "InterPodAffinity",
            "NodeAffinity",
            "NodeLabel",
            "NodeName",
            "NodePorts",
            "NodePreferAvoidPods",
            "NodeResourceLimits",
            "NodeResourcesBalancedAllocation",
            "NodeResourcesFit",
            "NodeResourcesLeastAllocated",
            "NodeResourcesMostAllocated",
            "NodeUnschedulable",
            "NodeVolumeLimits",
            "PodTopologySpread",
            "PrioritySort",
            "RequestedToCapacityRatio",
            "ServiceAffinity",
            "TaintToleration",
            "VolumeBinding",
            "VolumeRestrictions",
            "VolumeZone",
        }
    ),
    feature_gates=LazyMapping(lambda: FEATURE_GATES.after({})),
    flags=LazyMapping(lambda: FLAGS.after({})),
    policy=True,
    # staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go
    leader_election_locks=("leases", "endpoints", "configmaps", "endpointsleases", "configmapsleases"),
    unvalidated_locks=(),
    leader_election_lock_check="startup",
    removed_plugins={},
    # pkg/scheduler/algorithmprovider/registry.go: for the cluster autoscaler, nodes are filled rather than spread over.
    algorithm_providers={
        "DefaultProvider": {},
        "ClusterAutoscalerProvider": {"NodeResourcesLeastAllocated": "NodeResourcesMostAllocated"},
    },
    conflicting_score_plugins={},
    reads_args_as_kinds=False,
    reads_args_as_named_kind=False,
    # `readUint32` in github.com/json-iterator/go/iter_int.go
    decodes_with_json_iterator=True,
    names_paths_of_unknown_fields=False,
    validates_merged_plugins=False,
    validates_args=False,
    validates_queue_sort=False,
    # pkg/scheduler/apis/config/validation/validation.go, validateCommonQueueSort
    compares_queue_sort_pointers=True,
    draws_equal_nodes=True,
    adds_score_weights_in_order=False,
    # pkg/scheduler/framework/v1alpha1/framework.go, pluginsNeeded and getExtensionPoints
    score_weight_points=(
        "preFilter",
        "filter",
        "reserve",
        "preScore",
        "score",
        "preBind",
        "bind",
        "postBind",
        "unreserve",
        "permit",
        "queueSort",
    ),
    # pkg/scheduler/factory.go, create
    appends_ignored_resources=True,
    checks_extender_authorities=False,
    shifts_multi_point=False,
    multi_point_fixed_in="",
    # cmd/kube-scheduler/app/options/insecure_serving.go
    refuses_arguments=False,
    serves_insecure_port=True,
    answers_livez=False,
    # pkg/scheduler/apis/config/v1alpha2/defaults.go, SetDefaults_KubeSchedulerConfiguration
    default_resource_lock="endpointsleases",
    # cmd/kube-scheduler/app/options/options.go
    election_flags_win=False,
    takes_component_gates=False,
    # cmd/kube-scheduler/app/options/configfile.go
    writes_profiles_as_built=False,
    written_api_version="v1alpha2",
    has_parallelism=False,
    extender_source="pkg/scheduler/core/extender.go",
    knows_unresolvable_nodes=False,
    needs_victims=False,
    scores_returned_nodes=False,
    skips_failing_binders=False,
    logs_failing_scores=False,
    sends_null_timestamps=True,
    has_seccomp_field=False,
    # There is only `--experimental-kustomize`.
    kubeadm_patches="none",
    mutating_policies=None,
    gated_points={},
    points_without_default_args=frozenset(),
    # cmd/kube-scheduler/scheduler.go
    normalizes_flags=False,
    reports_any_version=False,
)
"""Kubernetes 1.18."""
