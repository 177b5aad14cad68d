"""Files, folders and standard input as sources of bytes."""

import errno
import os
import re
import select
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from schedcfg import limits
from schedcfg.errors import UnreadableInput
from schedcfg.patterns import pattern

STDIN = "-"


class TooLarge(UnreadableInput):
    """A file has more bytes than are read."""


_MODE = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""Windows would translate line ends; a pipe that nobody writes to would keep `open` waiting."""

_PATIENCE = 5.0
"""Seconds that somebody has to begin to write to a pipe with a name."""

_PIECE = 1024 * 1024
"""Bytes that are read of standard input at a time."""

_URL = pattern(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)

_FILE_NAME = pattern(
    r"(?!- )(?:[a-z]:[\\/])?(?:[^\n:{}\[\]#]{0,4096}\.[a-z]\w{1,7}|[^\s:{}\[\]#]{0,4096}/[^\s:{}\[\]#]{0,4096})",
    re.IGNORECASE,
)
"""A path, or a name with a suffix: no text of a configuration, as it has neither a line's end nor a key."""

_ATTEMPTS = 3
"""How often a file is read that changes meanwhile."""


class Source(NamedTuple):
    """Something to read."""

    path: str  # As the user named it, or as the search found it; `-` is standard input
    searched: bool = False
    obstacle: str | None = None  # Why it cannot be read, where that is known already; None otherwise
    content: bytes | None = None  # What is in it, where it was read before; None otherwise
    stdin_filename: str = STDIN  # The name of the file that standard input represents

    @property
    def name(self) -> str:
        """The path by which reports, settings and the choice of a format know it."""
        return self.stdin_filename if self.path == STDIN else self.path

    def read(self, largest: int | None = None) -> bytes:
        """Read all of it.

        Args:
            largest: Bytes beyond which it is refused; None: what the environment allows.

        Raises:
            UnreadableInput: with the reason and what to do.
        """
        if self.obstacle is not None:
            raise UnreadableInput(self.obstacle)
        if self.content is not None:
            return self.content
        largest = limits.FILE.value if largest is None else largest
        try:
            raw = _stdin(largest) if self.path == STDIN else _file(self.path, largest)
        except OSError as error:
            raise UnreadableInput(*explained(self.path, error)) from None
        except ValueError:
            raise UnreadableInput("its path has a character that no path can have") from None
        if len(raw) > largest:
            raise _too_large(largest)
        return raw


def standard_input() -> Source:
    """Return standard input with what is in it: it can be read once only."""
    try:
        return Source(STDIN, content=Source(STDIN).read())
    except UnreadableInput as error:
        return Source(STDIN, obstacle=error.sentence)


def _too_large(largest: int) -> TooLarge:
    return TooLarge(
        f"it is larger than {f'{largest >> 20} MiB' if largest >> 20 else f'{largest >> 10} KiB'}",
        f"A scheduler configuration has a few KiB; use the right file. {limits.FILE.advice}"
        if largest == limits.FILE.value
        else "A scheduler configuration has a few KiB; use the right file.",
    )


def _stdin(largest: int) -> bytes:
    if sys.stdin is None:
        raise UnreadableInput("it is closed", "Name a file, or pipe one to the command.")
    raw = _up_to(largest + 1, sys.stdin.buffer)
    if not raw:
        raise UnreadableInput(
            "it is empty: kubectl, or the command before the pipe, printed nothing",
            "Run that command alone, and look at what it prints.",
        )
    return raw


def _up_to(most: int, stream: Any) -> bytes:
    """Read a stream to its end, or so many bytes, in pieces: one read of all of it looks at no signal in between."""
    parts: list[bytes] = []
    with _signals_as_bytes() as signals:
        while most > 0:
            _wait_for_one(stream, signals)
            part = stream.read1(min(most, _PIECE))
            if not part:
                break
            parts.append(part)
            most -= len(part)
    return b"".join(parts)


@contextmanager
def _signals_as_bytes() -> Iterator[int | None]:
    """Open a pipe to which each signal writes a byte; yield its end to read. None where signals are not handled here.

    Python handles a signal before a read begins or while it waits. One that comes between the two is kept until the
    read is over, which may be never; a `select` that waits for these bytes, too, ends at once.
    """
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield None
        return
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


def _wait_for_one(stream: Any, signals: int | None) -> None:
    """Wait until a stream has something to read; what signals do is done meanwhile."""
    if signals is None:
        return
    try:
        descriptor = stream.fileno()
    except OSError:  # It is in memory
        return
    while descriptor not in select.select([descriptor, signals], (), ())[0]:
        os.read(signals, _PIECE)


def _file(path: str, largest: int) -> bytes:
    """Read a file up to a byte more than is allowed, again where it changes meanwhile."""
    for _ in range(_ATTEMPTS):
        descriptor = os.open(path, _MODE)
        try:
            before = os.fstat(descriptor)
            raw = _content(descriptor, before, largest)
            after = os.fstat(descriptor)
        finally:
            os.close(descriptor)
        if not stat.S_ISREG(before.st_mode) or _is_same(before, after):
            return raw
    raise UnreadableInput("it keeps changing while it is read", "Run the command again when nothing writes to it.")


def _is_same(before: os.stat_result, after: os.stat_result) -> bool:
    return (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)


def _content(descriptor: int, status: os.stat_result, largest: int) -> bytes:
    """Read what is open; sized first, since a large buffer costs more than a small file."""
    if stat.S_ISDIR(status.st_mode):
        raise UnreadableInput("it is a folder", "Name a file in it.")
    if status.st_size > largest:
        raise _too_large(largest)
    if stat.S_ISREG(status.st_mode):
        return _whole(descriptor, status.st_size, largest)
    begun = _begun(descriptor) if stat.S_ISFIFO(status.st_mode) else b""
    if hasattr(os, "set_blocking"):
        os.set_blocking(descriptor, True)
    return begun + _whole(descriptor, 0, largest)


def _begun(descriptor: int) -> bytes:
    """Return what is in a pipe with a name, once there is somebody who writes to it.

    Without a writer, reading it ends at once, or never. One that has opened it may take its time, as
    `<(kubectl get …)` in a shell does.
    """
    try:
        first = os.read(descriptor, 65_536)
    except BlockingIOError:
        return b""
    if not first and not select.select([descriptor], (), (), _PATIENCE)[0]:
        raise UnreadableInput("it is a pipe, and nothing writes to it", "Start what writes to it first.")
    return first


def _whole(descriptor: int, expected: int, largest: int) -> bytes:
    """Read to the end: a pipe has no size, and a file may grow while it is read."""
    parts: list[bytes] = []
    total = 0
    while total <= largest and (part := os.read(descriptor, max(expected + 1 - total, 65_536))):
        parts.append(part)
        total += len(part)
    return b"".join(parts)


def expect_text(text: object) -> str:
    """Return what a program passed as the text of a file, if it is a text.

    Raises:
        TypeError: if it is something else.
        UnreadableInput: if it is the name of a file.
    """
    if isinstance(text, str):
        if _FILE_NAME.fullmatch(text):
            raise UnreadableInput(
                f"{text!r} is the name of a file, where the text of one is expected",
                f"Pass what the file holds: `pathlib.Path({text!r}).read_text(encoding='utf-8')`.",
            )
        return text
    if isinstance(text, os.PathLike):
        instead = "the path of one: pass `path.read_text(encoding='utf-8')`"
    elif hasattr(text, "read"):
        instead = "an open file: pass `file.read()`, of a file that was opened as text"
    elif isinstance(text, bytes | bytearray):
        instead = "bytes: pass `raw.decode('utf-8')`"
    else:
        instead = f"{type(text).__name__}"
    raise TypeError(f"the text of a file is expected, a str, and not {instead}")


def explained(path: str, error: OSError) -> tuple[str, str | None]:
    """Return why a file cannot be read and, where something can be done about it, what."""
    if isinstance(error, FileNotFoundError):
        return _absent(path)
    if isinstance(error, PermissionError):
        return "no permission to read it", "Run the command as a user with permission, or change its mode."
    if error.errno == errno.ELOOP:
        return "it is a link that leads back to itself", "Remove the link, or correct where it leads."
    if error.errno == errno.ENXIO:
        return "it is a socket or a device, which cannot be read as a file", None
    return error.strerror or str(error), None


def _absent(path: str) -> tuple[str, str | None]:
    try:
        return f"it is a link to {os.readlink(path)}, which does not exist", None
    except OSError:
        if _URL.match(path):
            return "it is a URL, and only files are read", f"Pipe it: curl -sSfL {path} | schedcfg validate -"
        return "there is no such file", "Check the spelling."
