"""Settings of all tests."""

import gc
import io
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from gc import freeze
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.internal.conjecture import providers

from schedcfg import cli
from tests import declared_findings
from tests.called import Result, leave_garbage_collection_alone
from tests.imported_anew import imported_twice

# No deadlines: a loaded machine is no bug. The same examples on every run, where a failure must come back; other ones,
# and more of them, with HYPOTHESIS_PROFILE=searching.
settings.register_profile(
    "repeatable", deadline=None, derandomize=True, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("searching", deadline=None, max_examples=1000, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
if settings.get_current_profile_name() == "repeatable":
    # Else constants of all modules are tried: all are parsed for that, and each change of the code changes examples.
    vars(providers)["is_local_module_file"] = lambda _path: False

# What tests leave behind is seldom a cycle, and to look for those takes time: it is done once, at the end.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    """Set what holds for all tests, and keep what is computed once where pytest keeps such things."""
    # An exception fails the test instead of becoming a report.
    os.environ["SCHEDCFG_TRACEBACK"] = "1"
    declared_findings.record()
    if hasattr(config.option, "loadscopereorder"):
        # Else the files with the most tests are begun first, and at the end one process waits for another's long file.
        config.option.loadscopereorder = False
    if config.pluginmanager.hasplugin("cacheprovider"):
        set_hypothesis_home_dir(config.cache.mkdir("hypothesis"))
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
            # Else every process that a test starts compiles all modules anew.
            os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the processes of `-n auto`: one more than there are cores, as tests often wait for what they start."""
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Let the first of several processes collect before the others: they read what it has compiled and rewritten."""
    worker = getattr(session.config, "workerinput", {"workerid": "gw0", "testrunuid": ""})
    collected = Path(tempfile.gettempdir()) / f"schedcfg-tests-collected-{worker['testrunuid']}"
    first = worker["workerid"] == "gw0"
    patience = 0 if first else time.monotonic() + _MOST_WAITED
    while time.monotonic() < patience and not collected.exists():
        time.sleep(0.05)
    yield
    if first and worker["testrunuid"]:
        collected.touch()
        session.config.add_cleanup(partial(collected.unlink, missing_ok=True))


_MOST_WAITED = 30
"""Seconds after which the others collect on their own."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take long."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end: modules, and thousands of tests."""
    freeze()
    leave_garbage_collection_alone()


def pytest_sessionfinish() -> None:
    """Collect what is left once; pytest does it five times, each time through all that the tests keep."""
    gc.collect()
    freeze()


@pytest.fixture(autouse=True, scope="module")
def what_a_module_remembers_ends_with_it(request: pytest.FixtureRequest) -> Iterator[None]:
    """Clear the caches of a module of tests after its last one: no other reads them, and some hold 100 MB."""
    yield
    for remembered in vars(request.module).values():
        if getattr(remembered, "__module__", None) == request.module.__name__ and hasattr(remembered, "cache_clear"):
            remembered.cache_clear()


@pytest.fixture(autouse=True, scope="module")
def modules_are_imported_once() -> Iterator[None]:
    """Fail where a module of tests leaves a module twice: what later tests patch would not be what is used."""
    yield
    assert imported_twice() == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Fail where something is found by an id that `explain` does not know, or with a weight that no list shows."""
    yield
    assert declared_findings.undeclared() == []
    assert declared_findings.unconditional() == []


@pytest.fixture
def schedcfg(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Call the real `main`, in this process, with arguments and standard input."""

    def call(*arguments: str | Path, stdin: bytes | None = None) -> Result:
        monkeypatch.setattr(sys, "argv", ["schedcfg", *map(str, arguments)])
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            cli.main()
        out, err = capfd.readouterr()
        return Result(int(end.value.code or 0), out, err)

    return call
