"""Blocks of YAML or JSON in other texts, each read in its place: all around it is blanked out, so that positions stay.

Fenced blocks of Markdown, by the specification at spec.commonmark.org, "Fenced code blocks"; and here-documents of
shell scripts, by POSIX, "Shell Command Language", unless the shell would expand something in them.
"""

import re
from collections.abc import Iterator
from functools import partial

from schedcfg.document import Stream, parse
from schedcfg.document.span import BREAK
from schedcfg.patterns import pattern
from schedcfg.sources.in_place import check_number, indented_block
from schedcfg.sources.marks import contains_configuration, mentions_configuration
from schedcfg.sources.templates import is_markdown

_FENCE = pattern(r"(?P<before>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?:\{[ \t]*\.?)?(?P<language>[\w+-]*)")
_LANGUAGES = frozenset({"json", "yaml", "yml"})

_HERE_DOCUMENT = pattern(
    r"<<-?[ \t]*(?P<quote>[\"'\\]?)(?P<word>\w+)\b[^\n]*\n(?P<text>(?:(?![ \t]*(?P=word)[ \t\r]*$)[^\n]*\n)*)",
    re.MULTILINE,
)
_EXPANDED = ("$", "`")
"""What the shell puts values in place of, unless the word behind `<<` is quoted."""

_Block = tuple[int, int, int]
"""Where a block begins and ends, and how far it is indented."""


def read_blocks(stream: Stream, path: str) -> Stream:
    """Return a text as one of which nothing is read but the blocks that have to do with configurations.

    A script without such blocks stays as it is.

    Args:
        stream: The text.
        path: Its file's; the name shows what it is.

    Raises:
        UnreadableInput: if there are too many of them.
    """
    text = stream.text
    fenced = _fenced(text) if is_markdown(path) else ()
    blocks: list[Stream] = []
    for start, end, indentation in sorted([*fenced, *_here_documents(text)]):
        blocks.append(parse(indented_block(text, start, end, indentation)))
        check_number(len(blocks), text)
    if not blocks and not is_markdown(path):
        return stream
    of_blocks = Stream(stream.source, (), None)
    of_blocks.raw, of_blocks.undecodable = stream.raw, stream.undecodable
    of_blocks.blocks, of_blocks.reader = tuple(blocks), partial(_read, path)
    return of_blocks


def _read(path: str, text: str) -> Stream:
    return read_blocks(parse(text), path)


def _fenced(text: str) -> Iterator[_Block]:
    """Yield the fenced blocks of a text that have to do with configurations, but for those of here-documents.

    Those in quotations are left out: each of their lines begins with a `>`.
    """
    start = offset = 0
    opening = ""
    indentation, language = 0, ""
    for line in _lines(text):
        match = _FENCE.match(line)
        if opening and line.strip().startswith(opening) and not line.strip().strip(opening[0]):
            opening = ""
            if _is_configuration(language, text[start:offset]):
                yield start, offset, indentation
        elif not opening and match is not None:
            opening, language = match["fence"], match["language"].lower()
            start, indentation = offset + len(line), len(match["before"])
        offset += len(line)


def _is_configuration(language: str, content: str) -> bool:
    if language:
        return language in _LANGUAGES and mentions_configuration(content)
    return contains_configuration(content.encode()) and _HERE_DOCUMENT.search(content) is None


def _here_documents(text: str) -> Iterator[_Block]:
    """Yield the here-documents of a text that contain a configuration which the shell leaves as it is."""
    for match in _HERE_DOCUMENT.finditer(text):
        content = match["text"]
        is_expanded = not match["quote"] and any(letter in content for letter in _EXPANDED)
        if not is_expanded and contains_configuration(content.encode()):
            yield *match.span("text"), len(content) - len(content.lstrip(" \t"))


def _lines(text: str) -> Iterator[str]:
    start = 0
    for match in BREAK.finditer(text):
        yield text[start : match.end()]
        start = match.end()
    yield text[start:]
