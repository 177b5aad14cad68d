"""Pods that another one could help, and that others came before: a scheduler tries no Pod again within some seconds."""

from collections.abc import Iterator

from schedcfg.commands.trial.api.store import Name
from schedcfg.commands.trial.decisions import Decisions
from schedcfg.commands.trial.log import SchedulerLog
from schedcfg.document.texts import listing
from schedcfg.releases.release import Release

_NAMED = 5
_GATE = "SchedulerPopFromBackoffQ"
"""Where it is on, a Pod that waits is tried as soon as there is no other one to try: no Pod that comes is before it."""


class OvertakenPods:
    """Those of a run, as its scheduler's log shows them.

    Upstream: `requeuePodViaQueueingHint` and `flushBackoffQCompleted` in
    `pkg/scheduler/internal/queue/scheduling_queue.go`.
    """

    def __init__(self, decisions: Decisions, log: SchedulerLog) -> None:
        self._decisions = decisions
        self._log = log
        self._found: dict[Name, None] = {}

    def see(self) -> None:
        """Note which Pods wait, as another one is about to come."""
        self._found.update(dict.fromkeys(filter(self._log.is_backing_off, sorted(self._decisions.open))))

    def notes(self, release: Release) -> Iterator[str]:
        """Yield what has to be known about them.

        Args:
            release: The release of the scheduler, with the feature gates as they are set.
        """
        if self._found and not release.enables(_GATE):
            names = listing(["/".join(name) for name in self._found], _NAMED)
            yield (
                f"others came before {names} could be tried again: kube-scheduler {release.name} waits a second or more"
                " with that, in a cluster too, so that where they go may depend on when they come"
            )
