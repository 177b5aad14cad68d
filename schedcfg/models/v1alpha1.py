"""`kubescheduler.config.k8s.io/v1alpha1`: served by Kubernetes 1.18.

The last version without profiles. 1.18 forgives unknown and repeated fields in it, with a warning in its log;
that is left to the reader, the shapes are closed.

Upstream: `k8s.io/kube-scheduler/config/v1alpha1/types.go` and
`k8s.io/component-base/config/v1alpha1/types.go`.
"""

from typing import Annotated, Any

from pydantic import Field

from schedcfg.models.base import Float32, Int32, Int64, OneOf, Range, Shape, WrittenDuration


class KubeSchedulerLeaderElectionConfiguration(Shape):
    """How several kube-schedulers agree on the one that works.

    None of it is looked at where `leaderElect` is false.
    """

    leader_elect: Annotated[
        bool | None,
        Field(
            description="Whether this kube-scheduler works only while it holds the lock. Needed as soon as "
            "more than one runs with the same lock. Default: true."
        ),
    ] = None
    lease_duration: Annotated[
        WrittenDuration,
        Field(
            description="How long the others wait, after the leader last renewed its lease, before they try "
            "to take it over. Greater than zero and longer than `renewDeadline`. 0s counts as not written. "
            "Default: 15s.",
            examples=["15s"],
        ),
    ] = None
    renew_deadline: Annotated[
        WrittenDuration,
        Field(
            description="How long the leader tries to renew its lease before it gives up leading and exits. "
            "Greater than zero, and longer than 1.2 times `retryPeriod`. 0s counts as not written. "
            "Default: 10s.",
            examples=["10s"],
        ),
    ] = None
    retry_period: Annotated[
        WrittenDuration,
        Field(
            description="The pause between two tries to take or renew the lease. Greater than zero. 0s "
            "counts as not written. Default: 2s.",
            examples=["2s"],
        ),
    ] = None
    resource_lock: Annotated[
        str | None,
        Field(
            description="The kind of object that is the lock. Default: endpointsleases.",
        ),
        OneOf(("leases", "endpointsleases", "configmapsleases", "endpoints", "configmaps"), or_empty=True),
    ] = None
    resource_name: Annotated[
        str | None,
        Field(
            description="The name of the lock object. If `lockObjectName` is written too, both must be the "
            "same. Default: kube-scheduler.",
            examples=["my-scheduler"],
        ),
    ] = None
    resource_namespace: Annotated[
        str | None,
        Field(
            description="The namespace of the lock object. If `lockObjectNamespace` is written too, both "
            "must be the same. Default: kube-system.",
            examples=["kube-system"],
        ),
    ] = None
    lock_object_namespace: Annotated[
        str | None,
        Field(
            description="The older name of `resourceNamespace`; if both are written, they must be the same.",
            examples=["kube-system"],
        ),
    ] = None
    lock_object_name: Annotated[
        str | None,
        Field(
            description="The older name of `resourceName`; if both are written, they must be the same.",
            examples=["my-scheduler"],
        ),
    ] = None


class ClientConnectionConfiguration(Shape):
    """How kube-scheduler talks to the API server."""

    kubeconfig: Annotated[
        str | None,
        Field(
            description="Path of the kubeconfig file. Empty: the Pod's own service account. Default: empty.",
            examples=["/etc/kubernetes/scheduler.conf"],
        ),
    ] = None
    accept_content_types: Annotated[
        str | None,
        Field(
            description="The Accept header of requests, in place of one made from `contentType`. Default: empty.",
            examples=["application/json"],
        ),
    ] = None
    content_type: Annotated[
        str | None,
        Field(
            description="The media type of what is sent. Default: application/vnd.kubernetes.protobuf.",
            examples=["application/vnd.kubernetes.protobuf", "application/json"],
        ),
    ] = None
    qps: Annotated[
        Float32 | None,
        Field(
            description="Requests per second, on average, that this client allows itself. 0 counts as not "
            "written; a negative number switches the limit off. Default: 50.",
            examples=[50],
        ),
    ] = None
    burst: Annotated[
        Int32 | None,
        Field(
            description="Requests that may be sent at once before `qps` slows them down. Not negative; 0 "
            "counts as not written. Default: 100.",
            examples=[100],
        ),
        Range(0),
    ] = None


class Plugin(Shape):
    """A plugin at one extension point."""

    name: Annotated[
        str | None,
        Field(
            description="The plugin's name, letter for letter. Under `disabled`, `*` stands for all default plugins.",
            examples=["NodeResourcesFit"],
        ),
    ] = None
    weight: Annotated[
        Int32 | None,
        Field(
            description="How much the plugin's score counts; only looked at under `score`. 0 and not "
            "written count as 1; negative numbers are taken as they are.",
            examples=[2],
        ),
    ] = None


class PluginSet(Shape):
    """The plugins of one extension point, as changes to the default ones."""

    enabled: Annotated[
        list[Plugin | None] | None,
        Field(
            description="Plugins that run here besides the default ones, in this order. A default plugin "
            "can only be named here if it is `disabled` too, e.g. to give it another weight or place."
        ),
    ] = None
    disabled: Annotated[
        list[Plugin | None] | None,
        Field(description="Default plugins that do not run here. A single entry `*` disables all of them."),
    ] = None


class Plugins(Shape):
    """Which plugins run at which extension point; what is not named keeps its default plugins."""

    queue_sort: Annotated[
        PluginSet | None,
        Field(description="The plugin that sorts the queue. Exactly one has to be left, the same one in all profiles."),
    ] = None
    pre_filter: Annotated[
        PluginSet | None,
        Field(description="Plugins that prepare filtering, or find that no node can do."),
    ] = None
    filter: Annotated[
        PluginSet | None,
        Field(description="Plugins that rule out nodes on which the Pod cannot run."),
    ] = None
    post_filter: Annotated[
        PluginSet | None,
        Field(
            description="Plugins that run after filtering and before scoring; from v1alpha2 on they are "
            "called preScore plugins."
        ),
    ] = None
    score: Annotated[
        PluginSet | None,
        Field(description="Plugins that rate the nodes that are left; only here does a weight count."),
    ] = None
    reserve: Annotated[
        PluginSet | None,
        Field(description="Plugins that set resources aside on the chosen node."),
    ] = None
    permit: Annotated[
        PluginSet | None,
        Field(description="Plugins that let binding go on, delay it or prevent it."),
    ] = None
    pre_bind: Annotated[
        PluginSet | None,
        Field(description="Plugins that do what has to be done before binding, e.g. provide volumes."),
    ] = None
    bind: Annotated[
        PluginSet | None,
        Field(
            description="Plugins that bind the Pod to its node, in this order; the first that does ends it. "
            "At least one has to be left."
        ),
    ] = None
    post_bind: Annotated[
        PluginSet | None,
        Field(description="Plugins that run after the Pod was bound."),
    ] = None
    unreserve: Annotated[
        PluginSet | None,
        Field(description="Plugins that give back what was reserved, if binding fails."),
    ] = None


class PluginConfig(Shape):
    """The arguments of one plugin."""

    name: Annotated[
        str | None,
        Field(
            description="The plugin's name; each may be named once. The plugin need not be named under `plugins`.",
            examples=["NodeResourcesFit"],
        ),
    ] = None
    args: Annotated[
        Any,
        Field(
            description="The plugin's arguments. What may stand here depends on the plugin; `apiVersion` "
            "and `kind` may be left out. Not written: the plugin's defaults."
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
        Field(description="A file that holds the Policy."),
    ] = None
    config_map: Annotated[
        SchedulerPolicyConfigMapSource | None,
        Field(description="A ConfigMap that holds the Policy."),
    ] = None


class SchedulerAlgorithmSource(Shape):
    """Where the plugins come from: a legacy Policy or a provider."""

    policy: Annotated[
        SchedulerPolicySource | None,
        Field(description="A legacy Policy; it takes the place of a provider."),
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
    kind: Annotated[
        str | None,
        Field(description="The kind of this file: `KubeSchedulerConfiguration`."),
    ] = None
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
            description="How much a running Pod's required affinity to the Pod being scheduled counts when "
            "nodes are rated, 0 to 100. It becomes `hardPodAffinityWeight` of the plugin InterPodAffinity. "
            "Default: 1.",
            examples=[1],
        ),
        Range(0, 100),
    ] = None
    leader_election: Annotated[
        KubeSchedulerLeaderElectionConfiguration | None,
        Field(description="How several kube-schedulers agree on the one that works."),
    ] = None
    client_connection: Annotated[
        ClientConnectionConfiguration | None,
        Field(description="The connection to the API server."),
    ] = None
    healthz_bind_address: Annotated[
        str | None,
        Field(
            description="Where health checks are served without TLS, `host:port` with a port from 1 to "
            "65535; `host` alone gets port 10251, and what is neither counts as not written. Default: "
            "0.0.0.0:10251.",
            examples=["127.0.0.1:10251"],
        ),
    ] = None
    metrics_bind_address: Annotated[
        str | None,
        Field(
            description="Where metrics are served without TLS, `host:port` with a port from 1 to 65535; "
            "`host` alone gets port 10251, and what is neither counts as not written. Default: "
            "0.0.0.0:10251.",
            examples=["127.0.0.1:10251"],
        ),
    ] = None
    enable_profiling: Annotated[
        bool | None,
        Field(description="Whether profiles of the running program are served at /debug/pprof. Default: true."),
    ] = None
    enable_contention_profiling: Annotated[
        bool | None,
        Field(
            description="Whether waiting for locks is profiled too; only with `enableProfiling`. Default: true.",
        ),
    ] = None
    disable_preemption: Annotated[
        bool | None,
        Field(description="Whether no Pod is evicted to make room for one of higher priority. Default: false."),
    ] = None
    percentage_of_nodes_to_score: Annotated[
        Int32 | None,
        Field(
            description="Percent of all nodes, 0 to 100: once so many suitable ones are found (and at least "
            "100), the search ends and they are rated. 0: chosen by the cluster's size, from 50 down to 5. "
            "Default: 0.",
            examples=[50],
        ),
        Range(0, 100),
    ] = None
    bind_timeout_seconds: Annotated[
        Int64 | None,
        Field(
            description="How long binding the volumes of a Pod may take, in seconds. Default: 600.",
            examples=[600],
        ),
    ] = None
    pod_initial_backoff_seconds: Annotated[
        Int64 | None,
        Field(
            description="The first pause before an unschedulable Pod is tried again, in seconds; it doubles "
            "with each try. Greater than 0. Default: 1.",
            examples=[1],
        ),
        Range(1),
    ] = None
    pod_max_backoff_seconds: Annotated[
        Int64 | None,
        Field(
            description="The longest such pause, in seconds; not less than `podInitialBackoffSeconds`. Default: 10.",
            examples=[10],
        ),
        Range(1),
    ] = None
    plugins: Annotated[
        Plugins | None,
        Field(description="Plugins to enable besides those of the provider, and ones to disable."),
    ] = None
    plugin_config: Annotated[
        list[PluginConfig | None] | None,
        Field(description="Arguments of plugins; a plugin that is not named runs with its defaults."),
    ] = None
