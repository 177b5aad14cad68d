"""What README, docs and examples show of a command is what it prints."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from called import Result

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.md"))]
RUN = tuple(f"$ schedcfg {name} " for name in ("effective", "explain", "generate", "migrate", "rules", "validate"))
LEFT_OUT = "…"


class Shown(NamedTuple):
    page: str
    command: str
    lines: list[str]


def blocks() -> list[Shown]:
    """Find the blocks that begin with the command."""
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            command, *lines = block.splitlines()
            if command.startswith(RUN):
                found.append(Shown(page.name, command.removeprefix("$ schedcfg "), lines))
    return found


def shows(lines: list[str], output: str) -> bool:
    """Tell whether lines are the whole output, but for what is left out."""
    pattern = "".join(r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(f"{line}\n") for line in lines)
    return re.fullmatch(pattern, output) is not None


@pytest.mark.parametrize("shown", blocks(), ids=lambda shown: f"{shown.page}: {shown.command}")
def test_the_output_is_the_real_one(
    shown: Shown, schedcfg: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    done = schedcfg(*shlex.split(shown.command))
    assert done.status in {0, 1}, done.err
    assert shows(shown.lines, done.out), done.out


def test_the_documentation_shows_the_examples() -> None:
    in_docs = {shown.command for shown in blocks() if shown.page == "effective.md"}
    names = ("network-traffic", "profiles", "extender", "custom-plugin", "broken")
    assert in_docs == {f"effective examples/{name}.yaml" for name in names}
    assert any(shown.page == "README.md" for shown in blocks())


@pytest.mark.parametrize("lines", [["a", "c"], ["b", LEFT_OUT], [LEFT_OUT, "b"], ["a", LEFT_OUT, "x", LEFT_OUT]])
def test_a_wrong_block_would_be_noticed(lines: list[str]) -> None:
    assert not shows(lines, "a\nb\nc\n")


@pytest.mark.parametrize("lines", [["a", "b", "c"], ["a", LEFT_OUT], [LEFT_OUT, "c"], [LEFT_OUT, "b", LEFT_OUT]])
def test_what_is_left_out_does_not_matter(lines: list[str]) -> None:
    assert shows(lines, "a\nb\nc\n")
