"""The one form on which all checks work: completed, whatever API version it was written in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.models.base import Shape
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind
from schedcfg.releases.release import Release

WEIGHTED = frozenset({"score", "placementScore"})
"""The points at which weights count."""


class PluginRef(NamedTuple):
    """One plugin named in a plugin set."""

    name: str
    weight: int  # As written; 0 where none is
    path: Path | None  # The user's entry; None where it comes by default

    def weight_at(self, point: str) -> int:
        """Return its weight at a point: 1 for scores where none is written; at other points weights have no effect."""
        return (self.weight or 1) if point in WEIGHTED else 0


class PluginSet(NamedTuple):
    """What is enabled and disabled at one extension point."""

    enabled: tuple[PluginRef, ...] = ()
    disabled: tuple[PluginRef, ...] = ()


EMPTY_SET = PluginSet()


class ArgsEntry(NamedTuple):
    """One entry of `pluginConfig`."""

    name: str
    # The entry: `profiles[0].pluginConfig[1]`. For a Policy, which has no `pluginConfig`: what brings the Args, the
    # first where several entries do; `()` where they come by default.
    path: Path
    kind: ArgsKind | None  # What is known of these Args; None where any content is taken
    raw: object
    written: Shape | None  # The typed Args as written; None where `kind` is None, or where they could not be decoded


@dataclass(frozen=True)
class Profile:
    """One profile, completed."""

    index: int  # Its place in `profiles`
    path: Path  # `profiles[index]`; `()` where the file has none and upstream makes one up
    scheduler_name: str  # After defaulting; empty where it is missing and not defaulted
    # Extension point → what the user wrote there; points that were left out are missing
    written: Mapping[str, PluginSet]
    # Extension point → the sets that configuration validation looks at: merged with the default plugins where the API
    # version merges while defaulting (1.22 on), as written before
    validated: Mapping[str, PluginSet]
    merged: Mapping[str, PluginSet]  # Extension point → the sets from which the framework is built
    # The user's entries, in order; v1alpha1's `hardPodAffinitySymmetricWeight` makes one more
    plugin_config: tuple[ArgsEntry, ...]
    percentage_of_nodes_to_score: int | None  # The profile's own; None where it has none
    has_plugins: bool = False  # Whether `plugins` is written, be it empty
    # Which lists of `queueSort` are written, be they empty: `enabled`, `disabled`
    queue_sort_lists: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        """The profile as messages name it: by its name, or by its place where it has none."""
        return f'"{self.scheduler_name}"' if self.scheduler_name else f"profiles[{self.index}]"

    def args_entry(self, plugin: str) -> ArgsEntry | None:
        """Return the first entry of `plugin_config` for a plugin; None where there is none."""
        return next((entry for entry in self.plugin_config if entry.name == plugin), None)

    @cached_property
    def needed(self) -> frozenset[str]:
        """The names of all plugins that the framework builds for this profile."""
        return frozenset(ref.name for point in self.merged.values() for ref in point.enabled)

    @cached_property
    def enabled_at(self) -> Mapping[str, Mapping[str, PluginRef]]:
        """Extension point → the plugins of `merged` that are enabled there, by name: of several, the first."""
        return {point: {ref.name: ref for ref in reversed(at.enabled)} for point, at in self.merged.items()}

    @cached_property
    def disabled_at(self) -> Mapping[str, frozenset[str]]:
        """Extension point → the names of `merged` that are disabled there, `*` too."""
        return {point: frozenset(ref.name for ref in at.disabled) for point, at in self.merged.items()}

    @cached_property
    def written_enabled(self) -> frozenset[str]:
        """All names that the user enables."""
        return frozenset(ref.name for at in self.written.values() for ref in at.enabled)

    @cached_property
    def written_disabled(self) -> Mapping[str, frozenset[str]]:
        """Extension point → the names that the user disables there, `*` too."""
        return {point: frozenset(ref.name for ref in at.disabled) for point, at in self.written.items()}


class LeaderElection(NamedTuple):
    """Leader election, completed; durations in nanoseconds."""

    leader_elect: bool
    lease_duration: int
    renew_deadline: int
    retry_period: int
    resource_lock: str
    resource_name: str
    resource_namespace: str

    @property
    def lock(self) -> tuple[str, str, str]:
        """The object that the leader holds: its kind, namespace and name."""
        return self.resource_lock, self.resource_namespace, self.resource_name

    @property
    def is_by_default_lease(self) -> bool:
        """Whether it takes place, by the lease of the default scheduler."""
        return self.leader_elect and self.lock[1:] == ("kube-system", "kube-scheduler")


class ClientConnection(NamedTuple):
    """The connection to the API server, completed; `qps` and `burst` in requests per second and requests."""

    kubeconfig: str
    accept_content_types: str
    content_type: str
    qps: float
    burst: int


class ManagedResource(NamedTuple):
    """A resource that an extender manages."""

    name: str
    ignored_by_scheduler: bool


class Extender(NamedTuple):
    """One HTTP extender, completed; timeouts in nanoseconds."""

    url_prefix: str
    filter_verb: str
    preempt_verb: str
    prioritize_verb: str
    bind_verb: str
    weight: int
    enable_https: bool
    tls: Mapping[str, object] | None
    http_timeout: int
    node_cache_capable: bool
    managed_resources: tuple[ManagedResource, ...]
    ignorable: bool
    legacy_timeout: int = 0  # As written, in the legacy extenders of v1alpha2 and of a Policy; 0 where none is
    has_ignorable: bool = False  # Whether `ignorable` is written, be it false

    @property
    def verbs(self) -> dict[str, str]:
        """The requests that it gets: the fields of the verbs that are written, with what is appended to its URL."""
        written = {
            "filterVerb": self.filter_verb,
            "preemptVerb": self.preempt_verb,
            "prioritizeVerb": self.prioritize_verb,
            "bindVerb": self.bind_verb,
        }
        return {field: verb for field, verb in written.items() if verb}


@dataclass(frozen=True, eq=False, repr=False)
class Configuration:
    """A whole configuration, completed."""

    api_version: str  # Short name of the version it was written in: `v1beta3`
    release: Release
    profiles: tuple[Profile, ...]
    leader_election: LeaderElection
    extenders: tuple[Extender, ...]
    parallelism: int
    percentage_of_nodes_to_score: int
    pod_initial_backoff_seconds: int
    pod_max_backoff_seconds: int
    client_connection: ClientConnection
    enable_profiling: bool
    enable_contention_profiling: bool
    has_extenders: bool = False  # Whether `extenders` is written, be it empty
    delay_cache_until_active: bool = False
    bind_timeout_seconds: int | None = None  # Up to 1.18; None later
    disable_preemption: bool | None = None  # Up to 1.18; None later
    # `healthzBindAddress` and `metricsBindAddress`, completed; empty where the version has none
    bind_addresses: Mapping[str, str] = field(default_factory=dict)
    # The algorithm provider it is built from (1.18 to 1.21, no Policy; `DefaultProvider` unless v1alpha1 names
    # another); None since 1.22
    provider: str | None = None
    # Whether a node is put to every filter even after one has ruled it out; None where it is no Policy, which alone can
    # set it
    always_check_all_predicates: bool | None = None

    @cached_property
    def context(self) -> Context:
        """By whose rules Args are completed and checked."""
        return Context(api_version=self.api_version, release=self.release)
