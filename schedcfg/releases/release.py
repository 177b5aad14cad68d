"""What is known of one Kubernetes minor release."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

GROUP = "kubescheduler.config.k8s.io"
"""The API group of the configuration and of all in-tree Args."""


def minor(release: str) -> int:
    """Return the minor of a release's name: 29 for `1.29`."""
    return int(release.partition(".")[2])


class FeatureGate(NamedTuple):
    """One feature gate as kube-scheduler registers it.

    Attributes:
        default: Whether it is on by default.
        stage: `ALPHA`, `BETA`, `GA` or `DEPRECATED`.
        locked: Whether it can no longer be changed.
        scheduler: Whether the scheduler's own code looks at it.
    """

    default: bool
    stage: str
    locked: bool = False
    scheduler: bool = False


class Flag(NamedTuple):
    """One flag of the kube-scheduler command.

    Attributes:
        type: As pflag names it: `string`, `bool`, `int32`, `duration`, `stringSlice` …
        default: As `--help` shows it.
        section: Its heading in `--help`.
        deprecated: Upstream's reason; empty where it is not deprecated.
        hidden: Whether `--help` leaves it out.
        shorthand: One letter, or empty.
        no_opt_default: The value when the flag has none; empty where it needs one.
        minimum: The least number, or duration in nanoseconds, with which the command starts; None: any.
        maximum: The greatest one; None: any.
        allowed: The texts that it, or each of its items, may be; empty: any.
        form: What else it, or each of its items, has to be: a key of `FORMS` in `flag_types`, or its
            `RELEASE_BEFORE`; empty: anything.
        takes_empty: Whether an empty text leaves it as it is, although it is none of the type.
        gate: The feature gate without which it has to keep its default.
        needs: A flag that has to be given as well.
        excludes: A flag that must not be given as well.
        text_only: Whether it may only be changed with `--logging-format=text`.
        only_serving: Whether its value counts only where the scheduler serves HTTPS.
    """

    type: str
    default: str
    section: str
    deprecated: str = ""
    hidden: bool = False
    shorthand: str = ""
    no_opt_default: str = ""
    minimum: int | None = None
    maximum: int | None = None
    allowed: tuple[str, ...] = ()
    form: str = ""
    takes_empty: bool = False
    gate: str = ""
    needs: str = ""
    excludes: str = ""
    text_only: bool = False
    only_serving: bool = False


LOGGING_ALPHA = "LoggingAlphaOptions"
"""The gate of flags that part and buffer what is logged."""

DefaultPlugins = Mapping[str, tuple[tuple[str, int], ...]]
"""Extension point → (plugin, weight) in order; weight 0 where none is written.

`multiPoint` is one of the points.
"""

_INSECURE_SERVING = frozenset({"address", "port"})
"""Flags of insecure serving: 1.23 takes them for the last time, without effect; a port other than 0 it refuses."""

LockCheck = Literal["startup", "validation"]
"""The stage at which a release stops for a resource lock that it does not take."""

KubeadmPatches = Literal["none", "flag", "field", "every configuration"]
"""How a folder of patches is named to kubeadm: not at all, by a flag only, by a field of what `init` and `join` read,
or by one of what `upgrade` reads too."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Release:
    """The facts of one Kubernetes minor release. There is one object per release, compared by identity.

    A release with feature gates switched (`schedcfg.releases.default_plugins`) is an object of its own.

    Attributes:
        number: The minor: 29 for Kubernetes 1.29.
        source_version: The exact patch release whose code the facts were read from, e.g. `v1.29.14`.
        api_versions: Served, oldest first, short names: `("v1beta3", "v1")`.
        deprecated: Those of them that the release logs a warning about when it reads one, each with what to
            use instead. Upstream: `loadConfig` in `cmd/kube-scheduler/app/options/configfile.go`.
        default_plugins: API version → the plugins that run by default.
        plugins: Names in the in-tree registry.
        feature_gates: Name → gate.
        gate_dependencies: Gate → the gates without which it must not be on; empty up to 1.34. Upstream:
            `defaultKubernetesFeatureGateDependencies` in `pkg/features/kube_features.go`.
        flags: Name without dashes → flag.
        policy: Whether it still reads a legacy Policy (`--policy-config-file`); its tables are in
            `schedcfg.releases.policy`.
        leader_election_locks: The values of `leaderElection.resourceLock` with which it starts, where
            leader election is on. Upstream: `resourcelock.New` of client-go, since 1.27 `validation.go`.
        unvalidated_locks: Further ones that only validation of a file refuses: flags alone may have them.
            Upstream: what `resourcelock.New` still takes.
        leader_election_lock_check: Where any other value stops it.
        removed_plugins: API version → plugins that configuration validation refuses by name, although they
            may still be in the registry; versions without any are left out. It looks at `enabled` of every
            extension point but `multiPoint`, and at `pluginConfig`; disabling them is allowed. Upstream:
            `removedPluginsByVersion`, since 1.25 `invalidPluginsByVersion`, in
            `pkg/scheduler/apis/config/validation/validation.go`.
        algorithm_providers: Names that `algorithmSource.provider` and `--algorithm-provider` may have →
            default plugin → the plugin that the provider runs in its place, with the same weight; empty
            since 1.22.
        conflicting_score_plugins: API version → the plugins alongside which validation refuses NodeResourcesFit at
            `score`; only in 1.22, which has both ways of scoring by resources.
        reads_args_as_kinds: Whether plugin Args are API kinds, which are decoded and completed with the file; before,
            they are read leniently, and only when the plugin is built.
        reads_args_as_named_kind: Whether Args are read as the kind that they name, and stop the scheduler by fields
            which that kind does not have. Before, no path of an unknown field is named; later, the wrong kind is
            named first.
        decodes_with_json_iterator: Whether another decoder than Go's own reads JSON: some numbers that do not fit wrap
            around unnoticed, errors name Go's types and the text around, but no field path, and JSON has to be YAML.
        names_paths_of_unknown_fields: Whether an unknown field is named with the path to it.
        validates_merged_plugins: Whether validation looks at plugin sets into which defaulting has merged the default
            plugins; before, an algorithm provider brings those afterwards.
        validates_args: Whether validation looks at the Args of every plugin; before, only the constructors of the
            plugins that are enabled do.
        validates_queue_sort: Whether validation counts the plugins that sort, and compares their Args.
        compares_queue_sort_pointers: Whether a `queueSort` that is left out differs from an empty one when profiles
            are compared.
        draws_equal_nodes: Whether one of several nodes with the same, highest score is drawn. Later it is the one
            that passed the filters first, which run in several threads; only among nodes that an extender scored is
            one drawn. Upstream: `selectHost`, later `prioritizeNodes`, in `pkg/scheduler/schedule_one.go`;
            https://github.com/kubernetes/kubernetes/pull/141024.
        adds_score_weights_in_order: Whether score weights are added up in the order of the plugins; before, in that
            of a Go map, which is random.
        score_weight_points: Where a plugin gets the weight of its score: at the last of these points that enables it,
            be it without a weight. Up to 1.21 these are all points, as the framework walks them
            (kubernetes/kubernetes#100613).
        appends_ignored_resources: Whether the resources that extenders ignore become another `pluginConfig` entry for
            NodeResourcesFit; later, they replace `ignoredResources` of the entry that is there.
        checks_extender_authorities: Whether authorities of an extender without a certificate in them stop the
            scheduler; before, they are skipped, and no server is trusted.
        shifts_multi_point: Whether `expandMultiPointPlugins` deletes from the list that it walks, at least in early
            patch releases.
        multi_point_fixed_in: The patch release that no longer does so; empty where none fixed it, or it never did.
        refuses_arguments: Whether words that are no flags stop it; before, it only logs that it does not support them.
            Upstream: `NewSchedulerCommand` in `cmd/kube-scheduler/app/server.go`.
        serves_insecure_port: Whether health and metrics are served without TLS, at `healthzBindAddress` and
            `metricsBindAddress`; later both have to be empty or have port 0.
        answers_livez: Whether it answers at `/livez` and `/readyz`; `/healthz` is deprecated since.
        default_resource_lock: What `leaderElection.resourceLock` is completed to.
        election_flags_win: Whether the flags of leader election win over the file; before, they have no effect
            alongside it.
        takes_component_gates: Whether a feature gate may be written with the component that it belongs to.
        writes_profiles_as_built: Whether `--write-config-to` writes profiles as their frameworks were built from
            them; before, as they were read.
        written_api_version: What it writes whatever it reads; None: what it reads.
        has_parallelism: Whether it has a `parallelism` to write.
        extender_source: The file that calls extenders.
        knows_unresolvable_nodes: Whether it reads `FailedAndUnresolvableNodes` of an extender's answer.
        needs_victims: Whether a node without victims in an extender's answer is an error; before, the Pod is
            nominated there as if it had resources left.
        scores_returned_nodes: Whether all score plugins get the nodes as an extender sent them back; before, only
            preScore plugins do, and the others get those of the scheduler's own cache.
        skips_failing_binders: Whether an extender that fails to bind is skipped where it is `ignorable`.
        logs_failing_scores: Whether it logs, at verbosity 5, that an extender failed to score.
        sends_null_timestamps: Whether an unset `creationTimestamp` is sent as null; later it is left out.
        has_seccomp_field: Whether Pods have `securityContext.seccompProfile`; before, it is an annotation.
        kubeadm_patches: How a folder of patches is named to its kubeadm.
        mutating_policies: The version of `admissionregistration.k8s.io` in which its API server has
            MutatingAdmissionPolicy; None: it has none. Upstream: `APILifecycleIntroduced` in
            `k8s.io/api/admissionregistration/<version>/zz_generated.prerelease-lifecycle.go`.
        gated_points: Extension point → the feature gate without which nothing asks the plugins there, although they
            are built. Upstream: `pkg/scheduler/schedule_one_podgroup.go`.
        points_without_default_args: Points of which defaulting takes no notice: a plugin that is enabled at these
            alone gets no Args by default. Upstream: `pluginsNames` in `pkg/scheduler/apis/config/v1/defaults.go`.
        upgrade_notes: What tables do not show to an operator who comes from the release before, a sentence or two each:
            what the scheduler refuses now, or does another way, and what to do.
        normalizes_flags: Whether dashes and underscores in the names of flags mean the same.
        reports_any_version: Whether `--version=v1.30.1-own` sets what it reports as its version.
        gates_set: Gate → whether it is on, for those that `--feature-gates` took away from their default.
        early_flags: The flags of its first patch releases, where they differ.
        last_early_patch: The last of these: 3 for `1.22.3`; None where all have the same flags.
        patch: The patch release that was chosen: 3 for `1.29.3`; None where none was named.
    """

    number: int
    source_version: str
    api_versions: tuple[str, ...]
    deprecated: Mapping[str, str]
    default_plugins: Mapping[str, DefaultPlugins]
    plugins: frozenset[str]
    feature_gates: Mapping[str, FeatureGate]
    flags: Mapping[str, Flag]
    policy: bool
    leader_election_locks: tuple[str, ...]
    unvalidated_locks: tuple[str, ...]
    leader_election_lock_check: LockCheck
    removed_plugins: Mapping[str, frozenset[str]]
    algorithm_providers: Mapping[str, Mapping[str, str]]
    conflicting_score_plugins: Mapping[str, frozenset[str]]
    reads_args_as_kinds: bool
    reads_args_as_named_kind: bool
    decodes_with_json_iterator: bool
    names_paths_of_unknown_fields: bool
    validates_merged_plugins: bool
    validates_args: bool
    validates_queue_sort: bool
    compares_queue_sort_pointers: bool
    draws_equal_nodes: bool
    adds_score_weights_in_order: bool
    score_weight_points: tuple[str, ...]
    appends_ignored_resources: bool
    checks_extender_authorities: bool
    shifts_multi_point: bool
    multi_point_fixed_in: str
    refuses_arguments: bool
    serves_insecure_port: bool
    answers_livez: bool
    default_resource_lock: str
    election_flags_win: bool
    takes_component_gates: bool
    writes_profiles_as_built: bool
    written_api_version: str | None
    has_parallelism: bool
    extender_source: str
    knows_unresolvable_nodes: bool
    needs_victims: bool
    scores_returned_nodes: bool
    skips_failing_binders: bool
    logs_failing_scores: bool
    sends_null_timestamps: bool
    has_seccomp_field: bool
    kubeadm_patches: KubeadmPatches
    mutating_policies: str | None
    gated_points: Mapping[str, str]
    points_without_default_args: frozenset[str]
    normalizes_flags: bool
    reports_any_version: bool
    gate_dependencies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    upgrade_notes: tuple[str, ...] = ()
    gates_set: Mapping[str, bool] = field(default_factory=dict)
    early_flags: Mapping[str, Flag] = field(default_factory=dict)
    last_early_patch: int | None = None
    patch: int | None = None

    def __repr__(self) -> str:
        return f"Release({self.name})"

    @property
    def name(self) -> str:
        """The release as users write it: `1.29`."""
        return f"1.{self.number}"

    def patched(self, patch: int) -> "Release":
        """Return one of its patch releases."""
        is_early = self.last_early_patch is not None and patch <= self.last_early_patch
        return replace(self, patch=patch, flags=self.early_flags if is_early else self.flags)

    def takes_flag(self, name: str) -> bool:
        """Return whether kube-scheduler takes a flag, whose name has no dashes."""
        return name in self.flags

    def takes_spelling(self, name: str, written: str) -> bool:
        """Return whether kube-scheduler takes a flag as it is written, with underscores or dashes."""
        return name in self.flags and (self.normalizes_flags or written == name)

    def ignores_flag(self, name: str) -> bool:
        """Return whether kube-scheduler takes a flag of insecure serving, but serves nothing without TLS any more."""
        return name in _INSECURE_SERVING and name in self.flags and not self.serves_insecure_port

    @property
    def oldest_emulated(self) -> int:
        """The minor of the oldest release that it emulates.

        Upstream: `kubeEffectiveVersionFloors` in apiserver's `pkg/util/compatibility/version.go`.
        """
        return max(self.number - 3, 31)

    def enables(self, gate: str) -> bool:
        """Return whether a feature gate is on, as set or by default; False for one the release does not know."""
        known = self.feature_gates.get(gate)
        return known is not None and self.gates_set.get(gate, known.default)
