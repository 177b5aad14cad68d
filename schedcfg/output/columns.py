"""Lines and columns as readers see them: those of a `Position` count code points, the byte order mark as well."""

from schedcfg.document import Position
from schedcfg.document.lines import MARK, before


def shown(text: str, position: Position) -> int:
    """Count in code points, from 1, as editors do: a byte order mark is none of the first line.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    return position.column - (_is_in_first_line(position) and text.startswith(MARK))


def utf16(text: str, position: Position) -> int:
    """Count in UTF-16 code units, from 1; a byte order mark is none of the first line.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    begun = before(text, position)
    if begun is None:
        return position.column
    if _is_in_first_line(position):
        begun = begun.removeprefix(MARK)
    return len(begun.encode("utf-16-le", "surrogatepass")) // 2 + 1


def utf8(text: str, position: Position) -> int:
    """Count in bytes of UTF-8, from 1, with everything that is in the file.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    begun = before(text, position)
    return position.column if begun is None else len(begun.encode("utf-8", "surrogatepass")) + 1


def _is_in_first_line(position: Position) -> bool:
    """Tell whether a byte order mark could stand before a place in its line."""
    return position.line == 1 and position.column > 1
