"""Comments that ignore findings: `# schedcfg: ignore[rule-id, other-rule] reason`."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.document import Comment, Span, Stream, comments
from schedcfg.document.span import BREAK, MARK
from schedcfg.document.stream import SourceText
from schedcfg.patterns import pattern
from schedcfg.rules.names import nearest
from schedcfg.sources import Text
from schedcfg.sources.embedded import configurations_in
from schedcfg.sources.manifests.reading import manifests_in

_START = pattern(r"#[ \t]*schedcfg:[ \t]*")
_IGNORE = pattern(r"(?P<verb>ignore|ignore-file)[ \t]*\[(?P<names>[^\]#]*)\](?P<reason>.*)", re.DOTALL)
_NAME = pattern(r"[^\s,]+(?:[ \t]+[^\s,]+)*")
_FIRST_TOKEN = pattern(r"[\w-]*")
_WHOLE_FILE = "ignore-file"
_KEEPS_BLANK_LINES = pattern(r"[^\r\n]*[|>][0-9]?\+")
_BLANK_LINES = pattern(r"(?:[ \t]*(?:\r\n|[\r\n\x85\u2028\u2029]))*")


class NamedRule(NamedTuple):
    """A rule that a comment names.

    Attributes:
        rule: As written.
        span: Where.
    """

    rule: str
    span: Span


class Directive(NamedTuple):
    """A comment that ignores something.

    Attributes:
        names: The rules; None where they cannot be read.
        reason: The text behind them.
        span: From its `#` to its end.
        removable: What is removed with it: its line if nothing else is in it, else the comment and the spaces before
            it; None where the text above it would change.
        start: Offset from which it holds.
        end: Offset up to which it does.
    """

    names: tuple[NamedRule, ...] | None
    reason: str
    span: Span
    removable: Span | None
    start: int
    end: int

    def covers(self, rule: str, offset: int) -> bool:
        """Return whether it ignores what a rule finds at an offset."""
        return self.start <= offset < self.end and any(named.rule == rule for named in self.names or ())


def directives(stream: Stream) -> list[Directive]:
    """List the ignores in a text, and in the texts inside it that are read in place."""
    found: dict[int, Directive] = {}
    # Most manifests are in the text itself.
    for source in dict.fromkeys(_sources(stream)):
        for offset in source.comment_starts:
            if offset not in found:
                found.update((offset, one) for one in _read(offset, source))
    return [found[offset] for offset in sorted(found)]


def _sources(stream: Stream) -> Iterator[SourceText]:
    """Yield a text and those inside it whose positions are those of the file, the innermost first."""
    for document in stream.documents:
        yield from (
            one.stream.source for one in configurations_in(document) if one.span is None and one.excerpt is None
        )
    yield from (one.document.source for one in manifests_in((Text("", stream),)) if one.span is None)
    yield stream.source


def _read(offset: int, source: SourceText) -> Iterable[Directive]:
    end = comments.end_of(source.text, offset)
    start = _START.search(source.text, offset, end)
    if start is None:
        return
    comment = source.comment(offset)
    span = comment.span if start.start() == offset else source.lines.span(start.start(), end)
    found = _IGNORE.match(source.text, start.end(), end)
    if found is None:
        if _is_attempt(source.text[start.end() : end]):
            yield Directive(None, "", span, span, 0, 0)
        return
    names = tuple(
        NamedRule(one[0], source.lines.span(one.start(), one.end()))
        for one in _NAME.finditer(source.text, *found.span("names"))
    )
    reach = (0, len(source.text) + 1) if found["verb"] == _WHOLE_FILE else _reach(comment, source)
    yield Directive(names or None, found["reason"].strip(), span, _removable(span, comment, source), *reach)


def _is_attempt(content: str) -> bool:
    """Return whether this is a misspelled directive; prose may begin with our name as well."""
    first = _FIRST_TOKEN.match(content)
    assert first is not None
    return nearest(first[0], ("ignore", _WHOLE_FILE)) is not None


def _reach(comment: Comment, source: SourceText) -> tuple[int, int]:
    """Return the offsets for which a comment holds: its line, or the block below it; nothing where there is none."""
    start, end = comment.span.start, comment.span.end
    if not comment.own_line:
        return start.offset - start.column + 1, end.offset + 1
    block = source.block_behind(end.offset)
    return (0, 0) if block is None else (block.start.offset, max(block.end.offset, block.start.offset + 1))


def _removable(span: Span, comment: Comment, source: SourceText) -> Span | None:
    """Return what to take out so that nothing is left of an ignore; None where that would change a text above it."""
    text, start, end = source.text, span.start.offset, span.end.offset
    is_own_line = comment.own_line and comment.span.start == span.start
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    if not is_own_line:
        return source.lines.span(start, end)
    above = source.block_scalar_before(start)
    if found := BREAK.match(text, end):
        # What comes next must not become a byte order mark.
        is_begun = start == 0 and text.startswith(MARK, found.end())
        # The comment ends the block scalar: without it, blank lines behind it would belong to that.
        blank = _BLANK_LINES.match(text, found.end()) if above and _KEEPS_BLANK_LINES.match(above) else None
        return source.lines.span(start, end if is_begun else (blank or found).end())
    # A file that does not end with a line break stays so, also where blank lines are before the comment: a block
    # scalar would lose its own.
    return None if above is not None else source.lines.span(len(text[:start].rstrip("\r\n")), end)
