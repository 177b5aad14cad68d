"""When a scheduler has nothing to do: of a Pod that it lets wait it says nothing, so that one has to wait and see."""

import asyncio
from typing import TYPE_CHECKING

from schedcfg.commands.trial.api.store import Object, group_of
from schedcfg.commands.trial.launch import ObservedProgram
from schedcfg.sources.manifests.pod import at, items

if TYPE_CHECKING:
    from schedcfg.commands.trial.api.api_server import ApiServer

QUIET = 0.3
"""Seconds without a request, and without a thread that could run, after which a Pod counts as waiting."""
_BINDING = 1.0 + QUIET
"""Likewise, for Pods with claims: a scheduler that waits for their volumes looks once a second whether they are bound.

Upstream: `BindPodVolumes` in `pkg/scheduler/framework/plugins/volumebinding/binder.go`.
"""
_BACKOFF = 2.0 + QUIET
"""Likewise, for Pods of a group: one that did not fit is tried again a second later when another Pod of it comes, and
once a second it is looked at which Pods have waited for so long.

Upstream: `Run` in `pkg/scheduler/backend/queue/scheduling_queue.go`; `request.py` sets the second.
"""
LOOK = 0.1
"""Seconds from one look at what the scheduler does to the next."""


def patience(pod: Object) -> float:
    """Return after how many quiet seconds a Pod counts as waiting."""
    if group_of(pod):
        return _BACKOFF
    return _BINDING if _has_claims(pod) else QUIET


def _has_claims(pod: Object) -> bool:
    return any(
        {"persistentVolumeClaim", "ephemeral"} & volume.keys() for volume, _ in items(at(pod, "spec", "volumes"), ())
    )


class QuietTime:
    """Whether the scheduler has nothing to do.

    It does not count as quiet while one of its threads could run, and only waits for a CPU that others have.
    """

    def __init__(self, server: "ApiServer", program: ObservedProgram, seconds: float, look: float = LOOK) -> None:
        self._server = server
        self._program = program
        self._shortest = look / 2  # Seconds between two looks that count
        self._looks = round(seconds / look)  # How many looks in a row have to find it so
        self._found = 0
        self._last = asyncio.get_running_loop().time()
        self._requests = server.requests

    def is_over(self) -> bool:
        """Return whether it was quiet for long enough by now."""
        now = asyncio.get_running_loop().time()
        if now - self._last < self._shortest:
            return False
        self._last = now
        is_busy = self._server.requests != self._requests or self._program.is_busy()
        self._requests = self._server.requests
        self._found = 0 if is_busy else self._found + 1
        return self._found > self._looks
