"""What the tests of faults share: a folder with files to work on, and the command in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.processes import heed_signals

from .cases import FIXED, OLD

Process = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory, with a file to fix, one to migrate, and one below."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "a.yaml").write_text(FIXED, encoding="utf-8")
    (tmp_path / "old.yaml").write_text(OLD, encoding="utf-8")
    (tmp_path / "tree" / "z.yaml").write_text(FIXED, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def process() -> Process:
    """Start the command in a process of its own."""

    def start(
        *arguments: str, program: tuple[str, ...] = ("-m", "schedcfg"), **options: object
    ) -> "subprocess.Popen[bytes]":
        package = str(ROOT)
        around = {name: value for name, value in os.environ.items() if name != "SCHEDCFG_TRACEBACK"}
        options = {"preexec_fn": heed_signals, **options}
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **options}
        started: subprocess.Popen[bytes] = subprocess.Popen(
            [sys.executable, *program, *arguments], env={**around, "PYTHONPATH": package}, **options
        )  # type: ignore[call-overload]
        return started

    return start
