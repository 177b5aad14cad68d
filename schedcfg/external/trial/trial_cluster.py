"""The objects of a trial: what is there before, and the Pods that come."""

from collections.abc import Iterable
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


def sort(objects: Iterable[Object], kinds: Kinds) -> TrialCluster:
    """Return a cluster: Pods without a node are those that are to be placed."""
    there: list[Object] = []
    pods: list[Object] = []
    for data in objects:
        is_pending = data.get("kind") == "Pod" and not data.get("spec", {}).get("nodeName")
        (pods if is_pending else there).append(data)
    return TrialCluster(kinds, tuple(there), tuple(pods))
