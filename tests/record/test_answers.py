"""Answers in the recorded form: written, read again, compared."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance import recordings
from tools.record import answers
from tools.record.answers import Recording, entry
from tools.record.module import Build
from tools.record.program import Program

MINIMAL = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
CASES = {
    "minimal": MINIMAL,
    "misspelled": MINIMAL + "paralelism: 3\n",
    "bounds": MINIMAL + "parallelism: 0\npercentageOfNodesToScore: 101\n",
    "unknown": MINIMAL + "profiles: [{plugins: {score: {enabled: [{name: Ghost}]}}}]\n",
    "election": MINIMAL + "leaderElection: {retryPeriod: 9s}\n",
}


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    found = Recording(tmp_path / "small")
    rows = [{"id": name, "tags": ["v1"], "yaml": text, "releases": {}} for name, text in CASES.items()]
    answers.write_rows(found.verdicts, rows)
    return found


@pytest.fixture
def answered(build: Build) -> dict[str, dict[str, Any]]:
    return dict(Program(build.executable).answers(CASES))


def test_entries_have_the_recorded_form(answered: dict[str, dict[str, Any]]) -> None:
    found = {name: entry(answer, CASES[name]) for name, answer in answered.items()}
    assert found["minimal"] == {"outcome": "ok"}
    assert found["misspelled"] == {
        "outcome": "decode",
        "errors": [{"message": 'strict decoding error: unknown field "paralelism"'}],
    }
    assert [(one["type"], one["field"]) for one in found["bounds"]["errors"]] == [
        ("FieldValueInvalid", "parallelism"),
        ("FieldValueInvalid", "percentageOfNodesToScore"),
    ]
    assert [one["profile"] for one in found["unknown"]["errors"]] == ["", "default-scheduler"]
    reason = "couldn't create leader elector: renewDeadline must be greater than retryPeriod*JitterFactor"
    assert found["election"]["errors"] == [{"message": str({"stage": "leader-elector", "error": reason})}]


def test_what_differs_between_runs_is_not_recorded() -> None:
    message = 'no kind "X" is registered in scheme "pkg/runtime/scheme.go:111": kind: X\n'
    found = entry({"outcome": "decode", "errors": [{"message": message}]}, "kind: X\n")
    assert found["errors"] == [{"message": 'no kind "X" is registered in scheme "scheme": <document>'}]
    long = {"profile": "", "message": "x" * 500}
    assert len(entry({"outcome": "framework", "errors": [long]}, "")["errors"][0]["message"]) == answers.LONGEST_MESSAGE


def test_a_release_is_added_and_read_again(recording: Recording, answered: dict[str, dict[str, Any]]) -> None:
    for release in ("1.38", "1.9", "1.37"):
        answers.add(recording, release, answered)
    rows = list(answers.read_rows(recording.verdicts))
    assert all(list(row["releases"]) == ["1.9", "1.37", "1.38"] for row in rows)
    assert all(row["releases"]["1.37"] == row["releases"]["1.38"] == "1.9" for row in rows)
    assert recording.entries("1.38") == {name: entry(answered[name], text) for name, text in CASES.items()}
    (effective,) = answers.read_rows(recording.effective)
    assert len(effective["values"]) == 1
    assert recording.values("1.37") == {"minimal": answers.completed(answered["minimal"])}


def test_the_tests_of_conformance_read_what_is_written(
    recording: Recording, answered: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers.add(recording, "1.37", answered)
    monkeypatch.setattr(recordings, "HERE", recording.prefix.parent)
    found = {case.id: case.answers["1.37"]["outcome"] for case in recordings.read("small.verdicts")}
    assert found == {name: answer["outcome"] for name, answer in answered.items()}
    ((name, release, value),) = recordings.read_effective("small")
    assert (name, release, value) == ("minimal", "1.37", answers.completed(answered["minimal"]))


def test_recording_again_replaces_answers(recording: Recording, answered: dict[str, dict[str, Any]]) -> None:
    answers.add(recording, "1.37", answered)
    answers.add(recording, "1.37", {**answered, "minimal": answered["misspelled"]})
    assert recording.entries("1.37")["minimal"]["outcome"] == "decode"
    assert list(answers.read_rows(recording.effective)) == []


def test_differences_are_found_by_what_differs_first(recording: Recording, answered: dict[str, dict[str, Any]]) -> None:
    answers.add(recording, "1.37", answered)
    assert answers.compare(recording, "1.37", answered) == (5, 1, {})
    other = json.loads(json.dumps(answered))
    other["minimal"]["written"]["parallelism"] = 17
    other["misspelled"]["outcome"] = "validation"
    other["bounds"]["errors"].reverse()  # the order of errors is no difference
    other["unknown"]["errors"][0]["message"] += "!"
    other["election"]["errors"][0] = {"profile": "", "message": "another stage"}
    assert answers.compare(recording, "1.37", other).differing == {
        "minimal": "completed",
        "misspelled": "outcome",
        "unknown": "message",
        "election": "message",
    }


def test_pointers_are_no_difference(recording: Recording, answered: dict[str, dict[str, Any]]) -> None:
    first, second = json.loads(json.dumps([answered, answered]))
    for found, pointer in ((first, "0xc000123456"), (second, "0xc0009abcde")):
        found["bounds"]["errors"][0]["message"] = f"Invalid value: {pointer}"
    answers.add(recording, "1.37", first)
    assert not answers.compare(recording, "1.37", second).differing
