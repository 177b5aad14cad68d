"""Fixtures of several modules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test.calls import Tests


@pytest.fixture
def tests(schedcfg: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tests:
    """Return what calls `schedcfg test`, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return Tests(schedcfg, tmp_path)
