"""A command killed at a chosen step of its writing: nothing may be lost, and nothing be left after the next run.

Each run is a fork of this process, which has imported everything. In the fork the functions by which files are
written count their calls, and the process kills itself before or after the call with a chosen number.
"""

import gc
import importlib
import os
import pkgutil
import random
import shutil
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

import schedcfg
from schedcfg import cli

from .cases import CASES, Case

CALLS = ("mkdir", "fdopen", "fsync", "chown", "chmod", "link", "replace", "unlink", "open")
MOMENTS = ("before", "after")

Tree = dict[str, tuple[bytes, int]]
"""Path → content and mode of what is in a folder."""


class Kill(NamedTuple):
    """Where a process ends.

    Attributes:
        number: The number of the call, from 0; -1: nowhere.
        moment: `before` or `after` it; `write` is the first half of what is written.
    """

    number: int = -1
    moment: str = ""


class Written:
    """A file that is being written: without a buffer, so that a part of it is there."""

    def __init__(self, file: Any, calls: "Calls") -> None:
        self._file, self._calls = file, calls

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def writelines(self, pieces: Any) -> None:
        for piece in pieces:
            half = len(piece) // 2
            self._calls.meet("write", partial(self._put, piece[:half]))
            self._put(piece[half:])

    def _put(self, part: bytes) -> None:
        self._file.write(part)
        self._file.flush()


class Calls:
    """Counts the calls that write, and kills this process at one of them."""

    def __init__(self, kill: Kill) -> None:
        self._kill = kill
        self.names: list[str] = []

    def meet(self, name: str, call: Callable[[], Any]) -> Any:
        """Make a call, unless the process ends before it, and perhaps end it then."""
        number = len(self.names)
        self.names.append(name)
        if self._kill == (number, "before"):
            end()
        try:
            return call()
        finally:
            if self._kill == (number, "after"):
                end()

    def count(self) -> None:
        """Put these calls in the place of the system's."""
        for name in CALLS:
            setattr(os, name, self._counted(name, getattr(os, name)))

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **options: Any) -> Any:
            if name == "open" and not arguments[1] & os.O_CREAT:
                return real(*arguments, **options)
            result = self.meet(name, lambda: real(*arguments, **options))
            return Written(result, self) if name == "fdopen" and "b" in arguments[1] and "w" in arguments[1] else result

        return counted


def end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def prepare(case: Case, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        path.chmod(0o640)
    for name, target in case.links.items():
        (folder / name).symlink_to(target)


def tree(folder: Path) -> Tree:
    return {
        str(path.relative_to(folder)): (
            str(path.readlink()).encode() if path.is_symlink() else path.read_bytes(),
            stat.S_IMODE(path.lstat().st_mode),
        )
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or not path.is_dir()
    }


class Run(NamedTuple):
    """How a process ended: its status, negative for a signal, and the calls that it met if it came to an end."""

    status: int
    calls: tuple[str, ...]


def run(case: Case, folder: Path, kill: Kill = Kill()) -> Run:  # noqa: B008 - it cannot be changed
    """Run a command in a fork of this process, and wait until all processes are gone that belong to it."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        _become(case, folder, kill, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as report:
        # Ends with the last process that could write to it: no worker outlives the command.
        names = report.read().decode().split()
    return Run(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), tuple(names))


def _become(case: Case, folder: Path, kill: Kill, report: int) -> None:
    status = 70
    try:
        os.chdir(folder)
        for number in (0, 1, 2):
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
        sys.argv = ["schedcfg", *case.arguments]
        calls = Calls(kill)
        write, leave = os.write, os._exit
        calls.count()
        try:
            cli.main()
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        write(report, " ".join(calls.names).encode())
        leave(status)
    finally:
        os._exit(status)


def load() -> None:
    """Import what a command may need, so that no fork has to."""
    for module in pkgutil.walk_packages(schedcfg.__path__, "schedcfg."):
        if "__main__" not in module.name:
            with suppress(ImportError):
                importlib.import_module(module.name)
    gc.collect()
    gc.freeze()


class Expectation(NamedTuple):
    """What a case comes to without a kill.

    Attributes:
        case: The case.
        before: What is there.
        after: What is there in the end.
        calls: What is called to write it.
    """

    case: Case
    before: Tree
    after: Tree
    calls: tuple[str, ...]


def expectation(case: Case, folder: Path) -> Expectation:
    prepare(case, folder)
    before = tree(folder)
    done = run(case, folder)
    after = tree(folder)
    assert done.calls, f"{case.arguments} writes nothing (status {done.status})"
    assert before != after
    assert done.status in {0, 1}
    return Expectation(case, before, after, done.calls)


def kills(expected: Expectation) -> list[Kill]:
    return [Kill(number, moment) for number in range(len(expected.calls)) for moment in MOMENTS]


def check(expected: Expectation, kill: Kill, folder: Path) -> list[str]:
    """Return what is wrong after a kill, and after the run after it."""
    case = expected.case
    prepare(case, folder)
    where = f"{' '.join(case.arguments)}, killed {kill.moment} {expected.calls[kill.number]} ({kill.number}): "
    wrong = []
    if (status := run(case, folder, kill).status) != -signal.SIGKILL:
        wrong.append(f"{where}not killed, but status {status}")
    there = tree(folder)
    for name in expected.before.keys() | expected.after.keys() | there.keys():
        if is_litter(name):
            continue
        if there.get(name) not in (expected.before.get(name), expected.after.get(name)):
            wrong.append(f"{where}{name} is neither as before nor as after")
    if (status := run(case, folder).status) not in {0, 1, 3}:
        wrong.append(f"{where}the next run has status {status}")
    if (there := tree(folder)) != expected.after:
        different = sorted(
            name for name in there.keys() | expected.after.keys() if there.get(name) != expected.after.get(name)
        )
        wrong.append(f"{where}after the next run, these are not as they should be: {different}")
    return wrong


def is_litter(name: str) -> bool:
    base = Path(name).name
    return base.startswith(".") and base.endswith(".tmp")


@contextmanager
def _quiet_folder(folder: Path) -> Iterator[Path]:
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Outcome(NamedTuple):
    """What many kills came to.

    Attributes:
        kills: Command → how many of its runs were killed.
        points: How many different points those were.
        wrong: What was found.
    """

    kills: dict[str, int]
    points: int
    wrong: list[str]


def kill_all(number: int, seed: int, folder: Path) -> Outcome:
    """Kill runs of every command, at every point as often as at any other."""
    load()
    with _quiet_folder(folder / "work") as work:
        expected = [expectation(case, work) for case in CASES]
        points = [(one, kill) for one in expected for kill in kills(one)]
        chosen: list[tuple[Expectation, Kill]] = []
        order = random.Random(seed)
        while len(chosen) < number:
            chosen += order.sample(points, min(len(points), number - len(chosen)))
        counted: dict[str, int] = {}
        wrong: list[str] = []
        for one, kill in chosen:
            name = " ".join(one.case.arguments)
            counted[name] = counted.get(name, 0) + 1
            wrong += check(one, kill, work)
        return Outcome(counted, len({(id(one), kill) for one, kill in chosen}), wrong)
