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

from schedcfg.errors import UnwritableOutput

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
        UnwritableOutput: if it cannot be made.
    """
    with writing_temporary_files():
        parent = tempfile.gettempdir() if parent is None else parent
    remove_abandoned(prefix, parent)
    # It has its name before it is there: a signal may come as soon as it is.
    folder = os.path.join(parent, f"{prefix}{secrets.token_hex(_BYTES)}")
    try:
        with writing_temporary_files():
            os.mkdir(folder, stat.S_IRWXU)
            lock = os.open(os.path.join(folder, _LOCK), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _locks(lock)
            yield folder
        finally:
            with contextlib.suppress(OSError):
                os.close(lock)
    finally:
        try:
            _remove(folder)
        finally:
            # A signal came meanwhile, or something could not be removed; what is left then, a later run removes.
            if os.path.lexists(folder):
                _remove(folder)


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


def remove_abandoned(prefix: str, parent: str) -> None:
    """Remove folders of this user that no run has locked; where there are no locks, none.

    Args:
        prefix: What their names begin with.
        parent: Where they are.
    """
    with contextlib.suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and _is_abandoned(entry):
                _remove(entry.path)


def _remove(folder: str) -> None:
    """Remove a folder, whatever a program has made of it: a link, or folders in each other, deeper than calls go."""
    if os.path.islink(folder):
        with contextlib.suppress(OSError):
            os.unlink(folder)
        return
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:
        _flatten(folder)
        shutil.rmtree(folder, ignore_errors=True)


def _flatten(folder: str) -> None:
    """Move the folders that are in each other up, one after the other, so that none is deep."""
    number, pending = 0, list(_folders_in(folder))
    while pending:
        for inner in _folders_in(pending.pop()):
            number += 1
            up = os.path.join(folder, f"{_LOCK}.{number}")
            with contextlib.suppress(OSError):
                os.rename(inner, up)
                pending.append(up)


def _folders_in(folder: str) -> list[str]:
    """List the folders in a folder, links not among them; one that may not be read is made readable."""
    with contextlib.suppress(OSError):
        os.chmod(folder, stat.S_IRWXU)
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    return []


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
