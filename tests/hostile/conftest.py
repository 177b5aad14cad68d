"""What tests of planted bugs share."""

from pathlib import Path

import pytest


@pytest.fixture
def bugs_are_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, where no bug shows its traceback."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCHEDCFG_TRACEBACK", raising=False)
