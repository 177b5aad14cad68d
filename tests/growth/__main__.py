"""`python -m tests.growth --mebibytes 8`: as much of everything, given to every command; CPU time and memory of each.

What a limit refuses is given once more: as much of it as is within all limits. All of it takes an hour; with
`--resume`, what was measured before is kept.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from schedcfg import limits
from tests.growth.growth_shapes import ACCEPTED, FIXABLE, SHAPES, Shape, in_list

SECONDS = 60
"""CPU time that any of it may take."""

_ALL = {
    **SHAPES,
    **{f"{name}, accepted": shape for name, shape in ACCEPTED.items()},
    **FIXABLE,
}
_COMMANDS = {
    "validate": ("validate", "FILE"),
    "json": ("validate", "--output", "json", "FILE"),
    "sarif": ("validate", "--output", "sarif", "FILE"),
    "fix": ("validate", "--diff", "FILE"),
    "unsafe fix": ("validate", "--diff", "--unsafe-fixes", "FILE"),
    "migrate": ("migrate", "--to", "v1", "--diff", "FILE"),
    "effective": ("effective", "FILE"),
    "why": ("why", "ImageLocality", "FILE"),
    "upgrade": ("upgrade", "--from", "1.25", "--to", "1.33", "FILE"),
    "diff": ("diff", "FILE", "FILE"),
    "krm": ("krm",),
}
_OF_VALIDATE = frozenset(one.variable for one in limits.ALL) - {limits.READ_AGAIN.variable, limits.FIXES.variable}
"""The limits by which a file is refused as a whole."""
_LARGER = {limits.FILE.variable: "64"}
"""In a list, a text has longer lines than in its file."""
_END = 4000
"""Bytes at the end of what a command writes, in which it names a limit."""
_STEPS = 4
"""How often the amount that is within all limits is halved in on: it is found to a sixteenth."""


class Run(NamedTuple):
    """What became of a command.

    Attributes:
        seconds: Its CPU time.
        memory: MiB that it had at most.
        status: Its exit status; negative where it was killed.
        limit: The variable that raises the limit by which it refuses the file; empty where none does.
    """

    seconds: float
    memory: int
    status: int
    limit: str

    @property
    def note(self) -> str:
        """What became of it, in a few words."""
        if self.status < 0:
            return "too long"
        return f"refused: {self.limit}" if self.limit else f"exit status {self.status}"

    @property
    def is_refused_by_all(self) -> bool:
        """Whether it is refused by a limit that holds for every command."""
        return self.limit in _OF_VALIDATE


class Row(NamedTuple):
    """A command with a text.

    Attributes:
        shape: What the text has much of.
        number: How many of it.
        mebibytes: Its size.
        command: The command.
        run: What became of it.
    """

    shape: str
    number: int
    mebibytes: float
    command: str
    run: Run

    @classmethod
    def read(cls, line: str) -> "Row":
        """Read one that was kept."""
        kept = json.loads(line)
        return cls(**{**kept, "run": Run(**kept["run"])})

    def keep(self, path: Path | None) -> None:
        """Add it to a file, if there is one."""
        if path is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({**self._asdict(), "run": self.run._asdict()}) + "\n")


Kept = dict[tuple[str, str], Row]
"""What was measured before: shape and command → the row."""

_WITHIN = ", within limits"


def number_within(shape: Shape, size: int) -> int:
    """Return the largest number, nearly, for which the text of a shape is within a size."""
    n = 64
    while len(shape(n)) < min(size, 1 << 16) and n < size:
        n *= 2
    n = max(1, n * size // len(shape(n)))
    while len(text := shape(n)) > size:
        n = n * size // len(text) - 1
    return n


def run(arguments: tuple[str, ...], path: Path, seconds: int) -> Run:
    """Run a command in a process of its own, with a bound on CPU time; without FILE, it gets the text as input."""
    with tempfile.TemporaryFile() as written, path.open("rb") as given:
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "schedcfg",
                *(str(path) if argument == "FILE" else argument for argument in arguments),
            ],
            stdin=subprocess.DEVNULL if "FILE" in arguments else given,
            stdout=written,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),  # noqa: PLW1509 - one thread
            env={**os.environ, "NO_COLOR": "1", **({} if "FILE" in arguments else _LARGER)},
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        written.seek(max(0, written.seek(0, os.SEEK_END) - _END))
        found = re.search(rb"SCHEDCFG_MAX_[A-Z_]+", written.read())
    limit = found[0].decode() if found else ""
    return Run(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, process.returncode, limit)


def _number_within_limits(shape: Shape, beyond: int, path: Path, seconds: int) -> int:
    """Return the largest number, nearly, for which no limit refuses the text of a shape."""

    def is_refused(n: int) -> bool:
        path.write_text(shape(n), encoding="utf-8")
        return bool(run(_COMMANDS["validate"], path, seconds).limit)

    while is_refused(least := beyond // 2):
        beyond = least
    for _ in range(_STEPS):
        middle = (least + beyond) // 2
        least, beyond = (least, middle) if is_refused(middle) else (middle, beyond)
    return least


def _rows(asked: argparse.Namespace, folder: Path) -> Iterator[Row]:
    path, size = folder / "scheduler.yaml", int(asked.mebibytes * 1024 * 1024)
    lines = asked.resume.read_text(encoding="utf-8").splitlines() if asked.resume and asked.resume.exists() else ()
    kept: Kept = {(row.shape, row.command): row for row in map(Row.read, lines)}
    for name, shape in _ALL.items():
        if asked.shape in name:
            n = number_within(shape, size)
            refused = False
            for row in _of_text(name, shape, n, path, asked, kept):
                yield row
                refused = refused or row.run.is_refused_by_all
            if refused:
                before = next((row for (one, _), row in kept.items() if one == f"{name}{_WITHIN}"), None)
                within = before.number if before else _number_within_limits(shape, n, path, asked.seconds)
                yield from _of_text(f"{name}{_WITHIN}", shape, within, path, asked, kept)


def _of_text(name: str, shape: Shape, n: int, path: Path, asked: argparse.Namespace, kept: Kept) -> Iterator[Row]:
    text = shape(n)
    for command, arguments in _COMMANDS.items():
        if (name, command) in kept:
            yield kept[name, command]
        elif asked.command is None or command in asked.command:
            path.write_text(text if "FILE" in arguments else in_list(text), encoding="utf-8")
            row = Row(name, n, len(text) / 1024 / 1024, command, run(arguments, path, asked.seconds))
            row.keep(asked.resume)
            yield row


def table(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the table of `docs/explanation/limits.md`: the slowest command and the most memory of each kind of text."""
    yield "| a file with much of this | all of it | within the limits |\n| --- | --- | --- |"
    for shape, of_shape in groupby(rows, key=lambda row: row.shape.removesuffix(_WITHIN)):
        found = list(of_shape)
        within = [row for row in found if row.shape.endswith(_WITHIN)]
        amount = f"{within[0].mebibytes:.2g} MiB: " if within else ""
        yield f"| {shape} | {_cell(found[: len(found) - len(within)])} | {amount}{_cell(within)} |"


def _cell(rows: list[Row]) -> str:
    if not rows:
        return ""
    slowest, memory = max(rows, key=lambda row: row.run.seconds), max(row.run.memory for row in rows)
    cost = f"{slowest.run.seconds:.2g} s, {memory} MiB"
    if all(row.run.is_refused_by_all for row in rows):
        return f"refused in {cost}: `{slowest.run.limit}`"
    refusing = [row for row in rows if row.run.limit]
    if not refusing:
        return f"`{slowest.command}` {cost}"
    named = f"`{refusing[0].command}` refuses" if len(refusing) == 1 else f"{len(refusing)} commands refuse"
    return f"`{slowest.command}` {cost}; {named} in {max(row.run.seconds for row in refusing):.2g} s"


def _lines(rows: Iterable[Row]) -> Iterator[str]:
    for name, _, mebibytes, command, done in rows:
        amount = f"{name:48}{mebibytes:5.2f} MiB  {command:12}"
        yield f"{amount}{done.seconds:8.1f} s {done.memory:5} MiB  {done.note}"


def main() -> int:
    """Run every command with every shape; the exit status is 1 where one takes too long."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.growth", description="Give much of everything to each command."
    )
    parser.add_argument("--mebibytes", type=float, default=8, help="how much (default: %(default)s)")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="CPU time of each run (default: %(default)s)")
    parser.add_argument("--shape", default="", help="only shapes with this in their name")
    parser.add_argument("--command", nargs="+", choices=tuple(_COMMANDS), help="only these commands")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep what is measured here, and go on from it")
    parser.add_argument("--table", action="store_true", help="a table in Markdown, with a line for each kind")
    asked = parser.parse_args()
    too_long: list[Row] = []

    def seen(rows: Iterator[Row]) -> Iterator[Row]:
        for row in rows:
            too_long.extend([row] if row.run.status < 0 else [])
            yield row

    with tempfile.TemporaryDirectory() as folder:
        for line in (table if asked.table else _lines)(seen(_rows(asked, Path(folder)))):
            print(line, flush=True)
    return int(bool(too_long))


if __name__ == "__main__":
    sys.exit(main())
