"""What programs use: CPU, wall time and peak memory, of several in turn, as medians."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from statistics import median
from typing import NamedTuple

_SCRIPT = """
import os, sys, time
null = os.open(os.devnull, os.O_RDWR)
start = time.perf_counter()
actions = [(os.POSIX_SPAWN_DUP2, null, stream) for stream in range(3)]
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=actions)
_, status, used = os.wait4(child, 0)
wall = time.perf_counter() - start
print(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status))
"""
"""Started for each run: the peak that is measured is never below that of the process which starts a program."""

JUDGED = frozenset({0, 1})
"""Exit statuses of a run that came to its end."""


class Used(NamedTuple):
    """What a program used, with all processes that it started.

    Attributes:
        cpu: Seconds of CPU, user and system.
        wall: Seconds that passed.
        peak: MiB of memory at the peak, of the process that had most.
    """

    cpu: float
    wall: float
    peak: float


def used(argv: Iterable[str], environment: Mapping[str, str]) -> Used:
    """Run a program and return what it used.

    Raises:
        AssertionError: if it did not come to its end.
    """
    started = [sys.executable, "-S", "-E", "-c", _SCRIPT, *argv]
    done = subprocess.run(
        started, check=True, capture_output=True, text=True, env=dict(environment), cwd=tempfile.gettempdir()
    )
    cpu, wall, peak, status = map(float, done.stdout.split())
    assert status in JUDGED, f"{' '.join(started[5:])}: status {status:.0f}"
    return Used(cpu, wall, peak)


def in_turn(
    programs: Mapping[str, list[str]], environments: Mapping[str, Mapping[str, str]], runs: int
) -> dict[str, Used]:
    """Run several programs in turn, after one run each that fills caches, and return the medians.

    A program that does not come to its end is left out, as an older one that lacks an option; the first has to.

    Args:
        programs: Name → what is run.
        environments: The environment of each.
        runs: How often.
    """
    found: dict[str, list[Used]] = {}
    for name, argv in programs.items():
        try:
            used(argv, environments[name])
        except AssertionError as error:
            if not found:
                raise
            sys.stderr.write(f"not measured: {error}\n")
        else:
            found[name] = []
    for _ in range(runs):
        for name, measured in found.items():
            measured.append(used(programs[name], environments[name]))
    return {name: Used(*map(median, zip(*each, strict=True))) for name, each in found.items()}


def environment(checkout: str, bytecode: str) -> dict[str, str]:
    """Return the environment of a run of a checkout: bytecode is written, as installing would do; reports beside it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SCHEDCFG"))}
    return {
        **kept,
        "PYTHONPATH": checkout,
        "PYTHONPYCACHEPREFIX": bytecode,
    }
