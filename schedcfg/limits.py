"""Limits on what is read and done, which the environment of the process raises: files and their settings cannot."""

import os
import sys
from typing import NamedTuple

from schedcfg.errors import WrongRequest

MEBIBYTE = 1024 * 1024
_MOST_DIGITS = 9


class Bound(NamedTuple):
    """A limit.

    Attributes:
        variable: The variable of the environment that sets it.
        usual: What it is without, in units.
        unit: What a unit of it is.
    """

    variable: str
    usual: int
    unit: int = 1

    @property
    def units(self) -> int:
        """What it is, in units.

        Raises:
            WrongRequest: if it is set to what is no number.
        """
        written = os.environ.get(self.variable, "").strip()
        if not written:
            return self.usual
        if not (written.isascii() and written.isdigit() and len(written) <= _MOST_DIGITS):
            raise WrongRequest(f"{self.variable} has to be a number, such as {self.usual}")
        return int(written)

    @property
    def value(self) -> int:
        """What it is: bytes, characters, or how many."""
        return self.units * self.unit

    @property
    def advice(self) -> str:
        """What to do where it is in the way: in a browser, nobody sets the environment."""
        if sys.platform == "emscripten":
            return f"This page reads no more; schedcfg on your machine does, with a higher `{self.variable}`."
        return f"`{self.variable}` in the environment raises this limit: {self.usual} by default."


FILE = Bound("SCHEDCFG_MAX_FILE_MIB", 8, MEBIBYTE)
"""Bytes of a file; a ConfigMap holds 1 MiB, so that anything beyond this is no configuration."""

EMBEDDED = Bound("SCHEDCFG_MAX_EMBEDDED_MIB", 256, MEBIBYTE)
"""Characters that are read again in all: each configuration within another document is read in its place."""

VALUES = Bound("SCHEDCFG_MAX_VALUES", 50_000)
"""Values in the configurations of one text, each entry and item counted; likewise flags, feature gates, mounts and
volumes of the schedulers that its manifests run."""

ALL = (FILE, EMBEDDED, VALUES)


def check() -> None:
    """Check what is set.

    Raises:
        WrongRequest: if something of it is no number.
    """
    for limit in ALL:
        _ = limit.units
