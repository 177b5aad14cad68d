"""A run of a scheduler of WebAssembly: its host is a process of ours, with which a thread of this one takes turns."""

import asyncio
import contextlib
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from schedcfg.commands.trial.launch import Usage, usage_of
from schedcfg.commands.trial.lockstep import SERVER, LockstepTrial, ProgramTurn, TrialTurn
from schedcfg.commands.trial.ongoing_run import TrialFailed
from schedcfg.commands.trial.request import TrialRequest, arguments
from schedcfg.commands.trial.results import TrialCluster, TrialRun
from schedcfg.integrations import webassembly
from schedcfg.integrations.programs import PipedProgram, piped
from schedcfg.integrations.webassembly import INSIDE, trial_command
from schedcfg.integrations.working_folders import working_folder

_LONGEST = 1024 * 1024
"""Bytes of the line that describes a turn."""
_FILE = 64 * 1024
"""Bytes of a file: nothing is written but the mark of the bell."""
_MESSAGES = 64 * 1024
_LOOK = 0.2
"""Seconds between two looks whether a turn takes too long."""
_END = 5


async def run_in_lockstep(request: TrialRequest, compiled: Path, cluster: TrialCluster) -> TrialRun:
    """Run a scheduler of WebAssembly with a cluster, and return where the Pods went.

    What it took is in the answer only where that is measured: it is different in each run, and nothing else is.

    Args:
        request: What is run.
        compiled: The program, compiled for this machine.
        cluster: The cluster, as the release reads it.

    Raises:
        TrialFailed: if it ends by itself, or does not go on.
    """
    if webassembly.engine is not None:
        return _run_here(webassembly.engine, request, cluster)
    begin, own = time.monotonic(), time.process_time()
    with working_folder("schedcfg-try-") as folder:
        given = (*trial_command(compiled, request.seed), *arguments(request, SERVER, folder, INSIDE))
        environment = {"PATH": os.defpath, "HOME": folder, "TMPDIR": folder, "LC_ALL": "C"}
        with piped(given, folder, environment, _FILE) as process, ThreadPoolExecutor(1) as beside:
            host = _Host(process)
            work = asyncio.get_running_loop().run_in_executor(beside, host.play, request, cluster)
            try:
                while not (await asyncio.wait({work}, timeout=_LOOK))[0]:
                    host.look(request.seconds)
            finally:
                process.kill()
            made = await work
    if not request.is_measured:
        return made
    seconds, own_cpu = time.monotonic() - begin, time.process_time() - own
    cpu, memory = host.usage.cpu, host.usage.memory
    return replace(made, has_virtual_time=False, seconds=seconds, cpu=cpu, memory=memory, own_cpu=own_cpu)


def _run_here(engine: webassembly.Engine, request: TrialRequest, cluster: TrialCluster) -> TrialRun:
    """Run a scheduler inside this process, and return where the Pods went."""
    trial = LockstepTrial(request, cluster)
    with working_folder("schedcfg-try-") as folder:
        given = list(arguments(request, SERVER, folder, INSIDE))
        try:
            engine.take_turns(given, folder, request.seed, lambda *turn: trial.step(ProgramTurn(*turn)))
            return trial.outcome()
        finally:
            trial.close()


class _Host:
    """The process in which a program runs, as this one sees it."""

    def __init__(self, process: PipedProgram) -> None:
        self.usage = Usage()
        self._process = process
        self._waiting_since: float | None = time.monotonic()  # None while it is the trial's turn
        self._taken = 0.0  # Seconds of its turns before, while the trial waits for the same
        self._is_given_up = False

    def look(self, seconds: float) -> None:
        """End the program where its turns take longer than some seconds, and nothing comes of them."""
        since = self._waiting_since
        if since is not None and self._taken + time.monotonic() - since > seconds:
            self._is_given_up = True
            self._process.kill()

    def play(self, request: TrialRequest, cluster: TrialCluster) -> TrialRun:
        """Take turns until the trial is over, and return what became of the Pods.

        Raises:
            TrialFailed: if the program did not do what a scheduler does.
        """
        with contextlib.closing(LockstepTrial(request, cluster)) as trial:
            is_over, waits = False, trial.waits
            while not is_over:
                turn = self._read()
                self._rest()
                if self._is_given_up:
                    trial.end_hanging()
                    break
                answer = trial.step(turn)
                is_over = answer.is_over
                if trial.waits != waits:
                    self._taken, waits = 0.0, trial.waits
                self._waiting_since = time.monotonic()
                if not is_over:
                    self._write(answer)
            self.usage = usage_of(self._process.pid)
            return trial.outcome()

    def _rest(self) -> None:
        """Note that its turn is over."""
        assert self._waiting_since is not None
        self._taken += time.monotonic() - self._waiting_since
        self._waiting_since = None

    def _write(self, turn: TrialTurn) -> None:
        lengths = [(number, len(piece)) for number, piece in turn.sent]
        described = json.dumps({"until": turn.until, "sent": lengths, "closed": list(turn.closed)})
        with contextlib.suppress(OSError):  # That it has ended is seen when its turn is read
            self._process.input.write(b"".join((described.encode(), b"\n", *(piece for _, piece in turn.sent))))
            self._process.input.flush()

    def _read(self) -> ProgramTurn:
        """Return the next turn of the program; its last where it has ended.

        Raises:
            TrialFailed: if it is none.
        """
        described = self._process.output.readline(_LONGEST)
        if not described:
            return self._with_end(ProgramTurn(0))
        try:
            turn = json.loads(described)
            sent = tuple((int(number), self._process.output.read(length)) for number, length in turn["sent"])
            shut = tuple(map(int, turn["shut"]))
            made = ProgramTurn(int(turn["now"]), sent, shut, self._process.output.read(turn["log"]))
            is_last = turn["is_last"]
        except (ValueError, LookupError, TypeError):
            raise TrialFailed("what comes of the program's host is no turn") from None
        return self._with_end(made) if is_last else made

    def _with_end(self, turn: ProgramTurn) -> ProgramTurn:
        """Return the last turn, with what the host says of it."""
        said = self._process.messages.read(_MESSAGES)
        return turn._replace(log=turn.log + said, ended=self._process.status(_END))
