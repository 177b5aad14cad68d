"""`kubescheduler.config.k8s.io/v1alpha2`: served by Kubernetes 1.18.

Extenders are those of the legacy Policy and are read as leniently: keys match in any case (`enableHTTPS` as
well as `enableHttps`) and unknown fields are ignored, for 1.18 leaves them to Go's plain `encoding/json`.
Their `httpTimeout` is a number of nanoseconds; `5s` is refused. Everything else is strict.

Upstream: `k8s.io/kube-scheduler/config/v1alpha2/types.go`, `k8s.io/component-base/config/v1alpha1/types.go`
and, for extenders, `k8s.io/kube-scheduler/config/v1/types.go`.
"""

from typing import Annotated, ClassVar

from pydantic import Field

from schedcfg.models import extender_fields, fields
from schedcfg.models.base import Shape
from schedcfg.models.shared import ClientConnectionConfiguration, PluginConfig

__all__ = [
    "ClientConnectionConfiguration",
    "ExtenderManagedResource",
    "ExtenderTLSConfig",
    "KubeSchedulerConfiguration",
    "KubeSchedulerLeaderElectionConfiguration",
    "KubeSchedulerProfile",
    "LegacyExtender",
    "Plugin",
    "PluginConfig",
    "PluginSet",
    "Plugins",
]


class KubeSchedulerLeaderElectionConfiguration(Shape):
    """How several kube-schedulers agree on the one that works.

    None of it is looked at where `leaderElect` is false.
    """

    leader_elect: fields.LeaderElect = None
    lease_duration: fields.LeaseDuration = None
    renew_deadline: fields.RenewDeadline = None
    retry_period: fields.RetryPeriod = None
    resource_lock: fields.ResourceLockBeforeV1beta1 = None
    resource_name: fields.LockName = None
    resource_namespace: fields.LockNamespace = None


class Plugin(Shape):
    """A plugin at one extension point."""

    name: fields.PluginName = None
    weight: fields.PluginWeightBeforeV1beta2 = None


class PluginSet(Shape):
    """The plugins of one extension point, as changes to the default ones."""

    enabled: Annotated[list[Plugin | None] | None, fields.ENABLED_BEFORE_V1BETA2] = None
    disabled: Annotated[list[Plugin | None] | None, fields.DISABLED] = None


class Plugins(Shape):
    """Which plugins run at which extension point; what is not named keeps its default plugins."""

    queue_sort: Annotated[PluginSet | None, fields.QUEUE_SORT] = None
    pre_filter: Annotated[PluginSet | None, fields.PRE_FILTER] = None
    filter: Annotated[PluginSet | None, fields.FILTER] = None
    pre_score: Annotated[PluginSet | None, fields.PRE_SCORE] = None
    score: Annotated[PluginSet | None, fields.SCORE] = None
    reserve: Annotated[PluginSet | None, fields.RESERVE_BEFORE_V1BETA1] = None
    permit: Annotated[PluginSet | None, fields.PERMIT] = None
    pre_bind: Annotated[PluginSet | None, fields.PRE_BIND] = None
    bind: Annotated[PluginSet | None, fields.BIND] = None
    post_bind: Annotated[PluginSet | None, fields.POST_BIND] = None
    unreserve: Annotated[PluginSet | None, fields.UNRESERVE] = None


class KubeSchedulerProfile(Shape):
    """One way to schedule, which Pods choose by its name."""

    scheduler_name: fields.SchedulerName = None
    plugins: Annotated[Plugins | None, fields.PLUGINS] = None
    plugin_config: Annotated[list[PluginConfig | None] | None, fields.PLUGIN_CONFIG] = None


class ExtenderTLSConfig(Shape):
    """How an extender is reached by TLS."""

    lenient: ClassVar[bool] = True

    insecure: extender_fields.Insecure = None
    server_name: extender_fields.ServerName = None
    cert_file: extender_fields.CertFile = None
    key_file: extender_fields.KeyFile = None
    ca_file: extender_fields.CaFile = None
    cert_data: extender_fields.CertData = None
    key_data: extender_fields.KeyData = None
    ca_data: extender_fields.CaData = None


class ExtenderManagedResource(Shape):
    """An extended resource that an extender looks after."""

    lenient: ClassVar[bool] = True

    name: extender_fields.ResourceName = None
    ignored_by_scheduler: extender_fields.IgnoredByScheduler = None


class LegacyExtender(Shape):
    """An HTTP service that takes part in scheduling. A verb that is not written is not asked of it."""

    lenient: ClassVar[bool] = True

    url_prefix: extender_fields.UrlPrefix = None
    filter_verb: extender_fields.FilterVerb = None
    preempt_verb: extender_fields.PreemptVerb = None
    prioritize_verb: extender_fields.PrioritizeVerb = None
    weight: extender_fields.Weight = None
    bind_verb: extender_fields.BindVerb = None
    enable_https: extender_fields.EnableHttps = None
    tls_config: Annotated[ExtenderTLSConfig | None, extender_fields.TLS_CONFIG] = None
    http_timeout: extender_fields.HttpTimeoutInNanoseconds = None
    node_cache_capable: extender_fields.NodeCacheCapable = None
    managed_resources: Annotated[list[ExtenderManagedResource | None] | None, extender_fields.MANAGED_RESOURCES] = None
    ignorable: extender_fields.Ignorable = None


class KubeSchedulerConfiguration(Shape):
    """The configuration that `kube-scheduler --config` reads."""

    api_version: Annotated[
        str | None,
        Field(description="The API version of this file: `kubescheduler.config.k8s.io/v1alpha2`."),
    ] = None
    kind: fields.Kind = None
    leader_election: Annotated[KubeSchedulerLeaderElectionConfiguration | None, fields.LEADER_ELECTION] = None
    client_connection: Annotated[ClientConnectionConfiguration | None, fields.CLIENT_CONNECTION] = None
    healthz_bind_address: fields.HealthzBindAddress = None
    metrics_bind_address: fields.MetricsBindAddress = None
    enable_profiling: fields.EnableProfiling = None
    enable_contention_profiling: fields.EnableContentionProfiling = None
    disable_preemption: fields.DisablePreemption = None
    percentage_of_nodes_to_score: fields.PercentageOfNodesToScore = None
    bind_timeout_seconds: fields.BindTimeoutSeconds = None
    pod_initial_backoff_seconds: fields.PodInitialBackoffSeconds = None
    pod_max_backoff_seconds: fields.PodMaxBackoffSeconds = None
    profiles: Annotated[list[KubeSchedulerProfile | None] | None, fields.PROFILES] = None
    extenders: Annotated[list[LegacyExtender | None] | None, fields.EXTENDERS] = None
