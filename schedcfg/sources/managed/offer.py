"""What in some data is not offered by a product."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.document.texts import listing
from schedcfg.releases.release import minor
from schedcfg.sources.products.product import Offer
from schedcfg.spelling import nearest

_MOST_LISTED = 20


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
