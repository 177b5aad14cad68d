"""Programs of WebAssembly: which files are, and the command that runs one, compiled once for this machine.

They are run by `webassembly_host.py`, in a process of its own: the bounds of programs hold for it as well.
"""

import contextlib
import hashlib
import importlib.metadata
import os
import platform
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias

from schedcfg.errors import SchedcfgError, UnwritableOutput
from schedcfg.integrations.programs import Bounds, ProgramEnd, find, one_line, run
from schedcfg.integrations.working_folders import working_folder
from schedcfg.sources.replace import put

MAGIC = b"\0asm"
"""What a program of WebAssembly begins with."""
_HOST = str(Path(__file__).with_name("webassembly_host.py"))
_COMPILING = Bounds(1800.0, 64 * 1024)
_KEPT = 4
"""How many compiled programs are kept, of some 370 MB each: those that were used last."""
_IN_USE = 3600.0
"""Seconds in which one that was used stays, however many there are: a run compiles all its programs first."""
INSIDE = "/trial"
"""Where a program that takes turns with a trial finds its folder."""


Step: TypeAlias = Callable[
    [int, Sequence[tuple[int, bytes]], Sequence[int], bytes, int | None],
    tuple[int, Sequence[tuple[int, bytes]], Sequence[int], bool],
]
"""Takes a turn of a program, field by field, and returns that of the trial: `commands/trial/lockstep.py`."""


class Engine(Protocol):
    """What runs programs of WebAssembly inside this process, where there are no others: a browser."""

    def run(
        self, arguments: Sequence[str], bounds: Bounds, folder: str, enough: re.Pattern[bytes] | None
    ) -> ProgramEnd:
        """Run the program by itself; see `programs.run`."""

    def take_turns(self, arguments: Sequence[str], folder: str, seed: int, step: Step) -> None:
        """Run the program in turns with a trial, until one of both ends."""


engine: Engine | None = None
"""Runs each program of WebAssembly; None: `webassembly_host.py`, in a process of its own."""


class CannotCompile(SchedcfgError):  # noqa: N818
    """A program of WebAssembly cannot be compiled here."""

    ends_run = True


def is_webassembly(path: str) -> bool:
    """Return whether a file is a program of WebAssembly, by its first bytes."""
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def compiled_file(path: str) -> Path:
    """Return where a program is kept, once it is compiled for this machine by the wasmtime that is installed.

    A file is known by its place, size and time: its bytes, some 170 MB, are not read each time.

    Raises:
        CannotCompile: if wasmtime is not installed.
    """
    if engine is not None:
        return Path(path)  # It compiles what it runs.
    try:
        version = importlib.metadata.version("wasmtime")
    except importlib.metadata.PackageNotFoundError:
        raise CannotCompile(
            f"{os.path.basename(path)} is a program of WebAssembly, and the library wasmtime, which runs those, is "
            "not installed",
            "Install it where schedcfg is: pip install 'schedcfg[try]'",
        ) from None
    state = os.stat(path)
    known = (os.path.realpath(path), state.st_size, state.st_mtime_ns, state.st_ino, version, platform.machine())
    return cache_folder() / "webassembly" / f"{hashlib.sha256(repr(known).encode()).hexdigest()[:32]}.cwasm"


def compile_program(path: str, target: Path) -> None:
    """Compile a program, and remove those that were not used for the longest time.

    Args:
        path: The program.
        target: Where it is kept: `compiled_file`.

    Raises:
        CannotCompile: if it is no valid program, or memory does not suffice.
    """
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with working_folder("new-", str(target.parent)) as folder:
        made = Path(folder, "compiled")
        ended = run([*_python(), _HOST, "compile", path, str(made)], _COMPILING, folder=folder)
        if ended.status != 0 or not made.is_file():
            said = one_line(ended.messages.decode("utf-8", "replace")) or "it takes too long"
            how = "" if ended.status is None or ended.status >= 0 else f"{ended.how}: "
            raise CannotCompile(
                f"{os.path.basename(path)} cannot be compiled for this machine: {how}{said}",
                "Compiling a kube-scheduler takes up to 3.5 GiB of memory, once.",
            )
        os.replace(made, target)
    by_use = sorted(target.parent.glob("*.cwasm"), key=_last_use, reverse=True)
    unused = (old for old in by_use[_KEPT:] if _last_use(old) < time.time() - _IN_USE)
    for old in unused:
        for one in (old, *old.parent.glob(f"{old.stem}.*")):
            with contextlib.suppress(OSError):
                one.unlink()


def mark_used(compiled: Path) -> None:
    """Note that a compiled program is used now, so that others are removed before it."""
    with contextlib.suppress(OSError):
        os.utime(compiled)


def kept_answer(compiled: Path, question: str) -> str | None:
    """Return what was found out about a compiled program; None where that was not kept.

    Args:
        compiled: The program.
        question: What was asked, a word.
    """
    try:
        return compiled.with_suffix(f".{question}").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def keep_answer(compiled: Path, question: str, answer: str) -> None:
    """Keep what was found out about a compiled program, which is the same each time; see `kept_answer`."""
    with contextlib.suppress(UnwritableOutput):
        put(str(compiled.with_suffix(f".{question}")), [answer.encode()])  # As a whole: half an answer is another one


def command(compiled: Path) -> tuple[str, ...]:
    """Return the command that runs a compiled program by itself; its arguments come behind."""
    return _command("run", compiled, 0)


def trial_command(compiled: Path, seed: int) -> tuple[str, ...]:
    """Return the command that runs a compiled program in turns with a trial; its arguments come behind.

    Args:
        compiled: The program.
        seed: What its randomness begins with.
    """
    return _command("trial", compiled, seed)


def _command(what: str, compiled: Path, seed: int) -> tuple[str, ...]:
    mark_used(compiled)
    return (*_python(), _HOST, what, str(compiled), str(seed))


def _last_use(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _python() -> tuple[str, ...]:
    """Return the Python that has wasmtime, without the user's variables; where schedcfg is frozen, another one."""
    return ((find("python3") or "python3") if getattr(sys, "frozen", False) else sys.executable, "-I")


def cache_folder() -> Path:
    """Return the folder in which this platform keeps what can be made again."""
    home = Path.home()
    if sys.platform == "darwin":
        folder = home / "Library" / "Caches"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return folder / "schedcfg"
