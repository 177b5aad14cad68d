"""Reports on a terminal: lines fit, no word is broken, and what is meant in a long source line is shown."""

import re
from pathlib import Path

import pytest

from schedcfg.output.tables import fitted
from schedcfg.output.terminal import BOLD, DIM, painter, width
from tests.paths import ROOT
from tools import terminal

pytestmark = pytest.mark.long

PAINT = painter(colored=True)
CODE = re.compile(r"\x1b\[\d*m")


def fit(text: str, columns: int) -> list[str]:
    return "".join(fitted([text], columns)).split("\n")


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("short", ["short"]),
        (f"{'word ' * 10}end", [f"{'word ' * 7}word", "  word word end"]),
        (f"    help: {'word ' * 7}end", ["    help: word word word word word word", "      word end"]),
        (f"    [ ] by hand: {'word ' * 6}end", ["    [ ] by hand: word word word word", "        word word end"]),
        (f"  + a: {'word ' * 8}end", ["  + a: word word word word word word", "    word word end"]),
        (f"a {'x' * 60} b", ["a", f"  {'x' * 60}", "  b"]),
        (f"      {'x' * 60}", [f"      {'x' * 60}"]),
        (f"a  {'名' * 19}", ["a", f"  {'名' * 19}"]),
    ],
)
def test_lines_go_on_between_words(line: str, lines: list[str]) -> None:
    found = fit(line, 40)
    if max(map(width, lines)) <= 40:
        assert max(map(width, found)) <= 40
    assert [one.rstrip() for one in found] == lines


def test_a_color_goes_on_in_the_next_line() -> None:
    first, second = fit(f"{PAINT(BOLD, 'a.yaml')}: {PAINT(DIM, 'word ' * 9 + 'end')} {'word'}", 40)
    assert first.endswith("\x1b[0m")
    assert second.startswith("  \x1b[2m")
    assert second.endswith("end\x1b[0m word")


def test_pieces_need_not_be_whole_lines() -> None:
    pieces = ["aaaa " * 6, "bbbb " * 6 + "end\n", "", "c"]
    lines = [f"{'aaaa ' * 6}bbbb bbbb", "  bbbb bbbb bbbb bbbb end", "c"]
    assert "".join(fitted(pieces, 40)).split("\n") == lines


def test_a_very_narrow_terminal_is_left_alone() -> None:
    assert fit("word " * 20, 30) == ["word " * 20]


ON_NARROW = [
    "validate examples",
    "diff examples/broken/scheduler.yaml examples/profiles.yaml",
    "diff examples/profiles.yaml --from 1.29 --to 1.37",
    "diff examples/second-scheduler.yaml examples/network-traffic.yaml",
    "upgrade examples --from 1.24 --to 1.33",
    "upgrade examples --step 1.25 --verbose",
    "why NodeResourcesFit examples",
    "why NetworkTraffic examples/network-traffic.yaml",
    "migrate --to v1 --check examples/broken",
]
ON_USUAL = [
    "validate examples/broken",
    "diff examples/broken/scheduler.yaml examples/profiles.yaml",
    "diff examples/profiles.yaml --from 1.29 --to 1.37",
    "upgrade examples/broken --from 1.31 --to 1.33",
    "upgrade examples/broken --step 1.25 --verbose",
    "why NodeResourcesFit examples/profiles.yaml",
]
"""Likewise, of fewer files: what is too long for 80 columns is so for 60, too, where a table has no more of them."""


@pytest.fixture(scope="module")
def one_line(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a configuration that is one line of JSON in a ConfigMap."""
    path = tmp_path_factory.mktemp("one-line") / "cm.yaml"
    wanted = (
        '{"apiVersion":"kubescheduler.config.k8s.io/v1","clientConnection":{"kubeconfig":"/etc/kubernetes/'
        'static-pod-resources/configmaps/scheduler-kubeconfig/kubeconfig"},"kind":"KubeSchedulerConfiguration",'
        '"leaderElection":{"leaderElect":true,"resourceLock":"configmapsleases"},"parallelism":16}'
    )
    path.write_text(f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  c: '{wanted}'\n", "utf-8")
    return path


def on_terminal(command: str, columns: int) -> list[str]:
    """Return the lines that a command shows on a terminal, without colors."""
    return CODE.sub("", terminal.shown(command, ROOT, columns)).splitlines()


@pytest.mark.parametrize(("command", "columns"), [*((one, 60) for one in ON_NARROW), *((one, 80) for one in ON_USUAL)])
def test_no_word_is_broken(command: str, columns: int) -> None:
    lines = on_terminal(command, columns)
    too_long = [line for line in lines if width(line) > columns]
    # What is longer is one word, which has a line of its own.
    assert [line for line in too_long if len(line.split()) > 1] == []
    assert len(lines) > 3


def test_of_a_long_line_the_part_is_shown_that_is_meant(one_line: Path) -> None:
    shown = on_terminal(f"validate {one_line}", 80)
    number = next(index for index, line in enumerate(shown) if "^" in line)
    source, carets = shown[number - 1], shown[number]
    assert max(map(width, (source, carets))) <= 80
    begin, length = carets.index("^"), carets.count("^")
    assert source[begin : begin + length] == '"configmapsleases"'
    assert source.startswith("  5 | …")
    assert source.endswith("""},"parallelism":16}'""")


def test_a_part_that_is_longer_than_the_line_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        f"apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nfoo{'o' * 200}: 1\n", "utf-8"
    )
    shown = on_terminal(f"validate {path}", 80)
    carets = next(line for line in shown if "^^^" in line)
    assert width(carets) <= 80
    assert any(line.startswith("  3 | fooo") and "…" in line and width(line) <= 80 for line in shown)
