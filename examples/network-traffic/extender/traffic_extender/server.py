"""The HTTP server: kube-scheduler posts to `/scheduler/filter` and `/scheduler/prioritize`."""

import logging
from collections.abc import AsyncIterator

import aiohttp
from aiohttp import web

from traffic_extender import api, scoring
from traffic_extender.prometheus import Traffic, query
from traffic_extender.settings import Settings

LOG = logging.getLogger(__name__)
LARGEST_BODY = 256 * 1024**2
"""5000 whole nodes with all their images take some 100 MB, and five times as much memory; a larger body is refused."""
SETTINGS: web.AppKey[Settings] = web.AppKey("settings", Settings)
TRAFFIC: web.AppKey[Traffic] = web.AppKey("traffic", Traffic)


def application(settings: Settings) -> web.Application:
    """Put the extender together."""
    app = web.Application(client_max_size=LARGEST_BODY)
    app[SETTINGS] = settings
    app.cleanup_ctx.append(_with_prometheus)
    app.router.add_post("/scheduler/filter", filter_nodes)
    app.router.add_post("/scheduler/prioritize", prioritize_nodes)
    app.router.add_get("/healthz", healthy)
    return app


async def _with_prometheus(app: web.Application) -> AsyncIterator[None]:
    """Keep one client for Prometheus as long as the server runs."""
    LOG.info("Prometheus is asked for %s", query(app[SETTINGS]))
    async with aiohttp.ClientSession() as session:
        app[TRAFFIC] = Traffic(session, app[SETTINGS])
        yield


async def filter_nodes(request: web.Request) -> web.Response:
    """Let through the nodes below the limit; all of them where Prometheus fails."""
    try:
        args = api.read_args(await request.read())
    except api.BadRequest as error:
        return web.json_response(api.filter_error(str(error)))
    failed = scoring.failures(args.names, await request.app[TRAFFIC].rates(), request.app[SETTINGS].limit)
    LOG.info("%s: %d of %d nodes filtered out", args.pod, len(failed), len(args.names))
    return web.json_response(api.filter_result(args, failed))


async def prioritize_nodes(request: web.Request) -> web.Response:
    """Score nodes, the quietest highest; all the same where Prometheus fails."""
    try:
        args = api.read_args(await request.read())
    except api.BadRequest as error:
        # A HostPriorityList has no place for an error.
        raise web.HTTPBadRequest(text=str(error)) from error
    scores = scoring.scores(args.names, await request.app[TRAFFIC].rates())
    best = max(scores, key=scores.__getitem__, default="none")
    LOG.info("%s: of %d nodes, %s scores highest, with %d", args.pod, len(scores), best, scores.get(best, 0))
    return web.json_response(api.host_priority_list(scores))


async def healthy(_request: web.Request) -> web.Response:
    """Say that the server runs, which does not depend on Prometheus: without it, answers are the neutral ones."""
    return web.Response(text="ok\n")
