"""Blocks in other texts, each read in its place: all around it is blanked out, so that positions stay.

Fenced blocks of Markdown, by the specification at spec.commonmark.org, "Fenced code blocks"; and here-documents of
shell scripts, by POSIX, "Shell Command Language", unless the shell would expand something in them. They have a
configuration, or start a scheduler, as units of systemd and the commands of a script do.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from schedcfg.document import Stream, parse
from schedcfg.document.plain import is_unit
from schedcfg.document.span import BREAK
from schedcfg.patterns import pattern
from schedcfg.sources.in_place import blank, check_number, indented_block
from schedcfg.sources.marks import (
    contains_configuration,
    contains_fields,
    mentions_configuration,
    mentions_manifests,
    mentions_product_option,
)
from schedcfg.sources.templates import is_markdown
from schedcfg.sources.text import Text

_FENCE = pattern(
    r"(?P<before>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?:\{[ \t]*)?"
    r"(?:(?!\w+=)(?:[\w./@-]*\.)?(?P<language>[\w+-]+))?"
)
"""A fence, and the language behind it: that may be the end of a file's name. An attribute, as `title=`, is none."""
_LANGUAGES = frozenset({"json", "yaml", "yml"})
_ANY_LANGUAGE = frozenset({"", "cfg", "conf", "config"})
"""None, and what the names of files end in that have configurations and others."""
_SHELL = frozenset({"", "bash", "console", "sh", "shell", "zsh"})

_HERE_DOCUMENT = pattern(
    r"<<-?[ \t]*(?P<quote>[\"'\\]?)(?P<word>\w+)\b[^\n]*\n(?P<text>(?:(?![ \t]*(?P=word)[ \t\r]*$)[^\n]*\n)*)",
    re.MULTILINE,
)
_EXPANDED = ("$", "`")
"""What the shell puts values in place of, unless the word behind `<<` is quoted."""
_COMMANDS = ("$(", "`")
_ESCAPED_ENDS = pattern(r"\\\\(?=\r?$)", re.MULTILINE)
"""What the shell leaves a backslash of, likewise."""


class _TextBlock(NamedTuple):
    """A part of a text that may be worth reading."""

    start: int
    end: int
    indentation: int
    is_configuration: bool = True  # Whether a configuration is in it; otherwise it is read if it starts a scheduler
    is_script: bool = False
    is_expanded: bool = False  # Whether the shell puts values into it

    def read(self, text: str) -> Stream | None:
        """Return it, read in its place; None where it is not worth that."""
        part = indented_block(text, self.start, self.end, self.indentation)
        if self.is_configuration:
            return parse(part)
        from schedcfg.document.scripts import parse_script  # noqa: PLC0415 - few texts have one
        from schedcfg.sources.manifests.reading import manifests_in  # noqa: PLC0415 - few texts have manifests

        part = _ESCAPED_ENDS.sub(r" \\", part) if self.is_expanded else part
        stream = parse_script(part) if self.is_script else parse(part)
        return stream if any(manifest.running for manifest in manifests_in((Text("", stream),))) else None


def read_blocks(stream: Stream, path: str) -> Stream:
    """Return a text as one of which nothing is read but the blocks that have to do with schedulers.

    A script without such blocks stays as it is.

    Args:
        stream: The text.
        path: Its file's; the name shows what it is.

    Raises:
        UnreadableInput: if there are too many of them.
    """
    text = stream.text
    found = [*_here_documents(text), *(_fenced(text) if is_markdown(path) else _whole(text))]
    check_number(len(found), text)
    blocks = _readable((block for block in found if not block.is_script), text)
    # What is in a here-document is no command of the script around it.
    blocks += _readable((block for block in found if block.is_script), _without(text, blocks))
    if not blocks and not is_markdown(path):
        return stream
    of_blocks = Stream(stream.source, (), None)
    of_blocks.raw, of_blocks.undecodable = stream.raw, stream.undecodable
    of_blocks.blocks = tuple(read for _, read in sorted(blocks, key=lambda one: one[0].start))
    of_blocks.reader = partial(_read, path)
    return of_blocks


def _readable(blocks: Iterable[_TextBlock], text: str) -> list[tuple[_TextBlock, Stream]]:
    """Return the blocks that are worth reading, each read."""
    return [(block, read) for block in blocks if (read := block.read(text)) is not None]


def _without(text: str, blocks: list[tuple[_TextBlock, Stream]]) -> str:
    """Return a text with some blocks blanked out."""
    for block, _ in blocks:
        text = text[: block.start] + blank(text[block.start : block.end]) + text[block.end :]
    return text


def _read(path: str, text: str) -> Stream:
    return read_blocks(parse(text), path)


def _whole(text: str) -> Iterator[_TextBlock]:
    """Yield a script, if commands in it may give a product flags."""
    if mentions_product_option(text):
        yield _TextBlock(0, len(text), 0, is_configuration=False, is_script=True)


def _fenced(text: str) -> Iterator[_TextBlock]:
    """Yield the fenced blocks of a text that may have to do with schedulers, but for those of here-documents.

    Those in quotations are left out: each of their lines begins with a `>`.
    """
    start = offset = 0
    opening = ""
    indentation, language = 0, ""
    for line in _lines(text):
        match = _FENCE.match(line)
        if opening and line.strip().startswith(opening) and not line.strip().strip(opening[0]):
            opening = ""
            yield from _block(language, text[start:offset], _TextBlock(start, offset, indentation))
        elif not opening and match is not None:
            opening, language = match["fence"], (match["language"] or "").lower()
            start, indentation = offset + len(line), len(match["before"])
        offset += len(line)


def _block(language: str, content: str, block: _TextBlock) -> Iterator[_TextBlock]:
    """Yield a fenced block as what it may be; nothing where it has nothing to do with schedulers."""
    if _is_configuration(language, content):
        yield block
    elif mentions_manifests(content) and (language in _LANGUAGES or is_unit(content)):
        yield block._replace(is_configuration=False)
    elif language in _SHELL and mentions_product_option(content):
        yield block._replace(is_configuration=False, is_script=True)


def _is_configuration(language: str, content: str) -> bool:
    if language in _LANGUAGES:
        return mentions_configuration(content) or contains_fields(content.encode())
    return (
        language in _ANY_LANGUAGE
        and contains_configuration(content.encode())
        and _HERE_DOCUMENT.search(content) is None
    )


def _here_documents(text: str) -> Iterator[_TextBlock]:
    """Yield the here-documents of a text that may have to do with schedulers, and which the shell leaves as they are.

    In a unit it may put in values: those are not known.
    """
    for match in _HERE_DOCUMENT.finditer(text):
        content = match["text"]
        block = _TextBlock(*match.span("text"), len(content) - len(content.lstrip(" \t")))
        is_expanded = not match["quote"] and any(letter in content for letter in _EXPANDED)
        if is_unit(content):
            if mentions_manifests(content) and (match["quote"] or not any(mark in content for mark in _COMMANDS)):
                yield block._replace(is_configuration=False, is_expanded=not match["quote"])
        elif not is_expanded and contains_configuration(content.encode()):
            yield block
        elif not is_expanded and mentions_manifests(content):
            yield block._replace(is_configuration=False)


def _lines(text: str) -> Iterator[str]:
    start = 0
    for match in BREAK.finditer(text):
        yield text[start : match.end()]
        start = match.end()
    yield text[start:]
