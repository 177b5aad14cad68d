"""`python -m tests.growth --mebibytes 8`: as much of everything, given to every command; the CPU time of each."""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# Named as the tests name it.
sys.path.insert(0, str(Path(__file__).parent))

from growth_shapes import ACCEPTED, FIXABLE, SHAPES, Shape

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
    "diff": ("diff", "FILE", "FILE"),
    "krm": ("krm", "FILE"),
}


class Run(NamedTuple):
    """What became of a command.

    Attributes:
        seconds: Its CPU time.
        status: Its exit status; negative where it was killed.
        said: The last line of its messages.
    """

    seconds: float
    status: int
    said: str


def sized(shape: Shape, size: int) -> str:
    """Return the largest text of a shape, nearly, that is within a size."""
    n = 64
    while len(shape(n)) < min(size, 1 << 16) and n < size:
        n *= 2
    n = max(1, n * size // len(shape(n)))
    while len(text := shape(n)) > size:
        n = n * size // len(text) - 1
    return text


def run(arguments: tuple[str, ...], path: Path, seconds: int) -> Run:
    """Run a command in a process of its own, with a bound on its CPU time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile() as messages:
        done = subprocess.run(
            [sys.executable, "-m", "schedcfg", *(str(path) if one == "FILE" else one for one in arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=messages,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
            env={**os.environ, "NO_COLOR": "1"},
            check=False,
        )
        messages.seek(max(0, messages.seek(0, os.SEEK_END) - 300))
        said = messages.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(spent, done.returncode, said)


def _rows(asked: argparse.Namespace, folder: Path) -> Iterator[tuple[str, str, Run]]:
    path = folder / "scheduler.yaml"
    for name, shape in _ALL.items():
        if asked.shape in name:
            path.write_text(sized(shape, int(asked.mebibytes * 1024 * 1024)), encoding="utf-8")
            for command, arguments in _COMMANDS.items():
                if asked.command is None or command in asked.command:
                    yield name, command, run(arguments, path, asked.seconds)


def main() -> int:
    """Run every command with every shape; the exit status is 1 where one takes too long."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.growth", description="Give much of everything to each command."
    )
    parser.add_argument("--mebibytes", type=float, default=8, help="how much (default: %(default)s)")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="CPU time of each run (default: %(default)s)")
    parser.add_argument("--shape", default="", help="only shapes with this in their name")
    parser.add_argument("--command", nargs="+", choices=tuple(_COMMANDS), help="only these commands")
    asked = parser.parse_args()
    too_long = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, command, done in _rows(asked, Path(folder)):
            is_over = done.status < 0
            too_long += is_over
            note = f"more than {asked.seconds} s" if is_over else done.said
            print(f"{name:28}{command:12}{done.seconds:8.1f} s  {done.status:3}  {note[:120]}", flush=True)
    return int(bool(too_long))


if __name__ == "__main__":
    sys.exit(main())
