"""A file's new content while it is written: next to the file, under a name by which the next run finds what is left.

The name is always the same for a file, so that nothing has to be searched for. As long as it is
written it is locked; the lock goes with the process, so that what is not locked was left by a run that was killed.
"""

import contextlib
import os
import stat
import sys
import time
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from schedcfg.errors import UnwritableOutput

if sys.platform != "win32":
    import fcntl

_SUFFIX = ".schedcfg.tmp"
_LONGEST = 200
"""Bytes of the file's name that are in the other: with the rest it must stay below 255."""

_ATTEMPTS = 3
_ABANDONED = 600.0
"""Seconds after which it counts as left behind, on file systems without locks."""

_BINARY, _NO_LINK = getattr(os, "O_BINARY", 0), getattr(os, "O_NOFOLLOW", 0)


class PendingFile(NamedTuple):
    """New content that has no name of its own yet.

    Attributes:
        path: Where it is.
        file: Takes the content.
    """

    path: str
    file: BinaryIO

    def finish(self) -> None:
        """Write what is buffered to disk."""
        self.file.flush()
        os.fsync(self.file.fileno())
        if sys.platform == "win32":
            self.file.close()  # Open files keep their names there.


@contextlib.contextmanager
def pending_file(target: str) -> Iterator[PendingFile]:
    """Open a file for the new content of another; where it cannot be finished, it is removed.

    Raises:
        UnwritableOutput: if another run is writing the same file.
        OSError: if the folder or disk does not take it.
    """
    path = path_of(target)
    with os.fdopen(_opened(path, target), "wb") as file:
        try:
            yield PendingFile(path, file)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(path)  # noqa: PTH108 - strings in, strings out; so below
            raise


def path_of(target: str) -> str:
    """Return where the new content of a file is while it is written."""
    folder, name = os.path.split(target)
    raw = os.fsencode(name)
    if len(raw) > _LONGEST:
        name = f"{os.fsdecode(raw[:_LONGEST])}-{zlib.crc32(raw):08x}"
    return os.path.join(folder, f".{name}{_SUFFIX}")  # noqa: PTH118


def sweep(path: str) -> None:
    """Remove what a run that was killed left of the new content of a file; what is being written stays.

    Args:
        path: The file, or a link to it.
    """
    with contextlib.suppress(OSError):
        _remove(path_of(os.path.realpath(path)))


def _opened(path: str, target: str) -> int:
    for _ in range(_ATTEMPTS):
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY | _NO_LINK, 0o600)
        except FileExistsError:
            _remove(path)
            continue
        if _locks(descriptor) is not False and _is_named(descriptor, path):
            return descriptor
        os.close(descriptor)
    raise UnwritableOutput(
        f"{os.path.basename(path)} is next to it, which another run is writing",  # noqa: PTH119
        f"Run the command again when that run is over; if there is none, remove {path_of(target)}.",
    )


def _remove(path: str) -> None:
    """Remove what was left, unless its writer lives.

    Raises:
        OSError: if it cannot be opened or removed.
    """
    if sys.platform == "win32":
        os.unlink(path)  # noqa: PTH108 - refused as long as it is open
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | _NO_LINK)
    except FileNotFoundError:
        return
    try:
        status = os.fstat(descriptor)
        locked = _locks(descriptor)
        is_abandoned = time.time() - status.st_mtime > _ABANDONED if locked is None else locked
        if stat.S_ISREG(status.st_mode) and is_abandoned and _is_named(descriptor, path):
            os.unlink(path)  # noqa: PTH108
    finally:
        os.close(descriptor)


def _locks(descriptor: int) -> bool | None:
    """Lock a file; False where another process has the lock, None where there are no locks."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _is_named(descriptor: int, path: str) -> bool:
    """Return whether a name still leads to an open file: another run may have removed it before it was locked."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path, follow_symlinks=False))  # noqa: PTH116
    except FileNotFoundError:
        return False
