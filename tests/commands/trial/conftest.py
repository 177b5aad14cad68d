"""Fixtures of several modules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands.trial.try_command import Trial


@pytest.fixture
def trial(schedcfg: Callable[..., Any], tmp_path: Path) -> Trial:
    """Return what calls `schedcfg try`, with a folder of its own."""
    return Trial(schedcfg, tmp_path)
