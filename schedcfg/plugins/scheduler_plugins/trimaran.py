"""What the plugins of `pkg/trimaran` share: where they have the load of the nodes from.

Either a load watcher measures it, a service of its own at `watcherAddress`, or the plugin itself queries
the `metricProvider`.
"""

from collections.abc import Iterator
from typing import Annotated, TypeVar

from pydantic import Field

from schedcfg.document.golang.net import url_objection
from schedcfg.models.base import OneOf, Shape, Since
from schedcfg.plugins.choices import either, meant_choice
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ApiAccess, ArgsProblem
from schedcfg.plugins.typed_args import Always, OmitZero, TypedArgs, knows

METRICS_SERVER, PROMETHEUS, SIGNAL_FX = "KubernetesMetricsServer", "Prometheus", "SignalFx"
TYPES = (METRICS_SERVER, PROMETHEUS, SIGNAL_FX)

_FIRST_WITH_ERRORS = 32
"""Before, the client's error is ignored in most places; what then asks it crashes."""


class MetricProviderSpec(Shape):
    """Where the plugin itself asks for the load of the nodes."""

    type: Annotated[
        str | None,
        OmitZero(),
        OneOf(TYPES),
        Field(
            description="Source of the load: `KubernetesMetricsServer`, `Prometheus` or `SignalFx`. Default "
            "`KubernetesMetricsServer`, unless `watcherAddress` is set."
        ),
    ] = None
    address: Annotated[
        str | None,
        Always(""),
        Field(
            description="A URL, e.g. `http://prometheus:9090`. Default: `http://prometheus-k8s:9090` for Prometheus, "
            "`https://api.signalfx.com` for SignalFx; the metrics server needs none."
        ),
    ] = None
    token: Annotated[
        str | None,
        Always(""),
        Field(description="The bearer token for requests, in plain text; required for SignalFx."),
    ] = None
    insecure_skip_verify: Annotated[
        bool | None,
        Since("1.23"),
        Always(zero=False),
        Field(
            description="Whether to skip the verification of Prometheus' certificate. Default true for "
            "Prometheus, else false. Since Kubernetes 1.23."
        ),
    ] = None


class TrimaranArgs(TypedArgs):
    """The part of the Args that all of them have."""

    metric_provider: Annotated[
        MetricProviderSpec | None,
        Always({}),
        Field(description="Where the plugin itself reads the load of the nodes; ignored with a `watcherAddress`."),
    ] = None
    watcher_address: Annotated[
        str | None,
        Always(""),
        Field(description="Address of a load watcher, e.g. `http://127.0.0.1:2020`. No default."),
    ] = None


NODE_METRICS = (ApiAccess("metrics.k8s.io", "nodes", ("get", "list")),)
"""Unless another provider is set: pkg/trimaran/collector.go, by way of paypal/load-watcher."""

Args = TypeVar("Args", bound=TrimaranArgs)

_NOTHING = MetricProviderSpec.model_construct()


def complete(args: Args, context: Context) -> Args:
    """Complete what they share, as `SetDefaultTrimaranSpec` does."""
    provider = args.metric_provider or _NOTHING
    update: dict[str, object] = {}
    if args.watcher_address is None and not provider.type:
        update["type"] = METRICS_SERVER
    if provider.insecure_skip_verify is None and knows(MetricProviderSpec, "insecure_skip_verify", context):
        update["insecure_skip_verify"] = provider.type == PROMETHEUS
    return _with_provider(args, provider.model_copy(update=update))


def _with_provider(args: Args, provider: MetricProviderSpec) -> Args:
    return args.model_copy(update={"metric_provider": provider})


def check(args: TrimaranArgs, context: Context) -> Iterator[ArgsProblem]:
    """Yield what keeps the plugin from making a client, as `checkSpecs` and load-watcher's clients have it."""
    if args.watcher_address:
        return
    provider = args.metric_provider or _NOTHING
    if provider.type not in TYPES:
        found = f'is "{provider.type}"' if provider.type else "is missing, and so is `watcherAddress`"
        otherwise = "Write one of them, or the address of a load watcher as `watcherAddress`."
        yield ArgsProblem(
            ("metricProvider", "type"),
            f"`metricProvider.type` {found}; it must be {either(TYPES)}",
            meant_choice(provider.type, TYPES) or otherwise,
        )
    else:
        yield from check_client(provider, context)


def check_client(provider: MetricProviderSpec, context: Context) -> Iterator[ArgsProblem]:
    """Yield what load-watcher's client does not start with."""
    if provider.type == SIGNAL_FX and not provider.token:
        yield ArgsProblem(
            ("metricProvider", "token"),
            "`metricProvider.token` is missing; without one, SignalFx makes kube-scheduler exit at startup",
        )
    objection = url_objection(provider.address or "") if provider.type == PROMETHEUS else None
    if objection is not None:
        how = "is refused" if context.release.number >= _FIRST_WITH_ERRORS else "makes kube-scheduler crash"
        yield ArgsProblem(
            ("metricProvider", "address"),
            f'`metricProvider.address` is "{provider.address}", which {how} at startup: {objection}',
            "Write a URL, e.g. `http://prometheus.monitoring.svc:9090`.",
        )


def with_default_type(args: Args) -> Args:
    """Return Args whose type is filled in, as the constructor of TargetLoadPacking did up to 1.20."""
    provider = args.metric_provider or _NOTHING
    return args if provider.type else _with_provider(args, provider.model_copy(update={"type": METRICS_SERVER}))


def with_known_type(args: Args) -> Args:
    """Return Args with a type that is known, as the defaulting of LoadVariationRiskBalancing made them up to 1.20."""
    provider = args.metric_provider or _NOTHING
    if args.watcher_address is not None or provider.type in TYPES:
        return args
    return _with_provider(args, provider.model_copy(update={"type": METRICS_SERVER}))
