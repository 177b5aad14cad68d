"""What a product offers at a place of its document, and what in some data is not offered."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.document.texts import listing
from schedcfg.releases.release import minor
from schedcfg.spelling import nearest

_MOST_LISTED = 20


Fields = Mapping[str, object]


class Offer(NamedTuple):
    """What a product takes in one value. What is not named here is not looked at."""

    values: tuple[str, ...] = ()  # The texts that it may be; empty: any
    are_plugins: bool = False  # Whether these are plugins, of which kube-scheduler itself refuses those it lacks
    reserved: tuple[str, ...] = ()  # The texts that it may not be
    bounds: tuple[int, int] | None = None  # The least and the greatest number
    fields: Mapping[str, "Offer"] | None = None  # The fields of a mapping; None: any
    each: "Offer | None" = None  # Each item of a list, or value of a mapping without `fields`
    dead: str = ""  # Why it has no effect; empty: it has
    refused_since: str = ""  # The first release of clusters in which it is refused; empty: it is in none


ANY = Offer()
"""Whatever is there."""


class OfferedSettings(NamedTuple):
    """What users may set of a scheduler that the product runs for them, and what the product makes of it."""

    offer: Offer  # What may be at `at`
    refused: str  # What follows where the product refuses it: a sentence without its end
    at: Path = ()
    name: str = ""  # The only name of an object that is looked at; empty: any
    since: str = ""  # The first release of clusters that has these settings
    text: Path = ()  # Where a whole configuration is as a text, below `at`
    text_offer: Offer = Offer()  # What may be in it
    chosen_by: str = ""  # The field whose value chooses one of the profiles
    # Value → what the product makes its configuration of; the first is the default
    profiles: Mapping[str, Fields] = MappingProxyType({})
    idle: Mapping[str, frozenset[str]] = MappingProxyType({})  # Value → the schedulers from which it keeps all Pods
    sets: Fields = MappingProxyType({})  # What the product sets besides, whatever is chosen
    own: Path = ()  # Where in that configuration the value at `value`, below `at`, is; empty: no value of users is
    value: Path = ()


STOCK: Fields = {"profiles": [{"schedulerName": "default-scheduler"}]}
PACKING_FIT: Fields = {"name": "NodeResourcesFit", "args": {"scoringStrategy": {"type": "MostAllocated"}}}
UNBALANCED: Fields = {"name": "NodeResourcesBalancedAllocation"}
"""What products of which profiles are chosen make of them: nothing of their own, packing, and what is off for that."""


class Unoffered(NamedTuple):
    """A value, or a field, that a product does not offer."""

    path: Path
    message: str  # What the product does; what follows, only where nothing is refused
    help: str
    is_refused: bool  # Whether the whole is refused; else this has no effect
    on_key: bool = False
    plugin: str = ""  # The plugin that it names; empty: none


def unoffered(offer: Offer, data: object, path: Path, kubernetes: str | None) -> Iterator[Unoffered]:
    """Yield what is in some data that is not offered.

    Args:
        offer: What may be there.
        data: What is there.
        path: Where that is.
        kubernetes: The release of the cluster, `1.29`; None: the newest.
    """
    if data is None:
        return
    if offer.dead and data not in ("", {}, []):
        yield _dead(offer, path, kubernetes)
    if isinstance(data, dict):
        yield from _fields(offer, data, path, kubernetes)
    elif isinstance(data, list):
        for index, item in enumerate(data if offer.each is not None else ()):
            assert offer.each is not None
            yield from unoffered(offer.each, item, (*path, index), kubernetes)
    else:
        yield from _scalar(offer, data, path)


def _fields(offer: Offer, data: dict[str, object], path: Path, kubernetes: str | None) -> Iterator[Unoffered]:
    for name, value in data.items():
        known = offer.each if offer.fields is None else offer.fields.get(name)
        if known is not None:
            yield from unoffered(known, value, (*path, name), kubernetes)
        elif offer.fields is not None:
            meant = nearest(name, tuple(offer.fields))
            help_ = f"Did you mean `{meant}`?" if meant else f"It has {_named(tuple(offer.fields))}. Remove it."
            message = f"has no field `{name}` here: the scheduler never gets it"
            yield Unoffered((*path, name), message, help_, is_refused=False, on_key=True)


def _scalar(offer: Offer, data: object, path: Path) -> Iterator[Unoffered]:
    is_number = isinstance(data, int) and not isinstance(data, bool)
    if offer.values and data not in offer.values:
        plugin = str(data) if offer.are_plugins else ""
        help_ = f"It takes {_named(offer.values)}."
        yield Unoffered(path, f"does not offer `{data}`", help_, is_refused=True, plugin=plugin)
    elif data in offer.reserved:
        yield Unoffered(path, f"keeps `{data}` for itself", "Choose another name.", is_refused=True)
    elif offer.bounds is not None and not (is_number and offer.bounds[0] <= int(str(data)) <= offer.bounds[1]):
        least, greatest = offer.bounds
        help_ = f"Write a number from {least} to {greatest}."
        yield Unoffered(path, f"takes {least} to {greatest} here, not `{data}`", help_, is_refused=True)


def _dead(offer: Offer, path: Path, kubernetes: str | None) -> Unoffered:
    since, name = offer.refused_since, path[-1]
    is_refused = bool(since) and (kubernetes is None or minor(kubernetes) >= minor(since))
    message = f"takes `{name}`, but {offer.dead}"
    if is_refused:
        message = f"does not take `{name}` since Kubernetes {since}: {offer.dead}"
    elif since:
        message += f"; with Kubernetes {since}, it is refused"
    return Unoffered(path, message, "Remove it.", is_refused=is_refused, on_key=True)


def _named(names: tuple[str, ...]) -> str:
    return listing([f"`{name}`" for name in names if name], _MOST_LISTED)
