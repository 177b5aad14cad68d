"""Neovim, set up as the page shows it: problems, fixes and hover of the real server."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.called import EXAMPLES
from tests.editors.documented import blocks, environment

DRIVER = Path(__file__).with_name("neovim.lua")
BROKEN = EXAMPLES / "broken" / "scheduler.yaml"
CONFIGURED_SINCE = (0, 11)
"""The first Neovim that knows `vim.lsp.config`."""


@pytest.fixture(scope="module")
def shown(schedcfg: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what Neovim showed of an example; skip where there is no Neovim."""
    neovim = shutil.which("nvim")
    if neovim is None:
        pytest.skip("nvim is not installed")
    home = tmp_path_factory.mktemp("home")
    init, file = home / "init.lua", home / "scheduler.yaml"
    current, older = blocks("lua")
    init.write_text(current if _version(neovim) >= CONFIGURED_SINCE else older, encoding="utf-8")
    shutil.copy(BROKEN, file)
    done = subprocess.run(
        [
            neovim,
            "--headless",
            "-u",
            str(init),
            str(file),
            "-c",
            f"lua dofile({json.dumps(str(DRIVER))})",
            "-c",
            "cquit",
        ],
        env=environment(home, schedcfg),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _version(neovim: str) -> tuple[int, ...]:
    said = subprocess.run([neovim, "--version"], capture_output=True, text=True, check=True).stdout
    [found] = re.findall(r"\ANVIM v(\d+)\.(\d+)", said)
    return tuple(map(int, found))


def test_problems_are_shown_where_they_are(shown: dict[str, Any]) -> None:
    problems = {(one["rule"], one["line"], one["column"]) for one in shown["diagnostics"]}
    assert problems == {("unknown-field", 3, 0), ("wrong-type", 6, 17), ("undeclared-plugin", 12, 18)}


def test_a_fix_changes_the_text_and_its_problem_is_gone(shown: dict[str, Any]) -> None:
    assert any(title.startswith("Write `NodeResourcesFit`") for title in shown["actions"])
    before = BROKEN.read_text(encoding="utf-8").splitlines()
    changed = [after for after, line in zip(shown["fixed"], before, strict=True) if after != line]
    assert changed == ["  leaseDuration: 15s"]
    assert shown["left"] == len(shown["diagnostics"]) - 1


def test_hover_explains_the_field(shown: dict[str, Any]) -> None:
    assert "leaseDuration" in shown["hover"]
