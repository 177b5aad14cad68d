"""What is known of one Kubernetes minor release."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

GROUP = "kubescheduler.config.k8s.io"
"""The API group of the configuration and of all in-tree Args."""


_OFFICIAL_FLAGS = frozenset({"log-json-info-buffer-size", "log-json-split-stream"})
"""Official binaries link the JSON logger, which adds these to the flags of the program's own code."""
_FIRST_WITH_OFFICIAL_FLAGS = 24


class FeatureGate(NamedTuple):
    """One feature gate as kube-scheduler registers it.

    Attributes:
        default: Whether it is on when nothing is said.
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
        section: The heading it stands under in `--help`.
        deprecated: Upstream's reason; empty where it is not deprecated.
        hidden: Whether `--help` leaves it out.
        shorthand: One letter, or empty.
        no_opt_default: The value when the flag stands without one; empty where it needs one.
    """

    type: str
    default: str
    section: str
    deprecated: str = ""
    hidden: bool = False
    shorthand: str = ""
    no_opt_default: str = ""


DefaultPlugins = Mapping[str, tuple[tuple[str, int], ...]]
"""Extension point → (plugin, weight) in order; weight 0 where none is written.

`multiPoint` is one of the points.
"""

LockCheck = Literal["startup", "validation"]
"""The stage at which a release stops for a resource lock that it does not take."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Release:
    """The facts of one Kubernetes minor release. There is one object per release, compared by identity.

    A release with feature gates switched (`schedcfg.releases.switched`) is an object of its own.

    Attributes:
        number: The minor: 29 for Kubernetes 1.29.
        measured: The exact patch release whose code the facts were read from, e.g. `v1.29.14`.
        api_versions: Served, oldest first, short names: `("v1beta3", "v1")`.
        deprecated: Those of them that the release logs a warning about when it reads one, each with what to
            use instead. Upstream: `loadConfig` in `cmd/kube-scheduler/app/options/configfile.go`.
        default_plugins: API version → the plugins that run when nothing is said.
        plugins: Names in the in-tree registry.
        feature_gates: Name → gate.
        gate_dependencies: Gate → the gates without which it must not be on; empty up to 1.34. Upstream:
            `defaultKubernetesFeatureGateDependencies` in `pkg/features/kube_features.go`.
        flags: Name without dashes → flag.
        policy: Whether it still reads a legacy Policy (`--policy-config-file`); its tables are in
            `schedcfg.releases.policy`.
        leader_election_locks: The values of `leaderElection.resourceLock` with which it starts, where
            leader election is on. Upstream: `resourcelock.New` of client-go, from 1.27 on `validation.go`.
        leader_election_lock_check: Where any other value stops it.
        removed_plugins: API version → plugins that configuration validation refuses by name, although they
            may still be in the registry; versions without any are left out. It looks at `enabled` of every
            extension point but `multiPoint`, and at `pluginConfig`; disabling them is allowed. Upstream:
            `removedPluginsByVersion`, from 1.25 on `invalidPluginsByVersion`, in
            `pkg/scheduler/apis/config/validation/validation.go`.
        algorithm_providers: Names that `algorithmSource.provider` and `--algorithm-provider` may have →
            default plugin → the plugin that the provider runs in its place, with the same weight; empty
            from 1.22 on.
        gates_set: Gate → whether it is on, for those that `--feature-gates` took away from their default.
        patch: The patch release that was asked for: 3 for `1.29.3`; None where none was named.
    """

    number: int
    measured: str
    api_versions: tuple[str, ...]
    deprecated: Mapping[str, str]
    default_plugins: Mapping[str, DefaultPlugins]
    plugins: frozenset[str]
    feature_gates: Mapping[str, FeatureGate]
    flags: Mapping[str, Flag]
    policy: bool
    leader_election_locks: tuple[str, ...]
    leader_election_lock_check: LockCheck
    removed_plugins: Mapping[str, frozenset[str]]
    algorithm_providers: Mapping[str, Mapping[str, str]]
    gate_dependencies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gates_set: Mapping[str, bool] = field(default_factory=dict)
    patch: int | None = None

    def __repr__(self) -> str:
        return f"Release({self.name})"

    @property
    def name(self) -> str:
        """The release as users write it: `1.29`."""
        return f"1.{self.number}"

    def takes_flag(self, name: str) -> bool:
        """Tell whether kube-scheduler takes a flag, given without dashes."""
        return name in self.flags or (name in _OFFICIAL_FLAGS and self.number >= _FIRST_WITH_OFFICIAL_FLAGS)

    def enables(self, gate: str) -> bool:
        """Tell whether a feature gate is on, as set or by default; False for one the release does not know."""
        known = self.feature_gates.get(gate)
        return known is not None and self.gates_set.get(gate, known.default)
