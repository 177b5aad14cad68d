"""Types are right: mypy runs beside the other tests, so that nothing waits for it."""

import subprocess
import sys

import pytest

from tests.paths import ROOT

pytestmark = pytest.mark.long


def test_mypy_finds_nothing() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
