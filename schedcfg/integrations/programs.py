"""Programs of the user's own: where they are, runs of them without a shell or a terminal, with bounds.

Where the system allows it also without a network; and what they write as part of a message.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import IO, NamedTuple

from schedcfg.document.golang.text import harmless
from schedcfg.document.secrets import HIDDEN, hide_in_message
from schedcfg.integrations.executables import obstacle
from schedcfg.integrations.execute import CANNOT_EXECUTE
from schedcfg.patterns import pattern

_PART = 65_536
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of <linux/prctl.h>
_LONGEST_LINE = 65_536
"""Bytes of a line that is looked for."""


class Bounds(NamedTuple):
    """What a program may take."""

    seconds: float
    output: int  # Bytes of each of its two streams
    file: int | None = None  # Bytes of each file that it writes, where the system can limit them; None: any number


_TRIAL = Bounds(10.0, _PART)


class ProgramEnd(NamedTuple):
    """How a program ended."""

    # Its exit status; negative for a signal; None where it was killed because of a bound, or by `enough`
    status: int | None
    output: bytes
    messages: bytes
    is_cut: bool

    @property
    def how(self) -> str:
        """How it ended by itself: `exited with status 1`, `was killed by SIGSEGV`."""
        assert self.status is not None
        return f"exited with status {self.status}" if self.status >= 0 else f"was {killed_by(-self.status)}"


def killed_by(number: int) -> str:
    """Return what happened to a program that a signal ended: `killed by SIGSEGV`."""
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    return f"killed by {name} (as happens where memory runs out)" if name == "SIGKILL" else f"killed by {name}"


def run(
    arguments: Sequence[str],
    bounds: Bounds,
    *,
    folder: str | None = None,
    environment: Mapping[str, str] | None = None,
    given: bytes = b"",
    enough: re.Pattern[bytes] | None = None,
) -> ProgramEnd:
    """Run a program, and kill it with all of its process group at the end.

    Args:
        arguments: The program and its arguments.
        bounds: What it may take.
        folder: Its working directory; None: that of this process.
        environment: Its whole environment; None: that of this process.
        given: What it reads from standard input.
        enough: What, once it is in a line on standard error, is all that is wanted: it is killed then.

    Raises:
        OSError: if it cannot be run.
        ValueError: if an argument cannot be one.
    """
    try:
        process = _start(arguments, bounds, folder, environment, given)
    except OSError as error:
        raise _explained(arguments[0], error.errno, error.strerror) from None
    output, messages = bytearray(), bytearray()
    stop = partial(_kill, process)
    readers = [
        threading.Thread(target=_read, args=(process.stdout, output, bounds.output, stop), daemon=True),
        threading.Thread(target=_read, args=(process.stderr, messages, bounds.output, stop, enough), daemon=True),
    ]
    try:
        status = _status(process, readers, time.monotonic() + bounds.seconds)
    finally:
        stop()
    is_cut = max(len(output), len(messages)) > bounds.output
    is_stopped = is_cut or (enough is not None and enough.search(messages) is not None)
    return ProgramEnd(None if is_stopped else status, bytes(output), bytes(messages), is_cut)


def _explained(program: str, number: int | None, reason: str | None) -> OSError:
    """Return the error of a program that cannot be run, in words that say what is wrong with its file."""
    return OSError(number, obstacle(program) or reason or "it cannot be started")


def end_of_isolated(program: str, ended: ProgramEnd) -> ProgramEnd:
    """Return how a program ended that was started by the command of `isolation`.

    Args:
        program: The program.
        ended: How the command ended.

    Raises:
        OSError: if the program could not be started.
    """
    inner = inner_end(ended.status, ended.messages)
    if inner.failure:
        raise OSError(None, one_line(inner.failure))
    if inner.status == CANNOT_EXECUTE and inner.messages.strip().isdigit():
        number = int(inner.messages)
        raise _explained(program, number, os.strerror(number))
    return ended._replace(status=inner.status, messages=inner.messages)


class InnerEnd(NamedTuple):
    """How a program ended that `unshare` has started."""

    status: int | None
    messages: bytes  # Without what `unshare` says itself
    failure: str  # Why `unshare` could not start it; empty where it could


def inner_end(status: int | None, messages: bytes) -> InnerEnd:
    """Return how a program ended by how `unshare` did, which says something itself only at the end."""
    before, found, own = messages.rpartition(_OF_UNSHARE)
    if found and own.startswith(_KILLED):
        return InnerEnd(-signal.SIGKILL, before, "")
    is_own_line = found and before[-1:] in {b"", b"\n"} and b"\n" not in own.strip()
    if not is_own_line:
        return InnerEnd(status, messages, "")
    failure = own.decode("utf-8", "replace").strip()
    return InnerEnd(status, before, f"it cannot be started in a network of its own: {failure}")


_OF_UNSHARE = b"unshare: "
_KILLED = b"sigprocmask unblock failed"
"""What it says where SIGKILL has ended its child: it would end likewise, and cannot choose what that signal does.

Upstream: `sys-utils/unshare.c` of util-linux.
"""


def _start(
    arguments: Sequence[str], bounds: Bounds, folder: str | None, environment: Mapping[str, str] | None, given: bytes
) -> "subprocess.Popen[bytes]":
    with tempfile.TemporaryFile() if given else contextlib.nullcontext(subprocess.DEVNULL) as source:
        if not isinstance(source, int):
            # A file, and not a pipe: who does not read it does not block this process.
            source.write(given)
            source.seek(0)
        return subprocess.Popen(  # noqa: S603 - what the user named, without a shell
            arguments,
            cwd=folder,
            env=environment,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=None if bounds.file is None or os.name == "nt" else partial(limit, bounds.file),  # noqa: PLW1509
        )


def limit(file: int) -> None:
    """Limit the bytes of each file that this process writes, and leave no image of its memory behind.

    Limits are lowered and never raised, which the system would refuse: who started this may have set a lower one.
    """
    import resource  # noqa: PLC0415 - not every system has it

    for what, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, file)):
        lower = [one for one in resource.getrlimit(what) if one != resource.RLIM_INFINITY and one < most]
        bound = min((*lower, most))
        resource.setrlimit(what, (bound, bound))


def bind_to(parent: int, file: int) -> None:
    """Limit the bytes of each file that this process writes, and let the system end it with its parent.

    Args:
        parent: The number of the process that has started this one.
        file: The limit.
    """
    limit(file)
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - only where it is needed

        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


class PipedProgram:
    """A program that runs, and talks with this one through its standard streams."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self.pid = process.pid
        self.input, self.output, self.messages = process.stdin, process.stdout, process.stderr

    def kill(self) -> None:
        """End it."""
        with contextlib.suppress(OSError):
            self._process.kill()

    def status(self, seconds: float) -> int:
        """Return its exit status, negative for a signal, by which it is ended after some seconds."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return -signal.SIGKILL


@contextlib.contextmanager
def piped(arguments: Sequence[str], folder: str, environment: Mapping[str, str], file: int) -> Iterator[PipedProgram]:
    """Start a program that talks with this one, and end it at the end.

    Args:
        arguments: The program and its arguments.
        folder: Its working directory.
        environment: Its whole environment.
        file: Bytes of each file that it may write.
    """
    with subprocess.Popen(  # noqa: S603 - without a shell
        arguments,
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=partial(bind_to, os.getpid(), file) if os.name == "posix" else None,  # noqa: PLW1509
    ) as process:
        program = PipedProgram(process)
        try:
            yield program
        finally:
            program.kill()


def _status(process: "subprocess.Popen[bytes]", readers: list[threading.Thread], deadline: float) -> int | None:
    """Wait for the end of a program, and of its streams, which its own children may keep open."""
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(max(deadline - time.monotonic(), 0))
    if any(reader.is_alive() for reader in readers):
        return None
    try:
        return process.wait(max(deadline - time.monotonic(), 0))
    except subprocess.TimeoutExpired:
        return None


def _read(
    stream: IO[bytes] | None,
    kept: bytearray,
    most: int,
    stop: Callable[[], None],
    enough: re.Pattern[bytes] | None = None,
) -> None:
    """Read a stream to its end, or kill who writes too much, or enough; only what is new is copied and looked at."""
    assert stream is not None
    with stream, contextlib.suppress(OSError, ValueError):
        while part := os.read(stream.fileno(), _PART):
            # A line may be in two parts.
            looked_at = max(len(kept) - _LONGEST_LINE, 0)
            kept += part
            if len(kept) > most or (enough is not None and enough.search(kept, looked_at)):
                stop()
                return


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a program and, where the system knows groups, all that it started."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(1)


_LONGEST_MESSAGE = 300
"""Characters; nothing of note needs more."""

_TOKEN = pattern(r"(?!(?:[a-z0-9-]{1,30}\.)+[a-z0-9-]{1,30}(?![\w.+=~-]))[A-Za-z0-9_.+=~-]{40,}")
"""What is longer than words and identifiers are, and no name of an API group or a host; tokens are."""


def find(name: str) -> str | None:
    """Return where a program is on PATH; None where it is not, or only in the folder where one happens to be.

    An entry of PATH such as `.` is skipped: what is in that folder may be a stranger's.
    """
    folders = filter(os.path.isabs, os.environ.get("PATH", os.defpath).split(os.pathsep))
    program = shutil.which(name, path=os.pathsep.join(folders))
    return program if program is not None and os.path.isabs(program) else None


def isolation() -> tuple[str, ...]:
    """Return the command that runs another one without a network and ends it with all its children; empty if none."""
    program, execute = find("unshare"), by_python(os.path.join(os.path.dirname(__file__), "execute.py"))
    command = () if program is None else isolated_by(program, (*execute, program, "--version"))
    return (*command, *execute) if command else ()


def by_python(script: str) -> tuple[str, ...]:
    """Return the command that runs a script of ours by itself; where schedcfg is frozen, with another Python.

    Args:
        script: Its path.
    """
    python = (find("python3") or "python3") if getattr(sys, "frozen", False) else sys.executable
    return (python, "-I", "-S", script)


@lru_cache(maxsize=4)
def isolated_by(unshare: str, trial: tuple[str, ...], more: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the command with a program that is installed everywhere, but not allowed to everybody.

    Args:
        unshare: The program.
        trial: The command that is run with it, to see whether that can be done here.
        more: What else it is to do.
    """
    command = (unshare, "--user", *more, "--net", "--pid", "--fork", "--kill-child", "--")
    with contextlib.suppress(OSError):
        if run([*command, *trial], _TRIAL).status == 0:
            return command
    return ()


def one_line(text: str) -> str:
    """Return one short line of a program's messages, the end of them, without what looks like a secret."""
    bounded = hide_in_message(text[-10 * _LONGEST_MESSAGE :])
    line = _TOKEN.sub(HIDDEN, harmless(" ".join(bounded.split()), len(bounded)))
    return line if len(line) <= _LONGEST_MESSAGE else f"… {line[-_LONGEST_MESSAGE:]}"
