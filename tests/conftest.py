"""Settings of all tests."""

from hypothesis import HealthCheck, settings

# No deadlines: a loaded machine is no bug. The same examples on every run: a failure must come back.
settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
