"""The file of settings that holds for a folder: the nearest one above."""

import os
import re
from functools import lru_cache

from schedcfg.errors import UnreadableInput, WrongSettings, unreadable
from schedcfg.patterns import pattern
from schedcfg.sources import Source

OWN = (".schedcfg.toml", "schedcfg.toml")
SHARED = "pyproject.toml"
TABLE = ("tool", "schedcfg")

_NAME = TABLE[1].encode()
_MARK = pattern(rb"""^[ \t]*+(?:\[[ \t]*+){0,2}tool[ \t]*\.[ \t]*["']?schedcfg["']?[ \t]*[.\]=]""", re.MULTILINE)


def find_settings(folder: str) -> str | None:
    """Return the settings of a folder or the nearest one above that has some; None where none has.

    Of several in one folder, the first of `.schedcfg.toml`, `schedcfg.toml` and `pyproject.toml` counts; the last only
    with a table `[tool.schedcfg]`.

    Raises:
        UnreadableInput: if the nearest is a pipe or a device.
    """
    folder = os.path.abspath(folder)
    while True:
        for name in OWN:
            path = os.path.join(folder, name)
            # A link that leads nowhere is reported when it is read.
            if os.path.lexists(path) and not os.path.isdir(path):
                if os.path.exists(path) and not os.path.isfile(path):
                    # Only a pipe that the user names is one to wait for.
                    reason = "it is no ordinary file. Remove it, or name settings: --settings FILE, or --no-settings."
                    raise UnreadableInput(f"settings {unreadable(os.path.relpath(path), reason)}")
                return path
        path = os.path.join(folder, SHARED)
        if os.path.isfile(path) and _has_table(path):
            return path
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _has_table(path: str) -> bool:
    try:
        raw = Source(path).read()
    except UnreadableInput:
        return False
    return _NAME in raw and _is_table_in(raw)


@lru_cache(maxsize=4)  # A server, and a run over many folders, ask about one file again and again.
def _is_table_in(raw: bytes) -> bool:
    """Return whether TOML has the table, in any notation; the reader reports what is not TOML."""
    from schedcfg.validation.settings import toml  # noqa: PLC0415 - few runs have settings

    try:
        tool = toml.parse(raw.decode()).get(TABLE[0]) if len(raw) <= toml.LARGEST else None
    except (WrongSettings, UnicodeDecodeError):
        tool = None
    return isinstance(tool, dict) and TABLE[1] in tool if tool is not None else _MARK.search(raw) is not None
