"""How a release behaves: what no table of it says, each with the release that changed it and upstream's source.

Paths are those of the Kubernetes repository; `staging/src/k8s.io/` is left out of them.
"""

from collections.abc import Mapping
from typing import Literal

LockCheck = Literal["startup", "validation"]
"""The stage at which a release stops for a resource lock that it does not take."""

KubeadmPatches = Literal["none", "flag", "field", "every configuration"]
"""How a folder of patches is named to kubeadm: not at all, by a flag only, by a field of what `init` and `join` read,
or by one of what `upgrade` reads too."""

_DEPRECATED = {
    25: {"v1beta2": "Use `v1beta3` or `v1`; Kubernetes 1.27 is the last release to serve `v1beta2`."},
    26: {"v1beta3": "Use `v1`; Kubernetes 1.28 is the last release to serve `v1beta3`."},
}
"""The first release that warns about an API version → the version, and what to use instead."""

_SERVED_UNTIL = {"v1beta2": 27, "v1beta3": 28}

_SCORES_BY_RESOURCES = frozenset(
    {"NodeResourcesLeastAllocated", "NodeResourcesMostAllocated", "RequestedToCapacityRatio"}
)
"""What NodeResourcesFit does by its `scoringStrategy` since 1.22."""

_OF_SINGLE_CLOUDS = frozenset({"AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"})
"""What NodeVolumeLimits does for all of them since 1.31."""

_BEFORE_SCORES = ("preFilter", "filter", "postFilter", "reserve")

_MULTI_POINT_FIXED_IN = {26: "1.26.13", 27: "1.27.10", 28: "1.28.6", 29: "1.29.1"}


class ReleaseBehavior:
    """What the kube-scheduler of a release does.

    Attributes:
        number: The minor: 29 for Kubernetes 1.29.
    """

    __slots__ = ()
    number: int

    # Which files and plugins it takes.

    @property
    def deprecated(self) -> Mapping[str, str]:
        """Served API versions that it logs a warning about, each with what to use instead.

        Upstream: `loadConfig` in `cmd/kube-scheduler/app/options/configfile.go`, which says 1.26 of v1beta2; 1.27 is
        the last release that serves it.
        """
        return {
            version: advice
            for first, versions in _DEPRECATED.items()
            for version, advice in versions.items()
            if first <= self.number <= _SERVED_UNTIL[version]
        }

    @property
    def removed_plugins(self) -> Mapping[str, frozenset[str]]:
        """API version → plugins that validation refuses by name, although they may still be in the registry.

        It looks at `enabled` of every extension point but `multiPoint`, and at `pluginConfig`; disabling them is
        allowed. The six of v1beta2 are in the registry of 1.22 for v1beta1, the four for single clouds in that of 1.31
        for `multiPoint`. Upstream: `removedPluginsByVersion`, since 1.25 `invalidPluginsByVersion`, in
        `pkg/scheduler/apis/config/validation/validation.go`.
        """
        if self.number == 22:
            return {"v1beta2": _SCORES_BY_RESOURCES | {"NodeLabel", "NodePreferAvoidPods", "ServiceAffinity"}}
        if 25 <= self.number <= 28:
            return {"v1": frozenset({"SelectorSpread"})}
        return {"v1": _OF_SINGLE_CLOUDS} if self.number >= 31 else {}

    @property
    def algorithm_providers(self) -> Mapping[str, Mapping[str, str]]:
        """Names that `algorithmSource.provider` and `--algorithm-provider` may have, up to 1.21.

        Name → default plugin → the plugin that runs in its place, with the same weight: for the cluster autoscaler,
        nodes are filled rather than spread over. Upstream: `pkg/scheduler/algorithmprovider/registry.go`.
        """
        if self.number >= 22:
            return {}
        filling = {"NodeResourcesLeastAllocated": "NodeResourcesMostAllocated"}
        return {"DefaultProvider": {}, "ClusterAutoscalerProvider": filling}

    @property
    def conflicting_score_plugins(self) -> Mapping[str, frozenset[str]]:
        """API version → plugins alongside which validation refuses NodeResourcesFit at `score`.

        Only in 1.22, which has both ways of scoring by resources. Upstream: `conflictScorePluginsByVersion` in
        `pkg/scheduler/apis/config/validation/validation.go`.
        """
        return {"v1beta1": _SCORES_BY_RESOURCES} if self.number == 22 else {}

    @property
    def gated_points(self) -> Mapping[str, str]:
        """Extension point → the feature gate without which nothing asks the plugins there, although they are built.

        Upstream: `podGroupSchedulingAlgorithm` in `pkg/scheduler/schedule_one_podgroup.go`,
        `RunPodGroupPostFilterPlugins` in `pkg/scheduler/framework/runtime/framework.go`.
        """
        found = {}
        if self.number >= 36:
            found = dict.fromkeys(("placementGenerate", "placementScore"), "TopologyAwareWorkloadScheduling")
        if self.number >= 37:
            found["podGroupPostFilter"] = "GenericWorkload"
        return found

    @property
    def points_without_default_args(self) -> frozenset[str]:
        """Points of which defaulting takes no notice: a plugin that is enabled at these alone gets no Args by default.

        Upstream: `pluginsNames` in `pkg/scheduler/apis/config/v1/defaults.go`.
        """
        return frozenset({"podGroupPostFilter"} if self.number >= 37 else ())

    # How it reads a file.

    @property
    def reads_args_as_kinds(self) -> bool:
        """Whether plugin Args are API kinds, which are decoded and completed with the file.

        Before, they are read leniently, and only when the plugin is built. Upstream: `decodeNestedObjects` in
        `k8s.io/kube-scheduler/config/v1beta1/types.go`.
        """
        return self.number >= 19

    @property
    def reads_args_as_named_kind(self) -> bool:
        """Whether Args are read as the kind that they name, and stop the scheduler by fields that it does not have.

        Before, no path of an unknown field is named; later, the wrong kind is named first. Upstream:
        `decodeNestedObjects` in `k8s.io/kube-scheduler/config/*/types.go`.
        """
        return self.number == 23

    @property
    def decodes_with_json_iterator(self) -> bool:
        """Whether another decoder than Go's own reads JSON.

        Some numbers that do not fit wrap around unnoticed, errors name Go's types and the text around, but no field
        path, and JSON has to be YAML. Upstream: `readUint32` in `github.com/json-iterator/go/iter_int.go`.
        """
        return self.number <= 22

    @property
    def names_paths_of_unknown_fields(self) -> bool:
        """Whether an unknown field is named with the path to it."""
        return self.number >= 24

    # What it checks.

    @property
    def validates_merged_plugins(self) -> bool:
        """Whether validation looks at plugin sets into which defaulting has merged the default plugins.

        Before, an algorithm provider brings those afterwards. Upstream: `validatePluginConfig` in
        `pkg/scheduler/apis/config/validation/validation.go`.
        """
        return self.number >= 22

    @property
    def validates_args(self) -> bool:
        """Whether validation looks at the Args of every plugin; before, only constructors of enabled plugins do.

        Upstream: `validatePluginConfig` in `pkg/scheduler/apis/config/validation/validation.go`.
        """
        return self.number >= 22

    @property
    def validates_queue_sort(self) -> bool:
        """Whether validation counts the plugins that sort, and compares their Args.

        Upstream: `validateCommonQueueSort` in `pkg/scheduler/apis/config/validation/validation.go`.
        """
        return self.number >= 22

    @property
    def compares_queue_sort_pointers(self) -> bool:
        """Whether a `queueSort` that is left out differs from an empty one when profiles are compared.

        Upstream: `validateCommonQueueSort` in `pkg/scheduler/apis/config/validation/validation.go`.
        """
        return self.number <= 20

    @property
    def adds_score_weights_in_order(self) -> bool:
        """Whether score weights are added up in the order of the plugins; before, in that of a Go map: random.

        Upstream: `NewFramework`, later `getScoreWeights`, in `pkg/scheduler/framework/runtime/framework.go`.
        """
        return self.number >= 22

    @property
    def score_weight_points(self) -> tuple[str, ...]:
        """Where a plugin gets the weight of its score: at the last of these points that enables it.

        It may be enabled there without a weight. Up to 1.21 these are all points, as the framework walks them
        (kubernetes/kubernetes#100613). Upstream: `pluginsNeeded` and `getExtensionPoints` in
        `pkg/scheduler/framework/v1alpha1/framework.go`, since 1.19 `pkg/scheduler/framework/runtime/framework.go`.
        """
        if self.number >= 22:
            return ("multiPoint", "score")
        before = ("preFilter", "filter", "reserve") if self.number <= 18 else _BEFORE_SCORES
        after = ("unreserve", "permit", "queueSort") if self.number <= 18 else ("permit", "queueSort")
        return (*before, "preScore", "score", "preBind", "bind", "postBind", *after)

    @property
    def checks_extender_authorities(self) -> bool:
        """Whether authorities of an extender without a certificate in them stop the scheduler.

        Before, they are skipped, and no server is trusted. Upstream: `rootCertPool` in
        `client-go/transport/transport.go`.
        """
        return self.number >= 22

    # What it makes of a file, and of Pods.

    @property
    def draws_equal_nodes(self) -> bool:
        """Whether one of several nodes with the same, highest score is drawn.

        Later it is the one that passed the filters first, which run in several threads; only among nodes that an
        extender scored is one drawn (kubernetes/kubernetes#141024). Upstream: `selectHost`, later `prioritizeNodes`,
        in `pkg/scheduler/schedule_one.go`.
        """
        return self.number <= 34

    @property
    def appends_ignored_resources(self) -> bool:
        """Whether the resources that extenders ignore become another `pluginConfig` entry for NodeResourcesFit.

        Later, they replace `ignoredResources` of the entry that is there. Upstream: `create` in
        `pkg/scheduler/factory.go`, later `buildExtenders` in `scheduler.go`.
        """
        return self.number <= 21

    @property
    def shifts_multi_point(self) -> bool:
        """Whether `expandMultiPointPlugins` deletes from the list that it walks, at least in early patch releases.

        Upstream: `pkg/scheduler/framework/runtime/framework.go`, up to kubernetes/kubernetes#122066.
        """
        return 23 <= self.number <= 29

    @property
    def multi_point_fixed_in(self) -> str:
        """The patch release whose `expandMultiPointPlugins` walks a copy; empty where none does, or all do."""
        return _MULTI_POINT_FIXED_IN.get(self.number, "")

    @property
    def writes_profiles_as_built(self) -> bool:
        """Whether `--write-config-to` writes profiles as their frameworks were built from them; before, as read.

        Upstream: `NewFramework` in `pkg/scheduler/framework/runtime/framework.go`.
        """
        return self.number >= 20

    @property
    def written_api_version(self) -> str | None:
        """What `--write-config-to` writes whatever was read; None: what was read.

        Upstream: `cmd/kube-scheduler/app/options/configfile.go`.
        """
        return {18: "v1alpha2", 19: "v1beta1", 20: "v1beta1", 21: "v1beta1"}.get(self.number)

    @property
    def has_parallelism(self) -> bool:
        """Whether it has a `parallelism` to write. Upstream: `k8s.io/kube-scheduler/config/v1beta1/types.go`."""
        return self.number >= 20

    # Leader election.

    @property
    def leader_election_locks(self) -> tuple[str, ...]:
        """The values of `leaderElection.resourceLock` with which it starts, where leader election is on.

        Those of two objects are how 1.24 to 1.26 leave an old lock. Upstream: `resourcelock.New` in
        `client-go/tools/leaderelection/resourcelock/interface.go`; since 1.27 `ValidateKubeSchedulerConfiguration`.
        """
        if self.number >= 27:
            return ("leases",)
        single = ("leases", "endpoints", "configmaps") if self.number <= 23 else ("leases",)
        return (*single, "endpointsleases", "configmapsleases")

    @property
    def unvalidated_locks(self) -> tuple[str, ...]:
        """Further ones that only validation of a file refuses: flags alone may have them.

        Upstream: what `resourcelock.New` still takes.
        """
        return ("endpointsleases", "configmapsleases") if self.number == 27 else ()

    @property
    def leader_election_lock_check(self) -> LockCheck:
        """Where any other value stops it."""
        return "validation" if self.number >= 27 else "startup"

    @property
    def default_resource_lock(self) -> str:
        """What `leaderElection.resourceLock` is completed to.

        Up to 1.19, a lease was kept alongside an Endpoints object. Upstream: `SetDefaults_KubeSchedulerConfiguration`
        in `pkg/scheduler/apis/config/v1beta1/defaults.go`.
        """
        return "leases" if self.number >= 20 else "endpointsleases"

    # The command.

    @property
    def refuses_arguments(self) -> bool:
        """Whether words that are no flags stop it; before, it only logs that it does not support them.

        Upstream: `NewSchedulerCommand` in `cmd/kube-scheduler/app/server.go`.
        """
        return self.number >= 19

    @property
    def normalizes_flags(self) -> bool:
        """Whether dashes and underscores in the names of flags mean the same.

        Upstream: `cmd/kube-scheduler/scheduler.go`, since 1.23 `component-base/cli/run.go`.
        """
        return self.number >= 23

    @property
    def election_flags_win(self) -> bool:
        """Whether the flags of leader election win over the file; before, they have no effect alongside it.

        Upstream: `cmd/kube-scheduler/app/options/options.go`, later `ApplyLeaderElectionTo`.
        """
        return self.number >= 22

    @property
    def takes_component_gates(self) -> bool:
        """Whether a feature gate may be written with the component that it belongs to.

        Upstream: `ColonSeparatedMultimapStringString` in `component-base/cli/flag/`.
        """
        return self.number >= 31

    @property
    def oldest_emulated(self) -> int:
        """The minor of the oldest release that it emulates.

        Upstream: `kubeEffectiveVersionFloors` in `apiserver/pkg/util/compatibility/version.go`.
        """
        return max(self.number - 3, 31)

    @property
    def reports_any_version(self) -> bool:
        """Whether `--version=v1.30.1-own` sets what it reports as its version.

        Upstream: `component-base/version/verflag`.
        """
        return self.number >= 29

    @property
    def serves_insecure_port(self) -> bool:
        """Whether health and metrics are served without TLS, at `healthzBindAddress` and `metricsBindAddress`.

        Later both have to be empty or have port 0. Upstream: `cmd/kube-scheduler/app/options/insecure_serving.go`.
        """
        return self.number <= 22

    @property
    def publishes_hyperkube(self) -> bool:
        """Whether Kubernetes publishes `hyperkube`, all components in one image (kubernetes/kubernetes#88676)."""
        return self.number <= 18

    @property
    def answers_livez(self) -> bool:
        """Whether it answers at `/livez` and `/readyz` (kubernetes/kubernetes#118148); `/healthz` is deprecated."""
        return self.number >= 31

    # Extenders.

    @property
    def extender_source(self) -> str:
        """The file that calls extenders."""
        return "pkg/scheduler/extender.go" if self.number >= 22 else "pkg/scheduler/core/extender.go"

    @property
    def skips_failing_binders(self) -> bool:
        """Whether an extender that fails to bind is skipped where it is `ignorable`.

        Upstream: `extendersBinding` in `pkg/scheduler/schedule_one.go`.
        """
        return self.number >= 30

    # The cluster around it.

    @property
    def has_seccomp_field(self) -> bool:
        """Whether Pods have `securityContext.seccompProfile` (KEP-135); before, it is an annotation."""
        return self.number >= 19

    @property
    def kubeadm_patches(self) -> KubeadmPatches:
        """How a folder of patches is named to its kubeadm.

        1.18 has only `--experimental-kustomize`; 1.19 has `--experimental-patches` (kubernetes/kubernetes#92017).
        Upstream: `cmd/kubeadm/app/apis/kubeadm/v1beta3/types.go`, `UpgradeConfiguration` in `v1beta4/types.go`.
        """
        if self.number >= 31:
            return "every configuration"
        if self.number >= 22:
            return "field"
        return "flag" if self.number >= 19 else "none"

    @property
    def mutating_policies(self) -> str | None:
        """The version of `admissionregistration.k8s.io` in which its API server has MutatingAdmissionPolicy (KEP-3962).

        None: it has none. Upstream: `APILifecycleIntroduced` in
        `api/admissionregistration/<version>/zz_generated.prerelease-lifecycle.go`.
        """
        if self.number >= 36:
            return "v1"
        if self.number >= 34:
            return "v1beta1"
        return "v1alpha1" if self.number >= 32 else None
