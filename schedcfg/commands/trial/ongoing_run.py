"""A run that is under way: one Pod after another, until nothing changes any more."""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.commands.trial.api.store import Name, Object, copied, group_of, name_of
from schedcfg.commands.trial.controllers.controllers import Controllers
from schedcfg.commands.trial.decisions import Decisions, PodProgress
from schedcfg.commands.trial.launch import ObservedProgram
from schedcfg.commands.trial.log import SchedulerLog
from schedcfg.commands.trial.node_reasons import NodeReasons
from schedcfg.commands.trial.overtaken_pods import OvertakenPods
from schedcfg.commands.trial.pod_groups import PodGroups
from schedcfg.commands.trial.quiet import LOOK, QuietTime, patience
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import Placement, PodOutcome, TrialCluster, TrialRun
from schedcfg.commands.trial.secrets_of_run import SecretsOfRun
from schedcfg.errors import ServerUnavailable
from schedcfg.integrations.programs import inner_end, killed_by, one_line
from schedcfg.sources.manifests.pod import at

if TYPE_CHECKING:
    from schedcfg.commands.trial.api.api_server import ApiServer

_GLANCE = 0.004
"""Seconds between two looks where what one change leads to is waited for: it comes at once."""
_ROUNDS = 10
_NOMINATED = 3.0
"""Seconds that a Pod gets for which others had to leave: it is tried again after a second."""
_MEBIBYTE = 2**20
_LOG, _LOG_WITH_SCORES = 256 * _MEBIBYTE, 4096 * _MEBIBYTE


class TrialFailed(ServerUnavailable):
    """The program did not do what a scheduler does: it ended, or hangs."""

    ends_run = True


def add_to_log(log: SchedulerLog, line: bytes, request: TrialRequest) -> None:
    """Add a line to the log.

    Raises:
        TrialFailed: if it is flooded.
    """
    log.add(line)
    most = _LOG_WITH_SCORES if request.explained else _LOG
    if log.size > most:
        raise TrialFailed(f"the program wrote more than {most // _MEBIBYTE} MiB to its log")


def _now() -> float:
    """Return the seconds of the clock by which this runs: it may be one that does not pass by itself."""
    return asyncio.get_running_loop().time()


class LoggedProgram(NamedTuple):
    """A program, and what reads its log."""

    program: ObservedProgram
    log: SchedulerLog
    reading: "asyncio.Future[int | None]"


class OngoingRun:
    """A run that is under way."""

    def __init__(
        self,
        request: TrialRequest,
        cluster: TrialCluster,
        server: "ApiServer",
        logged: LoggedProgram,
        controllers: Controllers,
    ) -> None:
        """Begin with what runs already.

        Args:
            request: What is run.
            cluster: The cluster.
            server: What the program sees.
            logged: The program.
            controllers: What else changes the cluster.
        """
        self._controllers = controllers
        self._request = request
        self._cluster = cluster
        self._server = server
        self._store = server.store
        self._program, self._log, self._reading = logged
        self._decisions = Decisions(server.store)
        self._groups = PodGroups(server.store)
        self._secrets = SecretsOfRun(cluster, request.configuration)
        self._overtaken = OvertakenPods(self._decisions, self._log)
        self._missing = "it did not ask for nodes and Pods"  # What is waited for
        self.waits = 0
        """How often it has begun to wait for the program to do something else."""

    async def outcome(self) -> TrialRun:
        """Return what becomes of Pods that the scheduler gets one after another."""
        await self._ready()
        begin, own = _now(), self._program.usage().own
        for pod in self._cluster.pods:
            self._overtaken.see()
            await (self._offer(pod) if self._is_served(pod) else self._leave(pod))
        await self._try_again()
        seconds = _now() - begin
        usage = self._program.usage()
        names = [name_of(pod) for pod in self._cluster.pods]
        placements = {name: self._placement(name) for name in names}
        answer = TrialRun(
            placements=tuple(placements[name] for name in names),
            groups=tuple(self._groups.unplaced(self._cluster.pods, placements)),
            evicted=tuple(self._evicted(names)),
            seconds=seconds,
            cpu=usage.cpu,
            memory=usage.memory,
            own_cpu=usage.own - own,
            unknown=dict(self._server.unknown),
            notes=(*self._server.others.notes(), *self._overtaken.notes(self._request.gated_release)),
            explained=tuple("/".join(name) for name in names if name in self._request.explained),
        )
        return self._secrets.without(await self._with_reasons(answer) if self._request.has_reasons else answer)

    async def _with_reasons(self, answer: TrialRun) -> TrialRun:
        """Return the answer with why each node does not take a Pod, as far as that can be found out."""
        looking = NodeReasons(self._store, self._asked, self._log.rejecting)
        with contextlib.suppress(TrialFailed):  # The answer is there: a program that ends now changes nothing of it.
            found = await looking.of(answer.placements, self._cluster.pods)
            placements = (
                replace(one, reasons=found.reasons[one.pod]) if one.pod in found.reasons else one
                for one in answer.placements
            )
            return replace(answer, placements=tuple(placements), notes=(*answer.notes, *found.notes))
        return answer

    def _is_served(self, pod: Object) -> bool:
        """Return whether the scheduler looks at a Pod. Upstream: `responsibleForPod` in `eventhandlers.go`."""
        return not self._request.profiles or at(pod, "spec", "schedulerName") in self._request.profiles

    async def _leave(self, pod: Object) -> None:
        """Create a Pod that is of another scheduler: there is nothing to wait for."""
        self._store.create(self._store.collection("pods"), copied(pod))
        self._decisions.pods[name_of(pod)] = PodProgress(PodOutcome.UNSERVED)
        self._decisions.open.discard(name_of(pod))

    async def _asked(self, pod: Object) -> PodProgress:
        await self._offer(pod)
        return self._decisions.of(name_of(pod))

    async def _ready(self) -> None:
        """Wait until the scheduler watches Pods and nodes."""
        deadline = self._next_deadline()
        while not {("", "pods"), ("", "nodes")} <= self._server.watched:
            self._check(deadline)
            await asyncio.sleep(0.005)

    def _next_deadline(self) -> float:
        """Begin to wait for something else, and return until when."""
        self.waits += 1
        return _now() + self._request.seconds

    def _check(self, deadline: float) -> None:
        """Check that the program still runs, and in time.

        Raises:
            TrialFailed: if not.
        """
        if self._reading.done():
            error = self._reading.exception()
            if error is not None:
                raise error
            ended = inner_end(self._reading.result(), self._log.reason.encode())
            said = one_line(self._secrets.hide(ended.failure or ended.messages.decode()))
            behind = f": {said}" if said else ""
            how = "ended" if ended.status is None or ended.status >= 0 else f"was {killed_by(-ended.status)}"
            raise TrialFailed(f"the program {how} before it had placed the Pods{behind}")
        if _now() > deadline:
            raise self.hanging()

    def hanging(self) -> TrialFailed:
        """Return that the program does not do in time what is waited for."""
        unknown = ", ".join(sorted(self._server.unknown)[:3])
        asked = f"; it asks for {self._secrets.hide(unknown)}, which is not served here" if unknown else ""
        return TrialFailed(f"the program hangs: {self._missing} within {self._request.seconds:g} s{asked}")

    async def _offer(self, pod: Object) -> None:
        """Create a Pod, and wait until the scheduler has decided, or lets it wait."""
        name = name_of(pod)
        self._missing = f"it did not decide about Pod {'/'.join(name)}"
        self._log.begin("/".join(name))
        await self._controllers.create(copied(pod))
        group = group_of(pod)
        if group and self._groups.is_incomplete(group, self._decisions.members[group]):
            return
        deadline = self._next_deadline()
        quiet = QuietTime(self._server, self._program, patience(pod))
        nominated: float | None = None
        while not self._decisions.of(name).is_decided:
            self._decisions.changed.clear()
            # Not `wait_for`: in Python 3.11 it makes a task of its own, so that something else would come first there.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._decisions.changed.wait()
            progress = self._decisions.of(name)
            if progress.nominated:
                nominated = nominated or _now() + _NOMINATED
                if _now() > nominated:
                    return
            elif quiet.is_over():
                return
            self._check(deadline)
        if group:
            await self._calm()  # All Pods of a group are decided together, and written one after another.
        elif any(other != name for other in self._decisions.open):
            await self._idle()

    async def _try_again(self) -> None:
        """Let Pods without a node come again, as long as that brings one of them to a node."""
        for _ in range(_ROUNDS):
            left = [pod for pod in self._cluster.pods if self._decisions.of(name_of(pod)).is_open]
            settled = self._decisions.settled
            for pods in self._groups.together(left):
                await self._offer_again([pod for pod in pods if self._decisions.of(name_of(pod)).is_open])
            if self._decisions.settled == settled:
                return

    async def _offer_again(self, together: Sequence[Object]) -> None:
        """Let Pods that are decided together leave and come again: no one then waits for others that have left."""
        pods = self._store.collection("pods")
        for pod in together:
            if name_of(pod) in pods.objects:
                self._store.delete(pods, name_of(pod))
        for pod in together:
            await self._offer(pod)

    async def _idle(self) -> None:
        """Wait until the scheduler has looked again at Pods without a node, which what was decided may help."""
        await self._until_quiet(_GLANCE)

    async def _calm(self) -> None:
        """Wait until the scheduler has nothing to do for a moment."""
        await self._until_quiet(LOOK)

    async def _until_quiet(self, seconds: float) -> None:
        """Wait until two looks within a time find that the scheduler has nothing to do."""
        quiet = QuietTime(self._server, self._program, seconds, seconds)
        deadline = self._next_deadline()
        while not quiet.is_over() and _now() < deadline:  # noqa: ASYNC110 - nothing tells that nothing happens
            await asyncio.sleep(seconds / 2)

    def _placement(self, name: Name) -> Placement:
        progress, pod = self._decisions.of(name), "/".join(name)
        is_explained = name in self._request.explained  # The program logs the scores of all others too
        return Placement(
            pod=pod,
            outcome=progress.outcome,
            node=progress.node,
            message=self._server.others.named(progress.message),
            scores=self._log.scores(pod) if is_explained else {},
            totals=self._log.totals(pod) if is_explained else {},
        )

    def _evicted(self, pending: Sequence[Name]) -> Iterable[Placement]:
        known = set(pending)
        for name, progress in self._decisions.pods.items():
            if progress.outcome is PodOutcome.EVICTED and name not in known:
                yield self._placement(name)
