"""The legacy Policy: read by Kubernetes 1.18 to 1.22, with `--policy-config-file`.

Its API version is `v1`, `kubescheduler.config.k8s.io/v1` or nothing; it does not differ between releases.

Extenders are read with Go's plain `encoding/json`: keys match in any case (`enableHTTPS` as well as
`enableHttps`) and unknown fields are ignored. Everything else is strict.

Upstream: `k8s.io/kube-scheduler/config/v1/types.go`.
"""

from typing import Annotated, ClassVar

from pydantic import Field

from schedcfg.document.golang.numbers import MAX_INT64
from schedcfg.models import extender_fields
from schedcfg.models.base import Int32, Int64, Range, Shape

_NO_EXAMPLES = Field(examples=None)


class ServiceAffinity(Shape):
    """Keeps the Pods of a service on nodes that agree in some labels."""

    labels: Annotated[
        list[str | None] | None,
        Field(description="Names of node labels whose values must be the same.", examples=[["zone"]]),
    ] = None


class LabelsPresence(Shape):
    """Asks nodes to have some labels, or to have none of them."""

    labels: Annotated[
        list[str | None] | None,
        Field(description="Names of node labels; their values are ignored.", examples=[["retiring"]]),
    ] = None
    presence: Annotated[
        bool | None,
        Field(description="Whether a node must have all of the labels; otherwise it must have none. Default: false."),
    ] = None


class PredicateArgument(Shape):
    """What a predicate of one's own does: one of the two. Not looked at for a predicate with a known name."""

    service_affinity: Annotated[
        ServiceAffinity | None,
        Field(description="Pods of a service run on nodes with the same values of some labels."),
    ] = None
    labels_presence: Annotated[
        LabelsPresence | None,
        Field(description="Nodes have some labels, or none of them."),
    ] = None


class PredicatePolicy(Shape):
    """One condition that a node has to fulfil."""

    name: Annotated[
        str | None,
        Field(
            description="The exact name of a known predicate; or, with an argument, your own name.",
            examples=["PodFitsResources"],
        ),
    ] = None
    argument: Annotated[
        PredicateArgument | None,
        Field(description="What your own predicate does. Ignored for a known name."),
    ] = None


class ServiceAntiAffinity(Shape):
    """Spreads the Pods of a service over the values of a node label."""

    label: Annotated[
        str | None,
        Field(description="The name of the node label.", examples=["zone"]),
    ] = None


class LabelPreference(Shape):
    """Prefers nodes that have a label, or that do not."""

    label: Annotated[
        str | None,
        Field(description="The name of the node label; its value is ignored.", examples=["ssd"]),
    ] = None
    presence: Annotated[
        bool | None,
        Field(description="Whether to prefer nodes with the label; otherwise those without. Default: false."),
    ] = None


class UtilizationShapePoint(Shape):
    """One point of the function from utilization to score."""

    utilization: Annotated[
        Int32 | None,
        Field(description="Utilization of the node, in percent, 0 to 100; increasing from point to point."),
        Range(0, 100),
    ] = None
    score: Annotated[
        Int32 | None,
        Field(description="The score for it, 0 to 10."),
        Range(0, 10),
    ] = None


class ResourceSpec(Shape):
    """A resource that counts in a node's utilization."""

    name: Annotated[
        str | None,
        Field(description="The resource's name.", examples=["cpu"]),
    ] = None
    weight: Annotated[
        Int64 | None,
        Field(description="Its weight. Positive; required.", examples=[1]),
        Range(1),
    ] = None


class RequestedToCapacityRatioArguments(Shape):
    """Rates nodes by how much of them would be in use."""

    shape: Annotated[
        list[UtilizationShapePoint | None] | None,
        Field(description="The function from utilization to score: at least one point."),
    ] = None
    resources: Annotated[
        list[ResourceSpec | None] | None,
        Field(description="The resources to score."),
    ] = None


class PriorityArgument(Shape):
    """What a priority of one's own does: one of the three. Not looked at for a priority with a known name."""

    service_anti_affinity: Annotated[
        ServiceAntiAffinity | None,
        Field(description="The Pods of a service are spread over the values of a node label."),
    ] = None
    label_preference: Annotated[
        LabelPreference | None,
        Field(description="Nodes with a label are preferred, or those without."),
    ] = None
    requested_to_capacity_ratio_arguments: Annotated[
        RequestedToCapacityRatioArguments | None,
        Field(description="Nodes are scored by their utilization. Only one priority may have it."),
    ] = None


class PriorityPolicy(Shape):
    """One way to rate nodes."""

    name: Annotated[
        str | None,
        Field(
            description="The exact name of a known priority; or, with an argument, your own name.",
            examples=["LeastRequestedPriority"],
        ),
    ] = None
    weight: Annotated[
        Int64 | None,
        Field(description="The weight of its score. Positive; required.", examples=[1]),
        Range(1, MAX_INT64 // 10 - 1),
    ] = None
    argument: Annotated[
        PriorityArgument | None,
        Field(description="What your own priority does. Ignored for a known name."),
    ] = None


class ExtenderTLSConfig(Shape):
    """How an extender is reached by TLS."""

    lenient: ClassVar[bool] = True

    insecure: extender_fields.Insecure = None
    server_name: Annotated[extender_fields.ServerName, _NO_EXAMPLES] = None
    cert_file: Annotated[extender_fields.CertFile, _NO_EXAMPLES] = None
    key_file: Annotated[extender_fields.KeyFile, _NO_EXAMPLES] = None
    ca_file: Annotated[extender_fields.CaFile, _NO_EXAMPLES] = None
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


class Policy(Shape):
    """Predicates and priorities in place of plugins."""

    api_version: Annotated[
        str | None,
        Field(description="`v1` or `kubescheduler.config.k8s.io/v1`; may be omitted."),
    ] = None
    kind: Annotated[
        str | None,
        Field(description="`Policy`; may be omitted."),
    ] = None
    predicates: Annotated[
        list[PredicatePolicy | None] | None,
        Field(
            description="The conditions for nodes; an empty list leaves only the mandatory ones. Default: those of the "
            "release."
        ),
    ] = None
    priorities: Annotated[
        list[PriorityPolicy | None] | None,
        Field(description="The ways to score nodes; an empty list means none. Default: those of the release."),
    ] = None
    extenders: Annotated[
        list[LegacyExtender | None] | None,
        Field(description="HTTP services that take part in scheduling. Default: none."),
    ] = None
    hard_pod_affinity_symmetric_weight: Annotated[
        Int32 | None,
        Field(
            description="Weight of a running Pod's required affinity to the Pod being scheduled when nodes are "
            "scored, 0 to 100; 0 is the same as omitting it. Default: 1.",
            examples=[1],
        ),
        Range(0, 100),
    ] = None
    always_check_all_predicates: Annotated[
        bool | None,
        Field(description="Whether to evaluate all predicates even after one has excluded the node. Default: false."),
    ] = None
