"""Who asks for something: the configuration of the function, and each `SchedulerConfig` among the items."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.operations.krm.items import items
from schedcfg.operations.krm.resources import resource
from schedcfg.operations.krm.settings import Asked, is_scheduler_config, read
from schedcfg.results.krm import Resource

_NOBODY = Resource("", "", "")


class Asking(NamedTuple):
    """One that asks.

    Attributes:
        resource: Who; without a name where the function has no configuration.
        asked: What for.
    """

    resource: Resource
    asked: Asked


def askers(data: object) -> Iterator[Asking]:
    """Yield the function's own configuration, then the items that ask; those take from it what they leave open.

    Args:
        data: The list of resources.
    """
    config = data.get("functionConfig") if isinstance(data, dict) else None
    function = Asking(resource(config), read(config, Asked())) if isinstance(config, dict) else Asking(_NOBODY, Asked())
    yield function
    for item in items(data):
        source = resource(item.data, item.kind)
        # kustomize gives the configuration of a generator as an item as well.
        if is_scheduler_config(item.data) and source.identity != function.resource.identity:
            yield Asking(source, read(item.data, function.asked))
