"""One world on a real control plane: what is there is made, the real kube-scheduler starts, and Pods come."""

import asyncio
import contextlib
import json
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tools.record.cluster_client import ClientError, ClusterClient
from tools.record.control_plane import ControlPlane, ControlPlanePrograms
from tools.record.controller_loop import ControllerLoop
from tools.record.played_controllers import Manifest
from tools.record.pod_by_pod import Outcome, PodByPod, RunError, without_address
from tools.record.recording_proxy import Exchange, RecordingProxy
from tools.record.worlds import TrialCase

_READ_BY_ADMISSION = ("Namespace", "PriorityClass", "StorageClass", "RuntimeClass", "LimitRange", "CSIDriver")
_SETTLED = 0.15
"""Seconds without a request after which a scheduler has its objects, and admission its own copies."""
_LONGEST = 10.0
_SCORE = re.compile(r'"Calculated node\'s final score for pod" pod="(?P<pod>[^"]+)" node="(?P<node>[^"]+)" score=(\d+)')


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

    async def __aenter__(self) -> Self:
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
            async with ControllerLoop(self._client, case) as controllers:
                await controllers.idle()
                with tempfile.TemporaryDirectory(prefix="scheduler-") as folder:
                    async with self._scheduler(case, extender, Path(folder)) as scheduler:
                        protocol = PodByPod(case, self._client, controllers.pods, self.proxy, scheduler)
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
        process = self._start(case, extender, folder)
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

    def _start(self, case: TrialCase, extender: str, folder: Path) -> subprocess.Popen[bytes]:
        with (folder / "log").open("wb") as log:
            return subprocess.Popen(  # noqa: S603 - a program of ours
                self._command(case, extender, folder),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

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
