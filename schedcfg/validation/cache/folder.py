"""The folder of the cache: whoever can write to it decides what is reported, so that it is the user's alone."""

import os
import stat
import sys

from schedcfg.errors import UnwritableOutput

VARIABLE = "SCHEDCFG_CACHE_DIR"
"""The environment variable that names another folder."""

_NAME = "schedcfg"


def cache_folder() -> str:
    """Return the folder of the cache, which exists then.

    Raises:
        UnwritableOutput: if there can be none, or if others may write to it.
    """
    folder = _place()
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103 - strings in, strings out; so below
        status = os.stat(folder)  # noqa: PTH116
    except OSError as error:
        raise UnwritableOutput(f"the folder {folder} cannot be made: {error.strerror}") from None
    if os.name == "posix" and (status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        raise UnwritableOutput(f"others may write to the folder {folder}", f"Run `chmod go-w {folder}` as its owner.")
    return folder


def _place() -> str:
    """Return where the platform keeps what can be made again."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return os.path.abspath(chosen)  # noqa: PTH100
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or _home("AppData", "Local"), _NAME, "Cache")  # noqa: PTH118
    if sys.platform == "darwin":
        return _home("Library", "Caches", _NAME)
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The specification: a path that is not absolute is ignored.
    return os.path.join(base if os.path.isabs(base) else _home(".cache"), _NAME)  # noqa: PTH117, PTH118


def _home(*names: str) -> str:
    return os.path.join(os.path.expanduser("~"), *names)  # noqa: PTH111, PTH118
