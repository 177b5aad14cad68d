"""`kubescheduler.config.k8s.io/v1alpha1`: served by Kubernetes 1.18.

The last version without profiles. 1.18 forgives unknown and repeated fields in it, with a warning in its log;
that is left to the reader, the shapes are closed.

Upstream: `k8s.io/kube-scheduler/config/v1alpha1/types.go` and
`k8s.io/component-base/config/v1alpha1/types.go`.
"""

from typing import Annotated

from pydantic import Field

from schedcfg.models import fields, shared
from schedcfg.models.base import Int32, OneOf, Range, Shape
from schedcfg.models.shared import ClientConnectionConfiguration

__all__ = [
    "ClientConnectionConfiguration",
    "KubeSchedulerConfiguration",
    "KubeSchedulerLeaderElectionConfiguration",
    "Plugin",
    "PluginConfig",
    "PluginSet",
    "Plugins",
    "SchedulerAlgorithmSource",
    "SchedulerPolicyConfigMapSource",
    "SchedulerPolicyFileSource",
    "SchedulerPolicySource",
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
    resource_name: Annotated[
        str | None,
        Field(
            description="The name of the lock object. If `lockObjectName` is set too, both must be the same. Default: "
            "kube-scheduler.",
            examples=["my-scheduler"],
        ),
    ] = None
    resource_namespace: Annotated[
        str | None,
        Field(
            description="The namespace of the lock object. If `lockObjectNamespace` is set too, both must be the same. "
            "Default: kube-system.",
            examples=["kube-system"],
        ),
    ] = None
    lock_object_namespace: Annotated[
        str | None,
        Field(
            description="The older name of `resourceNamespace`; if both are set, they must be the same.",
            examples=["kube-system"],
        ),
    ] = None
    lock_object_name: Annotated[
        str | None,
        Field(
            description="The older name of `resourceName`; if both are set, they must be the same.",
            examples=["my-scheduler"],
        ),
    ] = None


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
    post_filter: Annotated[
        PluginSet | None,
        Field(
            description="Plugins that run after filtering and before scoring; since v1alpha2 they are called preScore "
            "plugins."
        ),
    ] = None
    score: Annotated[PluginSet | None, fields.SCORE] = None
    reserve: Annotated[PluginSet | None, fields.RESERVE_BEFORE_V1BETA1] = None
    permit: Annotated[PluginSet | None, fields.PERMIT] = None
    pre_bind: Annotated[PluginSet | None, fields.PRE_BIND] = None
    bind: Annotated[PluginSet | None, fields.BIND] = None
    post_bind: Annotated[PluginSet | None, fields.POST_BIND] = None
    unreserve: Annotated[PluginSet | None, fields.UNRESERVE] = None


class PluginConfig(shared.PluginConfig):
    """The arguments of one plugin."""

    name: Annotated[
        str | None,
        Field(
            description="The plugin's name; each may occur once. The plugin need not be named in `plugins`.",
            examples=["NodeResourcesFit"],
        ),
    ] = None


class SchedulerPolicyFileSource(Shape):
    """A file that holds a legacy Policy."""

    path: Annotated[
        str | None,
        Field(description="Path of the Policy file.", examples=["/etc/kubernetes/scheduler-policy.json"]),
    ] = None


class SchedulerPolicyConfigMapSource(Shape):
    """A ConfigMap that holds a legacy Policy under the key `policy.cfg`."""

    namespace: Annotated[
        str | None,
        Field(description="The namespace of the ConfigMap.", examples=["kube-system"]),
    ] = None
    name: Annotated[
        str | None,
        Field(description="The name of the ConfigMap.", examples=["scheduler-policy"]),
    ] = None


class SchedulerPolicySource(Shape):
    """Where the legacy Policy comes from: one of the two."""

    file: Annotated[
        SchedulerPolicyFileSource | None,
        Field(description="A file that contains the Policy."),
    ] = None
    config_map: Annotated[
        SchedulerPolicyConfigMapSource | None,
        Field(description="A ConfigMap that contains the Policy."),
    ] = None


class SchedulerAlgorithmSource(Shape):
    """Where the plugins come from: a legacy Policy or a provider."""

    policy: Annotated[
        SchedulerPolicySource | None,
        Field(description="A legacy Policy, in place of a provider."),
    ] = None
    provider: Annotated[
        str | None,
        Field(description="The name of a set of default plugins. Default: DefaultProvider."),
        OneOf(("DefaultProvider", "ClusterAutoscalerProvider"), or_empty=True),
    ] = None


class KubeSchedulerConfiguration(Shape):
    """The configuration that `kube-scheduler --config` reads."""

    api_version: Annotated[
        str | None,
        Field(description="The API version of this file: `kubescheduler.config.k8s.io/v1alpha1`."),
    ] = None
    kind: fields.Kind = None
    scheduler_name: Annotated[
        str | None,
        Field(
            description="Pods with this `spec.schedulerName` are scheduled by this kube-scheduler. Default: "
            "default-scheduler.",
            examples=["default-scheduler"],
        ),
    ] = None
    algorithm_source: Annotated[
        SchedulerAlgorithmSource | None,
        Field(description="Where the plugins come from. Default: the provider DefaultProvider."),
    ] = None
    hard_pod_affinity_symmetric_weight: Annotated[
        Int32 | None,
        Field(
            description="Weight of a running Pod's required affinity to the Pod being scheduled when nodes are "
            "scored, 0 to 100. It becomes `hardPodAffinityWeight` of the plugin InterPodAffinity. "
            "Default: 1.",
            examples=[1],
        ),
        Range(0, 100),
    ] = None
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
    plugins: Annotated[
        Plugins | None,
        Field(description="Plugins to enable in addition to those of the provider, and ones to disable."),
    ] = None
    plugin_config: Annotated[list[PluginConfig | None] | None, fields.PLUGIN_CONFIG] = None
