"""A file's content replaced as a whole, or not at all.

A file's new content while it is written: next to the file, under a name by which the next run finds what is left.

The name is always the same for a file, so that nothing has to be searched for. As long as it is
written it is locked; the lock goes with the process, so that what is not locked was left by a run that was killed.
"""

import contextlib
import errno
import os
import secrets
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
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
    """New content that has no name of its own yet."""

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
    path = _free(path_of(target))
    file = os.fdopen(_opened(path, target), "wb")
    try:
        yield PendingFile(path, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise
    finally:
        # What is finished is on disk, and of the rest nothing is kept: what fails here is not the reason of anything.
        with contextlib.suppress(OSError):
            file.close()


def _free(path: str) -> str:
    """Return a path, or one like it where a folder, a link or a pipe is: no run of this program left that there."""
    try:
        is_ours = stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return path
    return path if is_ours else f"{path}-{secrets.token_hex(8)}"


def path_of(target: str) -> str:
    """Return where the new content of a file is while it is written."""
    folder, name = os.path.split(target)
    raw = os.fsencode(name)
    if len(raw) > _LONGEST:
        name = f"{os.fsdecode(raw[:_LONGEST])}-{zlib.crc32(raw):08x}"
    return os.path.join(folder, f".{name}{_SUFFIX}")


def sweep(path: str) -> None:
    """Remove what a run that was killed left of the new content of a file; what is being written stays.

    Args:
        path: The file, or a link to it.
    """
    _sweep(os.path.realpath(path))


def _sweep(target: str) -> None:
    with contextlib.suppress(OSError):
        _remove(path_of(target))


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
        f"{os.path.basename(path)} is next to it, which another run is writing",
        f"Run the command again when that run is over; if there is none, remove {path_of(target)}.",
    )


def _remove(path: str) -> None:
    """Remove what was left, unless its writer lives.

    Raises:
        OSError: if it cannot be opened or removed.
    """
    if sys.platform == "win32":
        os.unlink(path)
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
            os.unlink(path)
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
        return os.path.samestat(os.fstat(descriptor), os.stat(path, follow_symlinks=False))
    except FileNotFoundError:
        return False


_OF_THE_SYSTEM, _OF_USERS = ("/dev/", "/proc/"), "/dev/shm/"  # noqa: S108 - nothing is put there
"""Folders of what has names without being a file of the user's, and one in them of files that are."""
_ANY_WRITES = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def replace(path: str, before: bytes, after: bytes) -> None:
    """Replace a file's content: readers see the old content or the new one, never a part.

    The new file has the mode of the old one and, where this user may set them, its owner and group. A symbolic link
    stays, and the file that it leads to is replaced. Other hard links to that file keep the old content, and access
    control lists and extended attributes are not migrated: the new content is a new file. A file that has the
    new content already is not touched.

    The file is compared with what was read before the new content is written, and again when it is on disk. What
    remains is the moment between that comparison and the system's own exchange of the names.

    Args:
        path: The file.
        before: What was read from it.
        after: The content.

    Raises:
        UnwritableOutput: if it is no ordinary file, is read-only, has changed since it was read, or its folder or disk
            does not take the new content. The file is then as it was, and nothing is left behind.
    """
    _replace(os.path.realpath(path), before, after)


def replace_output(path: str, before: bytes, after: bytes) -> None:
    """Replace what this program wrote before, as `replace` does; a symbolic link gives way to a file.

    A repository may have put the link there, so that the output would go where it leads.

    Args:
        path: The file.
        before: What was read from it.
        after: The content.

    Raises:
        UnwritableOutput: as `replace` does.
    """
    _replace(_itself(path), before, after)


def _itself(path: str) -> str:
    """Return the name of a file itself, not that of the file to which it may be a link.

    Raises:
        UnwritableOutput: if it is in the working folder by its name, and a link leads its folder out of that: a
            repository may have put it there.
    """
    folder, name = os.path.split(path)
    real, here = os.path.realpath(folder), os.path.realpath(os.curdir)
    if is_inside(os.path.abspath(folder), here) and not is_inside(real, here):
        raise UnwritableOutput(
            f"a link leads its folder to {real}, outside of the working folder",
            f"Name {os.path.join(real, name)} itself to write there.",
        )
    return os.path.join(real, name)


def is_inside(path: str, folder: str) -> bool:
    """Return whether an absolute path is that of a folder, or below it."""
    return os.path.join(path, "").startswith(os.path.join(folder, ""))


def _replace(target: str, before: bytes, after: bytes) -> None:
    _sweep(target)
    try:
        status = os.stat(target)
        _check_writable(target, status)
        now = _content(target, max(len(before), len(after)) + 1)
        if now == after and not os.path.islink(target):
            return
        _check_same(now, before)
        _put(target, [after], status, partial(_exchange, before))
    except OSError as error:
        raise UnwritableOutput(*_reason_and_help(error)) from None


def create(path: str, content: bytes) -> None:
    """Make a new file, and the folders that it needs: it is there as a whole, or not at all.

    Args:
        path: The file.
        content: The content.

    Raises:
        UnwritableOutput: if there is a file already, or a link, or the folder or disk does not take it, or a link leads
            the folder out of the working folder.
    """
    target = _itself(path)
    folder = os.path.dirname(target)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UnwritableOutput(f"its folder cannot be created: {error.strerror}", "Choose another path.") from None
    try:
        _put(target, [content], None, _name)
    except FileExistsError:
        raise UnwritableOutput("it already exists", "Run the command again.") from None
    except OSError as error:
        raise UnwritableOutput(*_reason_and_help(error)) from None


def put(path: str, pieces: Iterable[bytes]) -> None:
    """Write a file, new or not, and the folders that it needs: it is there as a whole, or as it was before.

    What is no ordinary file, as a pipe, has no name to give to another: it is written to; so is what is in `/dev` and
    `/proc`, as `/dev/stdout`, whatever that leads to.

    Args:
        path: The file; a symbolic link gives way to a file, as for `replace_output`.
        pieces: The content; taken one by one, so that long reports need no memory.

    Raises:
        UnwritableOutput: if it is a folder or read-only, or its folder or disk does not take the new content, or a link
            leads the folder out of the working folder.
    """
    try:
        if _is_stream(path):
            with open(path, "wb") as stream:
                stream.writelines(pieces)
            return
        target = _itself(path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        status = os.stat(target) if os.path.isfile(target) and not os.path.islink(target) else None
        if status is not None:
            _check_writable(target, status)
        _put(target, pieces, status, os.replace)
    except OSError as error:
        raise UnwritableOutput(*_reason_and_help(error)) from None


def _is_stream(path: str) -> bool:
    """Return whether a path leads to what is no ordinary file, or to whatever the system has for this process."""
    whole = os.path.abspath(path)
    is_of_system = whole.startswith(_OF_THE_SYSTEM) and not whole.startswith(_OF_USERS)
    return is_of_system or (os.path.exists(path) and not os.path.isfile(path))


def _check_writable(target: str, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise UnwritableOutput("it is not a regular file", "Write the new text to standard output instead.")
    # Root may write anyway, but the file was made read-only on purpose.
    if not status.st_mode & _ANY_WRITES or not os.access(target, os.W_OK):
        raise UnwritableOutput("it is read-only", "Change its mode, or write the new text to standard output instead.")


def _content(target: str, expected: int) -> bytes:
    """Read a file, but not much more than is expected: a longer one has changed anyway."""
    with open(target, "rb") as file:
        return file.read(expected)


def _check_same(now: bytes, before: bytes) -> None:
    if now != before:
        raise UnwritableOutput("it has changed since it was read", "Run the command again; nothing was overwritten.")


def _put(
    target: str, pieces: Iterable[bytes], status: os.stat_result | None, publish: Callable[[str, str], None]
) -> None:
    """Write a new file next to the old one, if there is one, and give it its name.

    Args:
        target: The file.
        pieces: The content.
        status: What the old file is; None where there is none.
        publish: Takes the new file's path and the target, and makes them one.
    """
    with pending_file(target) as pending:
        pending.file.writelines(pieces)
        _copy_mode_and_owner(pending.path, status) if status is not None else _open(pending.path)
        pending.finish()
        publish(pending.path, target)
    _sync(os.path.dirname(target))


def _exchange(before: bytes, beside: str, target: str) -> None:
    """Replace a file by a new one, unless it was edited in the meantime."""
    _check_same(_content(target, len(before) + 1), before)
    os.replace(beside, target)


def _name(beside: str, target: str) -> None:
    """Write a new file under a name that nothing has.

    Raises:
        FileExistsError: if something has it by now.
    """
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except OSError:
        # There are no hard links here.
        if os.path.lexists(target):
            raise FileExistsError from None
        os.replace(beside, target)
    else:
        os.unlink(beside)


def _copy_mode_and_owner(beside: str, status: os.stat_result) -> None:
    """Set the owner of a new file, as far as this user may, and the mode, to those of the old one."""
    if hasattr(os, "chown"):
        # Some may give files to their groups, but not to other users.
        for owner, group in ((-1, status.st_gid), (status.st_uid, -1)):
            with contextlib.suppress(OSError):
                os.chown(beside, owner, group)
    os.chmod(beside, stat.S_IMODE(status.st_mode))


def _open(beside: str) -> None:
    """Set the mode of a new file to what the user's mask leaves."""
    mask = os.umask(0o077)
    os.umask(mask)
    os.chmod(beside, 0o666 & ~mask)


_UNLISTED, _NO_SYNC = {errno.EACCES, errno.EISDIR}, {errno.EBADF, errno.EINVAL, errno.ENOTSUP}
"""What systems answer that do not open this folder, or write no folders to disk: PostgreSQL's `fsync_fname_ext`."""


def _sync(folder: str) -> None:
    """Write the folder to disk, so that the new name survives a loss of power, where that can be done at all.

    Raises:
        UnwritableOutput: if the disk does not take it.
    """
    accepted = _UNLISTED
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        accepted = _NO_SYNC
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in accepted:
            raise UnwritableOutput(f"it is complete, but its folder is not on disk: {error.strerror}") from None


def _reason_and_help(error: OSError) -> tuple[str, str | None]:
    if isinstance(error, FileNotFoundError):
        return "it no longer exists", "Run the command again."
    if isinstance(error, PermissionError):
        advice = (
            "Run the command as a user with permission, change the folder's mode, or write the new text to standard "
            "output instead."
        )
        return "no permission to replace it: a new file is first written next to it", advice
    return error.strerror or str(error), None
