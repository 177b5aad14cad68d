"""What controllers of a cluster would do while a scheduler runs, as far as it waits for them.

They see what is written to the store, and write to it themselves: in the order in which things happened, so that two
runs are the same.
"""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Protocol

from schedcfg.commands.trial.api.store import ChangeType, Object, Store, StoredChange
from schedcfg.commands.trial.controllers.disruption import DisruptionController
from schedcfg.commands.trial.controllers.kubelet import KubeletController
from schedcfg.commands.trial.controllers.pod_claims import PodClaimController, ResourceClaimController
from schedcfg.commands.trial.controllers.volumes import VolumeController

_AHEAD = 0.02
"""Seconds in which claims reach the scheduler before their Pod: it watches each kind by itself."""
_ROUNDS = 100
"""More than any chain of writes that answer one another is long."""


class Controller(Protocol):
    """One controller."""

    kinds: ClassVar[tuple[tuple[str, str], ...]]
    """What it looks at: group and plural."""

    def see(self, plural: str, change: StoredChange) -> None:
        """Note a change."""

    def work(self) -> None:
        """Do what has to be done about the changes that were noted."""


class Controllers:
    """All controllers of a run."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_due = False
        self._claims = PodClaimController(store)
        self._controllers: tuple[Controller, ...] = (
            self._claims,
            VolumeController(store),
            ResourceClaimController(store),
            DisruptionController(store),
            KubeletController(store),
        )

    def start(self) -> None:
        """Do what has to be done about the objects that are there, and about each change from now on."""
        for controller, group, plural in self._watches():
            for data in self._store.all(plural, group):
                controller.see(plural, StoredChange(self._store.version, ChangeType.ADDED, None, data))
            self._store.collection(plural, group).listen(partial(self._see, controller, plural))
        self._settle()

    async def create(self, pod: Object) -> None:
        """Create a Pod, behind the claims that belong to it.

        In a cluster the scheduler may see the Pod first, and tries again a second later.
        """
        self._settle()
        if self._claims.prepare(pod):
            self._settle()
            await asyncio.sleep(_AHEAD)
        self._store.create(self._store.collection("pods"), pod)

    def _watches(self) -> Iterator[tuple[Controller, str, str]]:
        for controller in self._controllers:
            yield from ((controller, group, plural) for group, plural in controller.kinds)

    def _see(self, controller: Controller, plural: str, change: StoredChange) -> None:
        """Note a change; what it leads to is written later, as other listeners have to see this change first."""
        controller.see(plural, change)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._settle)

    def _settle(self) -> None:
        self._is_due = True  # What the controllers write themselves is seen in the same loop
        version = -1
        for _ in range(_ROUNDS):
            if version == self._store.version:
                break
            version = self._store.version
            for controller in self._controllers:
                controller.work()
        self._is_due = False
