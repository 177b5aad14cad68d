"""A decoded configuration completed: what was not written filled in, plugin sets merged."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from schedcfg import models, releases
from schedcfg.configuration.decode.args import decode_args
from schedcfg.configuration.decode.configuration import Decoded
from schedcfg.configuration.effective import extenders, plugin_sets
from schedcfg.configuration.effective.model import (
    ArgsEntry,
    ClientConnection,
    Configuration,
    LeaderElection,
    PluginRef,
    PluginSet,
    Profile,
)
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document.golang import duration
from schedcfg.document.golang.numbers import float32
from schedcfg.document.span import Path
from schedcfg.models.validators import validated
from schedcfg.plugins.context import Context
from schedcfg.releases.release import Release

_CONTENT_TYPE = "application/vnd.kubernetes.protobuf"


def complete(written: Any) -> ClientConnection:
    """Complete the connection: zero and empty count as not written, as in Go.

    Upstream: `SetDefaults_KubeSchedulerConfiguration` and
    `RecommendedDefaultClientConnectionConfiguration` of component-base.
    """

    def field(attribute: str) -> Any:
        return getattr(written, attribute, None)

    return ClientConnection(
        kubeconfig=field("kubeconfig") or "",
        accept_content_types=field("accept_content_types") or "",
        content_type=field("content_type") or _CONTENT_TYPE,
        qps=float32(field("qps") or 0.0) or 50.0,
        burst=field("burst") or 100,
    )


Value = TypeVar("Value")

DEFAULT_SCHEDULER = "default-scheduler"
"""The scheduler of all Pods that name none; the cluster's own serves it."""

DEFAULT_PROVIDER = "DefaultProvider"

RENAMED = {"postFilter": "preScore"}
"""What v1alpha1, which has no profiles, calls a point → what later versions call it."""


def resolve(decoded: Decoded, registry: PluginRegistry) -> Configuration:
    """Complete a configuration whose shape could be read.

    Upstream: `SetDefaults_KubeSchedulerConfiguration` of each version's `defaults.go`.
    """
    shape, release = decoded.shape, decoded.release
    profiling = _or(shape.enable_profiling, default=True)
    return Configuration(
        api_version=decoded.api_version,
        release=release,
        profiles=_profiles(decoded, registry),
        leader_election=_leader_election(shape.leader_election, release),
        extenders=extenders.complete(getattr(shape, "extenders", None)),
        parallelism=_or(getattr(shape, "parallelism", None), 16),
        percentage_of_nodes_to_score=_or(shape.percentage_of_nodes_to_score, 0),
        pod_initial_backoff_seconds=_or(shape.pod_initial_backoff_seconds, 1),
        pod_max_backoff_seconds=_or(shape.pod_max_backoff_seconds, 10),
        client_connection=complete(shape.client_connection),
        enable_profiling=profiling,
        enable_contention_profiling=_or(shape.enable_contention_profiling, profiling),
        has_extenders=getattr(shape, "extenders", None) is not None,
        delay_cache_until_active=bool(getattr(shape, "delay_cache_until_active", None)),
        bind_timeout_seconds=_or(shape.bind_timeout_seconds, 600) if _has(shape, "bind_timeout_seconds") else None,
        disable_preemption=bool(shape.disable_preemption) if _has(shape, "disable_preemption") else None,
        bind_addresses=extenders.complete_addresses(shape, decoded.api_version, release),
        provider=_provider(shape, release),
    )


@lru_cache(maxsize=64)
def defaults(api_version: str, release: Release, registry: PluginRegistry) -> Configuration:
    """Return what an empty file is completed to."""
    nothing = validated(models.shape_of(api_version), {})
    return resolve(Decoded(api_version, release, nothing, {}, ()), registry)


def _or(value: Value | None, default: Value) -> Value:
    return default if value is None else value


def _has(shape: Any, attribute: str) -> bool:
    return attribute in type(shape).model_fields


def _provider(shape: Any, release: Release) -> str | None:
    if not release.algorithm_providers:
        return None
    source = shape.algorithm_source if _has(shape, "algorithm_source") else None
    provider = source.provider if source is not None else None
    return str(provider or DEFAULT_PROVIDER)


def _leader_election(written: Any, release: Release) -> LeaderElection:
    """Complete leader election: zero durations and empty names count as not written, as in Go."""

    def text(attribute: str, default: str) -> str:
        return getattr(written, attribute, None) or default

    def nanoseconds(attribute: str, default: str) -> int:
        value = getattr(written, attribute, None)
        return (value and duration.parse(value)) or duration.parse(default)

    elect = getattr(written, "leader_elect", None)
    # v1alpha1 has names of its own for the lock object, which win over the newer fields.
    own_names = written is not None and _has(written, "lock_object_name")
    name = own_names and text("lock_object_name", "")
    namespace = own_names and text("lock_object_namespace", "")
    return LeaderElection(
        leader_elect=True if elect is None else elect,
        lease_duration=nanoseconds("lease_duration", "15s"),
        renew_deadline=nanoseconds("renew_deadline", "10s"),
        retry_period=nanoseconds("retry_period", "2s"),
        resource_lock=text("resource_lock", release.default_resource_lock),
        resource_name=name or text("resource_name", "kube-scheduler"),
        resource_namespace=namespace or text("resource_namespace", "kube-system"),
    )


def _profiles(decoded: Decoded, registry: PluginRegistry) -> tuple[Profile, ...]:
    shape = decoded.shape
    if not _has(shape, "profiles"):
        return (_profile(decoded, registry, 0, (), shape, _name(shape, is_only=True)),)
    written = list(shape.profiles or ())
    if not written:
        return (_profile(decoded, registry, 0, (), None, DEFAULT_SCHEDULER),)
    is_only = len(written) == 1
    return tuple(
        _profile(decoded, registry, index, ("profiles", index), profile, _name(profile, is_only=is_only))
        for index, profile in enumerate(written)
    )


def _name(profile: Any, *, is_only: bool) -> str:
    """Return the profile's name; only a single profile without one gets the default, and `""` is a name."""
    name = profile.scheduler_name if profile is not None else None
    if name is None:
        return DEFAULT_SCHEDULER if is_only else ""
    return str(name)


def _profile(decoded: Decoded, registry: PluginRegistry, index: int, path: Path, shape: Any, name: str) -> Profile:
    release, version = decoded.release, decoded.api_version
    written = _written_sets(shape, path)
    defaults = plugin_sets.default_sets(release, version, _provider(decoded.shape, release))
    merged = plugin_sets.merge(defaults, written, version)
    return Profile(
        index=index,
        path=path,
        scheduler_name=name,
        written=written,
        validated=merged if release.validates_merged_plugins else written,
        merged=merged,
        plugin_config=(*_plugin_config(decoded, registry, path, shape), *_hard_pod_affinity(decoded, registry)),
        has_plugins=shape is not None and shape.plugins is not None,
        queue_sort_lists=_queue_sort_lists(shape),
        percentage_of_nodes_to_score=getattr(shape, "percentage_of_nodes_to_score", None) if path else None,
    )


def _hard_pod_affinity(decoded: Decoded, registry: PluginRegistry) -> Iterator[ArgsEntry]:
    """Yield v1alpha1's `hardPodAffinitySymmetricWeight` as Args of InterPodAffinity.

    Upstream: `Convert_v1alpha1_KubeSchedulerConfiguration_To_config_KubeSchedulerConfiguration` of 1.18.
    """
    weight = getattr(decoded.shape, "hard_pod_affinity_symmetric_weight", None)
    if weight is not None:
        context = Context(decoded.api_version, decoded.release)
        yield hard_pod_affinity(weight, context, registry)._replace(path=("hardPodAffinitySymmetricWeight",))


def hard_pod_affinity(weight: int, context: Context, registry: PluginRegistry) -> ArgsEntry:
    """Return the Args of InterPodAffinity that a weight of its own, outside of any profile, comes to."""
    plugin = registry.known("InterPodAffinity", context.release)
    assert plugin is not None
    assert plugin.args is not None
    raw = {"hardPodAffinityWeight": weight}
    args, _ = decode_args(plugin.args, raw, (), context.api_version, context.release)
    return ArgsEntry(plugin.name, (), plugin.args, raw, args.written)


def _written_sets(shape: Any, path: Path) -> Mapping[str, PluginSet]:
    plugins = shape.plugins if shape is not None else None
    if plugins is None:
        return {}
    result = {}
    for attribute, field in type(plugins).model_fields.items():
        point = getattr(plugins, attribute) if attribute in plugins.model_fields_set else None
        if point is not None:
            name = field.alias or attribute
            where = (*path, "plugins", name)
            result[name if path else RENAMED.get(name, name)] = PluginSet(
                _refs(point.enabled, (*where, "enabled")), _refs(point.disabled, (*where, "disabled"))
            )
    return result


def _queue_sort_lists(shape: Any) -> frozenset[str]:
    plugins = shape.plugins if shape is not None else None
    queue_sort = plugins.queue_sort if plugins is not None else None
    return frozenset(name for name in ("enabled", "disabled") if getattr(queue_sort, name, None) is not None)


def _refs(entries: Any, path: Path) -> tuple[PluginRef, ...]:
    return tuple(
        PluginRef("", 0, (*path, index))
        if entry is None
        else PluginRef(entry.name or "", entry.weight or 0, (*path, index))
        for index, entry in enumerate(entries or ())
    )


def _plugin_config(decoded: Decoded, registry: PluginRegistry, path: Path, shape: Any) -> tuple[ArgsEntry, ...]:
    entries = shape.plugin_config if shape is not None else None
    result = []
    for index, entry in enumerate(entries or ()):
        where: Path = (*path, "pluginConfig", index)
        if entry is None:
            result.append(ArgsEntry("", where, None, None, None))
            continue
        args = decoded.args.get(where)
        plugin = registry.known(entry.name or "", decoded.release) if args is not None else None
        kind = plugin.args if plugin is not None else None
        result.append(ArgsEntry(entry.name or "", where, kind, entry.args, args.written if args is not None else None))
    return tuple(result)


POLICY = "Policy"
"""What a Policy is written in, where others have an API version."""


class Completion(NamedTuple):
    """How a document is completed."""

    written_in: str  # Its API version, short: `v1beta3`; `Policy` for a Policy
    readers: tuple[str, ...]
    by: Callable[[Release], Configuration]
    of_nothing: Callable[[Release], Configuration]  # Completes an empty document by a release's rules


def of_nothing(api_version: str, registry: PluginRegistry) -> Completion:
    """Return how nothing at all is completed: as an empty document of an API version is."""

    def by(release: Release) -> Configuration:
        return defaults(api_version, release, registry)

    return Completion(api_version, releases.serving(api_version), by, by)


def of_configuration(decoded: Decoded, registry: PluginRegistry) -> Completion:
    """Return how a configuration is completed."""
    return Completion(
        decoded.api_version,
        releases.serving(decoded.api_version),
        lambda release: resolve(decoded._replace(release=release), registry),
        lambda release: defaults(decoded.api_version, release, registry),
    )
