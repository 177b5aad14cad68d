"""Lines and columns as readers see them: those of a `Position` count code points, the byte order mark as well."""

import re

from schedcfg.document import Position

_BREAK = re.compile(r"[\r\n]")

_MARK = "\ufeff"


def shown(text: str, position: Position) -> int:
    """Count in code points, from 1, as editors do: a byte order mark is none of the first line.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    return position.column - (_is_in_first_line(position) and text.startswith(_MARK))


def utf16(text: str, position: Position) -> int:
    """Count in UTF-16 code units, from 1; a byte order mark is none of the first line.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    before = _before(text, position)
    if before is None:
        return position.column
    if _is_in_first_line(position):
        before = before.removeprefix(_MARK)
    return len(before.encode("utf-16-le", "surrogatepass")) // 2 + 1


def utf8(text: str, position: Position) -> int:
    """Count in bytes of UTF-8, from 1, with everything that is in the file.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    before = _before(text, position)
    return position.column if before is None else len(before.encode("utf-8", "surrogatepass")) + 1


def source_line(text: str, position: Position) -> str:
    """Return the line of a place, without the byte order mark; empty where the text is not known."""
    before = _before(text, position)
    if before is None:
        return ""
    found = _BREAK.search(text, position.offset)
    line = before + text[position.offset : found.start() if found else len(text)]
    return line.removeprefix(_MARK) if position.line == 1 else line


def _is_in_first_line(position: Position) -> bool:
    """Tell whether a byte order mark could stand before a place in its line."""
    return position.line == 1 and position.column > 1


def _before(text: str, position: Position) -> str | None:
    """Return what stands before a place in its line."""
    begin = position.offset - position.column + 1
    return text[begin : position.offset] if begin >= 0 and position.offset <= len(text) else None
