"""What the other formats say, and to whom."""

import json
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from schedcfg.findings import FileReport, FindingClass, Severity, Verdict
from schedcfg.output import FORMATS, links, load
from schedcfg.output.summary import Summary
from schedcfg.rules.cards import cards
from tests.output.given_reports import BAD, FIXABLE, GOOD, edited, finding, report_of, report_with, unreadable, written
from tests.output.report_schemas import check_junit

WEIGHTS = [
    (FindingClass.REFUSED, Severity.ERROR),
    (FindingClass.ADVISED, Severity.ERROR),
    (FindingClass.ADVISED, Severity.WARNING),
    (FindingClass.ADVISED, Severity.INFO),
]


def weighed() -> FileReport:
    found = (finding("abc", 0, 1, finding_class=one, severity=severity) for one, severity in WEIGHTS)
    return report_with("abc", *found)


def diagnostics(*reports: FileReport) -> list[dict[str, Any]]:
    return json.loads(written("rdjson", reports))["diagnostics"]


def test_json_shows_a_fix_unless_it_shows_a_secret() -> None:
    text = "a: b\n"
    for new, is_shown in (("c", True), ("password: hunter2\nb", False)):
        report = report_with(text, finding(text, 0, 1, fix=edited(text, (0, 1, new))))
        shown = written("json", [report])
        (found,) = json.loads(shown)["files"][0]["documents"][0]["findings"]
        assert (found["fix"] is not None) is is_shown
        assert "hunter2" not in shown


def test_concise_is_one_line_whatever_is_said() -> None:
    text = written("concise", [report_with("a", finding("a", 0, 1, message="a\nb\x1b[31m\u2028"), path="x\n.yaml")])
    assert text == "x\\n.yaml:1:1: refused[some-rule] a\\nb\\x1b[31m\\u2028\n"


def test_concise_is_colored_where_text_is() -> None:
    (line,) = load(FORMATS["concise"])([report_of(BAD)], Summary(), colored=True)
    assert "\x1b[31mrefused[number-not-allowed]\x1b[0m" in line


@pytest.mark.parametrize("output", ["sarif", "github", "gitlab", "junit", "rdjson", "step summary"])
def test_reports_for_programs_are_never_colored(output: str) -> None:
    formats = {name: load(module) for name, module in FORMATS.items()}
    formats["step summary"] = load(FORMATS["github"], "render_step_summary")
    assert "\x1b" not in "".join(formats[output]([report_of(BAD)], Summary(), colored=True))


def test_gitlab_severities() -> None:
    issues = json.loads(written("gitlab", [weighed()]))
    assert [issue["severity"] for issue in issues] == ["blocker", "critical", "major", "info"]


def test_gitlab_fingerprints_are_unique_and_stay() -> None:
    reports = [report_of(BAD, "a.yaml"), report_of(BAD, "b.yaml"), weighed(), unreadable()]
    issues = json.loads(written("gitlab", reports))
    prints = [issue["fingerprint"] for issue in issues]
    assert len(set(prints)) == len(prints) == 7
    moved = json.loads(written("gitlab", [report_of(BAD.replace("para", "# why\n\npara"), "a.yaml")]))
    assert moved[0]["fingerprint"] == prints[0]
    assert moved[0]["location"]["lines"]["begin"] == 5


def test_gitlab_paths_are_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in ("sub/a.yaml", "./sub/a.yaml", str(tmp_path / "sub" / "a.yaml")):
        (issue,) = json.loads(written("gitlab", [report_of(BAD, path)]))
        assert issue["location"]["path"] == "sub/a.yaml"


def test_junit_fails_what_fails_the_run() -> None:
    suite = check_junit(written("junit", [weighed()])).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "0")
    ends = [[end.tag for end in case] for case in suite.iter("testcase")]
    assert ends == [["failure"], ["failure"], ["system-out"], ["system-out"]]
    assert {one.get("name"): one.get("value") for one in suite.iter("property")}["kubernetes"] == "1.29"


def test_junit_passes_what_is_accepted() -> None:
    (case,) = check_junit(written("junit", [report_of(GOOD)])).iter("testcase")
    assert (case.get("name"), case.get("classname"), len(case)) == (
        "document 1: KubeSchedulerConfiguration",
        "a.yaml",
        0,
    )


def test_junit_tells_unreadable_and_skipped() -> None:
    root = check_junit(written("junit", [unreadable(), FileReport("b.yaml", Verdict.SKIPPED, reason="holds none")]))
    first, second = root.iter("testsuite")
    assert (first.get("errors"), second.get("skipped")) == ("1", "1")
    assert [case[0].tag for case in root.iter("testcase")] == ["error", "skipped"]


def test_junit_keeps_every_character_that_xml_can() -> None:
    message = "a < b & \"c\"\r\n\t'd' \x00\x1b\ud800\uffff 🙂 ]]>"
    text = written("junit", [report_with("a", finding("a", 0, 1, message=message))])
    failure = next(ET.fromstring(text).iter("failure"))
    shown = message.replace("\x00", "\\x00").replace("\x1b", "\\x1b").replace("\ud800", "\\ud800")
    assert failure.get("message") == shown.replace("\uffff", "\\uffff")
    assert failure.text is not None
    assert failure.text.endswith(shown.replace("\uffff", "\\uffff"))


def test_rdjson_counts_bytes() -> None:
    text = "é🚀: x\n"
    (one,) = diagnostics(report_with(text, finding(text, 4, 5)))
    assert one["location"]["range"] == {"start": {"line": 1, "column": 9}, "end": {"line": 1, "column": 10}}


def test_rdjson_suggests_one_text_for_all_edits_of_a_fix() -> None:
    text = "one two\nthree four\n"
    fix = edited(text, (0, 3, "1"), (8, 13, "3"))
    (one,) = diagnostics(report_with(text, finding(text, 0, 3, fix=fix)))
    start, end = {"line": 1, "column": 1}, {"line": 2, "column": 6}
    assert one["suggestions"] == [{"range": {"start": start, "end": end}, "text": "1 two\n3"}]


@pytest.mark.parametrize(("between", "is_safe"), [("two", False), ("password: hunter2", True)])
def test_rdjson_does_not_suggest_what_changes_or_shows_too_much(between: str, *, is_safe: bool) -> None:
    text = f"one\n{between}\nthree\n"
    fix = edited(text, (0, 3, "1"), (len(text) - 6, len(text) - 1, "3"), is_safe=is_safe)
    (one,) = diagnostics(report_with(text, finding(text, 0, 3, fix=fix)))
    assert "suggestions" not in one


def test_pages_are_named_of_rules_that_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "IS_PUBLISHED", True)
    found = {
        diagnostic["code"]["value"]: diagnostic["code"].get("url")
        for diagnostic in diagnostics(report_of(BAD + "x: 1\n"))
    }
    assert {rule for rule, url in found.items() if url} == set(found) & set(cards())
    assert found.keys() >= {"number-not-allowed", "unknown-field"}


def test_the_step_summary_begins_with_what_weighs_most() -> None:
    text = written("step summary", [weighed(), unreadable("b.yaml")])
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [row.split()[1] for row in rows[2:]] == ["unreadable", "refused", "error", "warning", "info"]
    assert rows[1] == "| --- | --- | --- |"


def test_nothing_in_the_step_summary_is_markup() -> None:
    message = "<img src=x> | [a](http://b) **c** `d|e<f>` @team\n`open #1 _x_ \x00\x01"
    text = written("step summary", [report_with("a", finding("a", 0, 1, message=message), path="a|b`.yaml")])
    row = text.splitlines()[6]
    cells = row.split("|")
    assert len(cells) == 5
    assert not set(cells[2] + cells[3].replace("<br>", "").replace("<code>", "").replace("</code>", "")) & set(
        "<>[]*`@_"
    )
    assert "<code>d|e<f></code>" in unescape(cells[3])


def test_the_step_summary_has_an_end() -> None:
    many = [report_with("a", *[finding("a", 0, 1, message="x" * 5000)] * 500)]
    text = written("step summary", many)
    assert len(text) < 500_000
    assert text.count("\n| refused") == 200
    assert "300 more findings, in the log." in text
    assert written("step summary", [report_with("a")]) == "### schedcfg\n\n1 file accepted by Kubernetes 1.29\n\n"


def test_a_fix_of_a_rule_is_not_suggested_unless_safe() -> None:
    report = report_of(FIXABLE)
    (one,) = report.documents[0].findings
    assert one.fix is not None
    assert ("suggestions" in diagnostics(report)[0]) is one.fix.is_safe
