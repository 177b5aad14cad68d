"""`kubescheduler.config.k8s.io/v1beta2`: served by Kubernetes 1.22 to 1.27.

Upstream: `k8s.io/kube-scheduler/config/v1beta2/types.go` and
`k8s.io/component-base/config/v1alpha1/types.go`.
"""

from typing import Annotated

from pydantic import Field

from schedcfg.models import fields
from schedcfg.models.base import Int32, Shape, Since
from schedcfg.models.shared import (
    ClientConnectionConfiguration,
    Extender,
    ExtenderManagedResource,
    ExtenderTLSConfig,
    PluginConfig,
)

__all__ = [
    "ClientConnectionConfiguration",
    "Extender",
    "ExtenderManagedResource",
    "ExtenderTLSConfig",
    "KubeSchedulerConfiguration",
    "KubeSchedulerProfile",
    "LeaderElectionConfiguration",
    "Plugin",
    "PluginConfig",
    "PluginSet",
    "Plugins",
]


class LeaderElectionConfiguration(Shape):
    """How several kube-schedulers agree on the one that works.

    None of it is looked at where `leaderElect` is false.
    """

    leader_elect: fields.LeaderElect = None
    lease_duration: fields.LeaseDuration = None
    renew_deadline: fields.RenewDeadline = None
    retry_period: fields.RetryPeriod = None
    resource_lock: fields.ResourceLock = None
    resource_name: fields.LockName = None
    resource_namespace: fields.LockNamespace = None


class Plugin(Shape):
    """A plugin at one extension point."""

    name: fields.PluginName = None
    weight: Annotated[
        Int32 | None,
        Field(
            description="Weight of the plugin's score; only used at `score`, set there or in `multiPoint`. 0 is "
            "the same as omitting it, and counts as 1; negative numbers are used as they are.",
            examples=[2],
        ),
    ] = None


class PluginSet(Shape):
    """The plugins of one extension point, as changes to the default ones."""

    enabled: Annotated[list[Plugin | None] | None, fields.ENABLED] = None
    disabled: Annotated[list[Plugin | None] | None, fields.DISABLED] = None


class Plugins(Shape):
    """Which plugins run at which extension point; what is not named keeps its default plugins."""

    pre_enqueue: Annotated[PluginSet | None, fields.PRE_ENQUEUE, Since("1.26")] = None
    queue_sort: Annotated[PluginSet | None, fields.QUEUE_SORT] = None
    pre_filter: Annotated[PluginSet | None, fields.PRE_FILTER] = None
    filter: Annotated[PluginSet | None, fields.FILTER] = None
    post_filter: Annotated[PluginSet | None, fields.POST_FILTER] = None
    pre_score: Annotated[PluginSet | None, fields.PRE_SCORE] = None
    score: Annotated[PluginSet | None, fields.SCORE] = None
    reserve: Annotated[PluginSet | None, fields.RESERVE] = None
    permit: Annotated[PluginSet | None, fields.PERMIT] = None
    pre_bind: Annotated[PluginSet | None, fields.PRE_BIND] = None
    bind: Annotated[PluginSet | None, fields.BIND] = None
    post_bind: Annotated[PluginSet | None, fields.POST_BIND] = None
    multi_point: Annotated[PluginSet | None, fields.MULTI_POINT, Since("1.23")] = None


class KubeSchedulerProfile(Shape):
    """One way to schedule, which Pods choose by its name."""

    scheduler_name: fields.SchedulerName = None
    plugins: Annotated[Plugins | None, fields.PLUGINS] = None
    plugin_config: Annotated[list[PluginConfig | None] | None, fields.PLUGIN_CONFIG] = None


class KubeSchedulerConfiguration(Shape):
    """The configuration that `kube-scheduler --config` reads."""

    api_version: Annotated[
        str | None,
        Field(description="The API version of this file: `kubescheduler.config.k8s.io/v1beta2`."),
    ] = None
    kind: fields.Kind = None
    parallelism: fields.Parallelism = None
    leader_election: Annotated[LeaderElectionConfiguration | None, fields.LEADER_ELECTION] = None
    client_connection: Annotated[ClientConnectionConfiguration | None, fields.CLIENT_CONNECTION] = None
    healthz_bind_address: Annotated[
        str | None,
        Field(
            description="Address for health checks without TLS, `host:port`; `host` alone gets port 10251. Since "
            "1.23, it must be empty or have port 0, as there is no such server. Default: "
            "0.0.0.0:10251 in 1.22, empty since 1.23.",
            examples=["127.0.0.1:10251", "127.0.0.1:0"],
        ),
    ] = None
    metrics_bind_address: Annotated[
        str | None,
        Field(
            description="Address for metrics without TLS, `host:port`; `host` alone gets port 10251. Since 1.23, "
            "it must be empty or have port 0, as there is no such server. Default: 0.0.0.0:10251 in "
            "1.22, empty since 1.23.",
            examples=["127.0.0.1:10251", "127.0.0.1:0"],
        ),
    ] = None
    enable_profiling: fields.EnableProfiling = None
    enable_contention_profiling: fields.EnableContentionProfiling = None
    percentage_of_nodes_to_score: fields.PercentageOfNodesToScore = None
    pod_initial_backoff_seconds: fields.PodInitialBackoffSeconds = None
    pod_max_backoff_seconds: fields.PodMaxBackoffSeconds = None
    profiles: Annotated[list[KubeSchedulerProfile | None] | None, fields.PROFILES] = None
    extenders: Annotated[list[Extender | None] | None, fields.EXTENDERS] = None
