"""One world on a real control plane: what is there is made, the real kube-scheduler starts, and Pods come one by one."""

import asyncio
import contextlib
import json
import re
import subprocess
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.record.cluster_client import ClientError, ClusterClient, Followed
from tools.record.control_plane import ControlPlane, ControlPlanePrograms
from tools.record.played_controllers import Action, ClusterState, Manifest, actions
from tools.record.recording_proxy import Exchange, RecordingProxy
from tools.record.worlds import EXTENDER, TrialCase

_READ_BY_ADMISSION = ("Namespace", "PriorityClass", "StorageClass", "RuntimeClass", "LimitRange", "CSIDriver")
_SETTLED = 0.15
"""Seconds without a request after which a scheduler has its objects, and admission its own copies."""
_QUIET = 0.3
"""Seconds without a request after which a Pod counts as waiting, of those that may wait: gangs, unknown schedulers."""
_NOMINATED = 3.0
_LONGEST = 10.0
_ROUNDS = 10
_EACH_TIME = 0.005
_FOLLOWED = {
    "claims": "PersistentVolumeClaim",
    "volumes": "PersistentVolume",
    "storage_classes": "StorageClass",
    "budgets": "PodDisruptionBudget",
    "resource_claims": "ResourceClaim",
    "claim_templates": "ResourceClaimTemplate",
}
_NEEDED_BY = {"claims": ("volumes", "storage_classes"), "claim_templates": ("resource_claims",)}
_SCORE = re.compile(r'"Calculated node\'s final score for pod" pod="(?P<pod>[^"]+)" node="(?P<node>[^"]+)" score=(\d+)')


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


@dataclass(frozen=True)
class WorldRun:
    """An outcome, and how it came to be.

    Attributes:
        outcome: The outcome.
        had_tie: Whether chance decided: whether a Pod had several nodes with the same highest score.
        exchanges: What scheduler and API server said to each other.
    """

    outcome: Outcome
    had_tie: bool
    exchanges: tuple[Exchange, ...]


class RealCluster:
    """A control plane of one release that worlds are run on, one after the other, as a context."""

    def __init__(self, programs: ControlPlanePrograms, gates: Iterable[str] = ()) -> None:
        self._programs = programs
        self._gates = tuple(gates)
        self._stack = contextlib.AsyncExitStack()

    async def __aenter__(self) -> "RealCluster":
        """Start the control plane, and a proxy before it."""
        try:
            self._plane = await self._stack.enter_async_context(ControlPlane(self._programs, self._gates))
            self.proxy = await self._stack.enter_async_context(RecordingProxy(self._plane.url, self._plane.token))
            self._client = await self._stack.enter_async_context(ClusterClient(self._plane.url, self._plane.token))
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all of it."""
        await self._stack.aclose()

    async def run(self, case: TrialCase, extender: str = "") -> WorldRun:
        """Return what becomes of a world.

        Raises:
            RunError: if nothing can become of it.
        """
        self.proxy.begin()
        try:
            await self._create(case)
            async with _Controllers(self._client, case) as controllers:
                await controllers.idle()
                with tempfile.TemporaryDirectory(prefix="scheduler-") as folder:
                    async with self._scheduler(case, extender, Path(folder)) as scheduler:
                        protocol = _Protocol(case, self._client, controllers.pods, self.proxy, scheduler)
                        outcome = without_address(await protocol.outcome(), extender)
                        exchanges = self.proxy.so_far()
                    had_tie = _had_tie((Path(folder) / "log").read_text("utf-8", "replace"))
                return WorldRun(outcome, had_tie, exchanges)
        except ClientError as error:
            raise RunError(f"{case.name}: {error}") from error
        finally:
            await self._client.forget()
            await self._plane.clear()

    async def _create(self, case: TrialCase) -> None:
        first = [one for one in with_namespaces(case) if one["kind"] in _READ_BY_ADMISSION]
        for manifest in first:
            await self._client.create(manifest)
        if first:
            await asyncio.sleep(_SETTLED)
        for manifest in case.objects:
            if manifest["kind"] not in _READ_BY_ADMISSION:
                await self._client.create(manifest)

    @contextlib.asynccontextmanager
    async def _scheduler(self, case: TrialCase, extender: str, folder: Path) -> AsyncIterator[subprocess.Popen[bytes]]:
        """Run the scheduler until it has its objects, and end it."""
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(  # noqa: S603 - a program of ours
                self._command(case, extender, folder),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            latest = time.monotonic() + _LONGEST
            while not self._has_its_objects():
                if process.poll() is not None or time.monotonic() > latest:
                    lines = (folder / "log").read_text("utf-8", "replace").splitlines()
                    raise RunError(f"{case.name}: the scheduler does not start: {lines[-1:]}")
                await asyncio.sleep(0.01)
            yield process
        finally:
            process.kill()
            await asyncio.to_thread(process.wait)

    def _has_its_objects(self) -> bool:
        is_quiet = time.monotonic() - self.proxy.latest > _SETTLED
        return is_quiet and self.proxy.watched("pods") and self.proxy.watched("nodes")

    def _command(self, case: TrialCase, extender: str, folder: Path) -> list[str]:
        kubeconfig = {
            "apiVersion": "v1",
            "kind": "Config",
            "current-context": "proxy",
            "clusters": [{"name": "proxy", "cluster": {"server": self.proxy.url}}],
            "users": [{"name": "nobody", "user": {}}],
            "contexts": [{"name": "proxy", "context": {"cluster": "proxy", "user": "nobody"}}],
        }
        (folder / "kubeconfig").write_text(json.dumps(kubeconfig), encoding="utf-8")
        connection = {"kubeconfig": str(folder / "kubeconfig"), "contentType": "application/json"}
        connection |= {"qps": 5000, "burst": 10000}  # type: ignore[dict-item]  # numbers beside texts
        configuration = json.loads(case.configuration_for(self._programs.release, extender))
        (folder / "config.yaml").write_text(json.dumps(configuration | {"clientConnection": connection}), "utf-8")
        # The file that scores nodes was renamed in 1.23.
        modules = "schedule_one=10,generic_scheduler=10,scheduler=10"
        gates = [f"--feature-gates={gate}" for gate in case.gates]
        return [
            str(self._programs.scheduler),
            f"--config={folder / 'config.yaml'}",
            "--secure-port=0",
            f"--vmodule={modules}",
            *gates,
        ]


class _Controllers:
    """The absent controllers, played as long as this context lasts."""

    def __init__(self, client: ClusterClient, case: TrialCase) -> None:
        self._client = client
        self._versions = {one["kind"]: one["apiVersion"] for one in case.objects}
        if any("ephemeral" in volume for pod in case.pods for volume in pod["spec"].get("volumes", ())):
            self._versions.setdefault("PersistentVolumeClaim", "v1")
        self._followed: dict[str, Followed] = {}

    async def __aenter__(self) -> "_Controllers":
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
        while next(actions(self._state()), None):
            await asyncio.sleep(0.02)

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


class _Protocol:
    """How Pods come: the same on a real control plane and on the stand-in."""

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
            await self._place(pod)
        for _ in range(_ROUNDS):
            placed = self._placed()
            for pod in self._case.pods:
                existing = self._pods.objects.get(key_of(pod))
                if existing is not None and not existing["spec"].get("nodeName"):
                    await self._client.delete(existing)
                    await self._until(lambda key=key_of(pod): key not in self._pods.objects)
                    await self._place(pod)
            if self._placed() == placed:
                break
        there = (key_of(one) for one in self._case.objects if one["kind"] == "Pod")
        gone = sorted("/".join(key) for key in there if key not in self._pods.objects)
        return Outcome({"/".join(key_of(pod)): self._became(key_of(pod)) for pod in self._case.pods}, tuple(gone))

    def _placed(self) -> set[tuple[str, str]]:
        return {key for key, pod in self._pods.objects.items() if pod["spec"].get("nodeName")}

    def _became(self, key: tuple[str, str]) -> dict[str, Any]:
        pod = self._pods.objects.get(key)
        if pod is None:
            return {"gone": True} if key in self._created else {"refused": True}
        if node := pod["spec"].get("nodeName"):
            return {"node": node}
        return {"message": _unscheduled(pod) or ""}

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
            elif min(now - self._proxy.latest, now - begun) > _QUIET and _may_wait(pod, self._case):
                return
            elif now - begun > _LONGEST:
                raise RunError(f"{self._case.name}: nothing is decided about {key[1]}")
            if self._scheduler.poll() is not None:
                raise RunError(f"{self._case.name}: the scheduler ended")
            await asyncio.sleep(_EACH_TIME)

    def _is_decided(self, key: tuple[str, str]) -> bool:
        pod = self._pods.objects.get(key)
        if pod is None or pod["spec"].get("nodeName"):
            return True
        return _unscheduled(pod) is not None and not pod["status"].get("nominatedNodeName")

    async def _until(self, holds: Any) -> None:
        latest = time.monotonic() + _LONGEST
        while not holds():
            self._client.check()
            if time.monotonic() > latest:
                raise RunError(f"{self._case.name}: the API server does not show what was changed")
            await asyncio.sleep(_EACH_TIME)


def without_address(outcome: Outcome, extender: str) -> Outcome:
    """Return an outcome whose messages name the extender as configurations of worlds do."""
    if not extender:
        return outcome
    text = json.dumps({name: dict(what) for name, what in outcome.pods.items()})
    return Outcome(json.loads(text.replace(extender, EXTENDER)), outcome.gone)


def _may_wait(pod: Manifest, case: TrialCase) -> bool:
    """Return whether a scheduler may leave a Pod without a word: one of a group, or one that is not for it."""
    names = {profile.get("schedulerName", "default-scheduler") for profile in case.configuration.get("profiles", [{}])}
    spec = pod["spec"]
    return (
        bool({"schedulingGroup", "resourceClaims"} & spec.keys())
        or spec.get("schedulerName", "default-scheduler") not in names
    )


def _unscheduled(pod: Manifest) -> str | None:
    """Return why a Pod has no node; None where nothing was decided."""
    for condition in pod.get("status", {}).get("conditions", ()):
        if condition["type"] == "PodScheduled" and condition["status"] == "False":
            return str(condition.get("message", ""))
    return None


def with_namespaces(case: TrialCase) -> Iterator[Manifest]:
    """Yield the objects, and before them the namespaces that are only named by others."""
    written = {one["metadata"]["name"] for one in case.objects if one["kind"] == "Namespace"}
    named = {one["metadata"].get("namespace", "default") for one in (*case.objects, *case.pods)}
    for name in sorted(named - written - {"default", "kube-system"}):
        yield {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
    yield from case.objects


def _had_tie(log: str) -> bool:
    """Return whether several nodes had the highest score when one was chosen: then chance decided."""
    decisions: list[tuple[str, dict[str, int]]] = []
    for found in _SCORE.finditer(log):
        pod, name, score = found.groups()
        if not decisions or decisions[-1][0] != pod or name in decisions[-1][1]:
            decisions.append((pod, {}))
        decisions[-1][1][name] = int(score)
    return any(Counter(scores.values())[max(scores.values())] > 1 for _, scores in decisions)


def key_of(manifest: Mapping[str, Any]) -> tuple[str, str]:
    """Return the namespace and the name of an object."""
    return manifest["metadata"].get("namespace", "default"), manifest["metadata"]["name"]
