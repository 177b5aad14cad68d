"""One run: a scheduler, a configuration, a cluster; and one Pod after another until nothing changes any more."""

import asyncio
import contextlib

from schedcfg.commands.trial.controllers.controllers import Controllers
from schedcfg.commands.trial.group_notes import reads_groups
from schedcfg.commands.trial.launch import RunningProgram, door, started
from schedcfg.commands.trial.log import SchedulerLog
from schedcfg.commands.trial.ongoing_run import LoggedProgram, OngoingRun, TrialFailed, add_to_log
from schedcfg.commands.trial.other_servers import OtherServers
from schedcfg.commands.trial.request import TrialRequest, arguments
from schedcfg.commands.trial.results import TrialCluster, TrialRun
from schedcfg.document.texts import printable
from schedcfg.integrations.programs import one_line
from schedcfg.integrations.working_folders import working_folder


async def run(request: TrialRequest, cluster: TrialCluster) -> TrialRun:
    """Run a scheduler with a cluster, and return where the Pods went.

    Raises:
        TrialFailed: if it ends by itself, or does not go on.
        ModuleNotFoundError: if the library for servers is not installed.
    """
    if not reads_groups(request.gated_release):
        cluster = cluster.without_groups()
    if request.compiled is not None:
        from schedcfg.commands.trial.lockstep_run import run_in_lockstep  # noqa: PLC0415 - programs of this system are run without it

        return await run_in_lockstep(request, request.compiled, cluster)
    return await _run_process(request, cluster)


async def _run_process(request: TrialRequest, cluster: TrialCluster) -> TrialRun:
    """Run a scheduler of this system: time is that of the machine."""
    from schedcfg.commands.trial.api.api_server import ApiServer  # noqa: PLC0415 - slow; commands do other things first

    store = cluster.store()
    controllers = Controllers(store)
    controllers.start()
    entrance = door()
    server = ApiServer(store, request.release, entrance.prefix, OtherServers(request.extenders, request.prometheus))
    log = SchedulerLog(request.explained_pods)
    with working_folder("schedcfg-try-") as folder:
        given = list(arguments(request, entrance.url, folder))
        async with contextlib.AsyncExitStack() as stack:
            try:
                begun = await stack.enter_async_context(started(entrance, request.program, given, folder))
            except OSError as error:
                reason = one_line(error.strerror or str(error))
                raise TrialFailed(f"{printable(request.program)} cannot be run: {reason}") from None
            program, listener = begun
            await stack.enter_async_context(server.listening(listener))
            reading = asyncio.create_task(_read(program, log, request))
            stack.push_async_callback(_stop, reading)
            logged = LoggedProgram(program, log, reading)
            return await OngoingRun(request, cluster, server, logged, controllers).outcome()


async def _stop(reading: "asyncio.Task[int | None]") -> None:
    reading.cancel()
    with contextlib.suppress(asyncio.CancelledError, TrialFailed):
        await reading


async def _read(program: RunningProgram, log: SchedulerLog, request: TrialRequest) -> int | None:
    """Read the log until its end, and return how the program ended: its exit status, negative for a signal.

    Raises:
        TrialFailed: if it is flooded.
    """
    while True:
        try:
            line = await program.messages.readline()
        except ValueError:
            continue  # A line that is longer than any of a scheduler's: what was read of it is gone
        if not line:
            return await program.ended()
        add_to_log(log, line, request)
