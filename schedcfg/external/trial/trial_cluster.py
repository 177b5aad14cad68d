"""The objects of a trial: what is there before, and the Pods that come."""

from typing import NamedTuple

from schedcfg.external.trial.api.kinds import Kinds
from schedcfg.external.trial.api.store import Object, Store, copied


class TrialCluster(NamedTuple):
    """What a scheduler sees, and what it gets."""

    kinds: Kinds
    objects: tuple[Object, ...]  # What is there before
    pods: tuple[Object, ...]  # The Pods that are to be placed, in the order in which they come

    def store(self) -> Store:
        """Return a store with the objects that are there before."""
        store = Store(self.kinds)
        for data in self.objects:
            resource = self.kinds.of(data)
            assert resource is not None
            store.create(store.collection(resource.plural, resource.group), copied(data))
        return store
