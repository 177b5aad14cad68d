"""Every report format is what its readers take, whatever is reported."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import ValidationError

from schedcfg import releases
from schedcfg.findings import FileReport
from schedcfg.output import FORMATS
from schedcfg.output.finding_text import well_formed
from schedcfg.output.links import file_name
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.example_files import example_files
from tests.output.given_reports import BAD, any_report, odd_runs, report_of, written
from tests.output.html.pages import check_page
from tests.output.report_schemas import check_gitlab, check_junit, check_rdjson, ranges
from tests.output.workflow_commands import has_old_command, read


def check_concise(text: str) -> list[str]:
    """Read lines as `grep -n` and editors do: each a place and a rule."""
    lines = text.split("\n")
    assert lines.pop() == ""
    for line in lines:
        assert line.isprintable()
        assert re.search(r":\d+:\d+: (refused|error|warning|info)\[[a-z0-9-]+\] ", line)
    return lines


def check_github(text: str) -> list[str]:
    """Read lines as the runner does: a command each, but for what is for reading only."""
    lines = re.split(r"\r\n|\r|\n", text)
    assert lines.pop() == ""
    for line in lines:
        command = read(line)
        if command is None:
            assert line.startswith("info: ")
            assert not has_old_command(line)
        else:
            assert command.name in {"error", "warning", "notice"}
            assert set(command.properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}
    return lines


CHECKS: dict[str, Callable[[str], Any]] = {
    "concise": check_concise,
    "github": check_github,
    "gitlab": check_gitlab,
    "junit": check_junit,
    "rdjson": check_rdjson,
    "html": check_page,
}


def test_no_format_is_left_out() -> None:
    assert set(FORMATS) - set(CHECKS) == {"text", "json", "sarif"}, "SARIF has tests of its own"


@pytest.mark.parametrize("release", [None, "1.19", releases.NEWEST])
def test_the_examples(release: str | None) -> None:
    reports = list(validate_files(map(str, example_files()), Options(kubernetes=release)))
    assert any(document.findings for report in reports for document in report.documents)
    for output, check in CHECKS.items():
        check(written(output, reports, release))


@pytest.mark.parametrize(
    ("run", "output"),
    list(product(odd_runs().items(), CHECKS)),
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_odd_runs(run: tuple[str, list[FileReport]], output: str) -> None:
    CHECKS[output](written(output, run[1]))


@given(reports=st.lists(any_report(), max_size=3))
def test_anything(reports: list[FileReport]) -> None:
    for output, check in CHECKS.items():
        text = written(output, reports)
        text.encode()
        check(text)


runs = st.lists(any_report(), max_size=3, unique_by=lambda report: file_name(report.path).path)


@given(reports=runs)
def test_no_two_issues_of_gitlab_have_one_fingerprint(reports: list[FileReport]) -> None:
    prints = [issue["fingerprint"] for issue in check_gitlab(written("gitlab", reports))]
    assert len(set(prints)) == len(prints)


@given(reports=runs)
def test_what_rdjson_names_is_in_the_file(reports: list[FileReport]) -> None:
    # What is no text, as a binary file, is kept by no report.
    texts = {well_formed(file_name(report.path).path): report.text for report in reports if report.text}
    lines = {path: [line.encode() for line in re.split("\r\n|\n|\r", text)] for path, text in texts.items()}
    result = check_rdjson(written("rdjson", reports))
    assert len(list(ranges(result))) >= sum(
        len(document.findings) for report in reports for document in report.documents
    )
    for path, place in (found for found in ranges(result) if found[0] in lines):
        start, end = ((one["line"], one["column"]) for one in (place["start"], place["end"]))
        assert start <= end
        for line, column in (start, end):
            # A whole letter begins there, or the line ends.
            lines[path][line - 1][: column - 1].decode()
            assert column - 1 <= len(lines[path][line - 1])


WRONG = {
    "gitlab": (
        ('"severity": "blocker"', '"severity": "fatal"'),
        ('"fingerprint"', '"finger_print"'),
        ('"path": "a.yaml"', '"path": "./a.yaml"'),
        ('"begin": 3', '"begin": "3"'),
        ('"begin": 3', '"begin": 0'),
        ('"lines"', '"line"'),
    ),
    "rdjson": (
        ('"severity": "ERROR"', '"severity": "error"'),
        ('"message"', '"msg"'),
        ('"column": 14', '"column": 0'),
        ('"start"', '"begin"'),
        ('"value"', '"id"'),
        ('"diagnostics"', '"results"'),
    ),
}
"""What is replaced in a report, by what."""


@pytest.mark.parametrize(
    ("output", "before", "after"), [(output, *how) for output, every in WRONG.items() for how in every]
)
def test_our_schemas_find_what_is_wrong(output: str, before: str, after: str) -> None:
    good = written(output, [report_of(BAD)])
    assert before in good
    with pytest.raises(ValidationError):
        CHECKS[output](good.replace(before, after, 1))
