"""Names of files as other programs expect them."""

import os
from typing import NamedTuple
from urllib.parse import quote

_STDIN = "-"

STDIN_NAME = "stdin"
"""Stands for standard input where a report must name a file."""


class FileName(NamedTuple):
    """A file as reports name it.

    Attributes:
        path: With forward slashes; relative to the working directory where the file lies below it, else as given.
        is_below: Whether it does.
        is_stdin: Whether it is none, but standard input.
    """

    path: str
    is_below: bool
    is_stdin: bool

    @property
    def uri(self) -> str:
        """Its address: relative to the working directory where it lies below it, else absolute."""
        if self.is_below or self.is_stdin:
            return quote(os.fsencode(self.path))
        whole = _slashed(os.path.abspath(self.path))  # noqa: PTH100 - the name may be no UTF-8, and is only a text
        return "file://" + quote(os.fsencode(whole if whole.startswith("/") else f"/{whole}"))


def named(path: str) -> FileName:
    """Name a file.

    Args:
        path: As the user gave it; `-` is standard input.
    """
    if path == _STDIN:
        return FileName(STDIN_NAME, is_below=False, is_stdin=True)
    here = os.getcwd()  # noqa: PTH109 - as above
    whole = os.path.abspath(path)  # noqa: PTH100 - as above
    if whole.startswith(here.rstrip(os.sep) + os.sep):
        return FileName(_slashed(os.path.relpath(whole, here)), is_below=True, is_stdin=False)
    return FileName(_slashed(path), is_below=False, is_stdin=False)


def _slashed(path: str) -> str:
    return path.replace(os.sep, "/")
