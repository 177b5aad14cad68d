"""The top level of the written configuration."""

from functools import lru_cache

from schedcfg import models
from schedcfg.configuration.decode import fields
from schedcfg.configuration.effective.args import of_plugins
from schedcfg.configuration.effective.model import (
    EMPTY_SET,
    WEIGHTED,
    ArgsEntry,
    ClientConnection,
    Configuration,
    Extender,
    LeaderElection,
    PluginRef,
    PluginSet,
    Profile,
)
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document.golang import duration
from schedcfg.document.golang.numbers import json_float32
from schedcfg.models.base import availability
from schedcfg.plugins.context import Context
from schedcfg.releases.release import GROUP, Release


def extender(one: Extender) -> dict[str, object]:
    """Write an extender of v1beta1 or later; its timeout is a duration."""
    return {**_common(one, "enableHTTPS"), "httpTimeout": duration.render(one.http_timeout)}


def legacy_extender(one: Extender) -> dict[str, object]:
    """Write an extender of v1alpha2; its timeout is a number of nanoseconds, left out where none is written."""
    body = _common(one, "enableHttps")
    if one.legacy_timeout:
        body["httpTimeout"] = one.legacy_timeout
    return body


def _common(one: Extender, enable_https: str) -> dict[str, object]:
    body: dict[str, object] = {
        "filterVerb": one.filter_verb,
        "preemptVerb": one.preempt_verb,
        "prioritizeVerb": one.prioritize_verb,
        "weight": one.weight,
        "bindVerb": one.bind_verb,
        enable_https: one.enable_https,
        "nodeCacheCapable": one.node_cache_capable,
        "ignorable": one.ignorable,
        "managedResources": [
            {"name": resource.name, **({"ignoredByScheduler": True} if resource.ignored_by_scheduler else {})}
            for resource in one.managed_resources
        ],
    }
    kept = {"urlPrefix": one.url_prefix, **{name: value for name, value in body.items() if value}}
    if one.tls is not None:
        kept["tlsConfig"] = {name: value for name, value in one.tls.items() if value}
    return kept


def profile(one: Profile, config: Configuration, registry: PluginRegistry) -> dict[str, object]:
    """Write one profile; that of a Policy as it is built, though the early releases write nothing of it."""
    if not config.release.writes_profiles_as_built and config.always_check_all_predicates is None:
        return _as_read(one, config)
    return _as_built(one, config, registry)


def _as_built(one: Profile, config: Configuration, registry: PluginRegistry) -> dict[str, object]:
    """Write the profile from which the framework was built: merged sets, and Args of the plugins that it runs.

    Upstream: `outputProfile` of `NewFramework` in `framework/runtime/framework.go`.
    """
    served = points(config.api_version, config.release)
    merged = {point: one.merged.get(point, EMPTY_SET) for point in served}
    body: dict[str, object] = {
        "schedulerName": one.scheduler_name,
        "plugins": {point: _plugin_set(_weightless(sets)) for point, sets in merged.items()},
    }
    if one.percentage_of_nodes_to_score is not None:
        body["percentageOfNodesToScore"] = one.percentage_of_nodes_to_score
    wired = [(args.name, args.wire(config.context)) for args in of_plugins(one, config, registry)]
    entries = [{"name": name, "args": args} for name, args in wired if args is not None]
    if entries:
        body["pluginConfig"] = entries
    return body


def _weightless(sets: PluginSet) -> PluginSet:
    """Drop the weights of disabled plugins: merging keeps their names only."""
    return sets._replace(disabled=tuple(ref._replace(weight=0) for ref in sets.disabled))


def _as_read(one: Profile, config: Configuration) -> dict[str, object]:
    body: dict[str, object] = {"schedulerName": one.scheduler_name}
    if one.has_plugins:
        body["plugins"] = {point: _plugin_set(sets) for point, sets in one.written.items()}
    if one.plugin_config:
        body["pluginConfig"] = [
            {"name": entry.name, "args": _args(entry, config.context)} for entry in one.plugin_config
        ]
    return body


def _args(entry: ArgsEntry, context: Context) -> object:
    if not context.release.reads_args_as_kinds or entry.kind is None or entry.written is None:
        return entry.raw
    return entry.kind.wire(entry.kind.complete(entry.written, context), context)


def _plugin_set(sets: PluginSet) -> dict[str, object]:
    body: dict[str, object] = {}
    if sets.enabled:
        body["enabled"] = [_ref(ref) for ref in sets.enabled]
    if sets.disabled:
        body["disabled"] = [_ref(ref) for ref in sets.disabled]
    return body


def _ref(ref: PluginRef) -> dict[str, object]:
    return {"name": ref.name, "weight": ref.weight}


@lru_cache(maxsize=64)
def points(api_version: str, release: Release) -> tuple[str, ...]:
    """List the points that an API version has in a release, MultiPoint among them."""
    known = fields.names_at(models.shape_of(api_version), ("profiles", 0, "plugins"))
    return tuple(name for name, info in known.items() if availability(info).first <= release.number)


def weighing_points(configuration: Configuration) -> frozenset[str]:
    """Return the points at which weights count: those that the release has, and asks plugins at."""
    release = configuration.release
    asked = (
        point
        for point in WEIGHTED.intersection(points(configuration.api_version, release))
        if point not in release.gated_points or release.enables(release.gated_points[point])
    )
    return frozenset(asked)


def written_version(configuration: Configuration) -> str:
    """Name the API version that the release writes (short)."""
    return configuration.release.written_api_version or configuration.api_version


def written(configuration: Configuration, registry: PluginRegistry) -> dict[str, object]:
    """Return the completed configuration as the release writes it, as plain data.

    Args:
        configuration: Completed, and accepted: for one that is refused the release writes nothing.
        registry: Which plugins exist.
    """
    body: dict[str, object] = {
        "apiVersion": f"{GROUP}/{written_version(configuration)}",
        "kind": "KubeSchedulerConfiguration",
        **top_level(configuration),
        "profiles": [profile(one, configuration, registry) for one in configuration.profiles],
    }
    if configuration.disable_preemption is not None:
        body["extenders"] = (
            [legacy_extender(one) for one in configuration.extenders] if configuration.has_extenders else None
        )
    elif configuration.extenders:
        body["extenders"] = [extender(one) for one in configuration.extenders]
    return body


def top_level(configuration: Configuration) -> dict[str, object]:
    """Return all of it but the type, profiles and extenders."""
    config = configuration
    body: dict[str, object] = {
        "clientConnection": _client_connection(config.client_connection),
        "enableContentionProfiling": config.enable_contention_profiling,
        "enableProfiling": config.enable_profiling,
        **config.bind_addresses,
        "leaderElection": _leader_election(config.leader_election),
        "percentageOfNodesToScore": config.percentage_of_nodes_to_score,
        "podInitialBackoffSeconds": config.pod_initial_backoff_seconds,
        "podMaxBackoffSeconds": config.pod_max_backoff_seconds,
    }
    if config.release.has_parallelism:
        body["parallelism"] = config.parallelism
    if config.delay_cache_until_active:
        body["delayCacheUntilActive"] = True
    if config.disable_preemption is not None:
        body |= {"bindTimeoutSeconds": config.bind_timeout_seconds, "disablePreemption": config.disable_preemption}
    return body


def _client_connection(connection: ClientConnection) -> dict[str, object]:
    return {
        "acceptContentTypes": connection.accept_content_types,
        "burst": connection.burst,
        "contentType": connection.content_type,
        "kubeconfig": connection.kubeconfig,
        "qps": json_float32(connection.qps),
    }


def _leader_election(election: LeaderElection) -> dict[str, object]:
    return {
        "leaderElect": election.leader_elect,
        "leaseDuration": duration.render(election.lease_duration),
        "renewDeadline": duration.render(election.renew_deadline),
        "resourceLock": election.resource_lock,
        "resourceName": election.resource_name,
        "resourceNamespace": election.resource_namespace,
        "retryPeriod": duration.render(election.retry_period),
    }
