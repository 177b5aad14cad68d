"""A process of our own in which schemas of somebody else are checked: it may take memory and CPU, but not all.

A pattern such as `^(a+)+$` takes years on forty letters, `((){9999}){9999}` all memory, and ten references that each
refer twice to the next a thousand checks. No counting of syntax knows all of that, and Python's regular expressions
cannot be interrupted: the system can, by limits. One process serves a whole run, and is started when the first such
schema is checked.
"""

import atexit
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from schedcfg.configuration.decode.schema_child import OUT_OF_MEMORY

SECONDS = 1
"""Of CPU that one schema may take with the Args of one plugin."""
MEMORY = 1024 * 1024 * 1024
"""Bytes of address space of the process; Python with jsonschema takes a fifth."""

_PATIENCE = 30.0
"""Seconds until a process without an answer is ended: where the system does not limit its CPU, or is busy."""
_MOST_ENDED = 10
"""Processes that are ended for what they take; after that none is begun."""
_SCRIPT = Path(__file__).with_name("schema_child.py")


class TooMuchWork(Exception):  # noqa: N818
    """A schema cannot be checked within bounds; the text says why."""


class SchemaProcess:
    """The process; where it was ended, the next question begins another."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0  # A process that is forked from this one begins its own
        self._answers: queue.Queue[bytes] = queue.Queue()
        self._lock = threading.Lock()
        self._ended = 0
        atexit.register(self.end)

    @property
    def is_running(self) -> bool:
        """Whether it was begun, and not ended."""
        return self._process is not None

    def answer(self, question: Mapping[str, Any]) -> Any:
        """Return what `schema_child.py` answers.

        Args:
            question: What is asked, as JSON.

        Raises:
            TooMuchWork: if it takes too much, or no process can be had.
        """
        with self._lock:
            if self._ended >= _MOST_ENDED:
                raise TooMuchWork(f"{_MOST_ENDED} such checks took too much before it")
            line = self._asked(json.dumps(question).encode())
        answer = json.loads(line)
        if "refused" in answer:
            raise TooMuchWork(answer["refused"])
        return answer["found"]

    def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                _opened(stream).close()

    def _asked(self, question: bytes) -> bytes:
        process = self._running()
        try:
            stream = _opened(process.stdin)
            stream.write(question + b"\n")
            stream.flush()
            line = self._answers.get(timeout=_PATIENCE)
        except (OSError, queue.Empty):
            line = b""
        if line:
            return line
        self._ended += 1
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.1)  # What has ended by itself says how
        reason = _reason(process.poll())
        self.end()
        raise TooMuchWork(reason)

    def _running(self) -> "subprocess.Popen[bytes]":
        """Return the process, begun where there is none.

        Raises:
            TooMuchWork: if none can be begun.
        """
        if self._process is not None and self._owner == os.getpid():
            return self._process
        if sys.platform == "emscripten" or getattr(sys, "frozen", False):
            raise TooMuchWork(
                "its patterns and references are compared in a process of its own, which cannot be had here"
            )
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(  # noqa: S603 - a script of ours
                [sys.executable, "-I", str(_SCRIPT), str(SECONDS), str(MEMORY)],
                stdin=pipe,
                stdout=pipe,
                stderr=subprocess.DEVNULL,
                env={},
            )
            _opened(process.stdin).write(json.dumps(_search_path()).encode() + b"\n")
        except OSError as error:
            raise TooMuchWork(f"no process can be begun for it: {error.strerror}") from None
        self._process, self._owner, self._answers = process, os.getpid(), queue.Queue()
        reader = threading.Thread(target=_read, args=(_opened(process.stdout), self._answers), daemon=True)
        reader.start()
        return process


def _search_path() -> list[str]:
    """Return where modules are found: as here, but not in the working directory, which may be anybody's."""
    here, package = os.getcwd(), str(Path(__file__).parents[3])
    return [package, *(entry for entry in sys.path if entry and os.path.abspath(entry) != here)]


def _opened(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # It is a pipe
    return stream


def _read(stream: IO[bytes], answers: "queue.Queue[bytes]") -> None:
    """Hand on each line; at the end, an empty one."""
    with contextlib.suppress(OSError, ValueError):  # It may be closed meanwhile
        for line in stream:
            answers.put(line)
    answers.put(b"")


def _reason(status: int | None) -> str:
    """Return why a process gave no answer, by how it ended; None: it goes on."""
    if status is None or status == -getattr(signal, "SIGPROF", 0):
        return f"it takes more than {SECONDS} s"
    return OUT_OF_MEMORY if status < 0 else "the library for JSON Schemas fails at it"


PROCESS = SchemaProcess()
"""The one of this run."""
