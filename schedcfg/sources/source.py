"""One file, or standard input."""

import os
import stat
import sys
from pathlib import Path
from typing import NamedTuple

from schedcfg.errors import UnreadableInput

STDIN = "-"

LARGEST = 8 * 1024 * 1024
"""Bytes; a ConfigMap holds 1 MiB, so that anything beyond this is no configuration."""

_MARKS = (b"kubescheduler.config.k8s.io", b"KubeSchedulerConfiguration", b"predicates", b"priorities", b"\x00k\x00u")


def may_hold_configuration(raw: bytes) -> bool:
    """Tell, without parsing, whether a scheduler configuration or legacy Policy may be in a file."""
    return any(mark in raw for mark in _MARKS)


class Source(NamedTuple):
    """Something to read.

    Attributes:
        path: As the user named it, or as the search found it; `-` is standard input.
        searched: Whether it was found by searching a folder rather than named.
        obstacle: Why it cannot be read, where the search already met that; None otherwise.
    """

    path: str
    searched: bool = False
    obstacle: str | None = None

    def read(self) -> bytes:
        """Read all of it.

        Raises:
            UnreadableInput: with the reason and what to do.
        """
        if self.obstacle is not None:
            raise UnreadableInput(self.obstacle)
        try:
            if self.path == STDIN:
                return _limited(sys.stdin.buffer.read(LARGEST + 1))
            return _limited(_file(self.path))
        except OSError as error:
            raise UnreadableInput(*_explained(self.path, error)) from None


def _file(path: str) -> bytes:
    mode = os.stat(path).st_mode  # noqa: PTH116 - one call for mode and existence
    if stat.S_ISDIR(mode):
        raise UnreadableInput("it is a folder")
    with Path(path).open("rb") as file:
        return file.read(LARGEST + 1)


def _limited(raw: bytes) -> bytes:
    if len(raw) > LARGEST:
        raise UnreadableInput(
            f"it is larger than {LARGEST // 1024 // 1024} MiB",
            "A scheduler configuration is a few KiB; name the right file.",
        )
    return raw


def _explained(path: str, error: OSError) -> tuple[str, str | None]:
    if isinstance(error, FileNotFoundError):
        if os.path.islink(path):  # noqa: PTH114 - pathlib's is slower to import nothing for
            return f"it is a link to {os.readlink(path)}, which does not exist", None  # noqa: PTH115
        return "there is no such file", "Check the spelling; a folder is searched for *.yaml, *.yml and *.json."
    if isinstance(error, PermissionError):
        return "no permission to read it", "Run as a user who may, or change its mode."
    return error.strerror or str(error), None
