"""Workflow commands: what the runner reads is what was found."""

import os

import pytest
from hypothesis import example, given

from schedcfg.findings import FileReport, Finding, FindingClass, Severity
from tests.output.given_reports import BAD, NAMES, TEXTS, finding, report_of, report_with, unreadable, written
from tests.output.workflow_commands import Read, has_old_command, read


def commands(*reports: FileReport) -> list[Read]:
    found = [read(line) for line in written("github", reports).splitlines()]
    return [command for command in found if command is not None]


def advice(severity: Severity, message: str = "think") -> Finding:
    return finding("abc", 0, 1, finding_class=FindingClass.ADVISED, severity=severity, message=message)


def test_a_command() -> None:
    assert written("github", [report_of(BAD, "deploy/a.yaml")]).splitlines() == [
        "::error file=deploy/a.yaml,line=3,endLine=3,col=14,endColumn=15,"
        "title=refused%3A number-not-allowed (Kubernetes 1.29)"
        "::`parallelism` is 0; it must be greater than 0%0AHelp: Remove it to use the default of 16.",
        "::notice title=schedcfg::1 file refused by Kubernetes 1.29: 1 refused",
    ]


@given(message=TEXTS, path=NAMES.filter(lambda path: path != "-"))  # `-` is standard input
@example(message="100%, a: b::c\r\nd%0A %25 %2C", path="a,b:c%3A\r\n100%::.yaml")
def test_everything_arrives_as_it_was(message: str, path: str) -> None:
    first = commands(report_with("abc", finding("abc", 0, 1, message=message), path=path))[0]
    shown = "".join(
        letter if letter in "\r\n" or letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in message
    )
    if "://" not in message:
        assert first.message == shown
    assert first.properties["line"] == "1"
    if path.isprintable() and not path.startswith((".", "/", "=")) and "/" not in path:
        assert first.properties["file"] == path


def test_columns_only_within_a_line() -> None:
    (one, _) = commands(report_with("ab\ncd", finding("ab\ncd", 1, 4)))
    assert (one.properties["line"], one.properties["endLine"]) == ("1", "2")
    assert not {"col", "endColumn"} & set(one.properties)


@pytest.mark.parametrize(
    ("severity", "name"), [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.INFO, "notice")]
)
def test_kinds(severity: Severity, name: str) -> None:
    assert commands(report_with("abc", advice(severity)))[0].name == name


def test_standard_input_is_no_file() -> None:
    first = commands(report_of(BAD, "-"))[0]
    assert "file" not in first.properties
    assert first.message.startswith("stdin: `parallelism`")


def test_what_cannot_be_read_is_an_error() -> None:
    first, last = commands(unreadable("b.yaml", "no permission"))
    assert (first.name, first.properties, first.message) == (
        "error",
        {"file": "b.yaml", "title": "unreadable"},
        "no permission",
    )
    assert last.message == "1 file could not be read"


def test_nothing_is_said_when_all_is_well() -> None:
    assert written("github", [report_with("abc")]) == ""


def test_the_sum_is_among_the_ten_notices_that_are_shown() -> None:
    infos = [advice(Severity.INFO, f"##[error]{number}") for number in range(30)]
    text = written("github", [report_with("abc", *infos)])
    lines = text.splitlines()
    notices = [line for line in lines if line.startswith("::notice")]
    assert len(notices) == 10
    assert "GitHub shows 10 of each kind" in lines[-1]
    logged = [line for line in lines if line.startswith("info: ")]
    assert len(notices) - 1 + len(logged) == 30
    assert not any(map(has_old_command, logged))


@pytest.mark.parametrize(("errors", "is_reported"), [(10, False), (11, True)])
def test_it_says_when_not_all_are_shown(errors: int, *, is_reported: bool) -> None:
    last = commands(report_with("abc", *[advice(Severity.ERROR)] * errors))[-1]
    assert f"{errors} errors" in last.message
    assert ("GitHub shows" in last.message) is is_reported


def test_a_name_that_is_no_utf8_is_shown() -> None:
    first = commands(report_of(BAD, os.fsdecode(b"a\xe9.yaml")))[0]
    assert first.properties["file"] == "a\\udce9.yaml"
