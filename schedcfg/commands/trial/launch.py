"""A scheduler that is started for a trial: without any network but the stand-in, within bounds, and always ended."""

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from schedcfg.integrations.programs import bind_to, by_python, find, isolated_by

_INSIDE = by_python(str(Path(__file__).with_name("sandboxed.py")))
_PORT = 6443
"""Where the stand-in listens in a network of its own, in which every port is free."""
_LINE = 1024 * 1024
_FILE = 16 * 1024 * 1024
_SECONDS = 5
"""How long what has nothing to do may take: to start, to end."""
_TICKS = 100
"""Of the CPU in a second, as Linux counts them for programs."""


class Door(NamedTuple):
    """Where the stand-in listens, and how the program is started that may connect to it."""

    url: str
    prefix: str  # What every path begins with, where others can connect too
    command: tuple[str, ...]  # What comes before the program
    listener: socket.socket | None  # None where it comes from the network of the program
    channel: tuple[socket.socket, socket.socket] | None


def is_isolated() -> bool:
    """Return whether a program can be started in a network of its own here."""
    return bool(_isolation())


def _isolation() -> tuple[str, ...]:
    """Return the command that starts a program in a network of its own; empty where the system does not allow that."""
    unshare = find("unshare")
    if unshare is None or not hasattr(socket, "send_fds"):
        return ()
    # Only who is root there may switch its loopback interface on.
    return isolated_by(unshare, _INSIDE, ("--map-root-user",))


def door() -> Door:
    """Return where the stand-in listens: in a network of its own, or else on loopback, at a path that nobody knows."""
    isolation = _isolation()
    if isolation:
        here, there = socket.socketpair()
        command = (*isolation, *_INSIDE, str(there.fileno()), str(_PORT))
        return Door(f"http://127.0.0.1:{_PORT}", "", command, None, (here, there))
    listener = socket.create_server(("127.0.0.1", 0))
    prefix = f"/{secrets.token_urlsafe(24)}"
    return Door(f"http://127.0.0.1:{listener.getsockname()[1]}{prefix}", prefix, (), listener, None)


class Usage(NamedTuple):
    """What a program took so far."""

    cpu: float | None = None  # Seconds; None where the system does not say
    memory: int | None = None  # Bytes, at most at a time
    own: float = 0.0  # Seconds of CPU of this process, which has the stand-in


def usage_of(process: int) -> Usage:
    """Return what a process took so far, by its number."""
    own = time.process_time()
    try:
        counters = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return Usage(own=own)
    peak = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")), None)
    cpu = (int(counters[11]) + int(counters[12])) / _TICKS
    return Usage(cpu, None if peak is None else int(peak) * 1024, own)


class ObservedProgram(Protocol):
    """A program that runs, as far as the trial looks at it."""

    def usage(self) -> Usage:
        """Return what it took so far."""

    def is_busy(self) -> bool:
        """Return whether it does something now, or could."""


class RunningProgram:
    """A program that runs."""

    def __init__(self, process: asyncio.subprocess.Process, *, is_wrapped: bool) -> None:
        self._process = process
        self._pid: int | None = None if is_wrapped else process.pid

    @property
    def messages(self) -> asyncio.StreamReader:
        """What it writes, to both of its streams."""
        assert self._process.stdout is not None
        return self._process.stdout

    def usage(self) -> Usage:
        """Return what it took so far."""
        pid = self._pid = self._pid or self._child()
        return usage_of(pid) if pid else Usage(own=time.process_time())

    def is_busy(self) -> bool:
        """Return whether one of its threads runs, or could; where the system does not say, none does."""
        pid = self._pid = self._pid or self._child()
        try:
            threads = [thread / "stat" for thread in Path(f"/proc/{pid}/task").iterdir()]
            states = {thread.read_text(encoding="ascii").rpartition(")")[2].split()[0] for thread in threads}
        except OSError:
            return False
        return not {"R", "D"}.isdisjoint(states)

    def _child(self) -> int | None:
        """Return the number of the program that what starts it waits for."""
        pid = self._process.pid
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        except OSError:
            return None
        return int(children[0]) if children else None

    async def ended(self) -> int | None:
        """Return how it ended, where it writes no more: its status, negative for a signal; None where it goes on."""
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(self._process.wait(), _SECONDS)
        return None

    async def end(self) -> None:
        """End it, with all that it started: what it wrote is at its end only when none of these is left."""
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.communicate(), _SECONDS)


@asynccontextmanager
async def started(
    path: Door, program: str, arguments: Sequence[str], folder: str
) -> AsyncIterator[tuple[RunningProgram, socket.socket]]:
    """Start a program, and end it at the end; yield it and the socket that the stand-in is to listen at.

    Raises:
        OSError: if it cannot be started.
    """
    with contextlib.ExitStack() as opened:
        for each in (path.listener, *(path.channel or ())):
            if each is not None:
                opened.enter_context(each)
        process = await _start(path, program, arguments, folder)
        running = RunningProgram(process, is_wrapped=bool(path.command))
        try:
            yield running, opened.enter_context(path.listener or await _received(path))
        finally:
            await running.end()


async def _start(path: Door, program: str, arguments: Sequence[str], folder: str) -> asyncio.subprocess.Process:
    environment = {"PATH": os.defpath, "HOME": folder, "TMPDIR": folder, "LC_ALL": "C"}
    shared = () if path.channel is None else (path.channel[1].fileno(),)
    return await asyncio.create_subprocess_exec(
        *path.command,
        program,
        *arguments,
        cwd=folder,
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        pass_fds=shared,
        start_new_session=True,
        limit=_LINE,
        preexec_fn=partial(bind_to, os.getpid(), _FILE) if os.name == "posix" else None,
    )


async def _received(path: Door) -> socket.socket:
    """Return the socket that comes from the network of the program.

    Raises:
        OSError: if none comes.
    """
    assert path.channel is not None
    here, there = path.channel
    there.close()
    here.settimeout(_SECONDS)
    _, numbers, _, _ = await asyncio.to_thread(socket.recv_fds, here, 1, 1)
    if not numbers:
        raise OSError("it cannot be started in a network of its own")
    return socket.socket(fileno=numbers[0])
