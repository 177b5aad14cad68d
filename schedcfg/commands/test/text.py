"""The report for people: a line for each test; of one that does not pass what was expected, what happened, and why."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from schedcfg.commands.test.results import ConditionResult, TestOutcome, TestReport, TestResult, TestRunResult
from schedcfg.commands.trial.answer.text import explained_lines, group_lines
from schedcfg.document.texts import listing, printable
from schedcfg.findings import FileReport
from schedcfg.output import unified_diff
from schedcfg.output.figures import name
from schedcfg.output.summary import counted
from schedcfg.output.tables import TextLayout
from schedcfg.output.terminal import BOLD, DIM, GREEN, RED, YELLOW, columns, painter, path_label
from schedcfg.output.text import block

_COLORS = {
    TestOutcome.PASSED: GREEN,
    TestOutcome.FAILED: RED,
    TestOutcome.FLAKY: YELLOW,
    TestOutcome.ERROR: RED,
}
_WIDTH = max(map(len, TestOutcome))
_MOST_MESSAGES = 3


def render(report: TestReport, *, colored: bool) -> Iterator[str]:
    """Yield the report, as wide as the terminal."""
    layout = TextLayout.of(painter(colored=colored), columns())
    for wrong in report.wrong_files:
        yield from _wrong_file(wrong, layout)
    for path, tests in groupby(report.tests, lambda test: test.file):
        lines = chain([layout.heading(path_label(path))], *(_test_lines(test, layout) for test in tests))
        yield from (f"{line}\n" for line in lines)
    for one in report.recorded:
        yield from unified_diff.render(one.path, one.before, one.after, colored=colored)
        yield f"{path_label(one.path)}: {counted(one.tests, 'test')} written\n"
    yield f"{summary_line(report)}\n"


def _wrong_file(report: FileReport, layout: TextLayout) -> Iterator[str]:
    for document in report.documents:
        for finding in document.findings:
            yield block(report, document, finding, layout.paint)


def summary_line(report: TestReport) -> str:
    """Return what all tests add up to: `2 passed, 1 failed`."""
    counts = report.counts
    parts = (
        (counts.failed, f"{counts.failed:,} failed"),
        (counts.flaky, f"{counts.flaky:,} flaky"),
        (counts.errors, counted(counts.errors, "error")),
        (counts.passed, f"{counts.passed:,} passed"),
    )
    return ", ".join(text for number, text in parts if number) or "no test was run"


def _test_lines(test: TestResult, layout: TextLayout) -> Iterator[str]:
    outcome = layout.paint(_COLORS[test.outcome], f"{test.outcome:{_WIDTH}}")
    seconds = sum(one.seconds for one in test.results)
    took = layout.paint(DIM, f"({seconds:.1f} s)")
    yield from layout.wrapped([*printable(test.name).split(), took], f"  {outcome}  ", 4 + _WIDTH)
    several = len(test.results) > 1
    for results in _alike(test.results):
        if several and (test.differs or results[0].outcome is not TestOutcome.PASSED):
            called = listing([variant_label(one, test.results) for one in results], len(results))
            yield from layout.wrapped(called.split(), f"    {results[0].outcome} with ", 6)
        if results[0].outcome is not TestOutcome.PASSED:
            yield from _failing_lines(test, results[0], layout)


def _alike(results: Sequence[TestRunResult]) -> list[list[TestRunResult]]:
    """Return results with those together that say the same."""
    groups: dict[object, list[TestRunResult]] = {}
    for one in results:
        key = (one.outcome, one.conditions, one.problem) if one.outcome is not TestOutcome.PASSED else one.outcome
        groups.setdefault(key, []).append(one)
    return list(groups.values())


def variant_label(result: TestRunResult, beside: Sequence[TestRunResult]) -> str:
    """Return how a scheduler and its configuration are called beside the others; empty where there are none."""
    parts = []
    if len({one.program for one in beside}) > 1:
        parts.append(f"{result.program} ({result.kubernetes})")
    if len({one.configuration for one in beside}) > 1:
        parts.append(result.configuration)
    return printable(" and ".join(parts))


def failing_text(test: TestResult, result: TestRunResult) -> str:
    """Return why a test does not pass, without colors."""
    layout = TextLayout(painter(colored=False), _WIDEST)
    return "\n".join(line[4:] for line in _failing_lines(test, result, layout))


_WIDEST = 120
"""Columns of a text that is shown elsewhere than on a terminal."""


def first_failure(result: TestRunResult) -> str:
    """Return in a sentence what does not hold."""
    if result.problem is not None:
        return result.problem
    first = result.failing[0]
    return f"{first.condition}: expected {first.expected}, found {first.found}"


def _failing_lines(test: TestResult, result: TestRunResult, layout: TextLayout) -> Iterator[str]:
    if result.problem is not None:
        place = layout.paint(BOLD, f"{path_label(test.file)}:{result.line}")
        yield from layout.wrapped(f"{result.problem}.".split(), f"    {place}: ", 6)
        if result.help:
            yield from layout.wrapped(result.help.split(), "      help: ", 8)
        return
    for condition in result.failing:
        yield from _condition_lines(test, condition, layout)
    if result.summary is not None:
        yield from (f"  {line}" for line in group_lines(result.summary.groups, layout))
    for message, number in list(result.messages.items())[:_MOST_MESSAGES]:
        yield from layout.wrapped(printable(message).split(), f"    {counted(number, 'Pod')} Pending: ", 6)
    for placement in result.explained:
        yield from (f"  {line}" for line in explained_lines(placement, result.kubernetes, "", layout))


def _condition_lines(test: TestResult, condition: ConditionResult, layout: TextLayout) -> Iterator[str]:
    place = layout.paint(BOLD, f"{path_label(test.file)}:{condition.line}")
    often = f", in {condition.runs - condition.held} of {condition.runs} runs" if condition.held else ""
    yield f"    {place}: {name(condition.condition)}{often}"
    for head, words in (("expected", condition.expected), ("found", condition.found)):
        yield from layout.wrapped(words.split(), f"      {head + ':':10}", 16)
