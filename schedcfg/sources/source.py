"""One file, or standard input."""

import os
import stat
import sys
from typing import NamedTuple

from schedcfg.errors import UnreadableInput

STDIN = "-"


class TooLarge(UnreadableInput):
    """A file has more bytes than `LARGEST`."""


LARGEST = 8 * 1024 * 1024
"""Bytes; a ConfigMap holds 1 MiB, so that anything beyond this is no configuration."""

_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would translate line ends without it."""


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
            raw = sys.stdin.buffer.read(LARGEST + 1) if self.path == STDIN else _file(self.path)
        except OSError as error:
            raise UnreadableInput(*_explained(self.path, error)) from None
        if len(raw) > LARGEST:
            raise _TOO_LARGE
        return raw


_TOO_LARGE = TooLarge(
    f"it is larger than {LARGEST // 1024 // 1024} MiB", "A scheduler configuration is a few KiB; name the right file."
)


def _file(path: str) -> bytes:
    """Read a file up to a byte more than is allowed; sized first, since a large buffer costs more than a small file."""
    descriptor = os.open(path, os.O_RDONLY | _BINARY)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise UnreadableInput("it is a folder")
        if status.st_size > LARGEST:
            raise _TOO_LARGE
        return _whole(descriptor, status.st_size)
    finally:
        os.close(descriptor)


def _whole(descriptor: int, expected: int) -> bytes:
    """Read to the end: a pipe has no size, and a file may grow while it is read."""
    parts: list[bytes] = []
    total = 0
    while total <= LARGEST and (part := os.read(descriptor, max(expected + 1 - total, 65_536))):
        parts.append(part)
        total += len(part)
    return b"".join(parts)


def _explained(path: str, error: OSError) -> tuple[str, str | None]:
    if isinstance(error, FileNotFoundError):
        if os.path.islink(path):  # noqa: PTH114 - pathlib's is slower to import nothing for
            return f"it is a link to {os.readlink(path)}, which does not exist", None  # noqa: PTH115
        return "there is no such file", "Check the spelling."
    if isinstance(error, PermissionError):
        return "no permission to read it", "Run as a user who may, or change its mode."
    return error.strerror or str(error), None
