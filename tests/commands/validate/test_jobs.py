"""`--jobs`: how many processes there are, and that nobody sees it in a report."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.sources import Source
from schedcfg.validation import each_file as files
from schedcfg.validation import workers

pytestmark = pytest.mark.long

Command = Callable[..., "Result"]  # noqa: F821
GOOD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


@pytest.fixture
def many(tmp_path: Path) -> Path:
    for number in range(300):
        text = f"{GOOD}parallelism: {number % 3}\nprofiles:\n  - schedulerName: scheduler-{number}\n"
        (tmp_path / f"{number:03}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def other_processes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Make a run long after its first file, and return how many processes each one starts."""
    started: list[int] = []

    def spread(*arguments: object) -> object:
        started.append(arguments[-1])  # type: ignore[arg-type]
        return real(*arguments)  # type: ignore[arg-type]

    real = workers.spread
    monkeypatch.setattr(workers, "spread", spread)
    monkeypatch.setattr(workers, "cores", lambda: 2)
    monkeypatch.setattr(workers, "_ENOUGH", 100)
    monkeypatch.setattr(files, "_LONG", -1.0)
    return started


@pytest.mark.parametrize("output", ["text", "concise", "json", "sarif"])
def test_every_number_of_processes_writes_the_same(
    schedcfg: Command, many: Path, other_processes: list[int], output: str
) -> None:
    del other_processes[:]
    runs = [schedcfg("validate", many, "--output", output, *jobs) for jobs in ((), ("-j", "1"), ("-j", "3"))]
    assert {(run.status, run.out, run.err) for run in runs} == {(1, runs[0].out, runs[0].err)}
    assert other_processes == [2, 3]


def test_a_few_files_are_left_to_one_process(schedcfg: Command, many: Path, other_processes: list[int]) -> None:
    for path in sorted(many.iterdir())[50:]:
        path.unlink()
    assert schedcfg("validate", many).status == 1
    assert other_processes == []


@pytest.mark.parametrize("value", ["x", "-1", "1.5", "", "auto "])
def test_other_values_are_refused(schedcfg: Command, many: Path, value: str) -> None:
    run = schedcfg("validate", many, "--jobs", value)
    assert run.status == 2
    assert "neither a number nor auto" in run.err


def test_the_first_files_are_those_of_this_process() -> None:
    sources = iter([Source(str(number)) for number in range(9)])
    times = iter((0.0, 0.1, 0.4, 0.6))
    assert [one.path for one in files.until_long(sources, lambda: next(times))] == ["0", "1", "2"]
    assert next(sources).path == "3"


def test_a_short_run_imports_nothing_for_processes(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GOOD, encoding="utf-8")
    program = (
        "import sys\n"
        "from schedcfg.validation.files import validate_files\n"
        "from schedcfg.validation.options import DEFAULT\n"
        "list(validate_files(['a.yaml'], DEFAULT, None))\n"
        "sys.exit('multiprocessing' in sys.modules or 'concurrent.futures' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=False).returncode == 0


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (("max 100000",), 8),
        (("200000 100000",), 2),
        (("150000 100000",), 2),
        (("10000 100000",), 1),
        (("1600000 100000",), 8),
        (("-1", "100000"), 8),
        (("300000", "100000"), 3),
        (("nonsense",), 8),
        ((), 8),
    ],
)
def test_cores_are_those_that_are_granted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: tuple[str, ...], expected: int
) -> None:
    paths = tuple(str(tmp_path / str(number)) for number in range(max(1, len(written))))
    for path, text in zip(paths, written, strict=False):
        Path(path).write_text(f"{text}\n", encoding="ascii")
    monkeypatch.setattr(workers, "_LIMITS", (paths,))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(8)), raising=False)
    assert workers.cores() == expected
