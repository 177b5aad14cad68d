"""Emacs with eglot, set up as the page shows it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.called import EXAMPLES
from tests.editors.documented import blocks, environment

DRIVER = Path(__file__).with_name("emacs.el")
PARTS = '(or (and (locate-library "eglot") (locate-library "yaml-mode")) (kill-emacs 3))'


def test_problems_are_shown_where_they_are(schedcfg: Path, tmp_path: Path) -> None:
    emacs = shutil.which("emacs")
    if emacs is None:
        pytest.skip("emacs is not installed")
    started = [emacs, "--batch", "-f", "package-initialize"]
    if subprocess.run([*started, "--eval", PARTS], capture_output=True, check=False).returncode:
        pytest.skip("this Emacs has no eglot, or no yaml-mode")
    init, file = tmp_path / "init.el", tmp_path / "scheduler.yaml"
    [documented] = blocks("elisp")
    init.write_text(documented, encoding="utf-8")
    shutil.copy(EXAMPLES / "broken" / "scheduler.yaml", file)
    done = subprocess.run(
        [*started, "-l", str(init), "-l", str(DRIVER)],
        env=environment(tmp_path, schedcfg) | {"SCHEDCFG_FILE": str(file)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    problems = {one["line"]: one["text"] for one in json.loads(done.stdout)}
    assert sorted(problems) == [4, 7, 13]
    assert "`leaseDuration` must be a duration with a unit" in problems[7]
