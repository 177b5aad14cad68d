"""Measure: files per second, start-up, memory. Prints figures; asserts nothing.

Run with `python -m tests.benchmarks` from the project's root; with `--peers`, schedcfg is measured against others.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from tools.pages import speed

from .stages import CONFIGURATION

SCHEDCFG = [sys.executable, "-m", "schedcfg"]


def files(folder: Path, count: int) -> Path:
    """Write valid one-profile files of 39 lines."""
    for number in range(count):
        (folder / f"{number:05}.yaml").write_text(CONFIGURATION.format(number=number), encoding="utf-8")
    return folder


def wall(argv: list[str], runs: int = 15) -> float:
    """Return the median wall time of a command in milliseconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return sorted(times)[runs // 2] * 1000


def usage(argv: list[str], statuses: frozenset[str] = frozenset({"0"})) -> tuple[float, int]:
    """Return CPU seconds and peak memory (KiB) of one command, which has to end with one of some statuses."""
    script = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss, done.returncode)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, *argv], check=True, capture_output=True, text=True)
    cpu, memory, status = done.stdout.split()
    assert status in statuses, done.stderr
    return float(cpu), int(memory)


def throughput(folder: Path, count: int) -> None:
    """Print CPU per file: the whole command less its start, and the library alone."""
    one = Path(tempfile.mkdtemp())
    files(one, 1)
    start, _ = min(usage([*SCHEDCFG, "validate", str(one)]) for _ in range(5))
    cpu, _ = min(usage([*SCHEDCFG, "validate", str(folder)]) for _ in range(3))
    each = (cpu - start) / count * 1000
    print(f"{count} valid files: {each:.3f} ms of CPU per file, {1000 / each:.0f} files per second and core")
    stages(folder)


def stages(folder: Path) -> None:
    """Print where the time goes, in one process."""
    from schedcfg import OPEN, releases
    from schedcfg.configuration.decode.configuration import decode
    from schedcfg.configuration.effective.resolve import resolve
    from schedcfg.document import parse
    from schedcfg.rules.registry import Subject, run
    from schedcfg.sources.type_meta import read_type_meta
    from schedcfg.validation.text import validate

    text = next(folder.iterdir()).read_text(encoding="utf-8")
    release = releases.at(releases.NEWEST)

    known = partial(OPEN.known, release=release)
    document = parse(text).documents[0]
    meta = read_type_meta(document.data)
    decoded = decode(document, meta, release, known)
    subject = Subject(resolve(decoded, OPEN), decoded, OPEN)
    for name, work in (
        ("parse", lambda: parse(text)),
        ("decode", lambda: decode(document, meta, release, known)),
        ("resolve", lambda: resolve(decoded, OPEN)),
        ("rules", lambda: list(run(subject))),
        ("validate, all of it", lambda: validate(text)),
    ):
        work()
        best = min(_timed(work) for _ in range(5))
        print(f"  {name}: {best:.3f} ms")


def migrations() -> None:
    """Print the CPU time of a migration: over one step, over two, and where nothing has to change."""
    from schedcfg import migrate

    for source in ("v1beta2", "v1beta3", "v1"):
        text = CONFIGURATION.format(number=0).replace("scheduler.config.k8s.io/v1", f"scheduler.config.k8s.io/{source}")
        text = text.replace("multiPoint", "filter") if source == "v1beta2" else text
        migrate(text, "v1")
        best = min(_timed(lambda text=text: migrate(text, "v1"), 10) for _ in range(3))
        print(f"migrate {source} to v1: {best:.1f} ms of CPU per file")


def _timed(work: object, runs: int = 400) -> float:
    start = time.process_time()
    for _ in range(runs):
        work()  # type: ignore[operator]
    return (time.process_time() - start) / runs * 1000


ONE_MODEL = """
import click, yaml
from pydantic import BaseModel, Field

from schedcfg import releases
class Model(BaseModel):
    number: int = Field(1, ge=0)
Model(number=1)
"""


def start_up(folder: Path) -> None:
    """Print the wall time of one file, against a bare interpreter and against the libraries alone.

    `import pydantic` loads next to nothing: what its first model needs is loaded with that. Both are printed.
    """
    one = str(next(folder.iterdir()))
    bare = wall([sys.executable, "-c", "pass"])
    names = wall([sys.executable, "-c", "import click, pydantic, yaml; pydantic.BaseModel"])
    floor = wall([sys.executable, "-c", ONE_MODEL])
    version = wall([*SCHEDCFG, "--version"])
    whole = wall([*SCHEDCFG, "validate", one])
    print(f"bare interpreter {bare:.0f} ms; schedcfg --version {version:.0f} ms")
    print(f"click, PyYAML and pydantic imported {names:.0f} ms; with one model {floor:.0f} ms (the import floor)")
    print(f"one file {whole:.0f} ms = {whole / floor:.2f} times the floor, {whole / names:.2f} times the bare imports")


def memory() -> None:
    """Print peak memory for few and for many files."""
    for count in (100, 10_000):
        with tempfile.TemporaryDirectory() as folder:
            files(Path(folder), count)
            _, peak = usage([*SCHEDCFG, "validate", folder])
            _, peak_json = usage([*SCHEDCFG, "validate", "--output", "json", folder])
        print(f"{count} files: {peak / 1024:.1f} MiB at the peak as text, {peak_json / 1024:.1f} MiB as JSON")


def main() -> None:
    """Measure what the command line asks for."""
    from . import cases, peers

    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--peers", action="store_true", help="measure in turn with kubeconform and check-jsonschema")
    groups = (*cases.GROUPS, "stages")
    parser.add_argument("--cases", nargs="+", choices=groups, default=groups, help="with --peers: what to measure")
    parser.add_argument("--runs", type=int, default=5, help="with --peers: runs of each program")
    parser.add_argument(
        "--before", metavar="FOLDER", help="with --peers: an older checkout, measured in the same turns"
    )
    parser.add_argument("--record", action="store_true", help="with --peers: keep the figures for the documentation")
    asked = parser.parse_args()
    if not asked.peers:
        measure()
        return
    figures: dict[str, Any] = {"cases": {}, "stages": {}}
    for found in peers.measure(frozenset(asked.cases), asked.runs, asked.before):
        figures = speed.together(figures, found)
        if asked.record:
            speed.record(found)
    sys.stdout.writelines(f"{line}\n" for line in speed.tables(figures))


def measure() -> None:
    """Measure schedcfg alone."""
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        files(Path(folder), 2000)
        throughput(Path(folder), 2000)
        start_up(Path(folder))
    migrations()
    memory()
    print(f"this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")


if __name__ == "__main__":
    main()
