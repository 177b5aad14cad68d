"""What each invariant finds, and what it leaves alone."""

from typing import Any

import pytest

from schedcfg.commands.effective import FORMATS as VIEW_FORMATS
from schedcfg.document.span import Edit, Position, Span
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Fix, Severity, Verdict
from schedcfg.output import FORMATS

from . import commands, invariants

TEXT = "a: 1\nb: 2\n"


def _finding(start: tuple[int, int, int], end: tuple[int, int, int], **more: Any) -> Finding:
    return Finding("r", FindingClass.ADVISED, Severity.INFO, "", "m", None, Position(*start), Position(*end), **more)


def _report(*findings: Finding, verdict: Verdict = Verdict.ACCEPTED) -> FileReport:
    return FileReport("a", verdict, (DocumentReport(0, 1, "", "", None, verdict, findings),), text=TEXT)


FIRST, LATER = _finding((1, 1, 0), (1, 2, 1)), _finding((2, 1, 5), (2, 2, 6))
_BEHIND = Edit(Span(Position(9, 1, 80), Position(9, 1, 80)), "x")


@pytest.mark.parametrize(
    ("findings", "kind"),
    [
        ((FIRST, LATER), None),
        ((_finding((3, 1, 10), (3, 1, 10)),), None),
        ((_finding((1, 1, 0), (9, 1, 80)),), "position outside of the text"),
        ((_finding((2, 1, 4), (2, 2, 6)),), "position outside of the text"),
        ((_finding((0, 1, 0), (1, 1, 0)),), "position outside of the text"),
        ((_finding((2, 1, 5), (1, 1, 0)),), "span ends before it begins"),
        ((LATER, FIRST), "findings out of order"),
        ((FIRST, FIRST), "a finding twice"),
        ((_finding((1, 1, 0), (1, 2, 1), fix=Fix("t", True, (_BEHIND,))),), "edit outside of the text"),  # noqa: FBT003
    ],
)
def test_positions(findings: tuple[Finding, ...], kind: str | None) -> None:
    found = {fault.kind for fault in invariants.positions(_report(*findings), TEXT)}
    assert found == (set() if kind is None else {kind})


def test_a_verdict_against_the_findings_is_found() -> None:
    assert list(invariants.verdicts(_report(FIRST))) == []
    assert [verdict.kind for verdict in invariants.verdicts(_report(FIRST, verdict=Verdict.REFUSED))] == [
        "verdict against findings"
    ]


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("a: 1 # c\n", "a: 2 # c\n", None),
        ("a: 1 # schedcfg: ignore[x]\nb: 1\n", "a: 2\nb: 1\n", None),
        ("a: 1 # c\n", "a: 1\n", "a comment is lost"),
        ("a: 1\n", "a: 2 # c\n", "a comment appears"),
        ("data:\n  x: |\n    a: 1 # c\n", "data:\n  x: |\n    a: 1\n", "a comment is lost"),
        ("a: 1\n", "a: 2\r\n", "CR appears"),
        ("a: 1\r\n", "a: 1\r\nb: 2\n", "LF among CR LF"),
        ("\ufeffa: 1\n", "a: 2\n", "byte order mark"),
        ("a: 1", "a: 2\n", "end of file"),
        ("a: 1\n", "a: 2", "end of file"),
    ],
)
def test_what_an_edit_loses_is_found(before: str, after: str, kind: str | None) -> None:
    assert {one.kind for one in invariants.kept(before, after)} == (set() if kind is None else {kind})


BROKEN = {
    "json": "{",
    "sarif": '{"runs": [{}]}',
    "gitlab": "[",
    "rdjson": "",
    "junit": "<a>\x1b</a>",
    "yaml": "a: [",
    "concise": "a.yaml: something\n",
    "github": "::error file=x::m\ninfo\n",
    "text": "a\x1b[2J",
    "markdown": "a\u202eb",
    "html": "<img src=x onerror=alert(1)>",
    "mermaid": None,
}
"""A text that is not in the format; None where nobody here reads it."""


def test_every_format_is_read() -> None:
    assert set(BROKEN) == {*FORMATS, *VIEW_FORMATS, *commands.DIFFERENCE_FORMATS}
    for output, text in BROKEN.items():
        assert text is None or list(invariants.parsed(text, output)), output


@pytest.mark.parametrize(
    "letter", ["\x1b", "\x00", "\r", "\x7f", "\x85", "\x9b", "\u202e", "\u2066", "\u2028", "\ufeff"]
)
def test_control_characters_are_found(letter: str) -> None:
    (fault,) = invariants.unescaped(f"é\ta{letter}b\n")
    assert fault.kind == "unescaped character"


def test_commands_of_a_workflow_are_found() -> None:
    (fault,) = invariants.unescaped("a.yaml: \n ::error file=x::INJECT\n")
    assert fault.kind == "a line of the input is one of the log"
    assert list(invariants.unescaped("a: ::error::INJECT é \u3000\n")) == []
