"""What real API servers make of generated policies, and of Pods under them.

`SCHEDCFG_CONTROL_PLANES` names a folder with etcd/etcd and VERSION/kube-apiserver, which `python -m tools.record
placements` builds; without it, these tests are skipped.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from schedcfg import releases
from schedcfg.commands.generate.pod_policy import GATE, PodPolicyOptions, generate_policy
from schedcfg.document import parse
from tools.record.control_plane import ControlPlane, ControlPlanePrograms

FOLDER = os.environ.get("SCHEDCFG_CONTROL_PLANES", "")
HAVING = [version.parent.name for version in sorted(Path(FOLDER).glob("v1.*/kube-apiserver"))] if FOLDER else []
POLICIES = [one for one in HAVING if releases.at(one.removeprefix("v")).mutating_policies is not None]
_HEARD_WITHIN = 30.0
"""Seconds in which an API server hears of policies that it has stored."""

Object = dict[str, Any]


class Cluster:
    """An API server, and requests to it."""

    def __init__(self, session: aiohttp.ClientSession, release: str) -> None:
        self._session, self.release = session, releases.at(release)

    async def send(self, path: str, data: Object, method: str = "POST") -> Object:
        """Send an object, of which the server has to know every field, and return what is stored."""
        status, answer = await self.answer(path, data, method)
        assert status in {200, 201}, answer
        return answer

    async def answer(self, path: str, data: Object, method: str = "POST", **query: str) -> tuple[int, Object]:
        kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
        parameters = {"fieldValidation": "Strict", **query}
        headers = {"Content-Type": kind}
        async with self._session.request(method, path, json=data, params=parameters, headers=headers) as response:
            return response.status, await response.json()

    async def apply(self, options: PodPolicyOptions) -> list[Object]:
        """Store a generated policy and its binding."""
        (file,) = generate_policy(options, self.release).files
        stored = [document.data for document in parse(file.text).documents]
        for data in stored:
            assert isinstance(data, dict)
            await self.send(policies(data), data)
        return stored  # type: ignore[return-value]

    async def scheduler_of(self, pod: Object) -> str:
        """Create a Pod, and return which scheduler it has then."""
        created = await self.send(f"/api/v1/namespaces/{pod['metadata']['namespace']}/pods", pod)
        return str(created["spec"]["schedulerName"])

    async def tried(self, namespace: str, **metadata: Any) -> tuple[int, str]:
        """Create a Pod without a trace, and return the status and which scheduler it would have."""
        data = pod(namespace, metadata=metadata)
        status, answer = await self.answer(f"/api/v1/namespaces/{namespace}/pods", data, dryRun="All")
        return status, answer.get("spec", {}).get("schedulerName", "")


def policies(data: Object) -> str:
    """Return the path of policies or bindings."""
    names = {"MutatingAdmissionPolicy": "policies", "MutatingAdmissionPolicyBinding": "policybindings"}
    return f"/apis/{data['apiVersion']}/mutatingadmission{names[data['kind']]}"


def pod(namespace: str, metadata: Object | None = None, **spec: Any) -> Object:
    containers = [{"name": "main", "image": "registry.example.com/main:1"}]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"generateName": "pod-", "namespace": namespace, **(metadata or {})},
        "spec": {"containers": containers, **spec},
    }


def owned_by(kind: str) -> Object:
    owner = {"apiVersion": "apps/v1", "kind": kind, "name": "owner", "uid": "1", "controller": True}
    return {"ownerReferences": [owner]}


async def soon(question: Callable[[], Awaitable[object]], answer: object) -> None:
    """Wait until a question has an answer."""
    latest = time.monotonic() + _HEARD_WITHIN
    while (now := await question()) != answer:
        assert time.monotonic() < latest, f"{now} is still not {answer}"
        await asyncio.sleep(0.2)


@asynccontextmanager
async def cluster(version: str) -> AsyncIterator[Cluster]:
    """Start an API server with the flags that the notes of the generation name, and with namespaces."""
    release, folder = version.removeprefix("v").rpartition(".")[0], Path(FOLDER)
    programs = ControlPlanePrograms(release, folder / "etcd" / "etcd", folder / version / "kube-apiserver", Path())
    gates = () if releases.at(release).feature_gates[GATE].default else (f"{GATE}=true",)
    async with ControlPlane(programs, gates) as server:
        connector, headers = aiohttp.TCPConnector(ssl=False), {"Authorization": f"Bearer {server.token}"}
        async with aiohttp.ClientSession(server.url, headers=headers, connector=connector) as session:
            found = Cluster(session, release)
            for name in ("jobs", "more-jobs", "elsewhere", "schedulers"):
                metadata = {"name": name, "labels": {"team": "batch"} if "jobs" in name else {}}
                data = {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}
                await found.send("/api/v1/namespaces", data)
            yield found


TWICE = {"name": "main", "image": "x", "env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]}
MIRROR = {"annotations": {"kubernetes.io/config.mirror": "x", "kubernetes.io/config.source": "file"}}

IN_NAMESPACE: dict[str, tuple[Object, str]] = {
    "without a scheduler": (pod("jobs"), "batch"),
    "in the other one": (pod("more-jobs"), "batch"),
    "with other annotations": (pod("jobs", {"annotations": {"a": "b"}}), "batch"),
    "of a Job": (pod("jobs", owned_by("Job")), "batch"),
    "with a variable twice": (pod("jobs", containers=[TWICE]), "batch"),
    "that names the default": (pod("jobs", schedulerName="default-scheduler"), "batch"),
    "that names another": (pod("jobs", schedulerName="volcano"), "volcano"),
    "of a DaemonSet": (pod("jobs", owned_by("DaemonSet")), "default-scheduler"),
    "that mirrors a static Pod": (pod("jobs", MIRROR, nodeName="node-1"), "default-scheduler"),
    "elsewhere": (pod("elsewhere"), "default-scheduler"),
    "of the control plane": (pod("kube-system"), "default-scheduler"),
    "of the scheduler": (pod("schedulers"), "default-scheduler"),
}
"""Pods → what they have under a policy for two namespaces."""

ROUTED = {"labels": {"route": "batch"}}

WITH_LABEL: dict[str, tuple[Object, str]] = {
    "with the label": (pod("elsewhere", ROUTED), "batch"),
    "without": (pod("elsewhere"), "default-scheduler"),
    "of a DaemonSet": (pod("elsewhere", ROUTED | owned_by("DaemonSet")), "batch"),
    "of the scheduler": (pod("schedulers", ROUTED), "default-scheduler"),
    "in kube-public": (pod("kube-public", ROUTED), "default-scheduler"),
    "of the control plane": (pod("kube-system", ROUTED), "default-scheduler"),
}
"""Pods → what they have under a policy for a label of Pods, DaemonSets included."""


@pytest.fixture(params=POLICIES or [pytest.param("", marks=pytest.mark.skip("SCHEDCFG_CONTROL_PLANES is not set"))])
def version(request: pytest.FixtureRequest) -> str:
    """Return a release whose API server there is."""
    return str(request.param)


def test_pods_of_namespaces(version: str) -> None:
    async def found() -> dict[str, str]:
        async with cluster(version) as server:
            before = await server.send("/api/v1/namespaces/jobs/pods", pod("jobs"))
            await server.apply(PodPolicyOptions("batch", ("jobs", "more-jobs"), scheduler_namespace="schedulers"))
            await soon(lambda: server.tried("jobs"), (201, "batch"))
            path = f"/api/v1/namespaces/jobs/pods/{before['metadata']['name']}"
            after = await server.send(path, {"metadata": {"labels": {"changed": "yes"}}}, "PATCH")
            assert after["spec"]["schedulerName"] == "default-scheduler"
            return {name: await server.scheduler_of(data) for name, (data, _) in IN_NAMESPACE.items()}

    assert asyncio.run(found()) == {name: expected for name, (_, expected) in IN_NAMESPACE.items()}


def test_pods_with_labels(version: str) -> None:
    async def found() -> tuple[dict[str, str], str]:
        async with cluster(version) as server:
            labels = {"route": "batch"}
            options = PodPolicyOptions("batch", pod_labels=labels, scheduler_namespace="schedulers", daemon_sets=True)
            await server.apply(options)
            both = PodPolicyOptions("gpu", ("jobs",), {"team": "batch"}, {"gpu": "yes"})
            await server.apply(both)
            await soon(lambda: server.tried("elsewhere", **ROUTED), (201, "batch"))
            await soon(lambda: server.tried("jobs", labels={"gpu": "yes"}), (201, "gpu"))
            # Each of the three conditions is required.
            one_less = [await server.tried("jobs"), await server.tried("more-jobs", labels={"gpu": "yes"})]
            assert {scheduler for _, scheduler in one_less} == {"default-scheduler"}
            names = {name: await server.scheduler_of(data) for name, (data, _) in WITH_LABEL.items()}
            return names, await server.scheduler_of(pod("jobs", {"labels": {"gpu": "yes"}}))

    expected = {name: scheduler for name, (_, scheduler) in WITH_LABEL.items()}
    assert asyncio.run(found()) == (expected, "gpu")


def test_a_later_release_takes_what_is_generated_for_older_ones(version: str) -> None:
    server_has = {"v1.37": ("1.33", "1.34", "1.36")}.get(version.rpartition(".")[0], ())

    async def run() -> None:
        async with cluster(version) as server:
            for release in server_has:
                name = f"for-{releases.at(release).number}"
                (file,) = generate_policy(PodPolicyOptions(name, (name,)), releases.at(release)).files
                for document in parse(file.text).documents:
                    assert isinstance(document.data, dict)
                    await server.send(policies(document.data), document.data)

    if not server_has:
        pytest.skip("it has one version of the API only")
    asyncio.run(run())


def test_a_policy_that_fails_leaves_pods_as_they_are(version: str) -> None:
    async def run() -> None:
        async with cluster(version) as server:
            policy, _ = await server.apply(PodPolicyOptions("batch", ("jobs",)))
            await soon(lambda: server.tried("jobs"), (201, "batch"))
            path = f"{policies(policy)}/{policy['metadata']['name']}"
            wrong = [{"patchType": "JSONPatch", "jsonPatch": {"expression": '[JSONPatch{op: "remove", path: "/x"}]'}}]
            await server.send(path, {"spec": {"mutations": wrong, "failurePolicy": "Fail"}}, "PATCH")
            await soon(lambda: outcome(server), "refused")
            await server.send(path, {"spec": {"failurePolicy": policy["spec"]["failurePolicy"]}}, "PATCH")
            await soon(lambda: server.tried("jobs"), (201, "default-scheduler"))

    async def outcome(server: Cluster) -> str:
        return "created" if (await server.tried("jobs"))[0] == 201 else "refused"

    asyncio.run(run())
