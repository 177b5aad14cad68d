"""Fenced blocks of Markdown, each read in its place: all around it is blanked out, so that every position stays.

The specification: spec.commonmark.org, "Fenced code blocks".
"""

from collections.abc import Iterator

from schedcfg.document import Stream, parse
from schedcfg.document.span import BREAK
from schedcfg.patterns import pattern
from schedcfg.sources.in_place import check_number, indented_block
from schedcfg.sources.marks import contains_configuration, mentions_configuration

_FENCE = pattern(r"(?P<before>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?:\{[ \t]*\.?)?(?P<language>[\w+-]*)")
_LANGUAGES = frozenset({"yaml", "yml", "json"})


def read_blocks(stream: Stream) -> Stream:
    """Return a text of Markdown as one of which nothing is read but the blocks that have to do with configurations.

    Raises:
        UnreadableInput: if there are too many of them.
    """
    markdown = Stream(stream.source, (), None)
    markdown.raw, markdown.undecodable = stream.raw, stream.undecodable
    markdown.blocks, markdown.reader = tuple(_blocks(stream.text)), _read
    return markdown


def _read(text: str) -> Stream:
    return read_blocks(parse(text))


def _blocks(text: str) -> Iterator[Stream]:
    number = 0
    for start, end, indentation, language in _fenced(text):
        content = text[start:end]
        is_likely = mentions_configuration(content) if language else contains_configuration(content.encode())
        if not is_likely:
            continue
        number += 1
        check_number(number, text)
        yield parse(indented_block(text, start, end, indentation))


def _fenced(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield start, end, indentation and language of each block that may be YAML or JSON.

    Those in quotations are left out: each of their lines begins with a `>`.
    """
    start = offset = 0
    opening = ""
    indentation, language = 0, ""
    for line in _lines(text):
        match = _FENCE.match(line)
        is_closing = bool(opening) and line.strip().startswith(opening) and not line.strip().strip(opening[0])
        if is_closing:
            if language in {*_LANGUAGES, ""}:
                yield start, offset, indentation, language
            opening = ""
        elif not opening and match is not None:
            opening, language = match["fence"], match["language"].lower()
            start, indentation = offset + len(line), len(match["before"])
        offset += len(line)


def _lines(text: str) -> Iterator[str]:
    start = 0
    for match in BREAK.finditer(text):
        yield text[start : match.end()]
        start = match.end()
    yield text[start:]
