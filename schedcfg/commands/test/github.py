"""Workflow commands: GitHub Actions shows beside the lines of a change which tests do not pass."""

from collections.abc import Iterator

from schedcfg.commands.test.results import TestOutcome, TestReport
from schedcfg.commands.test.text import failing_text, first_failure, summary_line, variant_label
from schedcfg.output.finding_text import with_help
from schedcfg.output.github import cell, command, file_property
from schedcfg.output.links import file_name


def render(report: TestReport, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield an error for each test that does not pass, and a notice with their number."""
    for wrong in report.wrong_files:
        for finding in (finding for document in wrong.documents for finding in document.findings):
            place = {**file_property(wrong.path), "line": finding.start.line}
            yield command("error", place, finding.rule, with_help(finding))
    for test in report.tests:
        for result in test.results:
            if result.outcome is not TestOutcome.PASSED:
                label = variant_label(result, test.results)
                title = f"{result.outcome}: {test.name}{f' [{label}]' if label else ''}"
                place = {**file_property(test.file), "line": result.line}
                yield command("error", place, title, failing_text(test, result))
    yield command("notice", {}, "schedcfg test", summary_line(report))


def render_step_summary(report: TestReport, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a heading, what the tests add up to, and a table of those that do not pass."""
    yield f"### schedcfg test\n\n{cell(summary_line(report))}\n\n"
    rows = [(test, one) for test in report.tests for one in test.results if one.outcome is not TestOutcome.PASSED]
    if rows:
        yield "| | where | test | what |\n| --- | --- | --- | --- |\n"
        for test, result in rows:
            label = variant_label(result, test.results)
            called = f"{test.name} [{label}]" if label else test.name
            where = f"{file_name(test.file).path}:{result.line}"
            yield f"| {result.outcome} | {cell(where)} | {cell(called)} | {cell(first_failure(result))} |\n"
        yield "\n"
