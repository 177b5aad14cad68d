"""Ignores applied: findings that comments suppress are left out, and comments that suppress nothing are reported."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import accumulate

from schedcfg.cards import EditorMark, RuleCard, v1_configuration
from schedcfg.document import Span, Stream
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Severity, Verdict
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


class _Use:
    """What one comment did."""

    def __init__(self, directive: Directive) -> None:
        self.directive = directive
        self.silenced: set[str] = set()
        self.facts: set[str] = set()


class _CoversOfRule:
    """The comments that name one rule, asked from the beginning of a text to its end."""

    def __init__(self, rule: str, uses: list[_Use]) -> None:
        self._rule = rule
        self._waiting = sorted(uses, key=lambda use: use.directive.start, reverse=True)
        self._ends: list[int] = []
        self._idle: dict[bool, list[_Use]] = {False: [], True: []}

    def silence(self, finding: Finding) -> bool:
        """Return whether a comment suppresses a finding, and note in all that cover it what they did."""
        offset, is_fact = finding.start.offset, finding.finding_class is FindingClass.REFUSED
        while self._waiting and self._waiting[-1].directive.start <= offset:
            use = self._waiting.pop()
            heappush(self._ends, use.directive.end)
            for idle in self._idle.values():
                idle.append(use)
        while self._ends and self._ends[0] <= offset:
            heappop(self._ends)
        for use in self._idle[is_fact]:
            if offset < use.directive.end:
                (use.facts if is_fact else use.silenced).add(self._rule)
        # What is noted once, or has ended, is not looked at again.
        self._idle[is_fact] = []
        return bool(self._ends) and not is_fact


def _silenced(findings: Iterable[Finding], uses: list[_Use]) -> set[int]:
    """Return the identities of the findings that comments suppress."""
    by_rule: dict[str, list[_Use]] = defaultdict(list)
    for use in uses:
        for rule in {named.rule for named in use.directive.names or ()}:
            by_rule[rule].append(use)
    covers = {rule: _CoversOfRule(rule, those) for rule, those in by_rule.items()}
    covered = (finding for finding in findings if finding.rule in covers and not finding.is_required)
    in_order = sorted(covered, key=lambda finding: finding.start.offset)
    return {id(finding) for finding in in_order if covers[finding.rule].silence(finding)}


def quiet(report: FileReport, stream: Stream) -> FileReport:
    """Return a report without what the comments of a file suppress."""
    return _quiet(report, [_Use(directive) for directive in directives(stream)])


def applied(report: FileReport, stream: Stream, selection: Selection, *, with_related: bool) -> FileReport:
    """Return a report without what the comments of a file suppress, with what is wrong with them; see `selected`."""
    uses = [_Use(directive) for directive in directives(stream)]
    left = _quiet(report, uses)
    unchecked = frozenset() if with_related else names.expanded([names.SURROUNDINGS])
    if report.verdict is Verdict.REFUSED:
        # Where something stops kube-scheduler, the rules that advise have not seen everything.
        unchecked = frozenset(named.rule for use in uses for named in use.directive.names or ())
    about = [*_about(uses, selection, unchecked), *findings_about_release(stream)]
    silenced = _silenced(about, uses)
    return replace(left, documents=_with([finding for finding in about if id(finding) not in silenced], left.documents))


def _quiet(report: FileReport, uses: list[_Use]) -> FileReport:
    silenced = _silenced((finding for document in report.documents for finding in document.findings), uses)
    documents = tuple(
        replace(document, findings=tuple(finding for finding in document.findings if id(finding) not in silenced))
        for document in report.documents
    )
    return replace(report, documents=documents, silenced=_findings_in(report.documents) - _findings_in(documents))


def _findings_in(documents: Iterable[DocumentReport]) -> int:
    return sum(len(document.findings) for document in documents)


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


def _about(uses: list[_Use], selection: Selection, unchecked: frozenset[str]) -> Iterator[Finding]:
    for use in uses:
        directive = use.directive
        if directive.names is None:
            yield _unreadable(directive)
            continue
        rules = [named.rule for named in directive.names]
        yield from (_unknown(directive, number) for number, rule in enumerate(rules) if not names.is_known(rule))
        facts = [number for number, rule in enumerate(rules) if _is_fact(rule, use)]
        yield from (_fact(directive, number) for number in facts)
        needed = use.silenced | unchecked | _ABOUT_IGNORES | {rules[number] for number in facts}
        unused = [number for number, rule in enumerate(rules) if names.is_known(rule) and rule not in needed]
        if unused:
            yield _unused(directive, unused)
        if selection.needs_reasons and not directive.reason:
            yield _without_reason(directive)


def _is_fact(rule: str, use: _Use) -> bool:
    return rule in use.facts or (names.is_fact(rule) and rule not in use.silenced)


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
