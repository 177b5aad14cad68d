"""A stand-in for the API server, for one scheduler: lists, watches, writes, and what the API says of itself.

Upstream: `staging/src/k8s.io/apiserver/pkg/endpoints/handlers` (get.go, watch.go), for lists and watches.
"""

import asyncio
import json
import socket
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from email.utils import format_datetime
from typing import Any

from aiohttp import web

from schedcfg.commands.trial.api.kinds import ApiResource
from schedcfg.commands.trial.api.requests import NOT_FOUND, OK, Target, target_of, write
from schedcfg.commands.trial.api.selectors import WatchSelection, selection
from schedcfg.commands.trial.api.store import ApiRefusal, Collection, Object, Store, StoredChange, encode
from schedcfg.commands.trial.other_servers import OtherServers
from schedcfg.commands.trial.virtual_loop import present

_INITIAL_EVENTS_END = {"k8s.io/initial-events-end": "true"}
_JSON = "application/json"
_PLAIN = "text/plain"
_LIVE = frozenset({"/healthz", "/livez", "/readyz"})
_MOST_UNKNOWN = 100


class ApiServer:
    """The stand-in: what it serves, and what it has seen."""

    def __init__(self, store: Store, release: str, prefix: str, others: OtherServers) -> None:
        self.store = store
        self.others = others
        self.requests = 0
        self.watched: set[tuple[str, str]] = set()  # Group and plural of what is watched
        self.unknown: Counter[str] = Counter()  # Path of what is not served → how often it was requested
        self._release = release
        self._prefix = prefix
        self._watches: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def listening(self, listener: socket.socket) -> AsyncIterator[None]:
        """Serve at a socket that listens, until the end."""
        runner = web.ServerRunner(self.protocols(), shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.SockSite(runner, listener).start()
            yield
        finally:
            for watch in tuple(self._watches):
                watch.cancel()
            await runner.cleanup()

    def protocols(self) -> web.Server:
        """Return what makes the protocol of each connection, HTTP/1.1."""
        return web.Server(self._respond, access_log=None)

    async def _respond(self, request: web.BaseRequest) -> web.StreamResponse:
        response = await self._response(request)
        if not response.prepared:
            response.headers.update(_headers())
        return response

    async def _response(self, request: web.BaseRequest) -> web.StreamResponse:
        self.requests += 1
        if not request.path.startswith(f"{self._prefix}/"):
            return _refused(ApiRefusal(403, "Forbidden", "this is not for you"))
        path = request.path.removeprefix(self._prefix)
        answer = await self.others.respond(path, request.query_string, await request.read())
        if answer is not None:
            return web.Response(body=answer.body, status=answer.status, content_type=_JSON)
        target = target_of(path)
        try:
            if target is None:
                return self._about(path)
            if request.method != "GET":
                body = json.loads(await request.read() or b"null")
                return _object(
                    target,
                    self.store,
                    *write(self.store, self._release, request.method, target, body, _type_of(request)),
                )
            return await self._read(request, target)
        except ApiRefusal as refusal:
            if refusal.code == NOT_FOUND and (target is None or not target.name):
                self._note(path)
            return _refused(refusal)
        except (ValueError, RecursionError):
            return _refused(ApiRefusal(400, "BadRequest", "the body is no JSON"))

    def _note(self, path: str) -> None:
        if len(self.unknown) < _MOST_UNKNOWN:
            self.unknown[path] += 1

    async def _read(self, request: web.BaseRequest, target: Target) -> web.StreamResponse:
        collection = self.store.collection(target.plural, target.group)
        if target.name:
            return _object(target, self.store, OK, self.store.get(collection, target.key))
        query = request.query
        chosen = selection(target.namespace, query.get("fieldSelector", ""), query.get("labelSelector", ""))
        if query.get("watch") not in {"1", "true"}:
            return _list(target, collection, self.store, chosen)
        self.watched.add(collection.resource.key)
        return await self._watch(request, Watch(target, collection, chosen))

    async def _watch(self, request: web.BaseRequest, watch: "Watch") -> web.StreamResponse:
        """Write changes as they come, until the client leaves or the server ends."""
        query = request.query
        if query.get("sendInitialEvents") == "true":
            pieces = watch.initial_events(self.store)
        else:
            pieces = watch.since(query.get("resourceVersion", ""))
        response = web.StreamResponse(headers={"Content-Type": _JSON, **_headers()})
        task = asyncio.current_task()
        assert task is not None
        self._watches.add(task)
        watch.begin(pieces)
        try:
            await response.prepare(request)
            while True:
                await response.write(await watch.next())
        except (ConnectionError, asyncio.CancelledError):
            return response
        finally:
            watch.end()
            self._watches.discard(task)

    def _about(self, path: str) -> web.StreamResponse:
        """Return what the API says of itself."""
        if path == "/version":
            return _json({"major": "1", "minor": self._release.removeprefix("1."), "gitVersion": f"v{self._release}.0"})
        if path in _LIVE:
            return web.Response(text="ok", content_type=_PLAIN)
        return _json(_discovery(path, self.store.kinds.all))


class Watch:
    """One watch: what it still has to send."""

    def __init__(self, target: Target, collection: Collection, chosen: WatchSelection) -> None:
        self._target = target
        self._collection = collection
        self._chosen = chosen
        self._pieces: list[bytes] = []
        self._ready = asyncio.Event()

    def initial_events(self, store: Store) -> list[bytes]:
        """Return all there is as if it were new, and the bookmark behind it."""
        there = [data for data in self._collection.objects.values() if self._chosen.matches(data)]
        bookmark = {"metadata": {"resourceVersion": str(store.version), "annotations": _INITIAL_EVENTS_END}}
        return [*(self._event("ADDED", data) for data in there), self._event("BOOKMARK", bookmark)]

    def since(self, version: str) -> list[bytes]:
        """Return the changes after a version.

        Raises:
            ApiRefusal: if they are no longer kept.
        """
        number = int(version) if version.isdecimal() else 0
        if not number:
            there = [data for data in self._collection.objects.values() if self._chosen.matches(data)]
            return [self._event("ADDED", data) for data in there]
        if number < self._collection.forgotten:
            raise ApiRefusal(410, "Expired", f"too old resource version: {number}")
        return [piece for change in self._later(number) if (piece := self._piece(change)) is not None]

    def _later(self, version: int) -> list[StoredChange]:
        later = []
        for change in reversed(self._collection.changes):
            if change.version <= version:
                break
            later.append(change)
        return later[::-1]

    def begin(self, pieces: list[bytes]) -> None:
        """Begin with some events; what changes from now on comes after them."""
        self._pieces = pieces
        if pieces:
            self._ready.set()
        self._collection.listen(self._add)

    def end(self) -> None:
        """Hear of no more changes."""
        self._collection.listeners.pop(self._add, None)

    async def next(self) -> bytes:
        """Return all events that have come."""
        await self._ready.wait()
        self._ready.clear()
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)

    def _add(self, change: StoredChange) -> None:
        piece = self._piece(change)
        if piece is not None:
            self._pieces.append(piece)
            self._ready.set()

    def _piece(self, change: StoredChange) -> bytes | None:
        seen = self._chosen.seen(change)
        return None if seen is None else self._event(seen, change.after)

    def _event(self, type_: str, data: Object) -> bytes:
        kind = self._collection.resource.kind
        return encode({"type": type_, "object": {**data, "kind": kind, "apiVersion": self._target.api_version}}) + b"\n"


def _headers() -> dict[str, str]:
    """Return headers that aiohttp would fill in: with the time of this machine, and the versions of what runs here."""
    return {"Date": format_datetime(present(), usegmt=True), "Server": "schedcfg"}


def _type_of(request: web.BaseRequest) -> str:
    return request.headers.get("Content-Type", "").partition(";")[0].strip()


def _json(data: Object, status: int = OK) -> web.Response:
    return web.Response(body=encode(data), status=status, content_type=_JSON)


def _refused(refusal: ApiRefusal) -> web.Response:
    status = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure"}
    return _json(
        {**status, "message": str(refusal), "reason": refusal.reason, "code": refusal.code}, status=refusal.code
    )


def _object(target: Target, store: Store, status: int, data: Object) -> web.Response:
    if data.get("kind") == "Status":
        return _json(data, status)
    resource = store.collection(target.plural, target.group).resource
    return _json({**data, "kind": resource.kind, "apiVersion": target.api_version}, status)


def _list(target: Target, collection: Collection, store: Store, chosen: WatchSelection) -> web.Response:
    there = [data for data in collection.objects.values() if chosen.matches(data)]
    return _json(
        {
            "kind": f"{collection.resource.kind}List",
            "apiVersion": target.api_version,
            "metadata": {"resourceVersion": str(store.version)},
            "items": there,
        }
    )


def _discovery(path: str, resources: Iterable[ApiResource]) -> Object:
    """Return the groups, or the kinds of a version.

    Raises:
        ApiRefusal: if the path is none of theirs.
    """
    if path == "/api":
        return {"kind": "APIVersions", "versions": ["v1"]}
    groups: dict[str, dict[str, list[ApiResource]]] = {}
    for resource in resources:
        for version in resource.versions:
            groups.setdefault(resource.group, {}).setdefault(version, []).append(resource)
    if path == "/apis":
        named = [_group(name, list(versions)) for name, versions in groups.items() if name]
        return {"kind": "APIGroupList", "apiVersion": "v1", "groups": named}
    api, _, rest = path.removeprefix("/").partition("/")
    group, _, version = rest.rpartition("/")
    served = groups.get(group, {}).get(version)
    if served is None or (api == "api") is bool(group) or api not in {"api", "apis"}:
        raise ApiRefusal(404, "NotFound", "the server could not find the requested resource")
    listed = [piece for resource in served for piece in _resources(resource)]
    group_version = f"{group}/{version}" if group else version
    return {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group_version, "resources": listed}


def _group(name: str, versions: list[str]) -> Object:
    named = [{"groupVersion": f"{name}/{version}", "version": version} for version in versions]
    return {"name": name, "versions": named, "preferredVersion": named[0]}


def _resources(resource: ApiResource) -> list[Object]:
    verbs = ["create", "delete", "get", "list", "patch", "update", "watch"]
    whole = {"name": resource.plural, "singularName": "", "namespaced": resource.is_namespaced, "kind": resource.kind}
    status = {**whole, "name": f"{resource.plural}/status", "verbs": ["get", "patch", "update"]}
    return [{**whole, "verbs": verbs}, *([status] if resource.has_status else [])]
