"""`kubescheduler.config.k8s.io/v1`: served since Kubernetes 1.25.

Upstream: `k8s.io/kube-scheduler/config/v1/types.go` and `k8s.io/component-base/config/v1alpha1/types.go`.
"""

from typing import Annotated

from pydantic import Field

from schedcfg.models import fields
from schedcfg.models.base import Int32, OneOf, Range, Shape, Since
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
    resource_lock: Annotated[
        str | None,
        Field(
            description="The kind of the lock object. Since 1.27 only `leases`; 1.25 and 1.26 also accept the two "
            "transitional kinds. Default: leases.",
        ),
        OneOf(("leases", "endpointsleases", "configmapsleases"), or_empty=True),
    ] = None
    resource_name: fields.LockName = None
    resource_namespace: fields.LockNamespace = None


class Plugin(Shape):
    """A plugin at one extension point."""

    name: fields.PluginName = None
    weight: fields.PluginWeight = None


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
    multi_point: Annotated[PluginSet | None, fields.MULTI_POINT] = None
    placement_generate: Annotated[
        PluginSet | None,
        Field(description="Plugins that find the sets of nodes that a group of Pods may be placed on. At most one."),
        Since("1.36"),
    ] = None
    placement_score: Annotated[
        PluginSet | None,
        Field(
            description="Plugins that score the sets of nodes on which a group of Pods fits; weights have an "
            "effect here too."
        ),
        Since("1.36"),
    ] = None
    pod_group_post_filter: Annotated[
        PluginSet | None,
        Field(
            description="Plugins that run if a group of Pods does not fit, e.g. to make room by preemption. Args "
            "of a plugin that is only named here are not completed: write an entry for it in "
            "`pluginConfig`."
        ),
        Since("1.37"),
    ] = None


class KubeSchedulerProfile(Shape):
    """One way to schedule, which Pods choose by its name."""

    scheduler_name: fields.SchedulerName = None
    percentage_of_nodes_to_score: Annotated[
        Int32 | None,
        Field(
            description="The same as the top-level field, for this profile only: percentage, 0 to 100. Default: "
            "that of the configuration.",
            examples=[50],
        ),
        Range(0, 100),
        Since("1.26"),
    ] = None
    plugins: Annotated[Plugins | None, fields.PLUGINS] = None
    plugin_config: Annotated[list[PluginConfig | None] | None, fields.PLUGIN_CONFIG] = None


class KubeSchedulerConfiguration(Shape):
    """The configuration that `kube-scheduler --config` reads."""

    api_version: Annotated[
        str | None,
        Field(description="The API version of this file: `kubescheduler.config.k8s.io/v1`."),
    ] = None
    kind: fields.Kind = None
    parallelism: fields.Parallelism = None
    leader_election: Annotated[LeaderElectionConfiguration | None, fields.LEADER_ELECTION] = None
    client_connection: Annotated[ClientConnectionConfiguration | None, fields.CLIENT_CONNECTION] = None
    enable_profiling: fields.EnableProfiling = None
    enable_contention_profiling: fields.EnableContentionProfiling = None
    percentage_of_nodes_to_score: fields.PercentageOfNodesToScore = None
    pod_initial_backoff_seconds: fields.PodInitialBackoffSeconds = None
    pod_max_backoff_seconds: fields.PodMaxBackoffSeconds = None
    profiles: Annotated[list[KubeSchedulerProfile | None] | None, fields.PROFILES] = None
    extenders: Annotated[list[Extender | None] | None, fields.EXTENDERS] = None
    delay_cache_until_active: Annotated[
        bool | None,
        Field(
            description="Whether a kube-scheduler that is not the leader keeps its cache empty: less memory, but "
            "a slower takeover. Only with leader election. Default: false."
        ),
        Since("1.28"),
    ] = None


EXTENSION_POINTS = tuple(
    name for field in Plugins.model_fields.values() if (name := field.alias) is not None and name != "multiPoint"
)
"""What a plugin can implement; MultiPoint represents all of them."""
