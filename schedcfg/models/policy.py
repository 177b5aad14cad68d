"""The legacy Policy: read by Kubernetes 1.18 to 1.22, with `--policy-config-file`.

Its API version is `v1`, `kubescheduler.config.k8s.io/v1` or nothing; it does not differ between releases.

Extenders are read with Go's plain `encoding/json`: keys match in any case (`enableHTTPS` as well as
`enableHttps`) and unknown fields are passed over. Everything else is strict.

Upstream: `k8s.io/kube-scheduler/config/v1/types.go`.
"""

from typing import Annotated, ClassVar

from pydantic import Field

from schedcfg.golang.numbers import MAX_INT64
from schedcfg.models.base import Base64, Int32, Int64, Range, Shape


class ServiceAffinity(Shape):
    """Keeps the Pods of a service on nodes that agree in some labels."""

    labels: Annotated[
        list[str | None] | None,
        Field(description="Names of node labels whose values have to be the same.", examples=[["zone"]]),
    ] = None


class LabelsPresence(Shape):
    """Asks nodes to have some labels, or to have none of them."""

    labels: Annotated[
        list[str | None] | None,
        Field(description="Names of node labels; their values do not matter.", examples=[["retiring"]]),
    ] = None
    presence: Annotated[
        bool | None,
        Field(description="Whether a node must have all of the labels; else it must have none. Default: false."),
    ] = None


class PredicateArgument(Shape):
    """What a predicate of one's own does: one of the two. Not looked at for a predicate with a known name."""

    service_affinity: Annotated[
        ServiceAffinity | None,
        Field(description="Pods of one service run on nodes that agree in some labels."),
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
            description="A known predicate, letter for letter; or, with an argument, a name of one's own.",
            examples=["PodFitsResources"],
        ),
    ] = None
    argument: Annotated[
        PredicateArgument | None,
        Field(description="What a predicate of one's own does. Not looked at for a known name."),
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
        Field(description="The name of the node label; its value does not matter.", examples=["ssd"]),
    ] = None
    presence: Annotated[
        bool | None,
        Field(description="Whether nodes with the label are preferred; else those without. Default: false."),
    ] = None


class UtilizationShapePoint(Shape):
    """One point of the function from utilization to score."""

    utilization: Annotated[
        Int32 | None,
        Field(description="How much of the node is in use, in percent, 0 to 100; rising from point to point."),
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
        Field(description="How much it counts. Positive; it has to be written.", examples=[1]),
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
        Field(description="The resources that count."),
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
        Field(description="Nodes are rated by how much of them would be in use. Only one priority may have it."),
    ] = None


class PriorityPolicy(Shape):
    """One way to rate nodes."""

    name: Annotated[
        str | None,
        Field(
            description="A known priority, letter for letter; or, with an argument, a name of one's own.",
            examples=["LeastRequestedPriority"],
        ),
    ] = None
    weight: Annotated[
        Int64 | None,
        Field(description="How much its score counts. Positive; it has to be written.", examples=[1]),
        Range(1, MAX_INT64 // 10 - 1),
    ] = None
    argument: Annotated[
        PriorityArgument | None,
        Field(description="What a priority of one's own does. Not looked at for a known name."),
    ] = None


class ExtenderTLSConfig(Shape):
    """How an extender is reached by TLS."""

    lenient: ClassVar[bool] = True

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
            "SNI. Default: the host of `urlPrefix`."
        ),
    ] = None
    cert_file: Annotated[
        str | None,
        Field(description="Path of the client certificate, PEM. `certData` goes before it."),
    ] = None
    key_file: Annotated[
        str | None,
        Field(description="Path of the client's private key, PEM. `keyData` goes before it."),
    ] = None
    ca_file: Annotated[
        str | None,
        Field(
            description="Path of the authorities that the server's certificate is checked against, PEM. "
            "`caData` goes before it. Default: those of the machine."
        ),
    ] = None
    cert_data: Annotated[
        Base64 | None,
        Field(description="The client certificate: PEM, encoded in base64."),
    ] = None
    key_data: Annotated[
        Base64 | None,
        Field(description="The client's private key: PEM, encoded in base64. A secret: `keyFile` keeps it out."),
    ] = None
    ca_data: Annotated[
        Base64 | None,
        Field(description="The authorities that the server's certificate is checked against: PEM, in base64."),
    ] = None


class ExtenderManagedResource(Shape):
    """An extended resource that an extender looks after."""

    lenient: ClassVar[bool] = True

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


class LegacyExtender(Shape):
    """An HTTP service that takes part in scheduling. A verb that is not written is not asked of it."""

    lenient: ClassVar[bool] = True

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
            description="Says that the extender speaks HTTPS: unless `tlsConfig` has a CA, the server's "
            "certificate is then not checked. The scheme itself comes from `urlPrefix`. Default: false.",
        ),
    ] = None
    tls_config: Annotated[
        ExtenderTLSConfig | None,
        Field(description="How the extender is reached by TLS. Default: nothing special."),
    ] = None
    http_timeout: Annotated[
        Int64 | None,
        Field(
            description="How long one call may take, in nanoseconds: a number without unit. Where filtering "
            "takes longer, the Pod is not scheduled; where rating does, the extender's rating is left out. "
            "0 counts as not written. Default: 5000000000 (5 s).",
            examples=[5000000000],
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


class Policy(Shape):
    """Predicates and priorities in place of plugins."""

    api_version: Annotated[
        str | None,
        Field(description="`v1` or `kubescheduler.config.k8s.io/v1`; may be left out."),
    ] = None
    kind: Annotated[
        str | None,
        Field(description="`Policy`; may be left out."),
    ] = None
    predicates: Annotated[
        list[PredicatePolicy | None] | None,
        Field(
            description="The conditions that nodes have to fulfil; an empty list leaves only the mandatory "
            "ones. Default: those of the release."
        ),
    ] = None
    priorities: Annotated[
        list[PriorityPolicy | None] | None,
        Field(description="The ways to rate nodes; an empty list means none. Default: those of the release."),
    ] = None
    extenders: Annotated[
        list[LegacyExtender | None] | None,
        Field(description="HTTP services that take part in scheduling. Default: none."),
    ] = None
    hard_pod_affinity_symmetric_weight: Annotated[
        Int32 | None,
        Field(
            description="How much a running Pod's required affinity to the Pod being scheduled counts when "
            "nodes are rated, 0 to 100; 0 counts as not written. Default: 1.",
            examples=[1],
        ),
        Range(0, 100),
    ] = None
    always_check_all_predicates: Annotated[
        bool | None,
        Field(
            description="Whether all predicates are evaluated even after one has ruled the node out. Default: false."
        ),
    ] = None
