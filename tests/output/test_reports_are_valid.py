"""Every report format is what its readers take, whatever is reported."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from given_reports import BAD, any_report, report_of, unreadable, written
from hypothesis import given
from hypothesis import strategies as st
from report_schemas import check_gitlab, check_junit, check_rdjson, check_sarif
from workflow_commands import has_old_command, read

from schedcfg.diagnostics import FileReport
from schedcfg.operations.files import Settings, validate_files
from schedcfg.output import FORMATS

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").rglob("*.*"))


def check_concise(text: str) -> list[str]:
    """Read lines as `grep -n` and editors do: each a place and a rule, or a file that cannot be read."""
    lines = text.split("\n")
    assert lines.pop() == ""
    for line in lines:
        assert line.isprintable()
        assert re.search(r":\d+:\d+: (refused|error|warning|info)\[[a-z0-9-]+\] ", line) or ": unreadable: " in line
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
    "sarif": check_sarif,
    "github": check_github,
    "gitlab": check_gitlab,
    "junit": check_junit,
    "rdjson": check_rdjson,
}

every_format = pytest.mark.parametrize("output", CHECKS)


def test_no_format_is_left_out() -> None:
    assert set(FORMATS) - set(CHECKS) == {"text", "json"}


@every_format
@pytest.mark.parametrize("release", [None, "1.19", "1.35"])
def test_the_examples(output: str, release: str | None) -> None:
    reports = list(validate_files(map(str, EXAMPLES), Settings(kubernetes=release)))
    assert any(document.findings for report in reports for document in report.documents)
    CHECKS[output](written(output, reports, release))


@every_format
@pytest.mark.parametrize(
    "reports",
    [
        [],
        [unreadable()],
        [report_of(BAD, "-")],
        [unreadable("-"), report_of(b"\xff\xfe\x00"), report_of(b"\x80abc")],
        [report_of("\ufeff" + BAD)],
    ],
    ids=["nothing", "unreadable", "standard input", "no text", "byte order mark"],
)
def test_odd_runs(output: str, reports: list[FileReport]) -> None:
    CHECKS[output](written(output, reports))


@every_format
def test_names_that_are_no_utf8(output: str) -> None:
    CHECKS[output](written(output, [report_of(BAD, os.fsdecode(b"caf\xe9/a b.yaml"))]))


@every_format
@given(reports=st.lists(any_report(), max_size=3))
def test_anything(output: str, reports: list[FileReport]) -> None:
    text = written(output, reports)
    text.encode()
    CHECKS[output](text)
