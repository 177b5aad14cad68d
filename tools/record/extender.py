"""A small scheduler extender for the worlds: it decides by labels of nodes, and so always the same."""

import asyncio
from collections.abc import Mapping
from typing import Any, Self

from aiohttp import web

_LARGEST = 64 << 20
_REFUSED, _SCORE = "extender.example/refused", "extender.example/score"


class LabelExtender:
    """A server on loopback, as a context.

    It filters nodes with the label `extender.example/refused` out, and scores the others by `extender.example/score`.
    Schedulers that send names only (`nodeCacheCapable`) get answers by what a node's name ends with: `-refused`, or a
    digit, which is its score.
    """

    def __init__(self) -> None:
        self.url = ""

    async def __aenter__(self) -> Self:
        """Listen on a free port of loopback."""
        app = web.Application(client_max_size=_LARGEST)
        app.router.add_post("/filter", _filter)
        app.router.add_post("/prioritize", _prioritize)
        app.router.add_post("/fail", _fail)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all connections."""
        await self._runner.cleanup()


async def _filter(request: web.Request) -> web.Response:
    """Respond with an ExtenderFilterResult; requests have Go's names, as `k8s.io/kube-scheduler/extender/v1` has."""
    arguments = await request.json()
    refused = {name for name, labels in _nodes(arguments).items() if _REFUSED in labels or name.endswith("-refused")}
    reasons = dict.fromkeys(sorted(refused), "refused by label")
    if (names := arguments.get("NodeNames")) is not None:
        return web.json_response({"nodenames": [name for name in names if name not in refused], "failedNodes": reasons})
    items = [one for one in arguments["Nodes"]["items"] if one["metadata"]["name"] not in refused]
    return web.json_response({"nodes": {"items": items}, "failedNodes": reasons})


async def _prioritize(request: web.Request) -> web.Response:
    """Respond with a HostPriorityList; scores are 0 to 10."""
    nodes = _nodes(await request.json())
    return web.json_response([{"host": name, "score": _score(name, labels)} for name, labels in nodes.items()])


async def _fail(_: web.Request) -> web.Response:
    await asyncio.sleep(0)
    return web.Response(status=500)


def _nodes(arguments: Mapping[str, Any]) -> dict[str, Mapping[str, str]]:
    """Return the labels of each node; without any where only its name was sent."""
    if (names := arguments.get("NodeNames")) is not None:
        return {name: {} for name in names}
    items = arguments["Nodes"]["items"]
    return {one["metadata"]["name"]: one["metadata"].get("labels", {}) for one in items}


def _score(name: str, labels: Mapping[str, str]) -> int:
    if _SCORE in labels:
        return int(labels[_SCORE])
    return int(name[-1]) if name[-1].isdigit() else 0
