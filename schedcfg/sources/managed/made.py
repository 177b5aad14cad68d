"""The configuration that a product makes of the settings of a scheduler that it runs for others."""

import copy
from typing import NamedTuple

from schedcfg import releases
from schedcfg.document.span import Path, follow
from schedcfg.releases.release import minor
from schedcfg.sources.in_place import V1, FoundMapping, configuration_from_fields
from schedcfg.sources.managed.offer import Fields, OfferedSettings, unoffered
from schedcfg.sources.managed.settings import managed_in
from schedcfg.sources.products.product import Product


class MadeConfiguration(NamedTuple):
    """Where the fields of a configuration are that a product makes; see `document.span.Arrangement`."""

    product: Product
    settings: OfferedSettings
    made: Fields
    idle: frozenset[str] = frozenset()  # The schedulers in it that get no Pods

    @property
    def implied(self) -> Fields:
        """What the product writes."""
        return self.made

    @property
    def places(self) -> tuple[Path, ...]:
        """The path in the document of what users set."""
        its = self.settings
        return ((*its.at, *(its.value or (its.chosen_by,))), its.at)

    def host_path(self, path: Path) -> Path:
        """Return the path in the document of a path in the configuration; elsewhere, that of what users set."""
        own, place = self.settings.own, self.places[0]
        return (*place, *path[len(own) :]) if own and path[: len(own)] == own else place

    def own_path(self, path: Path) -> Path | None:
        """Return the path in the configuration of a path in the document; None where it is of no part."""
        own, place = self.settings.own, self.places[0]
        return (*own, *path[len(place) :]) if own and path[: len(place)] == place else None

    def data(self, host: object) -> dict[str, object]:
        """Return the configuration that is made of a document."""
        made: dict[str, object] = copy.deepcopy(dict(self.made))
        value = follow(host, self.places[0]) if self.settings.own else None
        if value:
            inner = follow(made, self.settings.own[:-1])
            assert isinstance(inner, dict), "the product's configuration has a place for the value"
            inner[self.settings.own[-1]] = value
        return made


def configuration_of_product(data: object) -> FoundMapping | None:
    """Return the configuration that a product makes of a document, of its fields or its settings; None without one."""
    return configuration_from_fields(data) or configuration_from_settings(data)


def configuration_from_settings(data: object) -> FoundMapping | None:
    """Return the configuration that a product makes of a document's settings; None where it has none."""
    found = managed_in(data, ())
    made = None if found is None else made_of(found.product, found.offered, data, found.kubernetes)
    return None if found is None or made is None else FoundMapping(found.offered.at, made, found.versions)


def made_of(
    product: Product, settings: OfferedSettings, data: object, kubernetes: str | None
) -> MadeConfiguration | None:
    """Return the configuration that a product makes of a document; None where that is not known.

    Args:
        product: The product.
        settings: What it offers.
        data: The document's data.
        kubernetes: The release of the cluster, `1.29`; None where it is not known.
    """
    profile = _profile(settings, data, kubernetes)
    # Of what products made for releases that do not read v1, nothing is known here.
    if profile is None or (kubernetes is not None and minor(kubernetes) < minor(releases.serving("v1")[0])):
        return None
    made = {**V1, **settings.sets, **settings.profiles[profile]}
    return MadeConfiguration(product, settings, made, settings.idle.get(profile, frozenset()))


def _profile(settings: OfferedSettings, data: object, kubernetes: str | None) -> str | None:
    """Return which of the profiles a document chooses; None where what the product makes of it is not known."""
    its = follow(data, settings.at)
    chosen = its.get(settings.chosen_by) if isinstance(its, dict) else None
    named = chosen or next(iter(settings.profiles), None)
    is_taken = not any(one.is_refused for one in unoffered(settings.offer, its, settings.at, kubernetes))
    return named if isinstance(named, str) and named in settings.profiles and is_taken else None
