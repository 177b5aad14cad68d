"""Files, folders and standard input as sources of bytes."""

import os
import stat
import sys
from typing import NamedTuple

from schedcfg.errors import UnreadableInput

STDIN = "-"


class TooLarge(UnreadableInput):
    """A file has more bytes than are read."""


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

    def read(self, largest: int = LARGEST) -> bytes:
        """Read all of it.

        Args:
            largest: Bytes beyond which it is refused.

        Raises:
            UnreadableInput: with the reason and what to do.
        """
        if self.obstacle is not None:
            raise UnreadableInput(self.obstacle)
        try:
            raw = sys.stdin.buffer.read(largest + 1) if self.path == STDIN else _file(self.path, largest)
        except OSError as error:
            raise UnreadableInput(*_explained(self.path, error)) from None
        if len(raw) > largest:
            raise _too_large(largest)
        return raw


def _too_large(largest: int) -> TooLarge:
    return TooLarge(
        f"it is larger than {largest // 1024 // 1024} MiB",
        "A scheduler configuration has a few KiB; use the right file.",
    )


def _file(path: str, largest: int) -> bytes:
    """Read a file up to a byte more than is allowed; sized first, since a large buffer costs more than a small file."""
    descriptor = os.open(path, os.O_RDONLY | _BINARY)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise UnreadableInput("it is a folder")
        if status.st_size > largest:
            raise _too_large(largest)
        return _whole(descriptor, status.st_size, largest)
    finally:
        os.close(descriptor)


def _whole(descriptor: int, expected: int, largest: int) -> bytes:
    """Read to the end: a pipe has no size, and a file may grow while it is read."""
    parts: list[bytes] = []
    total = 0
    while total <= largest and (part := os.read(descriptor, max(expected + 1 - total, 65_536))):
        parts.append(part)
        total += len(part)
    return b"".join(parts)


def _explained(path: str, error: OSError) -> tuple[str, str | None]:
    if isinstance(error, FileNotFoundError):
        if os.path.islink(path):  # noqa: PTH114 - pathlib's is slower to import nothing for
            return f"it is a link to {os.readlink(path)}, which does not exist", None  # noqa: PTH115
        return "there is no such file", "Check the spelling."
    if isinstance(error, PermissionError):
        return "no permission to read it", "Run the command as a user with permission, or change its mode."
    return error.strerror or str(error), None
