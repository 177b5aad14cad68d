"""SARIF: places, fixes, fingerprints and rules mean what a reader of SARIF takes them for."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document.edit.splices import applied
from schedcfg.findings import FileReport, FindingClass, Severity
from schedcfg.rules.cards import cards
from tests.output.given_reports import BAD, FIXABLE, GOOD, edited, finding, report_of, report_with, unreadable, written

ROCKET = "🚀"
"""One code point, two UTF-16 code units."""


def run(*reports: FileReport, kubernetes: str | None = None) -> dict[str, Any]:
    log = json.loads(written("sarif", reports, kubernetes))
    assert log["version"] == "2.1.0"
    (only,) = log["runs"]
    return only


def region(result: dict[str, Any]) -> dict[str, int]:
    return result["locations"][0]["physicalLocation"]["region"]


def uri(result: dict[str, Any]) -> dict[str, str]:
    return result["locations"][0]["physicalLocation"]["artifactLocation"]


def offset(text: str, line: int, column: int) -> int:
    """Find a place as a reader of SARIF does: lines by the run's newlines, columns in UTF-16 code units."""
    begin = [0, *(found.end() for found in re.finditer(r"\r\n|\n|\r", text))][line - 1]
    units = text[begin:].encode("utf-16-le")[: (column - 1) * 2]
    return begin + len(units.decode("utf-16-le"))


def test_a_result() -> None:
    (result,) = run(report_of(BAD, "deploy/a.yaml"))["results"]
    assert result["ruleId"] == "number-not-allowed"
    assert result["level"] == "error"
    assert result["message"]["text"] == (
        "`parallelism` is 0; it must be greater than 0\nHelp: Remove it to use the default of 16."
    )
    assert region(result) == {"startLine": 3, "startColumn": 14, "endLine": 3, "endColumn": 15}
    assert uri(result) == {"uri": "deploy/a.yaml", "uriBaseId": "%SRCROOT%"}
    assert result["properties"] == {"class": "refused", "kubernetes": "1.29"}


def test_columns_are_utf16_code_units() -> None:
    assert run()["columnKind"] == "utf16CodeUnits"
    text = f"{ROCKET * 3}: x\n"
    (result,) = run(report_with(text, finding(text, 5, 6)))["results"]
    assert (region(result)["startColumn"], region(result)["endColumn"]) == (9, 10)


def test_a_byte_order_mark_is_no_column() -> None:
    text = "\ufeffa: b\n"
    (result,) = run(report_with(text, finding(text, 1, 2)))["results"]
    assert region(result) == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}


@given(st.text(st.sampled_from(f"ab\r\n{ROCKET}é"), min_size=2), st.data())
def test_a_reader_carries_out_the_same_fix(text: str, data: st.DataObject) -> None:
    # No place between CR and LF: nothing that is read ends there.
    places = [place for place in range(len(text) + 1) if text[max(place - 1, 0) : place + 1] != "\r\n"]
    cuts = sorted(data.draw(st.sets(st.sampled_from(places), min_size=2, max_size=4)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    fix = edited(text, *((start, end, f"<{number}>") for number, (start, end) in enumerate(pairs)))
    (result,) = run(report_with(text, finding(text, 0, 0, fix=fix)))["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    mended = text
    for replacement in reversed(change["replacements"]):
        where = replacement["deletedRegion"]
        start = offset(text, where["startLine"], where["startColumn"])
        end = offset(text, where["endLine"], where["endColumn"])
        mended = mended[:start] + replacement["insertedContent"]["text"] + mended[end:]
    assert mended == applied(text, fix.edits)


def test_a_fix_of_a_rule() -> None:
    (result,) = run(report_of(FIXABLE))["results"]
    (fix,) = result["fixes"]
    assert fix["description"]["text"]
    assert fix["artifactChanges"][0]["artifactLocation"] == uri(result)
    assert isinstance(fix["properties"]["safe"], bool)


def test_a_fix_does_not_show_a_secret() -> None:
    text = "a: b\n"
    fix = edited(text, (0, 1, "password: hunter2\nb"))
    (result,) = run(report_with(text, finding(text, 0, 1, fix=fix)))["results"]
    assert "fixes" not in result
    assert "hunter2" not in json.dumps(result)


def fingerprints(*reports: FileReport) -> list[str]:
    return [result["partialFingerprints"]["primaryLocationLineHash"] for result in run(*reports)["results"]]


def test_fingerprints_outlive_lines_and_entries_before_them() -> None:
    two = (
        GOOD
        + "leaderElection: {leaderElect: false}\nprofiles:\n  - schedulerName: a\n    percentageOfNodesToScore: 101\n"
    )
    moved = two.replace("profiles:", "# why\n\nparallelism: 3\nprofiles:\n  - schedulerName: first")
    assert fingerprints(report_of(two)) == fingerprints(report_of(moved))
    assert fingerprints(report_of(two)) != fingerprints(report_of(two.replace("101", "102")))


def test_fingerprints_differ_within_a_file() -> None:
    same = "  - schedulerName: a\n    percentageOfNodesToScore: 101\n"
    found = fingerprints(report_of(GOOD + "profiles:\n" + same + same.replace(": a", ": b") + same))
    assert len(found) >= 3
    assert len(set(found)) == len(found)


def test_a_secret_is_in_no_fingerprint() -> None:
    one, other = (f"token: {secret} # x\n" for secret in ("aaaaaaaa", "bbbbbbbb"))
    assert fingerprints(report_with(one, finding(one, 0, 5))) == fingerprints(report_with(other, finding(other, 0, 5)))


def test_a_rule_shows_what_is_wrong_and_what_is_right() -> None:
    rule = next(one for one in run(report_of(BAD))["tool"]["driver"]["rules"] if cards()[one["id"]].good)
    card = cards()[rule["id"]]
    shown = re.findall(r"^(\w+):\n\n```yaml\n(.*?)```", rule["help"]["markdown"], re.MULTILINE | re.DOTALL)
    assert shown == [("Wrong", card.bad), ("Right", card.good)]


def test_rules_are_listed_once_with_all_they_say() -> None:
    found = run(
        report_of(BAD), report_of(BAD, "b.yaml"), report_of(FIXABLE, "c.yaml"), report_of(BAD + "x: 1\n", "d.yaml")
    )
    rules = found["tool"]["driver"]["rules"]
    for result in found["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    ids = [rule["id"] for rule in rules]
    assert len(ids) == len(set(ids))
    assert set(ids) <= set(cards())
    card = cards()["ineffective-disable"]
    rule = rules[ids.index("ineffective-disable")]
    assert rule["shortDescription"]["text"] == card.title
    assert card.why in rule["help"]["text"]
    assert card.bad.strip() in rule["help"]["markdown"]


@pytest.mark.parametrize(
    ("finding_class", "severity", "level"),
    [
        (FindingClass.REFUSED, Severity.ERROR, "error"),
        (FindingClass.ADVISED, Severity.ERROR, "error"),
        (FindingClass.ADVISED, Severity.WARNING, "warning"),
        (FindingClass.ADVISED, Severity.INFO, "note"),
    ],
)
def test_levels(finding_class: FindingClass, severity: Severity, level: str) -> None:
    one = finding("a", 0, 1, finding_class=finding_class, severity=severity)
    assert [result["level"] for result in run(report_with("a", one))["results"]] == [level]


def test_what_cannot_be_read_is_reported_of_the_run() -> None:
    found = run(report_of(BAD), unreadable("b.yaml", "no permission"))
    (invocation,) = found["invocations"]
    assert invocation["executionSuccessful"] is False
    (told,) = invocation["toolExecutionNotifications"]
    assert told["message"]["text"] == "no permission"
    assert uri(told)["uri"] == "b.yaml"
    assert run(report_of(BAD))["invocations"] == [{"executionSuccessful": True}]


def test_runs_by_several_releases_are_reported_apart() -> None:
    assert run()["automationDetails"]["id"] == "schedcfg/"
    assert run(kubernetes="1.29")["automationDetails"]["id"] == "schedcfg/1.29/"


def test_standard_input_has_a_name() -> None:
    (result,) = run(report_of(BAD, "-"))["results"]
    assert uri(result)["uri"] == "stdin"


def test_addresses_are_percent_encoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in ("a b.yaml", "100%.yaml", "ä#?.yaml", "c:d.yaml", "./sub/../e.yaml"):
        (result,) = run(report_of(BAD, path))["results"]
        assert unquote(uri(result)["uri"]) == path.removeprefix("./sub/../")
        assert not set(uri(result)["uri"]) & set(" #?ä:")
        assert run(report_of(BAD, str(tmp_path / path)))["results"][0]["locations"] == result["locations"]
    (result,) = run(report_of(BAD, "../x y.yaml"))["results"]
    assert uri(result) == {"uri": f"{tmp_path.parent.as_uri()}/x%20y.yaml"}
