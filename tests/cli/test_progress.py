"""The line that tells how far a long run is: late, seldom, and gone at the end."""

import io

import pytest

from schedcfg.cli import streams
from schedcfg.cli.reporting import write_unreadable
from schedcfg.cli.streams import Progress

CLEAR = "\r\x1b[K"


class Clock:
    """Goes on by a step each time someone looks."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_a_short_run_shows_nothing() -> None:
    stream = io.StringIO()
    assert list(Progress(stream, Clock(0.01)).counted(range(50))) == list(range(50))
    assert stream.getvalue() == ""


def test_a_long_run_counts_and_leaves_nothing_behind() -> None:
    stream = io.StringIO()
    assert list(Progress(stream, Clock(0.15)).counted("x" * 2000)) == ["x"] * 2000
    shown = stream.getvalue().split(CLEAR)
    assert shown[0] == ""
    assert shown[-1] == ""
    counts = [int(line.removesuffix(" files …").replace(",", "")) for line in shown[1:-1]]
    assert counts == sorted(counts)
    assert 1000 < counts[-1] <= 2000
    assert len(counts) < 2000


def test_text_is_written_where_the_line_was() -> None:
    stream = io.StringIO()
    watching = Progress(stream, Clock(2.0))

    def pieces() -> object:
        yield from watching.counted(["a", "b"])

    for piece in watching.aside(pieces()):
        stream.write(piece)
    assert stream.getvalue() == f"a{CLEAR}1 files …{CLEAR}b{CLEAR}2 files …{CLEAR}"


def test_a_run_that_breaks_off_leaves_nothing_behind() -> None:
    stream = io.StringIO()

    def breaking() -> object:
        yield from range(10)
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(Progress(stream, Clock(2.0)).counted(breaking()))
    assert stream.getvalue().endswith(CLEAR)


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
    for name in Progress(stream, Clock(2.0)).counted(["a", "b"]):
        write_unreadable(name, "it is a folder")
    unread = [f"schedcfg: {name} cannot be read: it is a folder\n" for name in "ab"]
    assert stream.getvalue() == f"{unread[0]}{CLEAR}1 files …{CLEAR}{unread[1]}{CLEAR}2 files …{CLEAR}"
