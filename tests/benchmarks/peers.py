"""schedcfg against its peers, in turn: CPU, wall time, peak memory; `python -m tests.benchmarks --peers`.

kubeconform and check-jsonschema are given the JSON Schema of this project; they check shapes only: neither defaults,
nor plugins, nor anything that depends on a release.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import measuring
from .cases import CASES, CHECK_JSONSCHEMA, CLICK, FLOOR, KUBECONFORM, Case

ROOT = Path(__file__).resolve().parents[2]

VERSION = "v0.8.0"
"""Of kubeconform."""

SCHEDCFG = "schedcfg"
BEFORE = "schedcfg before"

_IMPORTS = """
import click, yaml
from pydantic import BaseModel, Field
class Model(BaseModel):
    number: int = Field(1, ge=0)
Model(number=1)
"""
"""The import floor: click, libyaml's binding, and pydantic with one model."""


def kubeconform() -> str | None:
    """Return the path of kubeconform, built as a Go module where it is not yet; None where there is no Go."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "schedcfg-benchmarks" / VERSION
    program = cache / "kubeconform"
    if not program.exists():
        if shutil.which("go") is None:
            return None
        environment = {**os.environ, "GOBIN": str(cache), "GOFLAGS": "-mod=mod"}
        module = f"github.com/yannh/kubeconform/cmd/kubeconform@{VERSION}"
        subprocess.run(["go", "install", module], check=True, env=environment)
    return str(program)


def _peers() -> dict[str, list[str]]:
    """Map the name of each peer that is here to what is run, without the files."""
    found = {FLOOR: [sys.executable, "-c", _IMPORTS], CLICK: [sys.executable, "-c", "import click"]}
    program = kubeconform()
    if program is not None:
        schema = f"{ROOT}/schemas/{{{{ .ResourceKind }}}}-{{{{ .ResourceAPIVersion }}}}.json"
        found[KUBECONFORM] = [program, "-schema-location", schema, "-ignore-missing-schemas"]
    checker = shutil.which(CHECK_JSONSCHEMA, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if checker is not None:
        schema = f"{ROOT}/schemas/kubeschedulerconfiguration-v1.json"
        found[CHECK_JSONSCHEMA] = [checker, "--schemafile", schema]
    return found


def _programs(case: Case, folder: Path, before: str | None) -> dict[str, list[str]]:
    """Map the name of each program to what is run for a case."""
    asked = case.asked(folder)
    own = [sys.executable, "-m", "schedcfg", *case.schedcfg, *asked]
    found = {SCHEDCFG: own} | ({BEFORE: own} if before is not None else {})
    for name, argv in _peers().items():
        if name in case.peers:
            files = asked if case.file or name == KUBECONFORM else map(str, sorted(folder.iterdir()))
            found[name] = argv if name in {FLOOR, CLICK} else [*argv, *files]
    return found


def measure(groups: frozenset[str], runs: int, before: str | None) -> Iterator[dict[str, Any]]:
    """Measure the cases of some groups, and yield what was found of each as it is recorded.

    Args:
        groups: Which cases.
        runs: How often each program is run.
        before: The folder of another checkout of schedcfg, which is measured in the same turns; None: no other.
    """
    about = {"machine": _machine(), "runs": runs}
    with tempfile.TemporaryDirectory() as cache:
        environments = dict.fromkeys(
            (SCHEDCFG, FLOOR, CLICK, KUBECONFORM, CHECK_JSONSCHEMA),
            measuring.environment(str(ROOT), f"{cache}/now"),
        )
        environments[BEFORE] = measuring.environment(before or "", f"{cache}/before")
        for case in CASES:
            if case.group in groups:
                sys.stderr.write(f"{case.name} …\n")
                with tempfile.TemporaryDirectory() as folder:
                    case.write(Path(folder))
                    its_own = {name: {**one, **case.environment} for name, one in environments.items()}
                    found = measuring.in_turn(_programs(case, Path(folder), before), its_own, runs)
                yield {
                    **about,
                    "cases": {case.name: {name: one._asdict() for name, one in found.items()}},
                    "stages": {},
                }
        if "stages" in groups:
            yield {**about, "cases": {}, "stages": _stages(environments, before, runs)}


def _stages(environments: dict[str, dict[str, str]], before: str | None, runs: int) -> dict[str, dict[str, float]]:
    """Return the milliseconds of CPU of each stage, per file, measured inside of a process of each checkout."""
    script = str(Path(__file__).with_name("stages.py"))
    found = {}
    for name in (SCHEDCFG, BEFORE) if before is not None else (SCHEDCFG,):
        sys.stderr.write(f"stages of {name} …\n")
        argv = [sys.executable, script, str(runs)]
        done = subprocess.run(
            argv, check=False, capture_output=True, text=True, env=environments[name], cwd=tempfile.gettempdir()
        )
        if done.returncode == 0:
            found[name] = json.loads(done.stdout)
        else:
            sys.stderr.write(f"not measured: {done.stderr.splitlines()[-1]}\n")
    return found


def _machine() -> str:
    """Return what kind of machine this is."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, Python {platform.python_version()}"
