"""The file of settings that holds for a folder: the nearest one above."""

import os
import re

OWN = (".schedcfg.toml", "schedcfg.toml")
SHARED = "pyproject.toml"
TABLE = ("tool", "schedcfg")

_NAME = TABLE[1].encode()
_MARK = re.compile(rb"""^[ \t]*+(?:\[[ \t]*+)?tool[ \t]*\.[ \t]*["']?schedcfg["']?[ \t]*[.\]=]""", re.MULTILINE)


def find_settings(folder: str) -> str | None:
    """Return the settings of a folder or the nearest one above that has some; None where none has.

    Of several in one folder, the first of `.schedcfg.toml`, `schedcfg.toml` and `pyproject.toml` counts; the last only
    with a table `[tool.schedcfg]`.
    """
    folder = os.path.abspath(folder)  # noqa: PTH100 - strings in, strings out; so below
    while True:
        for name in OWN:
            path = os.path.join(folder, name)  # noqa: PTH118
            if os.path.isfile(path):  # noqa: PTH113
                return path
        path = os.path.join(folder, SHARED)  # noqa: PTH118
        if os.path.isfile(path) and _has_table(path):  # noqa: PTH113
            return path
        above = os.path.dirname(folder)  # noqa: PTH120
        if above == folder:
            return None
        folder = above


def _has_table(path: str) -> bool:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            raw = file.read()
    except OSError:
        return False
    return _NAME in raw and _is_table_in(raw)


def _is_table_in(raw: bytes) -> bool:
    """Return whether TOML has the table, in any notation; the reader reports what is not TOML."""
    import tomllib  # noqa: PLC0415 - few runs have settings

    try:
        tool = tomllib.loads(raw.decode()).get(TABLE[0])
    except ValueError:
        return _MARK.search(raw) is not None
    return isinstance(tool, dict) and TABLE[1] in tool
