"""The rehearsal: what a walk notices, that nothing is skipped silently, and that the page is of this version."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from schedcfg import __version__
from tests.paths import ROOT
from tools.rehearse import __main__ as rehearse
from tools.rehearse.parts import PARTS, PYTHONS
from tools.rehearse.rehearsal import NotPossible, Rehearsal, Tried
from tools.rehearse.walk import Program, Stumbled, start_time, walk

OURS = Program([sys.executable, "-P", "-m", "schedcfg"], {"PYTHONPATH": str(ROOT)})


def test_the_walk_is_that_of_the_readme(tmp_path: Path) -> None:
    walk(OURS, ROOT, __version__, tmp_path / "walk")
    assert "validate examples/broken/scheduler.yaml" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert 0 < start_time(OURS, tmp_path) < 60


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (Program(["true"], {}), "--version"),
        (Program(["echo", __version__], {}), "validate scheduler.yaml: status 0"),
    ],
)
def test_a_program_that_does_nothing_is_noticed(program: Program, reason: str, tmp_path: Path) -> None:
    with pytest.raises(Stumbled, match=re.escape(reason)):
        walk(program, ROOT, __version__, tmp_path / "walk")


def test_what_fails_or_cannot_be_tried_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(_: Rehearsal) -> Iterator[Tried]:
        yield Tried("first", "done")
        raise Stumbled("status 3")

    def lacks(_: Rehearsal) -> Iterator[Tried]:
        raise NotPossible("npm is not installed")
        yield

    def fails(_: Rehearsal) -> Iterator[Tried]:
        subprocess.run(["sh", "-c", "echo broken >&2; exit 4"], check=True, capture_output=True, text=True)
        yield Tried("never", "")

    monkeypatch.setattr(rehearse, "PARTS", {"a": stumbles, "b": lacks, "c": fails})
    rows = list(rehearse.rehearse(cast("Any", None), ["a", "b", "c"]))
    assert [(row.part, row.failed) for row in rows] == [("first", False), ("a", True), ("b", False), ("c", True)]
    assert rows[2].was_tried == "not tried: npm is not installed"
    assert "broken" in rows[3].was_tried


def test_what_is_claimed_was_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    claimed = [one.rpartition(" :: ")[2] for one in project["classifiers"] if re.search(r" :: 3\.\d+$", one)]
    assert tuple(claimed) == PYTHONS
    systems = [one for one in project["classifiers"] if one.startswith("Operating System")]
    assert systems == ["Operating System :: POSIX :: Linux"]


def test_the_page_has_a_row_for_everything() -> None:
    text = (ROOT / rehearse.PAGE).read_text(encoding="utf-8")
    assert "**failed**" not in text
    assert re.search(r"^\d{4}-\d\d-\d\d, ", text, re.MULTILINE)
    for python in PYTHONS:
        assert f"| wheel, Python {python} |" in text
    for part in ("source package", "one-file program, ", "krew archive, ", "root of the image", "site", "playground"):
        assert f"| {part}" in text
    assert "| extension for VS Code" in text
    assert list(PARTS)[-1] == "elsewhere"
