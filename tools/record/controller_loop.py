"""The absent controllers, played on a real control plane as long as a world lasts."""

import asyncio
import contextlib
from typing import Self

from tools.record.cluster_client import ClientError, ClusterClient, Followed
from tools.record.played_controllers import Action, ClusterState, actions
from tools.record.worlds import TrialCase

_FOLLOWED = {
    "claims": "PersistentVolumeClaim",
    "volumes": "PersistentVolume",
    "storage_classes": "StorageClass",
    "budgets": "PodDisruptionBudget",
    "resource_claims": "ResourceClaim",
    "claim_templates": "ResourceClaimTemplate",
}
_NEEDED_BY = {"claims": ("volumes", "storage_classes"), "claim_templates": ("resource_claims",)}
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
        for name, kind in _FOLLOWED.items():
            if kind in self._versions:
                await self._follow(name)
                for other in _NEEDED_BY.get(name, ()):
                    await self._follow(other)
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
        if name not in self._followed:
            default = {"volumes": "v1", "storage_classes": "storage.k8s.io/v1"}
            version = (
                default.get(name) or self._versions.get(_FOLLOWED[name]) or self._versions["ResourceClaimTemplate"]
            )
            self._followed[name] = await self._client.follow(version, _FOLLOWED[name])

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
