"""The JUnit report: CI systems show it as tests, which these are."""

from collections.abc import Iterator
from itertools import groupby

from schedcfg.commands.test.results import TestOutcome, TestReport, TestResult
from schedcfg.commands.test.text import failing_text, first_failure, variant_label
from schedcfg.document.texts import printable
from schedcfg.findings import FileReport
from schedcfg.output.finding_text import with_help
from schedcfg.output.junit import JUnitCase, suite
from schedcfg.output.links import file_name

_ENDS = {
    TestOutcome.PASSED: None,
    TestOutcome.FAILED: "failure",
    TestOutcome.FLAKY: "failure",
    TestOutcome.ERROR: "error",
}


def render(report: TestReport, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a test suite for each file, with a test for each scheduler and configuration."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="schedcfg test">\n'
    for wrong in report.wrong_files:
        yield from suite(file_name(wrong.path).path, list(_wrong_cases(wrong)), ())
    for path, tests in groupby(report.tests, lambda test: test.file):
        run = list(tests)
        releases = dict.fromkeys(result.kubernetes for test in run for result in test.results)
        cases = [case for test in run for case in _cases(test)]
        yield from suite(file_name(path).path, cases, [("kubernetes", " ".join(releases))])
    yield "</testsuites>\n"


def _wrong_cases(report: FileReport) -> Iterator[JUnitCase]:
    for document in report.documents:
        for finding in document.findings:
            text = f"{report.path}:{finding.start.line}: {with_help(finding)}"
            yield JUnitCase("the file of tests", "error", text, finding.message, finding.rule)


def _cases(test: TestResult) -> Iterator[JUnitCase]:
    for result in test.results:
        label = variant_label(result, test.results)
        name = printable(test.name) + (f" [{label}]" if label else "")
        end = _ENDS[result.outcome]
        if end is None:
            yield JUnitCase(name, seconds=result.seconds)
        else:
            text = failing_text(test, result)
            yield JUnitCase(name, end, text, first_failure(result), str(result.outcome), result.seconds)
