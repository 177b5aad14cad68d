"""Texts inside other texts, read in their place: all around them is blanked out, so that every position stays."""

from schedcfg import limits
from schedcfg.document import Span, Stream, parse
from schedcfg.document.span import Edit, lines_of
from schedcfg.errors import UnreadableInput
from schedcfg.patterns import pattern

_NO_BREAK = pattern(r"[^\r\n]")
_LINE = pattern(r"([^\r\n]*)(\r\n|\n|\r|$)")
_HEADER = pattern(r"(?:[&!]\S*\s+)*[|][-+0-9]*[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)")
_BLOCK = pattern(_HEADER.pattern.replace("[|]", "[|>]"))
_REST_OF_LINE = pattern(r"[ \t]*(?:(?<=[ \t])#[^\r\n]*)?(?:\r\n|\n|\r|$)")
_ONLY_AT_COLUMN_ONE = pattern(r"\ufeff|(?:[ \t]*(?:#.*)?\n)*%")
_MARKERS = ("---", "...")


def check_number(number: int, text: str) -> None:
    """Refuse a text with more configurations in it than can be read in their places.

    Raises:
        UnreadableInput: if there are so many.
    """
    if number * len(text) > limits.EMBEDDED.value:
        raise UnreadableInput(
            f"it contains {number} configurations or more, too many for a file of {len(text):,} characters",
            f"Split the file: size times number may be {limits.EMBEDDED.units} MiB. {limits.EMBEDDED.advice}",
        )


def is_block(text: str, offset: int) -> bool:
    """Return whether a literal or folded block (`|` or `>`) begins at an offset."""
    return _BLOCK.match(text, offset) is not None


def is_folded(text: str, offset: int) -> bool:
    """Return whether a folded block (`>`) begins at an offset: its line ends become blanks."""
    return is_block(text, offset) and _HEADER.match(text, offset) is None


def literal_block(text: str, span: Span, value: str) -> str | None:
    """Return a text with everything blanked out but the lines of a literal block (`|`), up to its last content.

    Args:
        text: The whole text.
        span: Where the value is, its anchor and tag included.
        value: What the YAML reader made of it.

    Returns:
        A text that reads as the value does; None where the value is written otherwise, or begins with what can only
        be in the first column: a byte order mark, a directive.
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
    """Read a text inside a document in its place, if that is possible.

    Args:
        text: The whole text.
        span: Where the value is.
        value: What the YAML reader made of it.

    Returns:
        The text, read; and the whole value's place where positions in it are not those of the file.
    """
    in_block = literal_block(text, span, value)
    return (parse(value), span) if in_block is None else (parse(in_block), None)


def item(text: str, span: Span) -> str:
    """Return a text with everything blanked out but an item of a list, and the comment behind its last line."""
    start, end = span.start.offset, span.end.offset
    rest = _REST_OF_LINE.match(text, end)
    return blank(text[:start]) + text[start : end if rest is None else rest.end()]


def yaml_item(text: str, span: Span) -> str:
    """Return a YAML file with everything blanked out but an item of a list; see `item`.

    A text that begins with `{` would be JSON. An empty comment in a line before it keeps it what it is.
    """
    part = item(text, span)
    before, brace, content = part.partition("{")
    lines = before.splitlines(keepends=True)
    first = next((index for index, line in enumerate(lines[:-1]) if line.strip("\r\n")), None)
    if first is None or before.strip():
        return part
    lines[first] = f"#{lines[first][1:]}"
    return "".join(lines) + brace + content


def blank(text: str) -> str:
    """Return a text with spaces in place of everything but line ends."""
    return _NO_BREAK.sub(" ", text)


def edit_of_file(edit: Edit, part: str, text: str) -> Edit | None:
    """Return an edit of a part as an edit of the file; None where it would touch text outside the part.

    An edit that begins before an item's dash is moved behind it: the part by itself has blanks there. Removing a line
    also removes what is behind its indentation, up to the same column in the next line.

    Args:
        edit: The edit.
        part: The part by itself, with blanks around it.
        text: The file's text.
    """
    start, end = edit.span.start.offset, edit.span.end.offset
    if text[start:end] == part[start:end]:
        return edit
    by = next((count for count in range(end - start) if text[start + count : end] == part[start + count : end]), 0)
    left = edit.replacement + part[end : end + by]
    if not by or left[:by] != part[start : start + by]:
        return None
    return Edit(lines_of(text).span(start + by, end + by), left[by:])


def _end_of_line(text: str, offset: int) -> int:
    found = _LINE.match(text, offset)
    return found.end() if found else len(text)


def _lines(block: str) -> list[tuple[str, str]]:
    """Split into lines and their ends."""
    return [(found[1], found[2]) for found in _LINE.finditer(block) if found[0]]


def _indentation(lines: list[tuple[str, str]], value: str) -> int | None:
    """Return how far a block is indented: so many spaces off its lines give the value; None if nothing does."""
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
