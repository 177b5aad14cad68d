"""Settings of all tests."""

import pytest
from hypothesis import HealthCheck, settings

# No deadlines: a loaded machine is no bug. The same examples on every run: a failure must come back.
settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(autouse=True)
def faults_of_our_own_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an exception fail the test instead of becoming a report."""
    monkeypatch.setenv("SCHEDCFG_TRACEBACK", "1")
