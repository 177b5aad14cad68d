"""Folders for the time of a run, which the next run removes where this one was killed before it could."""

import contextlib
import os
import secrets
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_LOCK = ".schedcfg.lock"
"""The file in a folder that its run has locked: the lock goes with the process, however that ends."""
_BYTES = 8
"""Random bytes in a folder's name: no two are alike."""
_YOUNG = 60.0
"""Seconds in which a folder may not be locked yet."""


@contextlib.contextmanager
def working_folder(prefix: str, parent: str | None = None) -> Iterator[str]:
    """Make a folder for the time of a run, and remove it at the end; before it, those that killed runs have left.

    Args:
        prefix: What its name begins with.
        parent: Where it is; None: where this system has temporary files.

    Raises:
        OSError: if it cannot be made.
    """
    parent = tempfile.gettempdir() if parent is None else parent
    remove_abandoned(prefix, parent)
    # It has its name before it is there: a signal may come as soon as it is.
    folder = Path(parent, f"{prefix}{secrets.token_hex(_BYTES)}")
    try:
        folder.mkdir(mode=stat.S_IRWXU)
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _locks(lock)
            yield str(folder)
        finally:
            os.close(lock)
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder with what is in it, also where a signal comes meanwhile."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


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
