"""Ignores applied: findings that comments suppress are left out, and comments that suppress nothing are reported."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TypeAlias

from schedcfg.cards import EditorMark, RuleCard, v1_configuration
from schedcfg.document import Span, Stream
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, SettledBy, Severity, Verdict
from schedcfg.rules import placing
from schedcfg.validation.selection import directives as names
from schedcfg.validation.selection.directives import WAY_OUT, Directive, directives, removed, renamed
from schedcfg.validation.selection.release_comment import findings_about_release
from schedcfg.validation.selection.selection import Selection

UNUSED = "unused-ignore"
UNKNOWN = "unknown-rule"
FACT = "ignored-fact"
UNREADABLE = "unreadable-ignore"
NO_REASON = "ignore-without-reason"

_ABOUT_IGNORES = frozenset({UNUSED, UNKNOWN, FACT, UNREADABLE, NO_REASON})


@dataclass
class _Scope:
    """What the comments did that hold for the same part of a text."""

    named: dict[str, int] = field(default_factory=dict)  # The rules that they name, with the lines
    silenced: set[str] = field(default_factory=set)  # The rules of which they suppress a finding
    facts: set[str] = field(default_factory=set)  # The rules whose findings there cannot be suppressed


_Scopes: TypeAlias = Mapping[tuple[int, int], _Scope]
"""Where comments hold, from an offset up to another one → what they did."""


def _scopes(found: Iterable[Directive]) -> _Scopes:
    scopes: dict[tuple[int, int], _Scope] = defaultdict(_Scope)
    for directive in found:
        rules = (named.rule for named in directive.names or ())
        scopes[directive.start, directive.end].named.update(dict.fromkeys(rules, directive.span.start.line))
    return scopes


def _silenced(findings: Iterable[Finding], scopes: _Scopes) -> dict[int, str]:
    """Return the identities of the findings that comments suppress, with the reasons; note in all what they did."""
    in_order = sorted((one for one in findings if not one.is_required), key=_offset)
    silenced: dict[int, str] = {}
    for (start, end), scope in scopes.items():
        # Blocks are in each other, at most as deep as collections are: a finding is looked at for few scopes.
        within = slice(bisect_left(in_order, start, key=_offset), bisect_left(in_order, end, key=_offset))
        for finding in in_order[within]:
            if finding.rule in scope.named:
                if finding.finding_class is FindingClass.REFUSED:
                    scope.facts.add(finding.rule)
                else:
                    scope.silenced.add(finding.rule)
                    silenced[id(finding)] = f"the comment in line {scope.named[finding.rule]} ignores it"
    return silenced


def _offset(finding: Finding) -> int:
    return finding.start.offset


def quiet(report: FileReport, stream: Stream) -> FileReport:
    """Return a report without what the comments of a file suppress."""
    return _quiet(report, _scopes(directives(stream)))


def applied(report: FileReport, stream: Stream, selection: Selection, *, with_related: bool) -> FileReport:
    """Return a report without what the comments of a file suppress, with what is wrong with them; see `selected`."""
    found = directives(stream)
    scopes = _scopes(found)
    left = _quiet(report, scopes)
    unchecked = frozenset() if with_related else names.expanded([names.SURROUNDINGS])
    if report.verdict is Verdict.REFUSED:
        # Where something stops kube-scheduler, the rules that advise have not seen everything.
        unchecked = frozenset(rule for scope in scopes.values() for rule in scope.named)
    about = [*_about(found, scopes, selection, unchecked), *findings_about_release(stream)]
    silenced = _silenced(about, scopes)
    return replace(left, documents=_with([finding for finding in about if id(finding) not in silenced], left.documents))


def _quiet(report: FileReport, scopes: _Scopes) -> FileReport:
    silenced = _silenced((finding for document in report.documents for finding in document.findings), scopes)
    return replace(report, documents=tuple(one.without(silenced, SettledBy.COMMENT) for one in report.documents))


def _with(findings: list[Finding], documents: tuple[DocumentReport, ...]) -> tuple[DocumentReport, ...]:
    """Add findings to the reports on the documents that they are in, or follow."""
    lines = sorted((document.line, index) for index, document in enumerate(documents))
    latest = list(accumulate((index for _, index in lines), max))
    added: dict[int, list[Finding]] = defaultdict(list)
    for finding in findings:
        number = bisect_right(lines, (finding.start.line, len(documents)))
        added[latest[number - 1] if number else 0].append(finding)
    return tuple(
        replace(document, findings=placing.in_order([*document.findings, *added[index]]))
        if index in added
        else document
        for index, document in enumerate(documents)
    )


def _about(
    found: Iterable[Directive], scopes: _Scopes, selection: Selection, unchecked: frozenset[str]
) -> Iterator[Finding]:
    for directive in found:
        if directive.names is None:
            yield _unreadable(directive)
            continue
        rules = [named.rule for named in directive.names]
        scope = scopes[directive.start, directive.end]
        yield from (_unknown(directive, number) for number, rule in enumerate(rules) if not names.is_known(rule))
        facts = [number for number, rule in enumerate(rules) if _is_fact(rule, scope)]
        yield from (_fact(directive, number) for number in facts)
        needed = scope.silenced | unchecked | _ABOUT_IGNORES | {rules[number] for number in facts}
        unused = [number for number, rule in enumerate(rules) if names.is_known(rule) and rule not in needed]
        if unused:
            yield _unused(directive, unused)
        if selection.needs_reasons and not directive.reason:
            yield _without_reason(directive)


def _is_fact(rule: str, scope: _Scope) -> bool:
    return rule in scope.facts or (names.is_fact(rule) and rule not in scope.silenced)


def _span(directive: Directive, number: int) -> Span:
    """Return the span to underline: the name where there are several, else the whole comment."""
    named = directive.names or ()
    return named[number].span if len(named) > 1 else directive.span


def _rule(directive: Directive, number: int) -> str:
    return (directive.names or ())[number].rule


_WEIGHT = (FindingClass.ADVISED, Severity.WARNING)
_NO_FIELD = ""


def _unreadable(directive: Directive) -> Finding:
    return Finding(
        UNREADABLE,
        *_WEIGHT,
        _NO_FIELD,
        "this comment ignores nothing: it names no rules in brackets",
        "Write `# schedcfg: ignore[rule-id] reason`, with commas between several rules.",
        *directive.span,
    )


def _unknown(directive: Directive, number: int) -> Finding:
    wrong = names.unknown(_rule(directive, number))
    fix = renamed(directive, number)
    return Finding(UNKNOWN, *_WEIGHT, _NO_FIELD, wrong.message, wrong.help, *_span(directive, number), fix)


def _fact(directive: Directive, number: int) -> Finding:
    return Finding(
        FACT,
        *_WEIGHT,
        _NO_FIELD,
        f"`{_rule(directive, number)}` cannot be ignored: its findings prevent kube-scheduler from starting",
        WAY_OUT,
        *_span(directive, number),
        removed(directive, [number]),
    )


def _unused(directive: Directive, unused: list[int]) -> Finding:
    rules = dict.fromkeys(f"`{_rule(directive, number)}`" for number in unused)
    verb = "finds" if len(rules) == 1 else "find"
    return Finding(
        UNUSED,
        *_WEIGHT,
        _NO_FIELD,
        f"this comment is unused: {' and '.join(rules)} {verb} nothing here",
        "Remove it. It applies to its own line or, alone on a line, to the whole block below.",
        *_span(directive, unused[0]),
        removed(directive, unused),
    )


def _without_reason(directive: Directive) -> Finding:
    return Finding(
        NO_REASON,
        *_WEIGHT,
        _NO_FIELD,
        "this comment has no reason",
        "Write the reason after the bracket: `# schedcfg: ignore[rule-id] reason`.",
        *directive.span,
    )


_IN_OUR_IMAGE = v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: OurPlugin  # schedcfg: ignore[undeclared-plugin] in our image
""")

CARDS = (
    RuleCard(
        id="unused-ignore",
        finding_class=FindingClass.ADVISED,
        mark=EditorMark.UNNECESSARY,
        severity=Severity.WARNING,
        title="A comment ignores a finding that does not exist",
        why="The finding is gone, or the comment is in the wrong place; it may hide a later finding.",
        source="schedcfg/validation/selection/ignores.py",
        bad=v1_configuration("""\
parallelism: 8  # schedcfg: ignore[undeclared-plugin] measured
"""),
        good=v1_configuration("""\
parallelism: 8
"""),
    ),
    RuleCard(
        id="unknown-rule",
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
        title="A comment names a rule that does not exist",
        why="It suppresses nothing, although its readers expect it to.",
        source="schedcfg/validation/selection/ignores.py",
        bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: OurPlugin  # schedcfg: ignore[undeclared-plugn] in our image
"""),
        good=_IN_OUR_IMAGE,
    ),
    RuleCard(
        id="ignored-fact",
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
        title="A comment ignores what stops kube-scheduler",
        why="kube-scheduler does not read comments: it does not start, whatever they say.",
        source="schedcfg/validation/selection/ignores.py",
        bad=v1_configuration("""\
parallelism: 0  # schedcfg: ignore[number-not-allowed] it works for us
"""),
        good=v1_configuration("""\
parallelism: 1
"""),
    ),
    RuleCard(
        id="unreadable-ignore",
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
        title="A comment does not name what to ignore",
        why="It suppresses nothing: rules must be named one by one, so that later findings are not hidden.",
        source="schedcfg/validation/selection/ignores.py",
        bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: OurPlugin  # schedcfg: ignore
"""),
        good=_IN_OUR_IMAGE,
    ),
    RuleCard(
        id="ignore-without-reason",
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
        title="A comment ignores something without a reason",
        why="Nobody can tell later whether it is still correct.",
        source="schedcfg/validation/selection/ignores.py",
        bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: OurPlugin  # schedcfg: ignore[undeclared-plugin]
"""),
        good=_IN_OUR_IMAGE,
        options=("--require-reasons",),
    ),
)
