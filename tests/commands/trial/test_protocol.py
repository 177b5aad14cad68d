"""Whatever a program sends to the stand-in: it responds, as an API server would, and its objects stay consistent."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
from aiohttp import ClientSession, ClientTimeout
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.commands.trial.api.api_server import ApiServer
from schedcfg.commands.trial.api.patches import PATCHES
from schedcfg.commands.trial.api.store import Store, name_of
from schedcfg.commands.trial.controllers.controllers import Controllers
from schedcfg.commands.trial.other_servers import OtherServers
from tests.commands.trial import programs

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "NONSENSE")
SEGMENTS = st.sampled_from(
    [
        *("api", "apis", "v1", "namespaces", "default", "pods", "pod-0", "nodes", "node-0", "binding", "status"),
        *("eviction", "apps", "storage.k8s.io", "storageclasses", "persistentvolumeclaims", "extenders", "0", "", ".."),
        *("%00", "é", "x" * 300),
    ]
)
PATHS = st.sampled_from(
    ["/api/v1/pods", "/api/v1/namespaces/default/pods", "/api/v1/namespaces/default/pods/pod-0"]
    + [f"/api/v1/namespaces/default/pods/pod-0/{part}" for part in ("binding", "status", "eviction", "other")]
    + ["/api/v1/nodes", "/api/v1/nodes/node-0", "/api/v1/nodes/node-0/status", "/apis", "/api", "/version", "/healthz"]
    + ["/api/v1/namespaces/default/events", "/apis/events.k8s.io/v1/namespaces/default/events"]
    + ["/api/v1/persistentvolumeclaims", "/apis/storage.k8s.io/v1/storageclasses/x", "/extenders/0/filter", "/nothing"]
) | st.lists(SEGMENTS, max_size=8).map(lambda parts: "/" + "/".join(parts))
QUERIES = st.dictionaries(
    st.sampled_from(["fieldSelector", "labelSelector", "resourceVersion", "limit", "continue", "timeoutSeconds"]),
    st.sampled_from(
        ["", "0", "1", "-1", "9" * 30, "a=b", "spec.nodeName=", "metadata.name!=x", "=,=!", "a in (b", "é"]
    ),
    max_size=3,
)
WORDS = st.sampled_from(
    [
        *("metadata", "spec", "status", "name", "namespace", "uid", "resourceVersion", "nodeName", "conditions"),
        *("target", "type", "kind", "apiVersion", "labels", "annotations", "preconditions", "containers", "finalizers"),
        *("$patch", "$setElementOrder/conditions", "$deleteFromPrimitiveList/finalizers", "$retainKeys"),
        *("allocatable", "generateName"),
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(
        [
            "",
            "pod-0",
            "node-0",
            "default",
            "replace",
            "delete",
            "merge",
            "1",
            "PodScheduled",
            "\x00",
            "\ud800",
            "x" * 300,
        ]
    )
)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=5), max_leaves=12
)
OBJECTS = st.builds(
    lambda name, rest: (
        {**rest, "metadata": {"name": name, "namespace": "default", **(rest.get("metadata") or {})}}
        if isinstance(rest.get("metadata") or {}, dict)
        else rest
    ),
    st.sampled_from(["pod-0", "pod-1", "node-0", "new"]),
    st.dictionaries(WORDS, ANYTHING, max_size=4),
)
BODIES = ANYTHING.map(json.dumps) | OBJECTS.map(json.dumps) | st.sampled_from(["", "{", "[" * 5000, "\x00", "NaN"])
TYPES = st.sampled_from([*PATCHES, "application/json", "application/json-patch+json", "application/yaml", "", "x"])


class Sent(NamedTuple):
    """A request."""

    method: str
    path: str
    query: dict[str, str]
    body: str
    type: str


REQUESTS = st.lists(st.builds(Sent, st.sampled_from(METHODS), PATHS, QUERIES, BODIES, TYPES), min_size=1, max_size=12)


def stored() -> Store:
    """Return a store with nodes, and a Pod without one."""
    store = programs.cluster(2, 2).store()
    for pod in programs.cluster(0, 2).pods:
        store.create(store.collection("pods"), pod)
    return store


@asynccontextmanager
async def served(store: Store) -> AsyncIterator[str]:
    """Serve a store at loopback until the end of the block, and yield the address."""
    server = ApiServer(store, "1.33", "/prefix", OtherServers())
    with socket.create_server(("127.0.0.1", 0)) as listener:
        async with server.listening(listener):
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/prefix"


def inconsistent(store: Store) -> list[str]:
    """Return what is wrong with the objects of a store."""
    wrong = []
    for resource in store.kinds.all:
        collection = store.collection(resource.plural, resource.group)
        for name, data in collection.objects.items():
            version = data["metadata"].get("resourceVersion", "")
            if name_of(data) != name or not data["metadata"].get("uid") or not 0 < int(version) <= store.version:
                wrong.append(f"{resource.plural} {name}: {data['metadata']}")
        versions = [change.version for change in collection.changes]
        if versions != sorted(set(versions)):
            wrong.append(f"{resource.plural}: {versions}")
    return wrong


async def answers(requests: list[Sent]) -> tuple[list[int], list[str]]:
    """Return the statuses of responses to requests, and what is wrong with the store afterwards."""
    store, statuses = stored(), []
    Controllers(store).start()
    async with served(store) as url, ClientSession(timeout=ClientTimeout(total=20)) as session:
        for sent in requests:
            body = sent.body.encode("utf-8", "surrogatepass")
            headers = {"Content-Type": sent.type}
            async with session.request(
                sent.method, f"{url}{sent.path}", params=sent.query, data=body, headers=headers
            ) as got:
                content = await got.read()
                statuses.append(got.status)
                if content and got.content_type == "application/json":
                    json.loads(content.decode("utf-8", "surrogatepass"))
        # What was stored can be listed and watched.
        async with session.get(f"{url}/api/v1/pods") as got:
            assert json.loads((await got.read()).decode("utf-8", "surrogatepass"))["kind"] == "PodList"
    return statuses, inconsistent(store)


@given(REQUESTS)
def test_every_request_has_a_response_and_the_store_stays_consistent(requests: list[Sent]) -> None:
    statuses, wrong = asyncio.run(answers(requests))
    assert [status for status in statuses if status >= 500] == []
    assert wrong == []


@given(ANYTHING, ANYTHING, st.sampled_from(sorted(PATCHES)))
def test_patches_of_anything_end_and_leave_the_data_as_it_was(data: Any, patch: Any, kind: str) -> None:
    before = json.dumps(data)
    once = PATCHES[kind](data, patch)
    json.dumps(once)
    assert json.dumps(data) == before


def test_a_watch_that_is_left_open_ends_with_the_server() -> None:
    async def watched() -> int:
        async with (
            served(stored()) as url,
            ClientSession() as session,
            session.get(f"{url}/api/v1/pods?watch=true&sendInitialEvents=true") as got,
        ):
            return len((await got.content.readline()).splitlines())

    assert asyncio.run(asyncio.wait_for(watched(), 20)) == 1


@pytest.mark.parametrize("path", ["/api/v1/pods", "/prefix/../prefix-other", "/"])
def test_without_the_path_that_only_the_program_knows_nothing_is_served(path: str) -> None:
    async def status() -> int:
        async with served(stored()) as url, ClientSession() as session:
            root = url.removesuffix("/prefix")
            async with session.get(f"{root}{path}") as got:
                return got.status

    assert asyncio.run(status()) == 403
