"""Folders for the time of a run, which the next run removes where this one was killed before it could."""

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from schedcfg.errors import UnwritableOutput

_LOCK = ".schedcfg.lock"
"""The file in a folder that its run has locked: the lock goes with the process, however that ends."""
_YOUNG = 60.0
"""Seconds in which a folder may not be locked yet."""


@contextlib.contextmanager
def working_folder(prefix: str, parent: str | None = None) -> Iterator[str]:
    """Make a folder for the time of a run, and remove it at the end; before it, those that killed runs have left.

    Args:
        prefix: What its name begins with.
        parent: Where it is; None: where this system has temporary files.

    Raises:
        UnwritableOutput: if it cannot be made.
    """
    with writing_temporary_files():
        remove_abandoned(prefix, tempfile.gettempdir() if parent is None else parent)
        made = tempfile.TemporaryDirectory(dir=parent, prefix=prefix, ignore_cleanup_errors=True)
    try:
        with made as folder:
            lock = _lock_file(folder)
            try:
                yield folder
            finally:
                with contextlib.suppress(OSError):
                    os.close(lock)
    finally:
        # Once more, where something could not be removed. What is left then, a later run removes.
        shutil.rmtree(made.name, ignore_errors=True)


@contextlib.contextmanager
def writing_temporary_files() -> Iterator[None]:
    """Write files that are there for the time of a run.

    Raises:
        UnwritableOutput: if a disk does not take them.
    """
    try:
        yield
    except OSError as error:
        where = f" to {error.filename}" if error.filename else ""
        raise UnwritableOutput(
            f"temporary files cannot be written{where}: {error.strerror or error}",
            "Make room there, or name another folder for temporary files: TMPDIR.",
        ) from None


def _lock_file(folder: str) -> int:
    """Make and lock the file that shows that a folder is in use; return its descriptor."""
    with writing_temporary_files():
        lock = os.open(Path(folder, _LOCK), os.O_RDWR | os.O_CREAT, 0o600)
    _locks(lock)
    return lock


def remove_abandoned(prefix: str, parent: str) -> None:
    """Remove folders of this user that no run has locked; where there are no locks, none.

    Args:
        prefix: What their names begin with.
        parent: Where they are.
    """
    with contextlib.suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and _is_abandoned(entry):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_abandoned(entry: "os.DirEntry[str]") -> bool:
    try:
        status = entry.stat(follow_symlinks=False)
        is_ours = entry.is_dir(follow_symlinks=False) and status.st_uid == getattr(os, "geteuid", lambda: -1)()
        if not is_ours or time.time() - status.st_mtime < _YOUNG:
            return False
        lock = os.open(Path(entry.path, _LOCK), os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return False
    try:
        return _locks(lock)
    finally:
        os.close(lock)


def _locks(descriptor: int) -> bool:
    """Lock a file, and return whether that could be done: nobody else has."""
    try:
        import fcntl  # noqa: PLC0415 - not every system has it

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True
