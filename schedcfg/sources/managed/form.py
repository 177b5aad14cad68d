"""One form in which the settings of a managed scheduler are written, and the configuration that is made of them."""

import copy
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from schedcfg import releases
from schedcfg.document.span import Path, follow
from schedcfg.releases.release import minor
from schedcfg.sources.managed.offer import Offer, Unoffered, unoffered
from schedcfg.sources.manifests.versions import release

Fields = Mapping[str, object]

V1: Fields = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}


class ManagedForm(NamedTuple):
    """A document, or a part of one, that sets what a product's own scheduler does."""

    product: str
    offer: Offer  # What may be at `at`
    refused: str  # What follows where the product refuses it: a sentence without its end
    at: Path = ()
    group: str = ""  # What the API version of its documents begins with; empty: they have none, and no kind
    kinds: tuple[str, ...] = ()
    requires: Path = ()  # A mapping that they have, where neither group nor kind shows whose they are
    name: str = ""  # The only name of an object that is looked at; empty: any
    kubernetes: Path = ()  # Where the release of the cluster is; empty: not there
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

    def is_of(self, data: object) -> bool:
        """Return whether a document has this form."""
        if not isinstance(data, dict):
            return False
        version = data.get("apiVersion")
        if self.group:
            its_group = isinstance(version, str) and version.startswith(self.group)
            return its_group and data.get("kind") in self.kinds and isinstance(follow(data, self.at), dict)
        return version is None and "kind" not in data and isinstance(follow(data, self.requires), dict)

    def release_of(self, data: object) -> str | None:
        """Return the release of the cluster that a document names, `1.29`; None where it names none."""
        return release(follow(data, self.kubernetes)) if self.kubernetes else None

    def unoffered(self, data: object, kubernetes: str | None) -> Iterator[Unoffered]:
        """Yield what is in a document's settings that the product does not offer.

        Args:
            data: The document's data.
            kubernetes: The release of the cluster, `1.29`; None: the newest.
        """
        yield from unoffered(self.offer, follow(data, self.at), self.at, kubernetes)

    def profile(self, data: object) -> str | None:
        """Return which of the profiles a document chooses; None where what the product makes of it is not known."""
        settings = follow(data, self.at)
        chosen = settings.get(self.chosen_by) if isinstance(settings, dict) else None
        named = chosen or next(iter(self.profiles), None)
        is_taken = not any(one.is_refused for one in self.unoffered(data, self.release_of(data)))
        return named if isinstance(named, str) and named in self.profiles and is_taken else None


class MadeConfiguration(NamedTuple):
    """Where the fields of a configuration are that a product makes; see `document.span.Arrangement`."""

    form: ManagedForm
    made: Fields
    idle: frozenset[str] = frozenset()  # The schedulers in it that get no Pods

    @property
    def implied(self) -> Fields:
        """What the product writes."""
        return self.made

    @property
    def places(self) -> tuple[Path, ...]:
        """The path in the document of what users set."""
        form = self.form
        return ((*form.at, *(form.value or (form.chosen_by,))), form.at)

    def host_path(self, path: Path) -> Path:
        """Return the path in the document of a path in the configuration; elsewhere, that of what users set."""
        own, place = self.form.own, self.places[0]
        return (*place, *path[len(own) :]) if own and path[: len(own)] == own else place

    def own_path(self, path: Path) -> Path | None:
        """Return the path in the configuration of a path in the document; None where it is of no part."""
        own, place = self.form.own, self.places[0]
        return (*own, *path[len(place) :]) if own and path[: len(place)] == place else None

    def data(self, host: object) -> dict[str, object]:
        """Return the configuration that is made of a document."""
        made: dict[str, object] = copy.deepcopy(dict(self.made))
        value = follow(host, self.places[0]) if self.form.own else None
        if value:
            inner = follow(made, self.form.own[:-1])
            assert isinstance(inner, dict), "the product's configuration has a place for the value"
            inner[self.form.own[-1]] = value
        return made


def made_of(form: ManagedForm, data: object) -> MadeConfiguration | None:
    """Return the configuration that a product makes of a document of a form; None where that is not known."""
    profile, kubernetes = form.profile(data), form.release_of(data)
    # Of what products made for releases that do not read v1, nothing is known here.
    if profile is None or (kubernetes is not None and minor(kubernetes) < minor(releases.serving("v1")[0])):
        return None
    return MadeConfiguration(form, {**V1, **form.sets, **form.profiles[profile]}, form.idle.get(profile, frozenset()))
