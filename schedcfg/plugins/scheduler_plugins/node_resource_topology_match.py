"""NodeResourceTopologyMatch: places pods where their requests fit into the nodes' NUMA zones."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Int64, OneOf, Only, Sensible, Shape, Since, Until
from schedcfg.plugins.choices import unknown_choice
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ApiAccess, ArgsProblem
from schedcfg.plugins.resources import Resources, cpu_and_memory, weighted
from schedcfg.plugins.scheduler_plugins.published import FROM_START, args_kind, plugin
from schedcfg.plugins.typed_args import Always, OmitZero, TypedArgs, knows


class NodeResourceTopologyCache(Shape):
    """How the plugin keeps track of what its own pods take; only where `cacheResyncPeriodSeconds` is above 0."""

    foreign_pods_detect: Annotated[
        str | None,
        Sensible(("None", "All", "OnlyExclusiveResources")),
        Field(
            description="Pods of other schedulers that make the data of a node doubtful: `None`, `All`, or "
            "`OnlyExclusiveResources`, those with exclusive CPUs or devices. Any other text is accepted, "
            "unchecked. Default `All`."
        ),
    ] = None
    resync_method: Annotated[
        str | None,
        Sensible(("Autodetect", "All", "OnlyExclusiveResources")),
        Field(
            description="Pods that are included when the data of a node is compared with its report: `All`, "
            "`OnlyExclusiveResources`, or `Autodetect`, as the node reports. Any other text is accepted, "
            "unchecked. Default `Autodetect`."
        ),
    ] = None
    informer_mode: Annotated[
        str | None,
        Since("1.28"),
        Sensible(("Dedicated", "Shared")),
        Field(
            description="Whether the plugin watches Pods with its own connection, `Dedicated`, or that of the "
            "scheduler, `Shared`. Any other text is accepted, unchecked. Default `Dedicated`. Since "
            "Kubernetes 1.28."
        ),
    ] = None
    resync_scope: Annotated[
        str | None,
        Since("1.29"),
        Sensible(("All", "OnlyResources")),
        Field(
            description="What is compared: also the node's settings, `All`, or only the resources of its zones, "
            "`OnlyResources`. Any other text is accepted, unchecked. `All` if it is missing. Since Kubernetes "
            "1.29."
        ),
    ] = None


def complete_cache(written: NodeResourceTopologyCache | None, context: Context) -> NodeResourceTopologyCache:
    """Fill in what was not written.

    Args:
        written: As written; None where nothing is.
        context: The release that reads it.
    """
    defaults = {"foreign_pods_detect": "All", "resync_method": "Autodetect"}
    if knows(NodeResourceTopologyCache, "informer_mode", context):
        defaults["informer_mode"] = "Dedicated"
    cache = written or NodeResourceTopologyCache.model_construct()
    return cache.model_copy(update={name: value for name, value in defaults.items() if getattr(cache, name) is None})


_STRATEGIES = ("MostAllocated", "BalancedAllocation", "LeastAllocated", "LeastNUMANodes")
_LAST_WITH_OWN_CLIENT = 21
_FIRST_COUNTING_ZONES = 25
_PREEMPTION_MODES = ("Disabled", "Enabled")


class ScoringStrategy(Shape):
    """How nodes in whose zones the pod fits are scored."""

    type: Annotated[
        str | None,
        OmitZero(),
        OneOf(_STRATEGIES),
        Field(
            description="`LeastAllocated` prefers emptier zones, `MostAllocated` fuller ones, "
            "`BalancedAllocation` evenly used ones, `LeastNUMANodes` (since Kubernetes 1.25) nodes "
            "where few zones suffice. Has no default if `scoringStrategy` is set."
        ),
    ] = None
    resources: Annotated[
        Resources | None,
        Field(description="Resources to score; a weight of 0 or none counts as 1. Default: `cpu` and `memory`."),
    ] = None


class NodeResourceTopologyMatchArgs(TypedArgs):
    """Arguments of the NodeResourceTopologyMatch plugin."""

    kube_config_path: Annotated[
        str | None,
        Only(("v1beta1",)),
        Field(
            alias="kubeconfigpath",
            description="The kubeconfig of the client that reads NodeResourceTopologies. Default "
            "`/etc/kubernetes/scheduler.conf`. In Kubernetes 1.22, it is read and discarded.",
        ),
    ] = None
    master_override: Annotated[
        str | None,
        Only(("v1beta1",)),
        Always("", until="1.21"),
        Field(
            alias="masteroverride",
            description="Address of the API server, if it is not that of `kubeconfigpath`. In Kubernetes 1.22, "
            "it is read and discarded.",
        ),
    ] = None
    namespaces: Annotated[
        list[str | None] | None,
        Only(("v1beta1",)),
        Until("1.21"),
        Field(description="Namespaces to read NodeResourceTopologies from. Default `[default]`."),
    ] = None
    scoring_strategy: Annotated[
        ScoringStrategy | None,
        Since("1.21"),
        Field(
            description="How nodes are scored. Default: `LeastAllocated` of `cpu` and `memory`. Since Kubernetes 1.21."
        ),
    ] = None
    cache_resync_period_seconds: Annotated[
        Int64 | None,
        Since("1.24"),
        Sensible(minimum=0),
        Always(0),
        Field(
            description="How often the plugin compares its own data with the nodes' reports, in seconds; 0 or less: it "
            "keeps no data, and needs no `reserve`. Default 0. Since Kubernetes 1.24."
        ),
    ] = None
    discard_reserved_nodes: Annotated[
        bool | None,
        Since("1.26"),
        OmitZero(),
        Field(
            description="Whether to exclude a node while a Pod is being placed on it; then "
            "`cacheResyncPeriodSeconds` has no effect. Default false. Since Kubernetes 1.26."
        ),
    ] = None
    cache: Annotated[
        NodeResourceTopologyCache | None,
        Since("1.26"),
        Field(description="How the plugin tracks the resources of its own Pods. Since Kubernetes 1.26."),
    ] = None
    preemption_mode: Annotated[
        str | None,
        Since("1.35"),
        OneOf(_PREEMPTION_MODES),
        Field(
            description="Whether to simulate evictions by zone first: `Enabled` or `Disabled`. Default "
            "`Disabled`. Since Kubernetes 1.35."
        ),
    ] = None


def _complete(args: NodeResourceTopologyMatchArgs, context: Context) -> NodeResourceTopologyMatchArgs:
    update: dict[str, object] = {}
    if context.release.number > _LAST_WITH_OWN_CLIENT:
        update |= {"kube_config_path": None, "master_override": None, "namespaces": None}
    else:
        if args.kube_config_path is None:
            update["kube_config_path"] = "/etc/kubernetes/scheduler.conf"
        update["namespaces"] = args.namespaces or ["default"]
    if knows(NodeResourceTopologyMatchArgs, "scoring_strategy", context):
        update["scoring_strategy"] = _strategy(args.scoring_strategy)
    if knows(NodeResourceTopologyMatchArgs, "cache", context):
        update["cache"] = complete_cache(args.cache, context)
    if args.preemption_mode is None and knows(NodeResourceTopologyMatchArgs, "preemption_mode", context):
        update["preemption_mode"] = "Disabled"
    return args.model_copy(update=update)


def _strategy(written: ScoringStrategy | None) -> ScoringStrategy:
    if written is None:
        return ScoringStrategy.model_construct(type="LeastAllocated", resources=cpu_and_memory())
    return written.model_copy(update={"resources": weighted(written.resources)})


def _check(args: NodeResourceTopologyMatchArgs, context: Context) -> Iterator[ArgsProblem]:
    if args.scoring_strategy is not None and knows(NodeResourceTopologyMatchArgs, "scoring_strategy", context):
        yield from _check_type(args.scoring_strategy.type or "", context.release.number)
    takes_mode = knows(NodeResourceTopologyMatchArgs, "preemption_mode", context)
    if takes_mode and args.preemption_mode not in _PREEMPTION_MODES:
        yield unknown_choice(("preemptionMode",), args.preemption_mode, _PREEMPTION_MODES)


def _check_type(found: str, number: int) -> Iterator[ArgsProblem]:
    allowed = _STRATEGIES if number >= _FIRST_COUNTING_ZONES else _STRATEGIES[:-1]
    if found not in allowed:
        yield unknown_choice(("scoringStrategy", "type"), found, allowed)


PLUGIN = plugin(
    name="NodeResourceTopologyMatch",
    summary="Excludes nodes in whose NUMA zones the Pod's requests do not fit, and scores the others by how well they "
    "fit.",
    points={
        "1.19": ("filter",),
        "1.21": ("filter", "score"),
        "1.24": ("filter", "score", "reserve"),
        "1.26": ("filter", "score", "reserve", "postBind"),
        "1.35": ("preFilter", "filter", "score", "reserve", "postBind"),
    },
    args=args_kind(
        NodeResourceTopologyMatchArgs,
        served=FROM_START,
        complete=_complete,
        check=_check,
        example={
            "namespaces": ["default", "batch"],
            "scoringStrategy": {
                "type": "MostAllocated",
                "resources": [{"name": "cpu", "weight": 1}, {"name": "example.com/gpu", "weight": 5}],
            },
            "cacheResyncPeriodSeconds": 5,
            "cache": {
                "foreignPodsDetect": "OnlyExclusiveResources",
                "resyncMethod": "OnlyExclusiveResources",
                "informerMode": "Dedicated",
                "resyncScope": "OnlyResources",
            },
            "preemptionMode": "Enabled",
        },
    ),
    access=(ApiAccess("topology.node.k8s.io", "noderesourcetopologies"),),
    source="pkg/noderesourcetopology/plugin.go",
)
