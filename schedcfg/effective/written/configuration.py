"""The top level of the written configuration."""

from schedcfg.effective.model import ClientConnection, Configuration, LeaderElection
from schedcfg.effective.world import World
from schedcfg.effective.written.extenders import extender, legacy_extender
from schedcfg.effective.written.profiles import profile
from schedcfg.golang import duration
from schedcfg.golang.numbers import json_float32
from schedcfg.releases.release import GROUP

_FIXED_VERSIONS = {18: "v1alpha2", 19: "v1beta1", 20: "v1beta1", 21: "v1beta1"}
"""What the early releases write, whatever they read."""

_FIRST_WITH_PARALLELISM = 20


def written_version(configuration: Configuration) -> str:
    """Name the API version that the release writes (short)."""
    return _FIXED_VERSIONS.get(configuration.release.number, configuration.api_version)


def written(configuration: Configuration, world: World) -> dict[str, object]:
    """Return the completed configuration as the release writes it, as plain data.

    Args:
        configuration: Completed, and accepted: for one that is refused the release writes nothing.
        world: Which plugins exist.
    """
    body: dict[str, object] = {
        "apiVersion": f"{GROUP}/{written_version(configuration)}",
        "kind": "KubeSchedulerConfiguration",
        **top_level(configuration),
        "profiles": [profile(one, configuration, world) for one in configuration.profiles],
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
    config, number = configuration, configuration.release.number
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
    if number >= _FIRST_WITH_PARALLELISM:
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
