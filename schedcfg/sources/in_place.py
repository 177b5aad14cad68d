"""Parts of a text that can be read alone: what is around is blanked out, so that every position stays the file's.

An edit of such a part is an edit of the file: what is replaced or inserted at an offset means the same in both.
"""

import re

from schedcfg.document import Span, Stream, parse
from schedcfg.document.change import Edit
from schedcfg.document.lines import Lines

_NO_BREAK = re.compile(r"[^\r\n]")
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|$)")
_HEADER = re.compile(r"(?:[&!]\S*\s+)*[|][-+0-9]*[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)")
_REST_OF_LINE = re.compile(r"[ \t]*(?:(?<=[ \t])#[^\r\n]*)?(?:\r\n|\n|\r|$)")
_ONLY_AT_COLUMN_ONE = re.compile(r"\ufeff|(?:[ \t]*(?:#.*)?\n)*%")
_MARKERS = ("---", "...")


def literal_block(text: str, span: Span, value: str) -> str | None:
    """Blank out everything but the lines of a literal block (`|`), up to its last line with content.

    Args:
        text: The whole text.
        span: Where the value stands, its anchor and tag included.
        value: What the YAML reader made of it.

    Returns:
        A text that reads as the value does; None where the value is written otherwise, or begins with what can only
        stand in the first column: a byte order mark, a directive.
    """
    header = _HEADER.match(text, span.start.offset)
    if header is None or _ONLY_AT_COLUMN_ONE.match(value):
        return None
    start = header.end()
    lines = _lines(text[start : _end_of_line(text, span.end.offset)])
    indentation = _indentation(lines, value)
    if indentation is None:
        return None
    return blank(text[:start]) + "".join(_with_marker_in_front(line, indentation) + end for line, end in lines)


def read(text: str, span: Span, value: str) -> tuple[Stream, Span | None]:
    """Read a text inside a document where it stands, if that can be.

    Args:
        text: The whole text.
        span: Where the value stands.
        value: What the YAML reader made of it.

    Returns:
        The text, read; and the whole value's place where positions in it are not those of the file.
    """
    in_block = literal_block(text, span, value)
    return (parse(value), span) if in_block is None else (parse(in_block), None)


def item(text: str, span: Span) -> str:
    """Blank out everything but an item of a list, and the comment behind its last line."""
    start, end = span.start.offset, span.end.offset
    rest = _REST_OF_LINE.match(text, end)
    return blank(text[:start]) + text[start : end if rest is None else rest.end()]


def yaml_item(text: str, span: Span) -> str:
    """Blank out everything but an item of a list in a YAML file; see `item`.

    A text that begins with `{` would be JSON. An empty comment in a line before it keeps it what it is.
    """
    alone = item(text, span)
    before, brace, content = alone.partition("{")
    lines = before.splitlines(keepends=True)
    first = next((index for index, line in enumerate(lines[:-1]) if line.strip("\r\n")), None)
    if first is None or before.strip():
        return alone
    lines[first] = f"#{lines[first][1:]}"
    return "".join(lines) + brace + content


def blank(text: str) -> str:
    """Put spaces in place of everything but line ends."""
    return _NO_BREAK.sub(" ", text)


def edit_of_file(edit: Edit, alone: str, text: str) -> Edit | None:
    """Take an edit of a part as an edit of the file; None where it would take something that is not the part's own.

    An edit that begins before an item's dash is moved behind it: the part alone has blanks there. To take a line out
    is also to take out what is behind its indentation, up to the same column in the next line.

    Args:
        edit: The edit.
        alone: The part, with blanks around it.
        text: The file's text.
    """
    start, end = edit.span.start.offset, edit.span.end.offset
    if text[start:end] == alone[start:end]:
        return edit
    by = next((count for count in range(end - start) if text[start + count : end] == alone[start + count : end]), 0)
    left = edit.replacement + alone[end : end + by]
    if not by or left[:by] != alone[start : start + by]:
        return None
    return Edit(Lines(text).span(start + by, end + by), left[by:])


def _end_of_line(text: str, offset: int) -> int:
    found = _LINE.match(text, offset)
    return found.end() if found else len(text)


def _lines(block: str) -> list[tuple[str, str]]:
    """Split into lines and their ends."""
    return [(found[1], found[2]) for found in _LINE.finditer(block) if found[0]]


def _indentation(lines: list[tuple[str, str]], value: str) -> int | None:
    """Tell how far a block is indented: that many spaces taken from its lines give the value; None if nothing does."""
    inner = value.split("\n")
    pairs = zip(lines, inner, strict=False)
    found = next((len(line) - len(own) for (line, _), own in pairs if own.strip(" ")), None)
    if found is None or found < 1:
        return None
    is_value = [line[found:] for line, _ in lines] == inner[: len(lines)]
    return found if is_value else None


def _with_marker_in_front(line: str, indentation: int) -> str:
    """Move a document marker to the first column: indented it would be none."""
    marker, rest = line[indentation : indentation + 3], line[indentation + 3 :]
    if marker not in _MARKERS or rest[:1].strip(" \t"):
        return line
    return marker + " " * indentation + rest
