"""The fleet, and its plan: made once for all tests of a process."""

from pathlib import Path

import pytest

from schedcfg.commands.upgrade.plan import plan, route
from schedcfg.commands.upgrade.reading import read_files
from schedcfg.commands.upgrade.results import UpgradePlan
from schedcfg.validation.options import DEFAULT
from tests.commands.upgrade.programs import FLEET


@pytest.fixture(scope="session")
def fleet() -> UpgradePlan:
    return plan(read_files([str(FLEET)], DEFAULT), route("1.22", "1.37"), DEFAULT)


@pytest.fixture(scope="session")
def texts() -> dict[Path, dict[str, str]]:
    """Folder → name of a file → its text, before the upgrade."""
    found: dict[Path, dict[str, str]] = {}
    for path in sorted(FLEET.rglob("*.*")):
        if path.is_file():
            found.setdefault(path.parent, {})[path.name] = path.read_bytes().decode()
    return found
