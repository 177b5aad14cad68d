"""Comments that ignore findings: `# schedcfg: ignore[rule-id, other-rule] reason`.

Names of rules, as options, settings and comments have them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from schedcfg.cards import RuleGroup
from schedcfg.document import Comment, Span, Stream, comments
from schedcfg.document.span import BREAK, MARK, Edit
from schedcfg.document.stream import SourceText
from schedcfg.findings import FindingClass, Fix, Severity
from schedcfg.patterns import pattern
from schedcfg.rules.cards import cards
from schedcfg.rules.former_ids import current_id
from schedcfg.rules.names import nearest
from schedcfg.rules.registry import manifest_rules
from schedcfg.sources import Text
from schedcfg.sources.embedded import configurations_in
from schedcfg.sources.manifests.reading import manifests_in
from schedcfg.validation.selection.selection import Selection

_START = pattern(r"#[ \t]*schedcfg:[ \t]*")
_IGNORE = pattern(r"(?P<verb>ignore|ignore-file)[ \t]*\[(?P<names>[^\]#]*)\](?P<reason>.*)", re.DOTALL)
_NAME = pattern(r"[^\s,]+(?:[ \t]+[^\s,]+)*")
_FIRST_TOKEN = pattern(r"[\w-]*")
_WHOLE_FILE = "ignore-file"
_KEEPS_BLANK_LINES = pattern(r"[^\r\n]*[|>][0-9]?\+")
_BLANK_LINES = pattern(r"(?:[ \t]*(?:\r\n|[\r\n\x85\u2028\u2029]))*")


class NamedRule(NamedTuple):
    """A rule that a comment names."""

    rule: str
    span: Span
    written: str  # What the comment has: the rule's id, of today or an earlier one


class Directive(NamedTuple):
    """A comment that ignores something."""

    names: tuple[NamedRule, ...] | None  # The rules; None where they cannot be read
    reason: str
    span: Span  # From its `#` to its end
    # What is removed with it: its line if nothing else is in it, else the comment and the spaces before it; None where
    # the text above it would change
    removable: Span | None
    start: int  # Offset from which it holds
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
                found.update((offset, directive) for directive in _read(offset, source))
    return [found[offset] for offset in sorted(found)]


def _sources(stream: Stream) -> Iterator[SourceText]:
    """Yield a text and those inside it whose positions are those of the file, the innermost first."""
    if stream.blocks is not None:
        for block in stream.blocks:
            yield from _sources(block)
        return
    for document in stream.documents:
        yield from (
            configuration.stream.source
            for configuration in configurations_in(document)
            if configuration.span is None and configuration.stream.documents
        )
    yield from (manifest.document.source for manifest in manifests_in((Text("", stream),)) if manifest.span is None)
    yield stream.source


def _read(offset: int, source: SourceText) -> Iterable[Directive]:
    end = comments.end_of(source.text, offset)
    start = _START.search(source.text, offset, end)
    if start is None:
        return
    comment = source.comment(offset)
    span = comment.span if start.start() == offset else source.lines.span(start.start(), end)
    match = _IGNORE.match(source.text, start.end(), end)
    if match is None:
        if _is_attempt(source.text[start.end() : end]):
            yield Directive(None, "", span, span, 0, 0)
        return
    names = tuple(
        NamedRule(current_id(one[0]), source.lines.span(one.start(), one.end()), one[0])
        for one in _NAME.finditer(source.text, *match.span("names"))
    )
    reach = (0, len(source.text) + 1) if match["verb"] == _WHOLE_FILE else _reach(comment, source)
    yield Directive(names or None, match["reason"].strip(), span, _removable(span, comment, source), *reach)


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
    if match := BREAK.match(text, end):
        # What comes next must not become a byte order mark.
        is_begun = start == 0 and text.startswith(MARK, match.end())
        # The comment ends the block scalar: without it, blank lines behind it would belong to that.
        blank = _BLANK_LINES.match(text, match.end()) if above and _KEEPS_BLANK_LINES.match(above) else None
        return source.lines.span(start, end if is_begun else (blank or match).end())
    # A file that does not end with a line break stays so, also where blank lines are before the comment: a block
    # scalar would lose its own.
    return None if above is not None else source.lines.span(len(text[:start].rstrip("\r\n")), end)


def removed(directive: Directive, unwanted: Sequence[int]) -> Fix:
    """Return the fix that removes rules, by their numbers, from a comment, or the comment where it names no other."""
    named = directive.names or ()
    if len(unwanted) == len(named):
        edits: tuple[Edit, ...] = () if directive.removable is None else (Edit(directive.removable, ""),)
        return Fix("Remove the comment", True, edits)  # noqa: FBT003 - a field of a NamedTuple
    edits = tuple(Edit(_with_comma(named, first, last), "") for first, last in _runs(unwanted))
    return Fix("Remove it from the comment", True, edits)  # noqa: FBT003 - whether it is safe


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of each run of numbers without a gap."""
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        (_, first), *others = run
        yield first, others[-1][1] if others else first


def _with_comma(named: tuple[NamedRule, ...], first: int, last: int) -> Span:
    """Return the place of some rules with the comma after them, or with that before them where they end the list."""
    if last + 1 < len(named):
        return Span(named[first].span.start, named[last + 1].span.start)
    return Span(named[first - 1].span.end, named[last].span.end)


def renamed(directive: Directive, number: int) -> Fix:
    """Write the rule that was probably meant; take the name out where none is near."""
    named = (directive.names or ())[number]
    near = meant(named.rule)
    if near is None:
        return removed(directive, [number])
    return Fix(f"Write `{near}`", False, (Edit(named.span, near),))  # noqa: FBT003 - whether it is safe


def with_current_id(named: NamedRule) -> Fix:
    """Write what a rule is called today."""
    return Fix(f"Write `{named.rule}`", True, (Edit(named.span, named.rule),))  # noqa: FBT003 - whether it is safe


SURROUNDINGS = RuleGroup.SURROUNDINGS.value
GROUPS = (FindingClass.REFUSED.value, FindingClass.ADVISED.value, SURROUNDINGS)
"""Rules that can be chosen together, in addition to all of a severity."""

_FACT = "its findings prevent kube-scheduler from starting, and are always reported"
WAY_OUT = "Fix the file; to postpone the fix, use a baseline (`--write-baseline known.json`)."
"""What to do about a finding that nothing suppresses."""


_NO_NEAR = "`schedcfg list rules` lists the rules; one that is gone need not be named."


class RejectedName(NamedTuple):
    """A name that is not allowed where it was written."""

    name: str
    message: str
    help: str


def is_known(name: str) -> bool:
    """Return whether there is such a rule."""
    return name in cards()


def is_fact(name: str) -> bool:
    """Return whether there is such a rule, and all that it finds is refused by kube-scheduler."""
    card = cards().get(name)
    return card is not None and card.finding_class is FindingClass.REFUSED and not card.depends


def is_reported(name: str, selection: Selection) -> bool:
    """Return whether what a rule finds is reported; for a rule that no longer exists, it would be."""
    card = cards().get(name)
    return card is None or is_fact(name) or selection.reports_advice(name, card.severity)


def unknown(name: str) -> RejectedName:
    """Return the message that there is no such rule, with the one that was probably meant."""
    near = meant(name)
    return RejectedName(name, f"there is no rule `{name}`", f"Did you mean `{near}`?" if near else _NO_NEAR)


@lru_cache(maxsize=16)
def meant(name: str) -> str | None:
    """Return the rule that was probably meant; None for none. A text with many comments names few rules."""
    return nearest(name, cards())


def not_selectable(names: Iterable[str]) -> list[RejectedName]:
    """List the names that are neither a rule nor a group nor a severity."""
    return [_unknown(name) for name in names if not is_known(current_id(name)) and name not in _TOGETHER]


def not_ignorable(names: Iterable[str]) -> list[RejectedName]:
    """List likewise, and add those that represent facts."""
    chosen = tuple(names)
    facts = [name for name in chosen if name == FindingClass.REFUSED or is_fact(current_id(name))]
    return [
        *not_selectable(chosen),
        *(RejectedName(name, f"`{name}` cannot be ignored: {_FACT}", WAY_OUT) for name in facts),
    ]


def expanded(names: Iterable[str]) -> frozenset[str]:
    """Return names with the group that is a folder replaced by its rules; class and severity are part of a finding.

    Former ids of rules are those of today.
    """
    chosen = frozenset(map(current_id, names))
    if SURROUNDINGS not in chosen:
        return chosen
    return chosen | {rule.id for rule in manifest_rules()}


_TOGETHER = (*GROUPS, *(severity.value for severity in Severity))


def _unknown(name: str) -> RejectedName:
    near = nearest(name, [*cards(), *_TOGETHER])
    listed = ", ".join(f"`{one}`" for one in _TOGETHER)
    return RejectedName(
        name,
        f"there is no rule `{name}`",
        f"Did you mean `{near}`?" if near else f"Name a rule, or a group of them: {listed}. {_NO_NEAR}",
    )
