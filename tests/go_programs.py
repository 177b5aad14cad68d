"""Programs of others, built with Go: each once, for all runs and workers."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.installed_once import install, keep, kept_in

BUILDING = 300
"""Seconds until a build counts as stuck."""

_QUICKLY = ("-gcflags=all=-N -l", "-ldflags=-s -w")
"""Neither optimized nor to be debugged: a quarter less work, for programs that run for moments."""


def installed(config: pytest.Config, package: str, version: str) -> Path:
    """Return a program, built into pytest's cache; skip where that is not possible.

    Args:
        config: Whose cache.
        package: The folder with `main` in a module, as `go install` takes it.
        version: That of the module.
    """
    if shutil.which("go") is None:
        pytest.skip(f"{package} is built with Go, which is not installed")
    kept = kept_in(config, f"{package.replace('/', '-')}-{version}", "bin")
    if not kept.is_dir():
        _build(kept, f"{package}@{version}")
    [program] = kept.iterdir()
    return program


def _build(kept: Path, package: str) -> None:
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        new = Path(folder) / "bin"
        around = {**os.environ, "CGO_ENABLED": "0", "GOBIN": str(new), "GOFLAGS": "-mod=mod"}
        install(["go", "install", *_QUICKLY, package], package, BUILDING, cwd=Path(folder), env=around)
        keep(new, kept)
