"""Files that a kubeconfig names, and the kubeconfig itself."""

import os

from schedcfg.errors import UnreadableInput

_LARGEST = 8 * 1024 * 1024
"""Bytes; the largest kubeconfigs hold some hundred clusters of a few KiB each."""


def content(path: str) -> bytes:
    """Read a file whole.

    Raises:
        UnreadableInput: if it is not there, no permission is given, or it is larger than 8 MiB; it names the file.
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - strings in, strings out
            raw = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UnreadableInput(f"{path}: {_reason(path, error)}") from None
    if len(raw) > _LARGEST:
        raise UnreadableInput(f"{path}: it is larger than {_LARGEST // 1024 // 1024} MiB")
    return raw


def _reason(path: str, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        at_home = os.path.basename(path).startswith("~") or f"{os.sep}~" in path  # noqa: PTH119 - as above
        return "there is no such file" + (" (`~` is not replaced in a kubeconfig)" if at_home else "")
    if isinstance(error, PermissionError):
        return "no permission to read it"
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    return getattr(error, "strerror", None) or "it cannot be opened"
