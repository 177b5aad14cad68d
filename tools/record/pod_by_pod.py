"""How Pods come, one after the other, and what becomes of them: the same on a control plane and on the stand-in."""

import asyncio
import json
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tools.record.cluster_client import ClientError, ClusterClient, Followed
from tools.record.played_controllers import Manifest
from tools.record.recording_proxy import RecordingProxy
from tools.record.worlds import EXTENDER, TrialCase

_QUIET = 0.3
"""Seconds without a request after which a Pod counts as waiting, of those that may wait: gangs, unknown schedulers."""
_BACKOFF = 2.0
"""Seconds until a group that did not fit is tried again: `worlds.py` sets one, and once a second it is looked at."""
_NOMINATED = 3.0
_LONGEST = 10.0
_ROUNDS = 10
_EACH_TIME = 0.005


class RunError(Exception):
    """A scheduler that ended, or objects that the API server refused."""


@dataclass(frozen=True)
class Outcome:
    """What became of a world.

    Attributes:
        pods: Each Pod that came: its `node`, or the `message` of why it has none, or `gone`.
        gone: The Pods that were there before, and are not any more.
    """

    pods: Mapping[str, Mapping[str, Any]]
    gone: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as it is recorded."""
        return {
            "pods": {name: dict(what) for name, what in self.pods.items()},
            **({"gone": [*self.gone]} if self.gone else {}),
        }


class PodByPod:
    """Pods that come to a real control plane."""

    def __init__(
        self,
        case: TrialCase,
        client: ClusterClient,
        pods: Followed,
        proxy: RecordingProxy,
        scheduler: subprocess.Popen[bytes],
    ) -> None:
        self._case = case
        self._client = client
        self._pods = pods
        self._proxy = proxy
        self._scheduler = scheduler
        self._created: set[tuple[str, str]] = set()

    async def outcome(self) -> Outcome:
        """Let all Pods come, those without a node again as long as that helps one, and return what became of them."""
        for pod in self._case.pods:
            await self._offer(pod)
        for _ in range(_ROUNDS):
            placed = self._placed()
            for pods in together(self._case.pods):
                await self._offer_again(pods)
            if self._placed() == placed:
                break
        there = (key_of(one) for one in self._case.objects if one["kind"] == "Pod")
        gone = sorted("/".join(key) for key in there if key not in self._pods.objects)
        return Outcome({"/".join(key_of(pod)): self._became(key_of(pod)) for pod in self._case.pods}, tuple(gone))

    async def _offer_again(self, pods: Sequence[Manifest]) -> None:
        """Let those of some Pods leave that have no node, and come again."""
        there = {key_of(pod): self._pods.objects.get(key_of(pod)) for pod in pods}
        left = {key: one for key, one in there.items() if one is not None and not one["spec"].get("nodeName")}
        for key, existing in left.items():
            await self._client.delete(existing)
            await self._until(partial(self._is_gone, key))
        for pod in pods:
            if key_of(pod) in left:
                await self._offer(pod)

    def _placed(self) -> set[tuple[str, str]]:
        return {key for key, pod in self._pods.objects.items() if pod["spec"].get("nodeName")}

    def _became(self, key: tuple[str, str]) -> dict[str, Any]:
        pod = self._pods.objects.get(key)
        if pod is None:
            return {"gone": True} if key in self._created else {"refused": True}
        if node := pod["spec"].get("nodeName"):
            return {"node": node}
        return {"message": _unscheduled(pod) or ""}

    async def _offer(self, pod: Manifest) -> None:
        await self._place(pod)
        if is_in_group(pod):  # What is decided about the others of its group is written after that.
            await self._until(lambda: time.monotonic() - self._proxy.latest > _QUIET)

    async def _place(self, pod: Manifest) -> None:
        """Create a Pod and wait until the scheduler has decided about it, or lets it wait."""
        key, begun = key_of(pod), time.monotonic()
        try:
            await self._client.create(pod)
        except ClientError:
            return  # Refused by admission: that is its outcome.
        self._created.add(key)
        await self._until(lambda: key in self._pods.objects)
        nominated: float | None = None
        while not self._is_decided(key):
            now = time.monotonic()
            if (self._pods.objects.get(key) or {}).get("status", {}).get("nominatedNodeName"):
                nominated = nominated or now
                if now - nominated > _NOMINATED:
                    return
            elif min(now - self._proxy.latest, now - begun) > _patience(pod) and _may_wait(pod, self._case):
                return
            elif now - begun > _LONGEST:
                raise RunError(f"{self._case.name}: nothing is decided about {key[1]}")
            if self._scheduler.poll() is not None:
                raise RunError(f"{self._case.name}: the scheduler ended")
            await asyncio.sleep(_EACH_TIME)

    def _is_gone(self, key: tuple[str, str]) -> bool:
        return key not in self._pods.objects

    def _is_decided(self, key: tuple[str, str]) -> bool:
        pod = self._pods.objects.get(key)
        if pod is None:
            return True
        if pod["spec"].get("nodeName"):
            return "startTime" in pod["status"]  # what comes next may make it leave
        return _unscheduled(pod) is not None and not pod["status"].get("nominatedNodeName")

    async def _until(self, holds: Callable[[], bool]) -> None:
        latest = time.monotonic() + _LONGEST
        while not holds():
            self._client.check()
            if time.monotonic() > latest:
                raise RunError(f"{self._case.name}: the API server does not show what was changed")
            await asyncio.sleep(_EACH_TIME)


def together(pods: Iterable[Manifest]) -> list[list[Manifest]]:
    """Return Pods that are decided together in a list: those of a group."""
    lists: dict[tuple[str, ...], list[Manifest]] = {}
    for pod in pods:
        group = pod["spec"].get("schedulingGroup", {}).get("podGroupName")
        key = key_of(pod) if group is None else ("PodGroup", key_of(pod)[0], group)
        lists.setdefault(key, []).append(pod)
    return list(lists.values())


def is_in_group(pod: Manifest) -> bool:
    """Return whether a Pod is decided together with others."""
    return "schedulingGroup" in pod["spec"]


def _patience(pod: Manifest) -> float:
    """Return after how many quiet seconds a Pod counts as waiting."""
    return _QUIET + _BACKOFF if is_in_group(pod) else _QUIET


def _may_wait(pod: Manifest, case: TrialCase) -> bool:
    """Return whether a scheduler may leave a Pod without a word: one of a group, or one that is not for it."""
    names = {profile.get("schedulerName", "default-scheduler") for profile in case.configuration.get("profiles", [{}])}
    spec = pod["spec"]
    return is_in_group(pod) or "resourceClaims" in spec or spec.get("schedulerName", "default-scheduler") not in names


def _unscheduled(pod: Manifest) -> str | None:
    """Return why a Pod has no node; None where nothing was decided."""
    for condition in pod.get("status", {}).get("conditions", ()):
        if condition["type"] == "PodScheduled" and condition["status"] == "False":
            return str(condition.get("message", ""))
    return None


def without_address(outcome: Outcome, extender: str) -> Outcome:
    """Return an outcome whose messages name the extender as configurations of worlds do."""
    if not extender:
        return outcome
    text = json.dumps({name: dict(what) for name, what in outcome.pods.items()})
    return Outcome(json.loads(text.replace(extender, EXTENDER)), outcome.gone)


def key_of(manifest: Mapping[str, Any]) -> tuple[str, str]:
    """Return the namespace and the name of an object."""
    return manifest["metadata"].get("namespace", "default"), manifest["metadata"]["name"]
