"""The cache of NodeResourceTopologyMatch: what nodes have left, until they have reported it themselves."""

from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Sensible, Shape, Since
from schedcfg.plugins.context import Context
from schedcfg.plugins.wire import knows


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
