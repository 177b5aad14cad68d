"""A program run within bounds of time and memory."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import IO, NamedTuple

_LONGEST = 1024 * 1024
"""Bytes of each stream; a credential with certificate and key is a few KiB."""


class Outcome(NamedTuple):
    """How a program ended.

    Attributes:
        status: Its exit status; None where it did not end in time, or not by itself.
        output: What it wrote to its standard output.
        said: What it wrote to its standard error.
        is_too_long: Whether one of both had no end.
        obstacle: Why it could not be started; empty where it was.
    """

    status: int | None
    output: bytes = b""
    said: str = ""
    is_too_long: bool = False
    obstacle: str = ""


def run(program: str, argv: Sequence[str], env: Mapping[str, str], seconds: float) -> Outcome:
    """Run a program without a shell, a terminal or an input, and wait until it has ended and closed its streams.

    Args:
        program: The file.
        argv: Its name as it is to see it, and its arguments.
        env: Its variables.
        seconds: How long it may take; then it is killed, with what it has started.
    """
    deadline = time.monotonic() + seconds
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own kubeconfig names it, as for kubectl
            argv,
            executable=program,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        return Outcome(None, obstacle=getattr(error, "strerror", None) or str(error))
    assert process.stdout is not None
    assert process.stderr is not None
    output, said = _Reader(process.stdout, process), _Reader(process.stderr, process)
    status = None
    try:
        status = _status(process, (output, said), deadline)
    finally:
        if status is None:
            _kill(process)
    text = bytes(said.kept).decode("utf-8", "replace")
    return Outcome(status, bytes(output.kept), text, output.is_too_long or said.is_too_long)


class _Reader(threading.Thread):
    """Reads a stream to its end, or kills who writes too much."""

    def __init__(self, stream: IO[bytes], process: "subprocess.Popen[bytes]") -> None:
        super().__init__(daemon=True)
        self.kept = bytearray()
        self.is_too_long = False
        self._stream = stream
        self._process = process
        self.start()

    def run(self) -> None:
        with self._stream, contextlib.suppress(OSError, ValueError):
            while part := os.read(self._stream.fileno(), 65_536):
                self.kept += part
                if len(self.kept) > _LONGEST:
                    self.is_too_long = True
                    _kill(self._process)
                    return


def _status(process: "subprocess.Popen[bytes]", readers: Sequence[_Reader], deadline: float) -> int | None:
    """Wait for the end of the streams, which a program's own children may keep open, then for its own."""
    for reader in readers:
        reader.join(max(deadline - time.monotonic(), 0))
        if reader.is_alive():
            return None
    try:
        return process.wait(max(deadline - time.monotonic(), 0))
    except subprocess.TimeoutExpired:
        return None


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a program and, where the system knows groups, all that it started."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(1)
