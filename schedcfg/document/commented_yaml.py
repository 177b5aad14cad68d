"""Plain data written as YAML, with comments that say why entries are there."""

import textwrap
from collections.abc import Iterator, Mapping

from schedcfg.document import yaml_writer
from schedcfg.document.path import Path
from schedcfg.document.stream import Document, parse

_WIDEST = 100
"""Columns of a comment's line, its indentation included."""
_NARROWEST = 40
"""Columns that a comment has, however deep it stands."""


def write(data: object, comments: Mapping[Path, str]) -> str:
    """Write data as `yaml_writer.write` does, each comment above its entry or item.

    Args:
        data: What to write.
        comments: Path → what is said above it, without `#`; `()` stands above everything. A comment whose path leads
            nowhere would be lost, so that it is an error.

    Raises:
        KeyError: for such a path.
    """
    text = yaml_writer.write(data)
    document = parse(text).documents[0]
    above: dict[int, list[str]] = {}
    for path, comment in comments.items():
        line = _line(document, path)
        above.setdefault(line, []).append(comment)
    return "".join(_lines(text, above))


def _line(document: Document, path: Path) -> int:
    """Tell the line in which an entry or item begins, its dash included."""
    place = document.locate(path)
    if len(place.path) < len(path):
        raise KeyError(path)
    return (place.key or place.value).start.line if path else 1


def _lines(text: str, above: Mapping[int, list[str]]) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        indentation = line[: len(line) - len(line.lstrip(" "))]
        width = max(_WIDEST - len(indentation) - 2, _NARROWEST)
        for comment in above.get(number, ()):
            for paragraph in comment.splitlines():
                yield from (f"{indentation}# {part}\n" for part in textwrap.wrap(paragraph, width))
        yield line
