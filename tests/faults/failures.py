"""A call that writes made to fail once, as on a full or a broken disk: nothing is lost, and the reason is reported.

Each run is a fork of this process, as for kills. In the fork, the functions by which files are written count their
calls, and the one with a chosen number fails, or writes a part only.
"""

import _io
import builtins
import errno
import io
import itertools
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from schedcfg import cli
from tests.commands.trial import programs

from .cases import Case
from .kills import Tree, is_litter, load, prepare, tree
from .writing_commands import PROGRAM, by_command

Point = TypeVar("Point")

CALLS = ("mkdir", "fsync", "chown", "chmod", "link", "replace", "rename", "unlink", "remove", "rmdir", "symlink")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
SHORT = 0
"""In the place of an error: a part is written, and no error is raised."""

_OPTIONAL = {"chown", "close", "link", "mkdir", "unlink", "rmdir"}
"""Calls that may fail where that has no consequence: the folder is there, there is another way, all is on disk."""
_END = 30
"""Bytes at the end of a report by which it is seen to be whole, where it differs from run to run."""
_UNREPORTED = "stderr"
_FAILED = 3


class Failure(NamedTuple):
    """A call that fails: its number, from 0, and the error; -1: none does."""

    number: int = -1
    error: int = SHORT

    def happen(self, path: str | None) -> bool:
        """Return whether the call has to do a part only.

        Raises:
            OSError: if it has to fail.
        """
        if self.error != SHORT:
            raise OSError(self.error, os.strerror(self.error), path)
        return True


class Call(NamedTuple):
    """A call that writes: the function, and the file."""

    name: str
    path: str


class Event(Protocol):
    """Something that happens at a call."""

    @property
    def number(self) -> int:
        """The number of the call, from 0."""

    def happen(self, path: str | None) -> bool:
        """Let it happen; return whether the call has to do a part only."""


class WritingCalls:
    """Counts the calls that write, and has something happen at one of them."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self.made: list[Call] = []

    def meet(self, name: str, path: object) -> bool:
        """Count a call; return whether it has to do a part only.

        Raises:
            OSError: if it is the one that fails.
        """
        number = len(self.made)
        shown = str(Path(f"/proc/self/fd/{path}").readlink()) if isinstance(path, int) else os.fsdecode(path)  # type: ignore[arg-type]
        self.made.append(Call(name, shown))
        return number == self._event.number and self._event.happen(None if name == "write" else shown)

    def count(self) -> None:
        """Put these calls in the place of the system's."""
        for name in CALLS:
            setattr(os, name, self._counted(name, getattr(os, name)))
        os.open = self._opening(os.open)
        builtins.open = io.open = _io.open = self._open(io.open)

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **options: Any) -> Any:
            self.meet(name, arguments[1 if name in {"link", "replace", "rename", "symlink"} else 0])
            return real(*arguments, **options)

        return counted

    def _opening(self, real: Callable[..., int]) -> Callable[..., int]:
        def opening(path: Any, flags: int, *arguments: Any, **options: Any) -> int:
            if flags & (os.O_CREAT | os.O_WRONLY | os.O_RDWR) and os.fsdecode(path) != os.devnull:
                self.meet("open", path)
            return real(path, flags, *arguments, **options)

        return opening

    def _open(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def opened(file: Any, mode: str = "r", buffering: int = -1, *arguments: Any, **options: Any) -> Any:
            if not set(mode) & set("wax+"):
                return real(file, mode, buffering, *arguments, **options)
            if not isinstance(file, int):
                self.meet("open", file)
            raw = CountedFile(file, mode.replace("b", "").replace("t", ""), options.pop("closefd", True))
            raw.calls = self
            buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            if "b" in mode:
                return buffered
            wrapped = io.TextIOWrapper(buffered, *arguments, **options)
            wrapped.reconfigure(line_buffering=buffering == 1)
            return wrapped

        return opened


class CountedFile(io.FileIO):
    """A file that is written to; its calls count."""

    calls: WritingCalls | None = None

    def write(self, content: Any) -> int:
        part = self.calls is not None and self.calls.meet("write", self.fileno())
        return super().write(memoryview(content)[: max(1, len(content) // 2)] if part else content)

    def close(self) -> None:
        is_counted = self.calls is not None and not self.closed and self.closefd
        path = Path(f"/proc/self/fd/{self.fileno()}").readlink() if is_counted else None
        super().close()
        if self.calls is not None and path is not None:
            self.calls.meet("close", path)


class Run(NamedTuple):
    """How a command ended, what it wrote, and the calls that it made."""

    status: int
    output: str
    errors: str
    calls: tuple[Call, ...]


class Rooms:
    """The folders of a case: that in which it runs, and those around it."""

    def __init__(self, top: Path) -> None:
        self.work, self.temporary, self.streams = top / "work", top / "temporary", top / "streams"

    def prepare(self, case: Case) -> None:
        """Put the files of a case there, and nothing else."""
        prepare(case, self.work)
        for folder in (self.temporary, self.streams):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        (self.streams / "stdin").write_text(case.stdin, encoding="utf-8")

    def run(self, case: Case, event: Event = Failure()) -> Run:  # noqa: B008 - it cannot be changed
        """Run a command in a fork of this process, and wait for it."""
        process = os.fork()
        if not process:
            self._become(case, event)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        output, errors, calls = (self._stream(name) for name in ("stdout", "stderr", "calls"))
        return Run(status, output, errors, tuple(Call(*line.split("\t")) for line in calls.splitlines()))

    def _stream(self, name: str) -> str:
        path = self.streams / name
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def _become(self, case: Case, event: Event) -> None:
        status = 70
        try:
            os.chdir(self.work)
            os.environ.update(TMPDIR=str(self.temporary), XDG_CACHE_HOME=str(self.temporary.parent / "cache"))
            tempfile.tempdir = None
            os.dup2(os.open(self.streams / "stdin", os.O_RDONLY), 0)
            for number, name in ((1, "stdout"), (2, "stderr")):
                os.dup2(os.open(self.streams / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            report = os.open(self.streams / "calls", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            write, leave = os.write, os._exit
            calls = WritingCalls(event)
            calls.count()
            sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
            sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
            sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", closefd=False)
            sys.argv = ["schedcfg", *case.arguments]
            try:
                cli.main()
            except SystemExit as exit_:
                status = int(exit_.code or 0)
            write(report, "".join(f"{name}\t{path}\n" for name, path in calls.made).encode())
            leave(status)
        finally:
            os._exit(status)


@dataclass
class Expectation:
    """What a case comes to where no call fails."""

    case: Case
    rooms: Rooms
    before: Tree
    after: Tree
    run: Run

    @cached_property
    def varying(self) -> frozenset[str]:
        """The files that differ from run to run: they have times in them."""
        self.rooms.prepare(self.case)
        self.rooms.run(self.case)
        return frozenset(name for name, found in tree(self.rooms.work).items() if found != self.after.get(name))

    def allows(self, name: str, there: Tree) -> bool:
        """Return whether a file is as before, or as it is where no call fails."""
        found, after = there.get(name), self.after.get(name)
        if found in (self.before.get(name), after):
            return True
        is_new = found is not None and after is not None and found[0][-_END:] == after[0][-_END:]
        return is_new and name in self.varying

    def is_reached(self, there: Tree) -> bool:
        """Return whether all is there that a run gives in which no call fails."""
        return there.keys() == self.after.keys() and all(
            self.allows(name, there) and (there[name] != self.before.get(name) or self.before.get(name) == after)
            for name, after in self.after.items()
        )


def expectation(case: Case, rooms: Rooms) -> Expectation:
    rooms.prepare(case)
    before = tree(rooms.work)
    run = rooms.run(case)
    assert run.calls, f"{case.arguments} writes nothing: {run}"
    assert run.status in {0, 1, 4}, (case.arguments, run)  # `confirm` has 4 for a program of ours
    assert not tree(rooms.temporary), case.arguments
    return Expectation(case, rooms, before, tree(rooms.work), run)


def failures(expected: Expectation) -> Iterator[Failure]:
    """Yield every failure of every call of a case."""
    for number, call in enumerate(expected.run.calls):
        yield from (Failure(number, error) for error in ERRORS)
        if call.name == "write":
            yield Failure(number, SHORT)


def check(expected: Expectation, failure: Failure, rooms: Rooms) -> list[str]:
    """Return what is wrong after a failure."""
    case, call = expected.case, expected.run.calls[failure.number]
    rooms.prepare(case)
    run = rooms.run(case, failure)
    there, is_left = tree(rooms.work), any(rooms.temporary.glob("schedcfg-*"))
    wrong = list(_lost(expected, there))
    if is_left:
        wrong.append("temporary files are left")
    if any(mark in run.output + run.errors for mark in ("Traceback", "itself failed", "Exception ignored")):
        wrong.append("it is reported as a bug")
    is_whole = run.status == expected.run.status and expected.is_reached(there)
    if failure.error == SHORT:
        wrong += [] if is_whole else ["what was written in part was not continued"]
    elif not (is_whole and (call.name in _OPTIONAL or _is_of_python(call, rooms))):
        wrong += _unreported(run, call, failure.error, there)
        wrong += [] if any(one in _shown(run, there) for one in _names(case, call, rooms)) else ["no file is named"]
    what = errno.errorcode.get(failure.error, "a part of it")
    shown = f"{' '.join(case.arguments)}, {call.name} of {call.path} ({failure.number}), {what}: "
    return [f"{shown}{one}\n    {run.status} {(run.errors or run.output)[-300:]!r}" for one in wrong]


def _is_of_python(call: Call, rooms: Rooms) -> bool:
    """Return whether Python tries a folder for temporary files, to take another one where that fails."""
    path = Path(call.path)
    return path.parent == rooms.temporary and not path.name.startswith("schedcfg-")


def _lost(expected: Expectation, there: Tree) -> Iterator[str]:
    for name in expected.before.keys() | expected.after.keys() | there.keys():
        if is_litter(name):
            yield f"{name} is left"
        elif not expected.allows(name, there):
            yield f"{name} is neither as before nor as after"


def _unreported(run: Run, call: Call, error: int, there: Tree) -> Iterator[str]:
    if run.status != _FAILED:
        yield f"the status is {run.status}"
    if Path(call.path).name == _UNREPORTED:
        return
    shown = _shown(run, there)
    if os.strerror(error) not in shown and "no permission" not in shown:
        yield "no reason is reported"


def _shown(run: Run, there: Tree) -> str:
    """Return all that a run shows, in one line."""
    reports = (content.decode(errors="replace") for content, _ in there.values())
    return " ".join("\n".join((run.output, run.errors, *reports)).split())


def _names(case: Case, call: Call, rooms: Rooms) -> set[str]:
    """Return the names of which a report has to have one: of the file, or of a link to it; of others, any."""
    path = Path(call.path.removesuffix(" (deleted)"))
    if (path.is_absolute() and not path.is_relative_to(rooms.work)) or (rooms.work / path).is_dir():
        return {""}
    name = path.name.removesuffix(".schedcfg.tmp").removeprefix("." if path.name.endswith(".tmp") else "")
    return {name, *case.links}


class Outcome(NamedTuple):
    """What many failures came to: command → how many of its calls failed, and what was found."""

    calls: dict[str, int]
    wrong: list[str]


def fail_all(number: int, seed: int, folder: Path) -> Outcome:
    """Have calls of every command fail: of each as many as of any other, until there are enough or no more."""
    load()
    programs.executable(folder / PROGRAM)
    rooms, order = Rooms(folder), random.Random(seed)
    counted: dict[str, int] = {}
    wrong: list[str] = []
    for one, failure in itertools.islice(in_turns([_points(case, rooms, order) for case in by_command()]), number):
        name = " ".join(one.case.arguments)
        counted[name] = counted.get(name, 0) + 1
        for found in check(one, failure, rooms):
            print(found, file=sys.stderr, flush=True)  # All of them take a quarter of an hour, and may be ended before.
            wrong.append(found)
    return Outcome(counted, wrong)


def _points(case: Case, rooms: Rooms, order: random.Random) -> Iterator[tuple[Expectation, Failure]]:
    expected = expectation(case, rooms)
    every = [*failures(expected)]
    for failure in order.sample(every, len(every)):
        yield expected, failure


def in_turns(several: Sequence[Iterator[Point]]) -> Iterator[Point]:
    """Yield the first of each, then the second of each, and so on."""
    left = list(several)
    while left:
        for one in tuple(left):
            try:
                yield next(one)
            except StopIteration:
                left.remove(one)
