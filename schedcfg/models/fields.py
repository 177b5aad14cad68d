"""What the fields of the API versions mean, where several versions use the same text.

A field is here with its type, meaning, examples and bounds; where each version has a struct of its own behind it,
with its meaning alone (`QUEUE_SORT`). A version's file lists the fields of its structs in the order of the API, adds
the marks that only hold for it, and writes out the fields that are its own.
"""

from typing import Annotated, TypeAlias

from pydantic import Field

from schedcfg.models.base import Int32, Int64, OneOf, Range, Unchecked, WrittenDuration

# KubeSchedulerConfiguration and its profiles

Kind: TypeAlias = Annotated[str | None, Field(description="The kind of this file: `KubeSchedulerConfiguration`.")]

Parallelism: TypeAlias = Annotated[
    Int32 | None,
    Field(
        description="Number of goroutines for scheduling a Pod. Greater than 0. Default: 16.",
        examples=[16],
    ),
    Range(1),
]

LEADER_ELECTION = Field(description="How several kube-schedulers elect the active one.")

CLIENT_CONNECTION = Field(description="The connection to the API server.")

HealthzBindAddress: TypeAlias = Annotated[
    str | None,
    Field(
        description="Address for health checks without TLS, `host:port` with a port from 1 to 65535; `host` alone gets "
        "port 10251, and any other text is the same as omitting it. Default: 0.0.0.0:10251.",
        examples=["127.0.0.1:10251"],
    ),
]
"""Up to v1beta1; releases that read v1beta2 may have no such server any more."""

MetricsBindAddress: TypeAlias = Annotated[
    str | None,
    Field(
        description="Address for metrics without TLS, `host:port` with a port from 1 to 65535; `host` alone gets port "
        "10251, and any other text is the same as omitting it. Default: 0.0.0.0:10251.",
        examples=["127.0.0.1:10251"],
    ),
]
"""Up to v1beta1, likewise."""

EnableProfiling: TypeAlias = Annotated[
    bool | None, Field(description="Whether to serve profiles of the running program at /debug/pprof. Default: true.")
]

EnableContentionProfiling: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Whether to profile lock contention too; only with `enableProfiling`. Default: true.",
    ),
]

DisablePreemption: TypeAlias = Annotated[
    bool | None,
    Field(description="Whether to never evict Pods to make room for one of higher priority. Default: false."),
]

PercentageOfNodesToScore: TypeAlias = Annotated[
    Int32 | None,
    Field(
        description="Percentage of all nodes, 0 to 100: once that many feasible nodes are found (and at least "
        "100), the search ends and they are scored. 0: depends on the size of the cluster, from 50 "
        "down to 5. Default: 0.",
        examples=[50],
    ),
    Range(0, 100),
]

BindTimeoutSeconds: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="Timeout for binding the volumes of a Pod, in seconds. Default: 600.",
        examples=[600],
    ),
]

PodInitialBackoffSeconds: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="The first delay before an unschedulable Pod is tried again, in seconds; it doubles with "
        "each attempt. Greater than 0. Default: 1.",
        examples=[1],
    ),
    Range(1),
]

PodMaxBackoffSeconds: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="The longest such delay, in seconds; not less than `podInitialBackoffSeconds`. Default: 10.",
        examples=[10],
    ),
    Range(1),
]

PROFILES = Field(description="The profiles, at least one. Default: one, named default-scheduler.")

EXTENDERS = Field(description="HTTP services that take part in scheduling, for all profiles. Default: none.")

SchedulerName: TypeAlias = Annotated[
    str | None,
    Field(
        description="Pods with this `spec.schedulerName` are scheduled by this profile. Unique; "
        "required as soon as there are two profiles. Default for a single profile: default-scheduler.",
        examples=["default-scheduler"],
    ),
]

PLUGINS = Field(description="Plugins to enable in addition to the default ones, and default ones to disable.")

PLUGIN_CONFIG = Field(description="Arguments of plugins; other plugins run with their defaults.")

# Leader election

LOCKS = ("leases", "endpointsleases", "configmapsleases", "endpoints", "configmaps")
"""Every kind of lock that a release takes, up to v1beta3."""

LeaderElect: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Whether this kube-scheduler only works while it holds the lock. Required if more than one "
        "runs with the same lock. Default: true."
    ),
]

LeaseDuration: TypeAlias = Annotated[
    WrittenDuration,
    Field(
        description="How long other replicas wait, after the leader last renewed its lease, before they try to take it "
        "over. Greater than zero and longer than `renewDeadline`. 0s is the same as omitting it. Default: 15s.",
        examples=["15s"],
    ),
]

RenewDeadline: TypeAlias = Annotated[
    WrittenDuration,
    Field(
        description="How long the leader tries to renew its lease before it stops leading and exits. Greater "
        "than zero, and longer than 1.2 times `retryPeriod`. 0s is the same as omitting it. Default: "
        "10s.",
        examples=["10s"],
    ),
]

RetryPeriod: TypeAlias = Annotated[
    WrittenDuration,
    Field(
        description="The delay between two attempts to acquire or renew the lease. Greater than zero. 0s is the "
        "same as omitting it. Default: 2s.",
        examples=["2s"],
    ),
]

ResourceLockBeforeV1beta1: TypeAlias = Annotated[
    str | None,
    Field(description="The kind of the lock object. Default: endpointsleases."),
    OneOf(LOCKS, or_empty=True),
]
"""v1beta1 has another default, since 1.20."""

ResourceLock: TypeAlias = Annotated[
    str | None,
    Field(
        description="The kind of the lock object. Since 1.27 only `leases`; since 1.24 also the two transitional "
        "kinds, `endpointsleases` and `configmapsleases`; before that any. Default: leases.",
    ),
    OneOf(LOCKS, or_empty=True),
]
"""Of v1beta2 and v1beta3; v1beta1 has another default, and v1 is served by no release that takes any kind."""

LockName: TypeAlias = Annotated[
    str | None,
    Field(
        description="The name of the lock object. A second scheduler in the same namespace needs a different "
        "one. Default: kube-scheduler.",
        examples=["my-scheduler"],
    ),
]

LockNamespace: TypeAlias = Annotated[
    str | None, Field(description="The namespace of the lock object. Default: kube-system.", examples=["kube-system"])
]

# Plugins, plugin sets and extension points

PluginName: TypeAlias = Annotated[
    str | None,
    Field(
        description="The exact name of the plugin. In `disabled`, `*` means all default plugins.",
        examples=["NodeResourcesFit"],
    ),
]

PluginWeightBeforeV1beta2: TypeAlias = Annotated[
    Int32 | None,
    Field(
        description="Weight of the plugin's score; only used in `score`. 0 is the same as omitting it, and "
        "counts as 1; negative numbers are used as they are.",
        examples=[2],
    ),
]
"""There is no `multiPoint` yet."""

PluginWeight: TypeAlias = Annotated[
    Int32 | None,
    Field(
        description="Weight of the plugin's score; only used where it scores, set at `score`, `placementScore` or in "
        "`multiPoint`. Not negative there; 0 is the same as omitting it, and counts as 1.",
        examples=[2],
    ),
    Range(0),
    Unchecked(),
]
"""From v1beta3 on; what v1beta2 makes of weights is its own."""

ENABLED_BEFORE_V1BETA2 = Field(
    description="Plugins that run here in addition to the default ones, in this order. A default plugin can only "
    "be named here if it is also `disabled`, e.g. to change its weight or place."
)
"""A default plugin has to be disabled to be named again."""

ENABLED = Field(
    description="Plugins that run here in addition to the default ones, in this order. A default plugin named here is "
    "replaced, and gets the weight set here."
)
"""Naming a default plugin replaces it."""

DISABLED = Field(description="Default plugins that do not run here. A single entry `*` disables all of them.")

PRE_ENQUEUE = Field(description="Plugins that decide whether a Pod may enter the queue of Pods to be scheduled.")

QUEUE_SORT = Field(description="The plugin that sorts the queue. There must be exactly one, the same in all profiles.")

PRE_FILTER = Field(description="Plugins that prepare filtering, or find that no node is feasible.")

FILTER = Field(description="Plugins that exclude nodes on which the Pod cannot run.")

POST_FILTER = Field(description="Plugins that run if no node is left, e.g. to make room by preemption.")

PRE_SCORE = Field(description="Plugins that prepare scoring.")

SCORE = Field(description="Plugins that score the remaining nodes; weights have an effect here.")

RESERVE = Field(description="Plugins that reserve resources on the chosen node, and release them if binding fails.")

PERMIT = Field(description="Plugins that allow, delay or prevent binding.")

PRE_BIND = Field(description="Plugins that do what is necessary before binding, e.g. provision volumes.")

BIND = Field(
    description="Plugins that bind the Pod to its node, in this order, until the first that succeeds. There must be at "
    "least one."
)

POST_BIND = Field(description="Plugins that run after the Pod is bound.")

MULTI_POINT = Field(
    description="Plugins for all extension points that they implement. Entries at a single extension point take "
    "precedence; the default plugins come after it."
)

RESERVE_BEFORE_V1BETA1 = Field(description="Plugins that reserve resources on the chosen node.")
"""There is `unreserve` alongside it."""

UNRESERVE = Field(description="Plugins that release what was reserved, if binding fails.")
