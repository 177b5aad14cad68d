"""Processes that are killed or interrupted, and standard streams that are closed or full."""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from schedcfg.validation import files as file_validation
from schedcfg.validation import workers
from tests.commands.server.editor import Editor
from tests.processes import PATIENCE, wait_until
from tests.searching import IS_SEARCHING

from .cases import FIXED

Process = Callable[..., "subprocess.Popen[bytes]"]
Command = Callable[..., "Result"]  # noqa: F821

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name != "posix", reason="kills and closed streams are POSIX's"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded"),
]


def work(number: int) -> str:
    if number % 100 == 42:
        os.kill(os.getpid(), signal.SIGKILL)
    return f"done {number}"


def lost(number: int) -> str:
    return f"lost {number}"


def test_only_what_kills_its_process_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_CHUNK", 20)
    found = list(workers.spread(work, lost, iter(range(150)), 2))
    assert found == [lost(number) if number % 100 == 42 else f"done {number}" for number in range(150)]


def killing(real: Callable[..., object], stream: object, *arguments: object, path: str, **options: object) -> object:
    if Path(path).name == "z.yaml":
        os.kill(os.getpid(), signal.SIGKILL)
    return real(stream, *arguments, path=path, **options)


@pytest.mark.skipif(sys.platform != "linux", reason="the patch must reach the processes")
def test_a_killed_process_is_reported(schedcfg: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "tree" / "zz.yaml").write_text(FIXED, encoding="utf-8")
    monkeypatch.setattr("multiprocessing.get_start_method", lambda: "fork")
    monkeypatch.setattr(file_validation, "validate_file", partial(killing, file_validation.validate_file))
    result = schedcfg("validate", "--jobs", "2", ".", "--output", "json")
    assert result.status == 3
    verdicts = {one["path"]: (one["verdict"], one.get("reason")) for one in result.report["files"]}
    assert verdicts["./tree/z.yaml"][0] == "unreadable"
    assert "was killed" in (verdicts["./tree/z.yaml"][1] or "")
    assert {path: verdict for path, (verdict, _) in verdicts.items() if "z.yaml" not in path or "zz" in path} == {
        "./a.yaml": "accepted",
        "./old.yaml": "accepted",
        "./tree/zz.yaml": "accepted",
    }


def test_workers_end_with_their_parent(folder: Path, process: Process) -> None:
    program = (
        "import os, signal, time\n"
        "from schedcfg.validation.workers import spread\n"
        "def work(item):\n"
        "    if item == 1: os.kill(os.getppid(), signal.SIGKILL)\n"
        "    time.sleep(60)\n"
        "list(spread(work, work, iter([1, 2]), 2))\n"
    )
    started = process(program=("-c", program), cwd=folder)
    # Both pipes end with the last process that has them.
    out, err = started.communicate(timeout=PATIENCE)
    assert (started.returncode, out, err) == (-signal.SIGKILL, b"", b"")


def test_workers_ignore_what_their_parent_ignores(folder: Path, process: Process) -> None:
    """The terminal of `nohup schedcfg validate --jobs 2` may be closed."""
    program = (
        "import os, signal\n"
        "from schedcfg.validation.workers import spread\n"
        "def work(item):\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "    return item\n"
        "print(list(spread(work, str, iter([1, 2]), 2)))\n"
    )
    ignoring = partial(signal.signal, signal.SIGHUP, signal.SIG_IGN)
    started = process(program=("-c", program), cwd=folder, preexec_fn=ignoring)
    out, err = started.communicate(timeout=PATIENCE)
    assert (started.returncode, out, err) == (0, b"[1, 2]\n", b"")


CLOSED = {
    ("effective a.yaml", ">&-"): (3, b"standard output cannot be written: it is closed"),
    ("validate right.yaml --require", ">&-"): (0, b""),
    ("generate profile bin-packing --write-to sub", ">&-"): (3, b"it is closed"),
    ("effective a.yaml", ">/dev/full"): (3, b"standard output cannot be written: No space left"),
    ("validate -", "<&-"): (3, b"1 file could not be read"),
    ("krm", "<&-"): (3, b"standard input cannot be read: it is closed"),
    ("validate a.yaml", "2>&-"): (0, b""),
    ("migrate old.yaml --to v1 --write", "2>/dev/full"): (3, b""),
    ("validate --unknown", ">&- 2>&- <&-"): (2, b""),
    ("--help", "| true"): (141, b""),
    ("rules", "2>&1 | true"): (141, b""),
}
FULL = Path("/dev/full")
RIGHT = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device")
def test_closed_and_full_streams(folder: Path, process: Process) -> None:
    (folder / "right.yaml").write_text(RIGHT, encoding="utf-8")
    for (arguments, redirected), (expected, message) in CLOSED.items():
        shell = f"set -o pipefail; {sys.executable} -m schedcfg {arguments} {redirected}"
        run = process("-c", shell, program=("-IS", "-c", "import os, sys; os.execvp('bash', ['bash', *sys.argv[1:]])"))
        _, err = run.communicate()
        assert run.returncode == expected, (shell, err)
        assert message in err, (shell, err)
        assert b"Traceback" not in err
        assert b"ignored" not in err
    # What was to be written is written, whoever reads the names.
    assert (folder / "sub").exists()


TAKES = 1024
"""Bytes that a file takes in these tests: less than each of the commands writes in one go."""
LONG = {
    "schema v1": 0,
    "effective a.yaml --output json": 0,
    "validate many.yaml --output json": 1,
    "krm": 0,
    "--help": 0,
}
"""Command → its exit status where all is taken."""


def limited_file() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (TAKES, TAKES))


def long_input(folder: Path) -> None:
    (folder / "many.yaml").write_text("---\n".join(f"{RIGHT}bogus: {number}\n" for number in range(400)))
    item = json.dumps({"kind": "ConfigMap", "apiVersion": "v1", "data": {"a": "b" * 20_000}})
    (folder / "input").write_text(f'{{"apiVersion": "v1", "kind": "ResourceList", "items": [{item}]}}')


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", LONG)
def test_what_a_file_takes_only_in_part_is_not_written(
    folder: Path, process: Process, arguments: str, unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_input(folder)
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # Python would keep modules that it wrote in part.
    with Path("input").open() as given, Path("output").open("wb") as output:
        run = process(*arguments.split(), stdin=given, stdout=output, preexec_fn=limited_file)
        _, err = run.communicate(timeout=60)
    assert (run.returncode, Path("output").stat().st_size) == (3, TAKES), err
    assert b"Traceback" not in err


def test_a_page_that_a_disk_takes_only_in_part_is_not_written(
    folder: Path, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_input(folder)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    run = process("validate", "many.yaml", "--output", "github", preexec_fn=limited_file)
    _, err = run.communicate(timeout=60)
    assert (run.returncode, b"(GITHUB_STEP_SUMMARY) cannot be written" in err) == (3, True), err


@pytest.mark.parametrize("arguments", LONG)
def test_a_pipe_that_takes_a_part_gets_the_same_unbuffered(
    folder: Path, process: Process, arguments: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_input(folder)
    outputs = []
    for unbuffered in ("", "1"):
        monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
        with Path("input").open() as given:
            run = process(*arguments.split(), stdin=given)
            outputs.append(run.communicate(timeout=60)[0])
            assert run.returncode == LONG[arguments]
    assert outputs[0] == outputs[1] != b""


def test_a_pipe_that_does_not_wait_is_no_success(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    run = process("schema", "v1", stdout=writer)
    os.close(writer)
    with os.fdopen(reader, "rb"):
        _, err = run.communicate(timeout=60)
    assert run.returncode == 3
    assert b"standard output cannot be written" in err


@pytest.fixture
def many(folder: Path) -> Path:
    """Files about which more is written than a pipe holds: the command does not end before somebody reads it."""
    for number in range(1000):
        (folder / "tree" / f"{number}.yaml").write_text(FIXED, encoding="utf-8")
    return folder / "tree"


SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
NOTICED = (
    "-c",
    "import os, runpy, sys\nos.write(1, b'.')\nrunpy.run_module('schedcfg', run_name='__main__', alter_sys=True)\n",
)
"""The command, which writes a byte first: Python has begun, and little more."""


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_signals(many: Path, process: Process, number: signal.Signals, jobs: str) -> None:
    for is_under_way in (False, True):
        arguments = ("validate", "--jobs", jobs, "--output", "concise", str(many))
        started = process(*arguments, program=NOTICED, start_new_session=True, bufsize=0)
        assert started.stdout is not None
        assert started.stdout.read(1) == b"."
        if is_under_way:
            started.stdout.read(1)
        os.killpg(started.pid, number)
        _, err = started.communicate(timeout=PATIENCE)
        assert started.returncode in ({SIGNALS[number]} if is_under_way else {SIGNALS[number], -number})
        if is_under_way:
            assert b"Traceback" not in err
            assert b"ignored" not in err


def test_signals_while_starting(folder: Path, process: Process) -> None:
    program = (
        "import builtins, os, signal, sys\n"
        "sys.argv[1:] = ['validate', 'a.yaml']\n"
        "real = builtins.__import__\n"
        "def importing(name, *rest):\n"
        "    if name == 'click': os.kill(os.getpid(), signal.SIGINT)\n"
        "    return real(name, *rest)\n"
        "from schedcfg.__main__ import main\n"
        "builtins.__import__ = importing\n"
        "main()\n"
    )
    started = process(program=("-c", program), cwd=folder)
    assert started.communicate() == (b"", b"")
    assert started.returncode == 130


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_while_a_process_is_forked_is_not_lost(
    number: signal.Signals, waiting: Path, process: Process
) -> None:
    """What is raised in a hook around a fork reaches nobody."""
    program = (
        "import os, runpy\n"
        f"os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), {int(number)}))\n"
        "runpy.run_module('schedcfg', run_name='__main__', alter_sys=True)\n"
    )
    arguments = ("confirm", "a.yaml", "--binary", "./waits", "--kubernetes", "1.33")
    with process(*arguments, program=("-c", program), cwd=waiting) as started:
        _, err = started.communicate(timeout=PATIENCE)
    assert (started.returncode, err.strip()) == (SIGNALS[number], b"")


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_that_something_swallows_is_sent_again(
    number: signal.Signals, waiting: Path, process: Process
) -> None:
    """A library may go on after whatever is raised, as while it is imported."""
    program = (
        "import os, runpy, sys\n"
        "from contextlib import suppress\n"
        "def swallow(event, arguments):\n"
        "    if event == 'import' and arguments[0] == 'schedcfg.sources.neighboring':\n"
        "        with suppress(BaseException):\n"
        f"            os.kill(os.getpid(), {int(number)})\n"
        "sys.addaudithook(swallow)\n"
        "runpy.run_module('schedcfg', run_name='__main__', alter_sys=True)\n"
    )
    with process("validate", "-", program=("-c", program), cwd=waiting, stdin=subprocess.PIPE) as started:
        assert started.wait(timeout=PATIENCE) == SIGNALS[number]


READING = (
    "validate -",
    "effective -",
    "why ImageLocality -",
    "migrate - --to v1",
    "diff - a.yaml",
    "confirm - --binary ./waits --kubernetes 1.33",
    "generate static-pod --config - --kubernetes 1.33",
    "probe extender - --node node-1",
    "krm",
)
"""Commands that read standard input, which nobody ends."""
RUNNING = (
    "confirm a.yaml --binary ./waits --kubernetes 1.33",
    "try a.yaml --nodes 1:cpu=1 --pods 1:cpu=1 --binary ./waits",
    "test a.schedtest.yaml --binary ./waits",
)
"""Commands that run a program, which does not end."""


@pytest.fixture
def waiting(folder: Path) -> Path:
    """Return a folder with a program that notes that it runs, and never ends."""
    program = folder / "waits"
    program.write_text(f"#!/bin/sh\ntouch {folder}/runs\nexec sleep 1000\n", encoding="utf-8")
    program.chmod(0o755)
    tests = 'configuration: a.yaml\nnodes: ["1:cpu=1"]\ntests:\n- {name: a, pods: ["1:cpu=1"], expect: {placed: all}}\n'
    (folder / "a.schedtest.yaml").write_text(f"apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\n{tests}")
    return folder


def by_turns(commands: tuple[str, ...]) -> Iterator[tuple[str, signal.Signals]]:
    """Yield each command with one signal, by turns; with all of them where that is asked for.

    What heeds a signal is the same for each of them; where it finds a command is that command's own.
    """
    for place, command in enumerate(commands):
        numbers = tuple(SIGNALS)
        yield from ((command, one) for one in (numbers if IS_SEARCHING else (numbers[place % len(numbers)],)))


@pytest.mark.parametrize(("command", "number"), tuple(by_turns(READING)), ids=str)
def test_signals_while_reading(command: str, number: signal.Signals, waiting: Path, process: Process) -> None:
    with process(*command.split(), cwd=waiting, stdin=subprocess.PIPE) as started:
        assert started.stdin is not None
        started.stdin.write(b"# more than a pipe holds\n" * 10_000)  # This returns once somebody reads
        started.stdin.flush()
        os.kill(started.pid, number)
        assert started.wait(timeout=PATIENCE) == SIGNALS[number]


@pytest.mark.parametrize(("command", "number"), tuple(by_turns(RUNNING)), ids=str)
def test_signals_while_a_program_runs(command: str, number: signal.Signals, waiting: Path, process: Process) -> None:
    with process(*command.split(), cwd=waiting) as started:
        assert wait_until((waiting / "runs").exists)
        os.kill(started.pid, number)
        assert started.wait(timeout=PATIENCE) == SIGNALS[number]


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_signals_while_an_editor_says_nothing(number: signal.Signals, folder: Path) -> None:
    with Editor(folder) as editor:
        os.kill(editor.pid, number)
        assert editor.ended() == SIGNALS[number]
