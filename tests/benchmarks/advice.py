"""Measure: how much slower the advised rules make `validate`. Prints ratios; asserts nothing.

Run with `python -m tests.benchmarks.advice` from the project's root, for other files with a folder behind it. The rules
that `validate` began with are measured against all of today's, in turns, in CPU time.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from schedcfg.rules import registry

from . import real_files
from .__main__ import files, usage

COUNT = 2000
FIRST = frozenset({"old-api-version", "unlike-published", "undeclared-plugin"})
"""The advised rules that `validate` began with."""

_JUDGED = frozenset({"0", "1"})
"""Exit statuses of a run that came to its end."""

_COMMAND = """
import sys
from schedcfg.rules import registry
from schedcfg.cli import main
from tests.benchmarks.advice import first_rules
if sys.argv.pop(1) == "first":
    registry.advised_rules = first_rules
main()
"""


def first_rules() -> tuple[registry.Rule[registry.Subject], ...]:
    """Load the advised rules that `validate` began with, and no others."""
    from importlib import import_module

    return tuple(import_module(f"schedcfg.rules.advised.{name.replace('-', '_')}").RULE for name in sorted(FIRST))


def in_process(folder: Path) -> tuple[Callable[[], float], Callable[[], float]]:
    """Return what measures `validate` of every file in seconds of CPU, with the first rules and with all."""
    from schedcfg import validate

    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml"))]
    every, first = registry.advised_rules(), first_rules()

    def measured(chosen: tuple[registry.Rule[registry.Subject], ...]) -> float:
        registry._of_release.cache_clear()
        with mock.patch.object(registry, "advised_rules", return_value=chosen):
            start = time.process_time()
            for text in texts:
                validate(text)
            return time.process_time() - start

    return lambda: measured(first), lambda: measured(every)


def as_command(folder: Path) -> tuple[Callable[[], float], Callable[[], float]]:
    """Return what measures the command on a folder in seconds of CPU, with the first rules and with all."""

    def measured(which: str) -> float:
        return usage([sys.executable, "-c", _COMMAND, which, "validate", str(folder)], _JUDGED)[0]

    return lambda: measured("first"), lambda: measured("every")


def compare(name: str, count: int, pair: tuple[Callable[[], float], Callable[[], float]], runs: int) -> None:
    """Run both in turns and print the best of each, and their ratio."""
    first, every = pair
    times = [(first(), every()) for _ in range(runs)]
    before, after = min(one for one, _ in times), min(other for _, other in times)
    each = f"{before / count * 1000:.3f} → {after / count * 1000:.3f} ms of CPU per file"
    print(f"  {name}: {each}, {after / before:.2f} times")


def measure(name: str, folder: Path) -> None:
    """Print both ratios for a folder."""
    count = sum(1 for _ in folder.rglob("*.yaml"))
    print(f"{count} {name}: with the first {len(FIRST)} advised rules → with all {len(registry.advised_rules())}")
    compare("in process", count, in_process(folder), runs=5)
    compare("as a command", count, as_command(folder), runs=5)


def main() -> None:
    """Measure the folder that is named, or both sets."""
    if sys.argv[1:]:
        measure(f"files of {sys.argv[1]}", Path(sys.argv[1]))
        return
    for name, write in (("valid files", files), ("files as people have them", real_files.files)):
        with tempfile.TemporaryDirectory() as folder:
            measure(name, write(Path(folder), COUNT))


if __name__ == "__main__":
    main()
