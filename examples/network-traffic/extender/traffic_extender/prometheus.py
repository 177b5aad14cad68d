"""What Prometheus knows of the nodes' traffic: one query for all of them, its answer kept for a few seconds."""

import asyncio
import json
import logging
import math
from collections.abc import Mapping

import aiohttp

from traffic_extender.settings import Settings

LOG = logging.getLogger(__name__)
UNAME_LABEL = "nodename"
"""The label of `node_uname_info` that holds what `uname -n` says."""


class PrometheusFailed(Exception):  # noqa: N818 - it names what happened
    """Prometheus refused the query, or what answered is not Prometheus."""


class Traffic:
    """The rates of all nodes. To be made while an event loop runs."""

    def __init__(self, session: aiohttp.ClientSession, settings: Settings) -> None:
        self._session = session
        self._settings = settings
        self._lock = asyncio.Lock()
        self._rates: Mapping[str, float] | None = None
        self._valid_until = -math.inf

    async def rates(self) -> Mapping[str, float] | None:
        """Return bytes per second by node; None where Prometheus failed.

        A failure is kept as long as an answer: kube-scheduler asks twice for each Pod, and would wait twice.
        """
        clock = asyncio.get_running_loop().time
        # Who waited while Prometheus was asked takes that answer, however short it is kept.
        came = clock()
        async with self._lock:
            if came >= self._valid_until:
                self._rates = await self._measured()
                self._valid_until = clock() + self._settings.cache
            return self._rates

    async def _measured(self) -> Mapping[str, float] | None:
        try:
            return await self._ask()
        except TimeoutError:
            LOG.warning("Prometheus did not answer within %s s: nodes are not told apart", self._settings.timeout)
        except (aiohttp.ClientError, PrometheusFailed) as error:
            LOG.warning("Prometheus failed, nodes are not told apart: %s", error)
        return None

    async def _ask(self) -> Mapping[str, float]:
        async with self._session.get(
            self._settings.prometheus / "api/v1/query",
            params={"query": query(self._settings)},
            timeout=aiohttp.ClientTimeout(total=self._settings.timeout),
        ) as response:
            if response.content_type != "application/json":
                raise PrometheusFailed(f"HTTP status {response.status}, and no JSON")
            text = await response.text(errors="replace")
        return rates_in(text, self._settings.node_label or UNAME_LABEL)


def query(settings: Settings) -> str:
    """Write the query that gives bytes per second for each node, labelled with its name."""
    counter = f"node_network_receive_bytes_total{{device={json.dumps(settings.device)}}}"
    rate = f"rate({counter}[{settings.time_range}])"
    if settings.node_label:
        return f"sum by ({settings.node_label}) ({rate})"
    names = f"max by (instance, {UNAME_LABEL}) (node_uname_info)"
    return f"sum by ({UNAME_LABEL}) ({rate} * on (instance) group_left ({UNAME_LABEL}) {names})"


def rates_in(text: str, label: str) -> Mapping[str, float]:
    """Read bytes per second by node from an answer; raises PrometheusFailed where it is none.

    Series without the label, and values that are no finite number, say nothing of a node.
    """
    try:
        answer = json.loads(text)
        if answer["status"] != "success":
            raise PrometheusFailed(f"{answer.get('errorType')!r}: {answer.get('error')!r}")
        measured = {one["metric"].get(label): float(one["value"][1]) for one in answer["data"]["result"]}
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise PrometheusFailed("the answer is not Prometheus's") from error
    return {node: max(rate, 0.0) for node, rate in measured.items() if node and math.isfinite(rate)}
