"""The line that tells how far a long run is: late, seldom, and gone at the end."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schedcfg.cli import streams
from schedcfg.cli.reporting import write_stdout, write_unreadable
from schedcfg.cli.streams import Progress, clear_progress
from tests.called import Result

CLEAR = "\r\x1b[K"
Command = Callable[..., Result]

PROFILES = Path(__file__).parents[2] / "examples" / "profiles.yaml"


class Clock:
    """Goes on by a step each time someone looks."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def run(watching: Progress, files: int) -> None:
    """Count files, all of which are known."""
    for done in range(1, files + 1):
        watching.show(done, lambda: files)
    watching.clear()


def test_a_short_run_shows_nothing() -> None:
    stream = io.StringIO()
    run(Progress(stream, Clock(0.01)), 50)
    assert stream.getvalue() == ""


def test_a_long_run_counts_and_leaves_nothing_behind() -> None:
    stream = io.StringIO()
    run(Progress(stream, Clock(0.15)), 2000)
    shown = stream.getvalue().split(CLEAR)
    assert shown[0] == ""
    assert shown[-1] == ""
    counts = [int(line.removesuffix(" of 2,000 files …").replace(",", "")) for line in shown[1:-1]]
    assert counts == sorted(counts)
    assert 1000 < counts[-1] <= 2000
    assert len(counts) < 2000


def test_files_are_counted_that_hold_nothing(
    schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = io.StringIO()
    monkeypatch.setattr("schedcfg.cli.reporting.progress", lambda: Progress(shown, Clock(2.0)))
    for number in range(3):
        (tmp_path / f"{number}.yaml").write_text("a: 1\n", encoding="utf-8")
    assert schedcfg("effective", tmp_path).out == ""
    assert [part for part in shown.getvalue().split(CLEAR) if part] == [f"{done} of 3 files …" for done in (1, 2, 3)]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_total_is_that_of_all_files(
    schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    shown = io.StringIO()
    monkeypatch.setattr("schedcfg.cli.reporting.progress", lambda: Progress(shown, Clock(2.0)))
    for number in range(140):
        (tmp_path / f"{number:03}.yaml").write_bytes(PROFILES.read_bytes())
    assert schedcfg("validate", "--jobs", jobs, tmp_path).status == 0
    lines = [part for part in shown.getvalue().split(CLEAR) if part]
    assert lines == [f"{done} of 140 files …" for done in range(1, 141)]


def test_text_is_written_where_the_line_was(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", stream)
    watching = Progress(stream, Clock(2.0))

    def pieces() -> Iterator[str]:
        for done, piece in enumerate("ab", 1):
            yield piece
            watching.show(done, lambda: 2)

    write_stdout(pieces())
    clear_progress()
    assert stream.getvalue() == f"a{CLEAR}1 of 2 files …{CLEAR}b{CLEAR}2 of 2 files …{CLEAR}"


def test_a_run_that_breaks_off_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    Progress(stream, Clock(2.0)).show(1, lambda: 2)
    assert streams.flush(3) == 3
    assert stream.getvalue() == f"{CLEAR}1 of 2 files …{CLEAR}"


@pytest.mark.parametrize(("terminal", "ci", "shown"), [(True, "", True), (True, "true", False), (False, "", False)])
def test_only_people_at_a_terminal_see_it(
    *, terminal: bool, ci: str, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("CI", ci)
    assert (streams.progress() is not None) is shown


def test_what_else_goes_to_standard_error_is_written_where_the_line_was(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    watching = Progress(stream, Clock(2.0))
    for done, name in enumerate("ab", 1):
        write_unreadable(name, "it is a folder")
        watching.show(done, lambda: 2)
    clear_progress()
    unread = [f"schedcfg: {name} cannot be read: it is a folder\n" for name in "ab"]
    assert stream.getvalue() == f"{unread[0]}{CLEAR}1 of 2 files …{CLEAR}{unread[1]}{CLEAR}2 of 2 files …{CLEAR}"


def test_a_plan_counts_the_files_that_it_is_for(
    schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        path = tmp_path / f"cluster-{number // 2}" / f"{number}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(PROFILES.read_text(encoding="utf-8").replace("batch", f"batch-{number}"), encoding="utf-8")
    (tmp_path / "other.yaml").write_text("a: 1\n", encoding="utf-8")
    shown = io.StringIO()
    monkeypatch.setattr("schedcfg.cli.reporting.progress", lambda: Progress(shown, Clock(2.0)))
    result = schedcfg("upgrade", tmp_path, "--from", "1.30", "--to", "1.32")
    lines = [part for part in shown.getvalue().split(CLEAR) if part]
    read, planned = lines[:5], lines[5:]
    assert read == [f"{done} of 5 files …" for done in range(1, 6)]
    assert planned[0].startswith("0 of ")
    assert {line.split()[2] for line in planned} == {planned[0].split()[2]}
    assert [int(line.split()[0]) for line in planned] == sorted(int(line.split()[0]) for line in planned)
    assert "2 hops" in result.out
