"""A proxy between kube-scheduler and an API server, which notes what is requested, and what is responded."""

import contextlib
import json
import time
from dataclasses import dataclass, field, replace
from typing import Any, Self

import aiohttp
from aiohttp import web

_LARGEST = 64 << 20
_FORWARDED = ("Content-Type", "Accept", "User-Agent")


@dataclass
class Exchange:
    """A request and what it got, as they came; times are places in the order of all that passed the proxy.

    Attributes:
        method: GET, or WATCH for one that goes on.
        url: The path with its query.
        body: What was sent.
        time: When it came.
        content_type: The type of what was sent.
        status: The status of the response.
        response: The object of the response; None for a watch.
        events: Those of a watch, each with its time.
    """

    method: str
    url: str
    body: Any
    time: int
    content_type: str = ""
    status: int = 0
    response: Any = None
    events: list[tuple[int, Any]] = field(default_factory=list)


class RecordingProxy:
    """A server on loopback, as a context, that passes everything on to the API server with the given token."""

    def __init__(self, url: str, token: str) -> None:
        self._target = url
        self._token = token
        self._time = 0
        self.exchanges: list[Exchange] = []
        self.latest = time.monotonic()
        """When the latest request came."""
        self.url = ""

    async def __aenter__(self) -> Self:
        """Listen on a free port of loopback."""
        headers = {"Authorization": f"Bearer {self._token}"}
        connector = aiohttp.TCPConnector(ssl=False, limit=0)
        timeout = aiohttp.ClientTimeout(total=None)
        self._session = aiohttp.ClientSession(headers=headers, connector=connector, timeout=timeout)
        app = web.Application(client_max_size=_LARGEST)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all connections."""
        await self._runner.cleanup()
        await self._session.close()

    def begin(self) -> None:
        """Forget what was noted: another world begins."""
        self.exchanges, self._time = [], 0
        self.latest = time.monotonic()

    def so_far(self) -> tuple[Exchange, ...]:
        """Return what was noted; watches may go on."""
        return tuple(replace(one, events=[*one.events]) for one in self.exchanges)

    def watched(self, resource: str) -> bool:
        """Return whether a resource is watched."""
        return any(
            one.method == "WATCH" and one.url.partition("?")[0].endswith(f"/{resource}") for one in self.exchanges
        )

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        self.latest = time.monotonic()
        body = await request.read()
        is_watch = request.query.get("watch") in {"1", "true"}
        exchange = Exchange(
            "WATCH" if is_watch else request.method, request.path_qs, _json(body), self._next(), request.content_type
        )
        self.exchanges.append(exchange)
        headers = {name: request.headers[name] for name in _FORWARDED if name in request.headers}
        headers["Accept-Encoding"] = "identity"
        url = f"{self._target}{request.path_qs}"
        async with self._session.request(request.method, url, data=body, headers=headers) as response:
            exchange.status = response.status
            if is_watch and response.ok:
                return await self._pass_events(request, response, exchange)
            content = await response.read()
        exchange.response = _json(content)
        kind = {"Content-Type": response.headers.get("Content-Type", "application/json")}
        return web.Response(body=content, status=response.status, headers=kind)

    async def _pass_events(
        self, request: web.Request, response: aiohttp.ClientResponse, exchange: Exchange
    ) -> web.StreamResponse:
        passed = web.StreamResponse(headers={"Content-Type": response.headers["Content-Type"]})
        await passed.prepare(request)
        buffer = b""
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            async for part in response.content.iter_any():
                *lines, buffer = (buffer + part).split(b"\n")
                exchange.events += [(self._next(), json.loads(line)) for line in lines if line]
                await passed.write(part)
        return passed

    def _next(self) -> int:
        self._time += 1
        return self._time


def _json(content: bytes) -> Any:
    try:
        return json.loads(content) if content else None
    except ValueError:
        return content.decode("utf-8", "replace")
