"""What the fields of the API versions mean, where several versions use the same text.

A field stands here with its type, meaning, examples and bounds; where each version has a struct of its own behind it,
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
        description="How many goroutines work on scheduling one Pod. Greater than 0. Default: 16.",
        examples=[16],
    ),
    Range(1),
]

LEADER_ELECTION = Field(description="How several kube-schedulers agree on the one that works.")

CLIENT_CONNECTION = Field(description="The connection to the API server.")

HealthzBindAddress: TypeAlias = Annotated[
    str | None,
    Field(
        description="Where health checks are served without TLS, `host:port` with a port from 1 to "
        "65535; `host` alone gets port 10251, and what is neither counts as not written. Default: "
        "0.0.0.0:10251.",
        examples=["127.0.0.1:10251"],
    ),
]
"""Up to v1beta1; releases that read v1beta2 may have no such server any more."""

MetricsBindAddress: TypeAlias = Annotated[
    str | None,
    Field(
        description="Where metrics are served without TLS, `host:port` with a port from 1 to 65535; "
        "`host` alone gets port 10251, and what is neither counts as not written. Default: "
        "0.0.0.0:10251.",
        examples=["127.0.0.1:10251"],
    ),
]
"""Up to v1beta1, likewise."""

EnableProfiling: TypeAlias = Annotated[
    bool | None, Field(description="Whether profiles of the running program are served at /debug/pprof. Default: true.")
]

EnableContentionProfiling: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Whether waiting for locks is profiled too; only with `enableProfiling`. Default: true.",
    ),
]

DisablePreemption: TypeAlias = Annotated[
    bool | None, Field(description="Whether no Pod is evicted to make room for one of higher priority. Default: false.")
]

PercentageOfNodesToScore: TypeAlias = Annotated[
    Int32 | None,
    Field(
        description="Percent of all nodes, 0 to 100: once so many suitable ones are found (and at least "
        "100), the search ends and they are rated. 0: chosen by the cluster's size, from 50 down to 5. "
        "Default: 0.",
        examples=[50],
    ),
    Range(0, 100),
]

BindTimeoutSeconds: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="How long binding the volumes of a Pod may take, in seconds. Default: 600.",
        examples=[600],
    ),
]

PodInitialBackoffSeconds: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="The first pause before an unschedulable Pod is tried again, in seconds; it doubles "
        "with each try. Greater than 0. Default: 1.",
        examples=[1],
    ),
    Range(1),
]

PodMaxBackoffSeconds: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="The longest such pause, in seconds; not less than `podInitialBackoffSeconds`. Default: 10.",
        examples=[10],
    ),
    Range(1),
]

PROFILES = Field(description="The ways to schedule, at least one. Default: one, named default-scheduler.")

EXTENDERS = Field(description="HTTP services that take part in scheduling, for all profiles. Default: none.")

SchedulerName: TypeAlias = Annotated[
    str | None,
    Field(
        description="Pods with this `spec.schedulerName` are scheduled by this profile. Unique; "
        "required as soon as there are two profiles. Default for a single profile: default-scheduler.",
        examples=["default-scheduler"],
    ),
]

PLUGINS = Field(description="Plugins to enable besides the default ones, and default ones to disable.")

PLUGIN_CONFIG = Field(description="Arguments of plugins; a plugin that is not named runs with its defaults.")

# Leader election

LOCKS = ("leases", "endpointsleases", "configmapsleases", "endpoints", "configmaps")
"""Every kind of lock that a release takes, up to v1beta3."""

LeaderElect: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Whether this kube-scheduler works only while it holds the lock. Needed as soon as "
        "more than one runs with the same lock. Default: true."
    ),
]

LeaseDuration: TypeAlias = Annotated[
    WrittenDuration,
    Field(
        description="How long the others wait, after the leader last renewed its lease, before they try "
        "to take it over. Greater than zero and longer than `renewDeadline`. 0s counts as not written. "
        "Default: 15s.",
        examples=["15s"],
    ),
]

RenewDeadline: TypeAlias = Annotated[
    WrittenDuration,
    Field(
        description="How long the leader tries to renew its lease before it gives up leading and exits. "
        "Greater than zero, and longer than 1.2 times `retryPeriod`. 0s counts as not written. "
        "Default: 10s.",
        examples=["10s"],
    ),
]

RetryPeriod: TypeAlias = Annotated[
    WrittenDuration,
    Field(
        description="The pause between two tries to take or renew the lease. Greater than zero. 0s "
        "counts as not written. Default: 2s.",
        examples=["2s"],
    ),
]

ResourceLockBeforeV1beta1: TypeAlias = Annotated[
    str | None,
    Field(description="The kind of object that is the lock. Default: endpointsleases."),
    OneOf(LOCKS, or_empty=True),
]
"""v1beta1 has another default, from 1.20 on."""

ResourceLock: TypeAlias = Annotated[
    str | None,
    Field(
        description="The kind of object that is the lock. From 1.27 on only `leases`; from 1.24 on also "
        "the two transitional kinds, `endpointsleases` and `configmapsleases`; before that any. "
        "Default: leases.",
    ),
    OneOf(LOCKS, or_empty=True),
]
"""Of v1beta2 and v1beta3; v1beta1 has another default, and v1 is served by no release that takes any kind."""

LockName: TypeAlias = Annotated[
    str | None,
    Field(
        description="The name of the lock object. A second scheduler in the same namespace needs "
        "another one. Default: kube-scheduler.",
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
        description="The plugin's name, letter for letter. Under `disabled`, `*` stands for all default plugins.",
        examples=["NodeResourcesFit"],
    ),
]

PluginWeightBeforeV1beta2: TypeAlias = Annotated[
    Int32 | None,
    Field(
        description="How much the plugin's score counts; only looked at under `score`. 0 and not "
        "written count as 1; negative numbers are taken as they are.",
        examples=[2],
    ),
]
"""There is no `multiPoint` yet."""

PluginWeight: TypeAlias = Annotated[
    Int32 | None,
    Field(
        description="How much the plugin's score counts; only looked at where it scores, by `score`, "
        "`placementScore` or `multiPoint`. Not negative there; 0 and not written count as 1.",
        examples=[2],
    ),
    Range(0),
    Unchecked(),
]
"""From v1beta3 on; what v1beta2 makes of weights is its own."""

ENABLED_BEFORE_V1BETA2 = Field(
    description="Plugins that run here besides the default ones, in this order. A default plugin "
    "can only be named here if it is `disabled` too, e.g. to give it another weight or place."
)
"""A default plugin has to be disabled to be named again."""

ENABLED = Field(
    description="Plugins that run here besides the default ones, in this order. A default plugin "
    "named here is configured anew: it takes the weight given here."
)
"""Naming a default plugin replaces it."""

DISABLED = Field(description="Default plugins that do not run here. A single entry `*` disables all of them.")

PRE_ENQUEUE = Field(description="Plugins that decide whether a Pod may enter the queue of Pods to be scheduled.")

QUEUE_SORT = Field(
    description="The plugin that sorts the queue. Exactly one has to be left, the same one in all profiles."
)

PRE_FILTER = Field(description="Plugins that prepare filtering, or find that no node can do.")

FILTER = Field(description="Plugins that rule out nodes on which the Pod cannot run.")

POST_FILTER = Field(description="Plugins that run when no node was left, e.g. to make room by preemption.")

PRE_SCORE = Field(description="Plugins that prepare scoring.")

SCORE = Field(description="Plugins that rate the nodes that are left; here a weight counts.")

RESERVE = Field(description="Plugins that set resources aside on the chosen node, and give them back if binding fails.")

PERMIT = Field(description="Plugins that let binding go on, delay it or prevent it.")

PRE_BIND = Field(description="Plugins that do what has to be done before binding, e.g. provide volumes.")

BIND = Field(
    description="Plugins that bind the Pod to its node, in this order; the first that does ends it. "
    "At least one has to be left."
)

POST_BIND = Field(description="Plugins that run after the Pod was bound.")

MULTI_POINT = Field(
    description="Plugins for all extension points that they implement. What a single extension "
    "point says goes before it; the default plugins come after it."
)

RESERVE_BEFORE_V1BETA1 = Field(description="Plugins that set resources aside on the chosen node.")
"""There is `unreserve` alongside it."""

UNRESERVE = Field(description="Plugins that give back what was reserved, if binding fails.")
