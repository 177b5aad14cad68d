"""A trial that takes turns with its program, on one clock of both: no time passes but where both wait.

What drives it is the host of the program. As long as the program has something to do, the trial waits; when all of the
program waits, its host hands over what it did (`ProgramTurn`), the trial does all that can be done at that time,
and returns what is for the program and until when nothing else happens (`TrialTurn`). Until then the clock of the
program may jump to whatever it waits for next.

So a run is a function of the program, what it is given, and its seed; and it works where there are no threads, sockets
and processes, as in a page.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.commands.trial.controllers.controllers import Controllers
from schedcfg.commands.trial.launch import Usage
from schedcfg.commands.trial.log import SchedulerLog
from schedcfg.commands.trial.ongoing_run import LoggedProgram, OngoingRun, TrialFailed, add_to_log
from schedcfg.commands.trial.other_servers import OtherServers
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import TrialCluster, TrialRun
from schedcfg.commands.trial.virtual_loop import BEGINNING, NANOSECONDS, VirtualLoop

if TYPE_CHECKING:
    from aiohttp import web

__all__ = ["BEGINNING", "NANOSECONDS", "SERVER", "LockstepTrial", "ProgramTurn", "TrialTurn"]

SERVER = "http://127.0.0.1:6443"
"""Where the program finds the stand-in: the address at which it listens for its own connections."""
_FAR = 3600 * NANOSECONDS
_MOST_CONNECTIONS = 1000
_MOST_WAITING = 16 * 1024 * 1024
"""Bytes of a connection that the stand-in has not read yet."""


class ProgramTurn(NamedTuple):
    """What a program did since the last turn."""

    now: int  # Its clock: nanoseconds since the beginning
    sent: Sequence[tuple[int, bytes]] = ()  # Number of a connection, and bytes; a higher number is a new connection
    shut: Sequence[int] = ()  # Connections on which it sends nothing more
    log: bytes = b""  # What it wrote to its standard output and error
    ended: int | None = None  # Its exit status, negative for a signal; None while it runs


class TrialTurn(NamedTuple):
    """What there is for the program."""

    until: int  # When something else happens, if the program does nothing: nanoseconds since the beginning
    sent: Sequence[tuple[int, bytes]] = ()  # Number of a connection, and bytes
    closed: Sequence[int] = ()  # Connections on which nothing more comes, behind these bytes
    is_over: bool = False  # Whether the trial is done, so that the program is to be ended


class LockstepTrial:
    """A trial that is driven by turns."""

    def __init__(self, request: TrialRequest, cluster: TrialCluster) -> None:
        """Begin, at time zero.

        Args:
            request: What is run; the program's arguments are `request.arguments`, with `SERVER`.
            cluster: The cluster, as the release reads it.
        """
        self._request = request
        self._loop = VirtualLoop()  # type: ignore[abstract]  # Others are never called
        self._log, self._line = SchedulerLog(request.explained_pods), b""
        self._connections: dict[int, _Connection] = {}
        self._last = 0  # The highest number of a connection
        with self._loop.entered():
            self._ended: asyncio.Future[int | None] = self._loop.create_future()
            self._run = self._begin(cluster)

    def _begin(self, cluster: TrialCluster) -> "asyncio.Task[TrialRun]":
        from schedcfg.commands.trial.api.api_server import ApiServer  # noqa: PLC0415 - slow

        store = cluster.store()
        controllers = Controllers(store)
        controllers.start()
        others = OtherServers(self._request.extenders, self._request.prometheus)
        server = ApiServer(store, self._request.release, "", others)
        self._protocols = server.protocols()
        logged = LoggedProgram(_Program(), self._log, self._ended)
        self._ongoing = OngoingRun(self._request, cluster, server, logged, controllers)
        return self._loop.create_task(self._ongoing.outcome())

    def step(self, turn: ProgramTurn) -> TrialTurn:
        """Take what the program did, do all that can be done at that time, and return what there is for the program.

        Args:
            turn: What it did.
        """
        with self._loop.entered():
            self._see(turn)
        self._loop.run_until(turn.now)
        while self._ended.done() and not self._run.done():  # Nobody else's time passes any more.
            self._loop.run_until(self._loop.next_time or turn.now + _FAR)
        sent = [(number, piece) for number, one in self._connections.items() if (piece := one.taken())]
        closed = [number for number, one in self._connections.items() if one.is_closing()]
        for number in closed:
            del self._connections[number]
        following = self._loop.next_time
        until = turn.now + _FAR if following is None else following
        return TrialTurn(until, sent, closed, self._run.done())

    @property
    def waits(self) -> int:
        """How often it has begun to wait for the program to do something else."""
        return self._ongoing.waits

    def end_hanging(self) -> None:
        """End the trial, as the program does not do in time what is waited for."""
        self._fail(self._ongoing.hanging())
        self.step(ProgramTurn(0))

    def _fail(self, failure: TrialFailed) -> None:
        if not self._ended.done():
            self._ended.set_exception(failure)

    def outcome(self) -> TrialRun:
        """Return what became of the Pods, once the trial is over.

        Raises:
            TrialFailed: if the program did not do what a scheduler does.
        """
        return replace(self._run.result(), has_virtual_time=True)

    def close(self) -> None:
        """End what is left of the trial."""
        if self._ended.done():
            self._ended.exception()  # It is known: nobody has to hear of it
        with self._loop.entered():
            for connection in self._connections.values():
                connection.close()
        self._loop.end()

    def _see(self, turn: ProgramTurn) -> None:
        try:
            self._read(turn.log)
        except TrialFailed as failure:
            self._fail(failure)
        for number, piece in turn.sent:
            connection = self._connection(number)
            if connection is not None:
                connection.receive(piece)
        for number in turn.shut:
            connection = self._connection(number)
            if connection is not None:
                connection.receive_end()
        if turn.ended is not None and not self._ended.done():
            self._ended.set_result(turn.ended)

    def _read(self, log: bytes) -> None:
        *lines, self._line = (self._line + log).split(b"\n")
        for line in lines:
            add_to_log(self._log, line + b"\n", self._request)

    def _connection(self, number: int) -> "_Connection | None":
        """Return a connection, which is new where the number is; None where it is closed already."""
        if number > self._last:
            self._last = number
            self._connections[number] = _Connection(self._protocols)
            if len(self._connections) > _MOST_CONNECTIONS:
                self._fail(TrialFailed(f"the program has more than {_MOST_CONNECTIONS} connections at a time"))
        return self._connections.get(number)


class _Program:
    """A program that does nothing while the trial looks at it: they take turns."""

    def usage(self) -> Usage:
        """Return nothing: what it took is another in each run."""
        return Usage()

    def is_busy(self) -> bool:
        """Return False."""
        return False


class _Connection(asyncio.Transport):
    """A connection of the program to the stand-in, of bytes in memory."""

    def __init__(self, protocols: "web.Server") -> None:
        super().__init__()
        self._protocol = protocols()
        self._written: list[bytes] = []
        self._unread: list[bytes] = []
        self._is_paused = self._is_closing = False
        self._protocol.connection_made(self)

    def receive(self, piece: bytes) -> None:
        """Take bytes of the program."""
        if self._is_closing:
            return
        if not self._is_paused:
            self._protocol.data_received(piece)
            return
        self._unread.append(piece)
        if sum(map(len, self._unread)) > _MOST_WAITING:
            self.close()

    def receive_end(self) -> None:
        """Note that the program sends nothing more: clients of HTTP are then gone."""
        if not self._is_closing:
            self._protocol.eof_received()
            self.close()

    def taken(self) -> bytes:
        """Return what was written since the last time."""
        written, self._written = b"".join(self._written), []
        return written

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep bytes for the program."""
        if not self._is_closing:
            self._written.append(bytes(data))

    def is_closing(self) -> bool:
        """Return whether nothing more comes."""
        return self._is_closing

    def close(self) -> None:
        """Let nothing more come."""
        if not self._is_closing:
            self._is_closing = True
            self._protocol.connection_lost(None)

    abort = close

    def pause_reading(self) -> None:
        """Keep what comes until it is wanted."""
        self._is_paused = True

    def resume_reading(self) -> None:
        """Hand over what has come."""
        self._is_paused = False
        while self._unread and not self._is_paused and not self._is_closing:
            self._protocol.data_received(self._unread.pop(0))

    def is_reading(self) -> bool:
        """Return whether what comes is wanted."""
        return not self._is_paused

    def get_write_buffer_size(self) -> int:
        """Return 0: a turn takes all there is."""
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Set nothing: there is no buffer that could be full."""
