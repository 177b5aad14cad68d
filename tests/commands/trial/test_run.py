"""Runs with programs that are no real kube-scheduler: what they write counts, and what they do wrong is said."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from schedcfg.commands.trial import launch
from schedcfg.commands.trial.ongoing_run import TrialFailed
from schedcfg.commands.trial.results import PodOutcome
from schedcfg.commands.trial.run import run
from tests.commands.trial import programs
from tests.processes import PATIENCE, wait_until


@pytest.fixture(params=["isolated", "not isolated"])
def isolation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run with and without a network of its own, where the system allows that."""
    if request.param == "not isolated":
        monkeypatch.setattr(launch, "_isolation", tuple)
    elif not launch.is_isolated():
        pytest.skip("no network of its own is allowed here")


def test_the_scripts_that_isolate_are_where_they_are_looked_for() -> None:
    """Without one, no network of its own would be had on any machine, and the tests of that would be skipped."""
    assert Path(launch._INSIDE[-1]).is_file()


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return programs.executable(tmp_path / "kube-scheduler")


def children(program: Path) -> set[str]:
    """Return the command lines of all that runs of a program and its script, which are in one folder."""
    listed = subprocess.run(["ps", "-eww", "-o", "args"], capture_output=True, text=True, check=True).stdout
    return {line for line in listed.splitlines() if str(program.parent) in line and "-c import" not in line}


@pytest.mark.usefixtures("isolation")
def test_pods_are_where_the_program_puts_them(program: Path) -> None:
    placed = asyncio.run(run(programs.request(program), programs.cluster(2, 9)))
    assert [one.node for one in placed.placements] == ["node-0"] * 4 + ["node-1"] * 4 + [None]
    assert placed.placements[-1].outcome is PodOutcome.UNSCHEDULABLE
    assert placed.placements[-1].message == "0 nodes are available: no room."
    assert placed.evicted == ()


@pytest.mark.usefixtures("isolation")
@pytest.mark.parametrize(
    ("mood", "message"),
    [
        (92, 'the program ended before it had placed the Pods: .* err="no such plugin: Nowhere"'),
        (93, "the program wrote more than 1 MiB to its log"),
    ],
)
def test_what_goes_wrong_is_said_and_nothing_is_left_running(
    program: Path, mood: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schedcfg.commands.trial.ongoing_run._LOG", 1024 * 1024)
    with pytest.raises(TrialFailed, match=message):
        asyncio.run(run(programs.request(program, mood, seconds=PATIENCE), programs.cluster()))
    assert wait_until(lambda: not children(program))


@pytest.mark.usefixtures("isolation")
def test_a_program_that_hangs_is_ended(program: Path) -> None:
    with pytest.raises(TrialFailed, match="the program hangs: it did not ask for nodes and Pods within 1 s"):
        asyncio.run(run(programs.request(program, 91, seconds=1.0), programs.cluster()))
    assert wait_until(lambda: not children(program))


@pytest.mark.usefixtures("isolation")
def test_a_program_that_waits_for_what_is_not_served(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time only goes by once it has requested that, which may be before anybody looks at the clock."""
    requested: Counter[str] = Counter()
    clock = count(1_000.0, 1_000.0)
    monkeypatch.setattr("schedcfg.commands.trial.ongoing_run._now", lambda: next(clock) if requested else 0.0)
    monkeypatch.setattr("schedcfg.commands.trial.api.api_server.Counter", lambda: requested)
    what = "/apis/example.com/v1/gadgets, which is not served here"
    with pytest.raises(TrialFailed, match=f"the program hangs: .* within 1 s; it asks for {what}"):
        asyncio.run(run(programs.request(program, 94, seconds=1.0), programs.cluster()))
    assert wait_until(lambda: not children(program))


def test_a_program_that_decides_nothing_leaves_pods_waiting(program: Path) -> None:
    placed = asyncio.run(run(programs.request(program, 95), programs.cluster(1, 2)))
    assert {one.outcome for one in placed.placements} == {PodOutcome.WAITING}


def test_pods_of_another_scheduler_are_left_alone(program: Path) -> None:
    where = programs.cluster(1, 2)
    other = programs.pod("other", schedulerName="somebody")
    where = replace(where, pods=(other, *where.pods))
    placed = asyncio.run(run(programs.request(program, profiles=frozenset({"default-scheduler"})), where))
    assert [one.outcome for one in placed.placements] == [PodOutcome.UNSERVED, PodOutcome.BOUND, PodOutcome.BOUND]


@pytest.mark.usefixtures("isolation")
def test_what_is_no_program_is_said(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no program", encoding="utf-8")
    text.chmod(0o700)
    with pytest.raises(TrialFailed, match="cannot be run: Exec format error"):
        asyncio.run(run(programs.request(text, seconds=2.0), programs.cluster()))


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux to end it")
def test_the_program_ends_with_the_process_that_started_it(program: Path) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path; from tests.commands.trial import programs;"
        "from schedcfg.commands.trial.run import run;"
        "asyncio.run(run(programs.request(Path(sys.argv[1]), 91, seconds=60.0), programs.cluster()))"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(program)]) as started:
        try:
            assert wait_until(lambda: children(program))
        finally:
            started.kill()
    assert wait_until(lambda: not children(program))


@pytest.mark.usefixtures("isolation")
def test_a_program_that_crashes(program: Path) -> None:
    with pytest.raises(TrialFailed, match=r"^the program was killed by SIGSEGV before it had placed the Pods$"):
        asyncio.run(run(programs.request(program, 97), programs.cluster()))


@pytest.mark.usefixtures("isolation")
def test_a_program_that_is_killed(program: Path) -> None:
    """As the system does it where memory runs out; `unshare` has words of its own for that, which nobody needs."""

    async def killed() -> None:
        running = asyncio.create_task(run(programs.request(program, 91), programs.cluster()))
        assert await asyncio.to_thread(wait_until, lambda: numbers(program))
        os.kill(*numbers(program), signal.SIGKILL)
        await running

    said = r"killed by SIGKILL \(as happens where memory runs out\) before it had placed the Pods"
    with pytest.raises(TrialFailed, match=f"^the program was {said}$"):
        asyncio.run(killed())


def numbers(program: Path) -> list[int]:
    """Return the number of the process that runs the script of a program."""
    listed = subprocess.run(["ps", "-eww", "-o", "pid,args"], capture_output=True, text=True, check=True).stdout
    lines = [line.split(maxsplit=1) for line in listed.splitlines()]
    return [int(pid) for pid, line in lines if line.startswith(f"{sys.executable} -I {program.parent}")]


@pytest.mark.skipif(not launch.is_isolated(), reason="no network of its own is allowed here")
def test_the_program_reaches_nothing_else(tmp_path: Path) -> None:
    """What listens on this machine cannot be reached, and nobody here reaches the stand-in."""
    script = tmp_path / "script.py"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        script.write_text(
            "import socket, sys\n"
            "names = sorted(name for _, name in socket.if_nameindex())\n"
            f"try:\n    socket.create_connection(('127.0.0.1', {listener.getsockname()[1]}), 1)\n    reached = True\n"
            "except OSError:\n    reached = False\n"
            "sys.exit(f'error: interfaces {names}, reached {reached}')\n",
            encoding="utf-8",
        )
        with pytest.raises(TrialFailed, match=r"interfaces \['lo'\], reached False"):
            asyncio.run(run(programs.request(programs.executable(tmp_path / "p", script)), programs.cluster()))


def test_without_a_network_of_its_own_only_who_knows_the_path_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "_isolation", tuple)
    first, second = launch.door(), launch.door()
    assert first.prefix != second.prefix
    assert len(first.prefix) > 30
    for one in (first, second):
        assert one.listener is not None
        assert one.listener.getsockname()[0] == "127.0.0.1"
        one.listener.close()


def test_files_of_the_run_are_gone(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    asyncio.run(run(programs.request(program), programs.cluster()))
    assert list(tmp_path.glob("schedcfg-try*")) == []
