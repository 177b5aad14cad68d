"""Columns as other programs count them; ours are code points."""

from schedcfg.document import Position

_MARK = "\ufeff"


def utf16(text: str, position: Position) -> int:
    """Count in UTF-16 code units, from 1; a byte order mark is none of the first line.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    before = _before(text, position)
    if before is None:
        return position.column
    return len(before.removeprefix(_MARK).encode("utf-16-le", "surrogatepass")) // 2 + 1


def utf8(text: str, position: Position) -> int:
    """Count in bytes of UTF-8, from 1, with everything that is in the file.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    before = _before(text, position)
    return position.column if before is None else len(before.encode("utf-8", "surrogatepass")) + 1


def _before(text: str, position: Position) -> str | None:
    """Return what stands before a place in its line."""
    begin = position.offset - position.column + 1
    return text[begin : position.offset] if begin >= 0 and position.offset <= len(text) else None
