"""The absent controllers, played on a real control plane as long as a world lasts."""

import asyncio
import contextlib
from typing import Self

from tools.record.cluster_client import ClientError, ClusterClient, Followed
from tools.record.played_controllers import Action, ClusterState, actions
from tools.record.worlds import TrialCase

_KINDS = {
    "nodes": "Node",
    "claims": "PersistentVolumeClaim",
    "volumes": "PersistentVolume",
    "storage_classes": "StorageClass",
    "budgets": "PodDisruptionBudget",
    "resource_claims": "ResourceClaim",
    "claim_templates": "ResourceClaimTemplate",
}
_BESIDE = {
    "claims": ("volumes", "storage_classes", "nodes"),
    "budgets": (),
    "resource_claims": (),
    "claim_templates": ("resource_claims",),
}
"""What controllers have work with where a world has it → what they look at besides."""
_VERSIONS = {"Node": "v1", "PersistentVolume": "v1", "StorageClass": "storage.k8s.io/v1"}
_EACH_TIME = 0.005


class ControllerLoop:
    """The absent controllers, played as long as this context lasts."""

    def __init__(self, client: ClusterClient, case: TrialCase) -> None:
        self._client = client
        self._versions = {one["kind"]: one["apiVersion"] for one in case.objects}
        if any("ephemeral" in volume for pod in case.pods for volume in pod["spec"].get("volumes", ())):
            self._versions.setdefault("PersistentVolumeClaim", "v1")
        self._followed: dict[str, Followed] = {}

    async def __aenter__(self) -> Self:
        """Follow what they look at, and begin."""
        self.pods = await self._client.follow("v1", "Pod")
        self._followed["pods"] = self.pods
        for name, others in _BESIDE.items():
            if _KINDS[name] in self._versions:
                for each in (name, *others):
                    await self._follow(each)
        self._task = asyncio.create_task(self._play())
        return self

    async def __aexit__(self, *_: object) -> None:
        """End."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def idle(self) -> None:
        """Wait until they have nothing left to do."""
        while next(actions(self._state()), None):  # noqa: ASYNC110 - what is waited for is a state, no event
            await asyncio.sleep(_EACH_TIME)

    async def _follow(self, name: str) -> None:
        kind = _KINDS[name]
        if name not in self._followed:
            # Claims of devices that are made from templates have the version of those.
            version = _VERSIONS.get(kind) or self._versions.get(kind) or self._versions["ResourceClaimTemplate"]
            self._followed[name] = await self._client.follow(version, kind)

    def _state(self) -> ClusterState:
        return ClusterState(**{name: dict(followed.objects) for name, followed in self._followed.items()})

    async def _play(self) -> None:
        seen = -1
        while True:
            if self._client.events != seen:
                seen = self._client.events
                for action in list(actions(self._state())):
                    # What was already done, or has changed since, is seen again with the next event.
                    with contextlib.suppress(ClientError, LookupError):
                        await self._perform(action)
            await asyncio.sleep(_EACH_TIME)

    async def _perform(self, action: Action) -> None:
        if action.verb == "replace":
            replaced = await self._client.replace(action.manifest)
            await self._client.write_status(replaced | {"status": action.manifest["status"]})
        else:
            await getattr(self._client, action.verb)(action.manifest)
