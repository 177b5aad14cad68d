"""A client of an API server that knows no kinds: it learns their paths from discovery, and follows what changes."""

import asyncio
import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import aiohttp

Manifest = dict[str, Any]

_NOT_FOUND, _CONFLICT = 404, 409
_TRIES = 20
_EACH_TIME = 0.05


class ClientError(Exception):
    """A request that the API server refused."""


class Served(NamedTuple):
    """A kind as an API server serves it."""

    path: str  # /apis/policy/v1
    resource: str  # poddisruptionbudgets
    is_namespaced: bool
    has_status: bool

    def url(self, namespace: str | None = None, name: str = "", subresource: str = "") -> str:
        """Return the path of an object, or of all of them."""
        inside = f"/namespaces/{namespace}" if self.is_namespaced and namespace else ""
        return "/".join(filter(None, [f"{self.path}{inside}/{self.resource}", name, subresource]))


@dataclass
class Followed:
    """The objects of one kind by namespace and name, as they are now; `removed` names those that are gone."""

    objects: dict[tuple[str, str], Manifest] = field(default_factory=dict)
    removed: list[tuple[str, str]] = field(default_factory=list)


class ClusterClient:
    """Requests to one API server, as a context; `events` counts the changes of what is followed."""

    def __init__(self, url: str, token: str = "") -> None:
        self._url = url
        self._token = token
        self._served: dict[tuple[str, str], Served] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.events = 0

    async def __aenter__(self) -> Self:
        """Open connections."""
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        connector = aiohttp.TCPConnector(ssl=False)  # the certificate is one that the server made for itself
        self._session = aiohttp.ClientSession(self._url, headers=headers, connector=connector)
        return self

    async def __aexit__(self, *_: object) -> None:
        """End what is followed, and close connections."""
        await self.forget()
        await self._session.close()

    async def forget(self) -> None:
        """End what is followed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    def check(self) -> None:
        """Check that everything that is followed still is.

        Raises:
            ClientError: if the API server has ended a watch.
        """
        for task in self._tasks:
            if task.done():
                raise task.exception() or ClientError("a watch ended")

    async def create(self, manifest: Manifest) -> Manifest:
        """Create an object, and write its status if it has one; a namespace, class or quota may arrive a moment late.

        The API server's admission reads its own copies, which follow what is created.
        """
        served = await self.served(manifest["apiVersion"], manifest["kind"])
        url = served.url(manifest["metadata"].get("namespace", "default"))
        created = await self._request("POST", url, manifest)
        if manifest.get("status") and served.has_status:
            where = created["metadata"].get("namespace"), created["metadata"]["name"]
            return await self.write_status(created | {"status": manifest["status"]}, served.url(*where, "status"))
        return created

    async def write_status(self, manifest: Manifest, url: str = "") -> Manifest:
        """Write the status of an object."""
        return await self._request("PUT", url or f"{await self._address(manifest)}/status", manifest)

    async def replace(self, manifest: Manifest) -> Manifest:
        """Write an object but for its status."""
        return await self._request("PUT", await self._address(manifest), manifest)

    async def delete(self, manifest: Manifest) -> None:
        """Delete this object at once, not a later one of its name; one that is already gone is none to delete."""
        options = {"apiVersion": "v1", "kind": "DeleteOptions", "gracePeriodSeconds": 0}
        options |= {"preconditions": {"uid": manifest["metadata"]["uid"]}}
        with contextlib.suppress(LookupError):
            await self._request("DELETE", await self._address(manifest), options)

    async def follow(self, api_version: str, kind: str) -> Followed:
        """Return the objects of a kind, kept as they are from now on."""
        served = await self.served(api_version, kind)
        listed = await self._request("GET", served.url(), None)
        followed = Followed({_key(item): _typed(item, api_version, kind) for item in listed["items"]})
        version = listed["metadata"]["resourceVersion"]
        self._tasks.append(asyncio.create_task(self._watch(served.url(), version, followed)))
        return followed

    async def served(self, api_version: str, kind: str) -> Served:
        """Return how a kind is served.

        Raises:
            ClientError: if it is not.
        """
        if (api_version, kind) not in self._served:
            path = f"/api/{api_version}" if "/" not in api_version else f"/apis/{api_version}"
            with contextlib.suppress(LookupError):
                self._served.update(_kinds(path, api_version, (await self._request("GET", path, None))["resources"]))
        if (api_version, kind) not in self._served:
            raise ClientError(f"{api_version} {kind} is not served")
        return self._served[api_version, kind]

    async def _watch(self, url: str, version: str, followed: Followed) -> None:
        query = f"{url}?watch=true&resourceVersion={version}"
        async with self._session.get(query, timeout=aiohttp.ClientTimeout(total=None)) as response:
            buffer = b""
            async for part in response.content.iter_any():
                *lines, buffer = (buffer + part).split(b"\n")
                for event in map(json.loads, filter(None, lines)):
                    self._apply(event, followed)
                    self.events += 1

    @staticmethod
    def _apply(event: Mapping[str, Any], followed: Followed) -> None:
        if event["type"] == "ERROR":
            raise ClientError(f"a watch ended: {event['object'].get('message')}")
        key = _key(event["object"])
        if event["type"] == "DELETED":
            followed.objects.pop(key, None)
            followed.removed.append(key)
        elif event["type"] in {"ADDED", "MODIFIED"}:
            followed.objects[key] = event["object"]

    async def _address(self, manifest: Manifest) -> str:
        served = await self.served(manifest["apiVersion"], manifest["kind"])
        return served.url(manifest["metadata"].get("namespace"), manifest["metadata"]["name"])

    async def _request(self, method: str, url: str, body: Manifest | None) -> Manifest:
        async with self._session.request(method, url, json=body) as response:
            found: Manifest = await response.json(content_type=None)
            if response.status == _NOT_FOUND:
                raise LookupError(found.get("message"))
            if not response.ok:
                raise ClientError(f"{method} {url}: {response.status} {found.get('message')}")
            return found


def _kinds(path: str, api_version: str, resources: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], Served]:
    names = {resource["name"] for resource in resources}
    return {
        (api_version, one["kind"]): Served(path, one["name"], one["namespaced"], f"{one['name']}/status" in names)
        for one in resources
        if "/" not in one["name"]
    }


def _key(manifest: Mapping[str, Any]) -> tuple[str, str]:
    return manifest["metadata"].get("namespace", ""), manifest["metadata"]["name"]


def _typed(item: Manifest, api_version: str, kind: str) -> Manifest:
    """Return an item of a list as an object of its own, which says what it is."""
    return {"apiVersion": api_version, "kind": kind, **item}
