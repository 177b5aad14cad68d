"""The objects of a trial: what is there before, and the Pods that come."""

from dataclasses import dataclass
from functools import cached_property

from schedcfg.document.secrets import Secrets
from schedcfg.document.secrets_in_data import secrets_in
from schedcfg.external.trial.api.kinds import Kinds
from schedcfg.external.trial.api.store import Object, Store, copied


@dataclass(frozen=True)
class TrialCluster:
    """What a scheduler sees, and what it gets.

    Attributes:
        kinds: The kinds of its objects.
        objects: What is there before.
        pods: The Pods that are to be placed, in the order in which they come.
    """

    kinds: Kinds
    objects: tuple[Object, ...]
    pods: tuple[Object, ...]

    def store(self) -> Store:
        """Return a store with the objects that are there before."""
        store = Store(self.kinds)
        for data in self.objects:
            resource = self.kinds.of(data)
            assert resource is not None
            store.create(store.collection(resource.plural, resource.group), copied(data))
        return store

    @cached_property
    def secrets(self) -> Secrets:
        """The secrets of all objects, which a scheduler may repeat."""
        return secrets_in((*self.objects, *self.pods))
