"""The cache of NodeResourceTopologyMatch: what nodes have left, until they have reported it themselves."""

from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Sensible, Shape, Since
from schedcfg.plugins.plugin import Context
from schedcfg.plugins.wire import knows


class NodeResourceTopologyCache(Shape):
    """How the plugin keeps track of what its own pods take; only where `cacheResyncPeriodSeconds` is above 0."""

    foreign_pods_detect: Annotated[
        str | None,
        Sensible(("None", "All", "OnlyExclusiveResources")),
        Field(
            description="Which pods of other schedulers make a node's entry doubtful: `None`, `All`, or "
            "`OnlyExclusiveResources`, those with CPUs or devices of their own. Any other text is taken, unchecked. "
            "Default `All`."
        ),
    ] = None
    resync_method: Annotated[
        str | None,
        Sensible(("Autodetect", "All", "OnlyExclusiveResources")),
        Field(
            description="Which pods count when a node's entry is compared with what the node reports: `All`, "
            "`OnlyExclusiveResources`, or `Autodetect`, what the node says. Any other text is taken, unchecked. "
            "Default `Autodetect`."
        ),
    ] = None
    informer_mode: Annotated[
        str | None,
        Since("1.28"),
        Sensible(("Dedicated", "Shared")),
        Field(
            description="Whether the plugin watches pods by a connection of its own, `Dedicated`, or the scheduler's, "
            "`Shared`. Any other text is taken, unchecked. Default `Dedicated`. Since Kubernetes 1.28."
        ),
    ] = None
    resync_scope: Annotated[
        str | None,
        Since("1.29"),
        Sensible(("All", "OnlyResources")),
        Field(
            description="What is compared: also the node's settings, `All`, or its zones' resources alone, "
            "`OnlyResources`. Any other text is taken, unchecked. Where nothing is written: `All`. Since Kubernetes "
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
