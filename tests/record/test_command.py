"""`python -m tools.record`: what it writes, compares and drafts."""

from pathlib import Path

import pytest

from tools.record import __main__ as command
from tools.record import answers, command_lines, facts, real_lines
from tools.record.answers import Recording
from tools.record.facts import Home
from tools.record.module import Build, BuildError

MINIMAL = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
LINES = [
    command_lines.Case("started", ("--kubeconfig=/files/kubeconfig",), ()),
    command_lines.Case("misspelled", ("--no-such",), ()),
]
STARTED = {"started": {"outcome": "ok"}, "misspelled": {"outcome": "exits", "message": "unknown flag: --no-such"}}
CASES = {"minimal": MINIMAL, "misspelled": MINIMAL + "paralelism: 3\n"}


@pytest.fixture
def recording(tmp_path: Path, build: Build, monkeypatch: pytest.MonkeyPatch) -> Recording:
    monkeypatch.setattr(command, "build", lambda _version: build)
    monkeypatch.setattr(command, "GATES", tmp_path / "gates.ndjson.xz")
    monkeypatch.setattr(command, "LINES", tmp_path / "command_lines.ndjson.xz")
    monkeypatch.setattr(command_lines, "cases", lambda _facts, _written: LINES)
    monkeypatch.setattr(command, "build_command", lambda _version: build.executable)
    monkeypatch.setattr(
        real_lines, "answers", lambda _command, cases: {case["id"]: STARTED[case["id"]] for case in cases}
    )
    found = Recording(tmp_path / "small")
    rows = [{"id": name, "tags": [], "yaml": text, "releases": {}} for name, text in CASES.items()]
    answers.write_rows(found.verdicts, rows)
    return found


def home(recording: Recording) -> Home:
    folder = recording.prefix.parent / "facts"
    return Home(folder / "data", folder)


def run(recording: Recording, *more: str) -> int:
    folder = recording.prefix.parent / "facts"
    return command.main(
        ["1.37", "--version", "v1.37.1", "--facts", str(folder), "--cases", str(recording.prefix), *more]
    )


def test_what_was_recorded_compares_as_equal(recording: Recording, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(recording) == 0
    assert home(recording).read("1.37")["kubernetes"] == "v1.37.1"
    assert set(facts.read(home(recording).tables / "1.37.json")) <= set(facts.TABLES)
    assert {name: one["outcome"] for name, one in recording.entries("1.37").items()} == {
        "minimal": "ok",
        "misspelled": "decode",
    }
    assert {row["kubernetes"] for row in answers.read_rows(command.GATES)} == {"1.37"}
    capsys.readouterr()
    assert run(recording, "--compare") == 0
    output = capsys.readouterr()
    assert "2 of 2 cases answered the same\nwith 1 completed configurations; differing: none\n" in output.out
    assert "the real command: 2 of 2 cases end and write the same" in output.err
    assert "flags: 2 command lines of 1.37 started" in output.err
    assert "0 differences" in output.err
    assert "v1.37.1: as requested" in output.err


def test_what_differs_is_listed(recording: Recording, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(recording) == 0
    rows = list(answers.read_rows(recording.verdicts))
    rows[1]["releases"]["1.37"] = {"outcome": "validation", "errors": []}
    answers.write_rows(recording.verdicts, rows)
    home(recording).write("1.37", {**home(recording).read("1.37"), "decodable": []})
    answers.write_rows(command.GATES, [{"kubernetes": "1.37", "gates": ["Gone=true"], "refused": "something"}])
    assert run(recording, "--compare") == 1
    output = capsys.readouterr().out
    assert "misspelled: outcome differs\n" in output
    assert "decodable: recorded [], found [" in output
    assert "['Gone=true']\n" in output


def test_another_patch_release_is_no_difference(recording: Recording, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(recording, "--only", "facts") == 0
    home(recording).write("1.37", {**home(recording).read("1.37"), "kubernetes": "v1.37.0"})
    capsys.readouterr()
    assert run(recording, "--only", "facts", "--compare") == 0
    output = capsys.readouterr()
    assert "facts: recorded of v1.37.0, compared with v1.37.1\n" in output.err
    assert output.out == ""


def test_the_newest_patch_release_is_taken_unless_another_is_chosen(
    recording: Recording, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "newest_patch", lambda _release: "v1.37.9")
    arguments = ["1.37", "--only", "flags", "--facts", str(recording.prefix.parent)]
    assert command.main(arguments) == 0
    assert "v1.37.9: the newest patch release; `--version` chooses another\n" in capsys.readouterr().err


def test_command_lines_are_recorded_and_compared(recording: Recording, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(recording, "--only", "flags") == 0
    rows = list(answers.read_rows(command.LINES))
    assert {row["id"]: row["releases"]["1.37"]["outcome"] for row in rows} == {"started": "ok", "misspelled": "exits"}
    rows[1]["releases"]["1.37"] = {"outcome": "ok"}
    answers.write_rows(command.LINES, rows)
    capsys.readouterr()
    assert run(recording, "--only", "flags", "--compare") == 1
    assert capsys.readouterr().out == "misspelled: outcome differs\n"


def test_another_patch_release_has_command_lines_of_its_own(recording: Recording) -> None:
    assert run(recording, "--only", "facts") == 0
    home(recording).write("1.37", {**home(recording).read("1.37"), "kubernetes": "v1.37.0"})
    assert run(recording, "--only", "flags") == 0
    assert [set(row["releases"]) for row in answers.read_rows(command.LINES)] == [{"1.37.1"}, {"1.37.1"}]


def test_other_releases_keep_their_lines(recording: Recording) -> None:
    older = {"kubernetes": "1.9", "gates": [], "refused": "x"}
    newer = {"kubernetes": "1.40", "gates": [], "refused": "y"}
    answers.write_rows(command.GATES, [older, newer])
    assert run(recording, "--only", "gates") == 0
    rows = list(answers.read_rows(command.GATES))
    assert (rows[0], rows[-1]) == (older, newer)
    assert {row["kubernetes"] for row in rows[1:-1]} == {"1.37"}


def test_a_program_that_cannot_be_built_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(_version: str) -> Build:
        raise BuildError("go build\nundefined: options.LoadConfigFromFile")

    monkeypatch.setattr(command, "build", failing)
    assert command.main(["1.38", "--version", "v1.38.7"]) == 3
    output = capsys.readouterr().err
    assert "undefined: options.LoadConfigFromFile" in output
    assert "choose another: --version v1.38.0\n" in output
    assert command.main(["1.22", "--version", "v1.22.17"]) == 3
    assert "choose another: --version v1.22.3\n" in capsys.readouterr().err
