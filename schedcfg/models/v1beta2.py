"""`kubescheduler.config.k8s.io/v1beta2`: served by Kubernetes 1.22 to 1.27.

Upstream: `k8s.io/kube-scheduler/config/v1beta2/types.go` and
`k8s.io/component-base/config/v1alpha1/types.go`.
"""

from typing import Annotated, Any

from pydantic import Field

from schedcfg.models.base import Base64, Float32, Int32, Int64, OneOf, Range, Shape, Since, WrittenDuration


class LeaderElectionConfiguration(Shape):
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
            description="The kind of object that is the lock. From 1.27 on only `leases`; from 1.24 on also "
            "the two transitional kinds, `endpointsleases` and `configmapsleases`; before that any. "
            "Default: leases.",
        ),
        OneOf(("leases", "endpointsleases", "configmapsleases", "endpoints", "configmaps"), or_empty=True),
    ] = None
    resource_name: Annotated[
        str | None,
        Field(
            description="The name of the lock object. A second scheduler in the same namespace needs "
            "another one. Default: kube-scheduler.",
            examples=["my-scheduler"],
        ),
    ] = None
    resource_namespace: Annotated[
        str | None,
        Field(description="The namespace of the lock object. Default: kube-system.", examples=["kube-system"]),
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
            description="How much the plugin's score counts; only looked at where it scores, by `score` or "
            "`multiPoint`. 0 and not written count as 1; negative numbers are taken as they are.",
            examples=[2],
        ),
    ] = None


class PluginSet(Shape):
    """The plugins of one extension point, as changes to the default ones."""

    enabled: Annotated[
        list[Plugin | None] | None,
        Field(
            description="Plugins that run here besides the default ones, in this order. A default plugin "
            "named here is configured anew: it takes the weight given here."
        ),
    ] = None
    disabled: Annotated[
        list[Plugin | None] | None,
        Field(description="Default plugins that do not run here. A single entry `*` disables all of them."),
    ] = None


class Plugins(Shape):
    """Which plugins run at which extension point; what is not named keeps its default plugins."""

    pre_enqueue: Annotated[
        PluginSet | None,
        Field(description="Plugins that decide whether a Pod may enter the queue of Pods to be scheduled."),
        Since("1.26"),
    ] = None
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
        Field(description="Plugins that run when no node was left, e.g. to make room by preemption."),
    ] = None
    pre_score: Annotated[
        PluginSet | None,
        Field(description="Plugins that prepare scoring."),
    ] = None
    score: Annotated[
        PluginSet | None,
        Field(description="Plugins that rate the nodes that are left; only here does a weight count."),
    ] = None
    reserve: Annotated[
        PluginSet | None,
        Field(description="Plugins that set resources aside on the chosen node, and give them back if binding fails."),
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
    multi_point: Annotated[
        PluginSet | None,
        Field(
            description="Plugins for all extension points that they implement. What a single extension "
            "point says goes before it; the default plugins come after it."
        ),
        Since("1.23"),
    ] = None


class PluginConfig(Shape):
    """The arguments of one plugin."""

    name: Annotated[
        str | None,
        Field(
            description="The plugin's name; each may be named once per profile. The plugin need not be "
            "named under `plugins`.",
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


class KubeSchedulerProfile(Shape):
    """One way to schedule, which Pods choose by its name."""

    scheduler_name: Annotated[
        str | None,
        Field(
            description="Pods with this `spec.schedulerName` are scheduled by this profile. Unique; "
            "required as soon as there are two profiles. Default for a single profile: default-scheduler.",
            examples=["default-scheduler"],
        ),
    ] = None
    plugins: Annotated[
        Plugins | None,
        Field(description="Plugins to enable besides the default ones, and default ones to disable."),
    ] = None
    plugin_config: Annotated[
        list[PluginConfig | None] | None,
        Field(description="Arguments of plugins; a plugin that is not named runs with its defaults."),
    ] = None


class ExtenderTLSConfig(Shape):
    """How an extender is reached by TLS."""

    insecure: Annotated[
        bool | None,
        Field(
            description="Whether the server's certificate is not checked. Not together with `caFile` or "
            "`caData`. Default: false."
        ),
    ] = None
    server_name: Annotated[
        str | None,
        Field(
            description="The name that the server's certificate has to be for, and that is asked for by "
            "SNI. Default: the host of `urlPrefix`.",
            examples=["extender.example.com"],
        ),
    ] = None
    cert_file: Annotated[
        str | None,
        Field(
            description="Path of the client certificate, PEM. `certData` goes before it.",
            examples=["/etc/kubernetes/extender/client.crt"],
        ),
    ] = None
    key_file: Annotated[
        str | None,
        Field(
            description="Path of the client's private key, PEM. `keyData` goes before it.",
            examples=["/etc/kubernetes/extender/client.key"],
        ),
    ] = None
    ca_file: Annotated[
        str | None,
        Field(
            description="Path of the authorities that the server's certificate is checked against, PEM. "
            "`caData` goes before it. Default: those of the machine.",
            examples=["/etc/kubernetes/extender/ca.crt"],
        ),
    ] = None
    cert_data: Annotated[
        Base64 | None,
        Field(description="The client certificate: PEM, encoded in base64."),
    ] = None
    key_data: Annotated[
        Base64 | None,
        Field(
            description="The client's private key: PEM, encoded in base64. A secret: `keyFile` keeps it out.",
        ),
    ] = None
    ca_data: Annotated[
        Base64 | None,
        Field(
            description="The authorities that the server's certificate is checked against: PEM, in base64.",
        ),
    ] = None


class ExtenderManagedResource(Shape):
    """An extended resource that an extender looks after."""

    name: Annotated[
        str | None,
        Field(
            description="The resource's name, with a domain that is not kubernetes.io. Over all extenders, "
            "each may be named once.",
            examples=["example.com/gpu"],
        ),
    ] = None
    ignored_by_scheduler: Annotated[
        bool | None,
        Field(
            description="Whether kube-scheduler itself does not look at the resource when it filters nodes. "
            "Default: false."
        ),
    ] = None


class Extender(Shape):
    """An HTTP service that takes part in scheduling. A verb that is not written is not asked of it."""

    url_prefix: Annotated[
        str | None,
        Field(
            description="Where the extender answers, with scheme; a verb is added to it after a slash.",
            examples=["https://127.0.0.1:8888/scheduler"],
        ),
    ] = None
    filter_verb: Annotated[
        str | None,
        Field(description="The verb that filters nodes. Empty: not asked.", examples=["filter"]),
    ] = None
    preempt_verb: Annotated[
        str | None,
        Field(
            description="The verb that judges the victims of preemption. Empty: not asked.",
            examples=["preempt"],
        ),
    ] = None
    prioritize_verb: Annotated[
        str | None,
        Field(
            description="The verb that rates nodes; it needs a `weight`. Empty: not asked.",
            examples=["prioritize"],
        ),
    ] = None
    weight: Annotated[
        Int64 | None,
        Field(
            description="What the extender's ratings are multiplied by. Positive where `prioritizeVerb` is "
            "written, not looked at where it is not. Default: 0.",
            examples=[1],
        ),
    ] = None
    bind_verb: Annotated[
        str | None,
        Field(
            description="The verb that binds a Pod in kube-scheduler's place; only one extender may have "
            "it. Empty: not asked.",
            examples=["bind"],
        ),
    ] = None
    enable_https: Annotated[
        bool | None,
        Field(
            alias="enableHTTPS",
            description="Says that the extender speaks HTTPS: unless `tlsConfig` has a CA, the server's "
            "certificate is then not checked. The scheme itself comes from `urlPrefix`. Default: false.",
        ),
    ] = None
    tls_config: Annotated[
        ExtenderTLSConfig | None,
        Field(description="How the extender is reached by TLS. Default: nothing special."),
    ] = None
    http_timeout: Annotated[
        WrittenDuration,
        Field(
            description="How long one call may take. Where filtering takes longer, the Pod is not "
            "scheduled; where rating does, the extender's rating is left out. 0s counts as not written. "
            "Default: 5s.",
            examples=["5s"],
        ),
    ] = None
    node_cache_capable: Annotated[
        bool | None,
        Field(
            description="Whether the extender knows the nodes itself, so that only their names are sent. "
            "Default: false."
        ),
    ] = None
    managed_resources: Annotated[
        list[ExtenderManagedResource | None] | None,
        Field(
            description="Only Pods that ask for one of these resources are sent to the extender. Empty or "
            "not written: all Pods are."
        ),
    ] = None
    ignorable: Annotated[
        bool | None,
        Field(description="Whether scheduling goes on when the extender fails or cannot be reached. Default: false."),
    ] = None


class KubeSchedulerConfiguration(Shape):
    """The configuration that `kube-scheduler --config` reads."""

    api_version: Annotated[
        str | None,
        Field(description="The API version of this file: `kubescheduler.config.k8s.io/v1beta2`."),
    ] = None
    kind: Annotated[
        str | None,
        Field(description="The kind of this file: `KubeSchedulerConfiguration`."),
    ] = None
    parallelism: Annotated[
        Int32 | None,
        Field(
            description="How many goroutines work on scheduling one Pod. Greater than 0. Default: 16.",
            examples=[16],
        ),
        Range(1),
    ] = None
    leader_election: Annotated[
        LeaderElectionConfiguration | None,
        Field(description="How several kube-schedulers agree on the one that works."),
    ] = None
    client_connection: Annotated[
        ClientConnectionConfiguration | None,
        Field(description="The connection to the API server."),
    ] = None
    healthz_bind_address: Annotated[
        str | None,
        Field(
            description="Where health checks are served without TLS, `host:port`; `host` alone gets port "
            "10251. From 1.23 on it has to be empty or have port 0, for there is no such server any more. "
            "Default: 0.0.0.0:10251 in 1.22, empty from 1.23 on.",
            examples=["127.0.0.1:10251", "127.0.0.1:0"],
        ),
    ] = None
    metrics_bind_address: Annotated[
        str | None,
        Field(
            description="Where metrics are served without TLS, `host:port`; `host` alone gets port 10251. "
            "From 1.23 on it has to be empty or have port 0, for there is no such server any more. "
            "Default: 0.0.0.0:10251 in 1.22, empty from 1.23 on.",
            examples=["127.0.0.1:10251", "127.0.0.1:0"],
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
    profiles: Annotated[
        list[KubeSchedulerProfile | None] | None,
        Field(description="The ways to schedule, at least one. Default: one, named default-scheduler."),
    ] = None
    extenders: Annotated[
        list[Extender | None] | None,
        Field(description="HTTP services that take part in scheduling, for all profiles. Default: none."),
    ] = None
