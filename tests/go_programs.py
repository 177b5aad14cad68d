"""Programs of others, built with Go: each once, for all runs and workers."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

BUILDING = 300
"""Seconds until a build counts as stuck."""


def installed(config: pytest.Config, package: str, version: str) -> Path:
    """Return a program, built into pytest's cache; skip where that is not possible.

    Args:
        config: Whose cache.
        package: The folder with `main` in a module, as `go install` takes it.
        version: That of the module.
    """
    if shutil.which("go") is None:
        pytest.skip(f"{package} is built with Go, which is not installed")
    if not config.pluginmanager.hasplugin("cacheprovider"):
        pytest.skip(f"{package} is kept in pytest's cache, which is switched off")
    kept = config.cache.mkdir(f"{package.replace('/', '-')}-{version}") / "bin"
    if not kept.is_dir():
        _build(kept, f"{package}@{version}")
    [program] = kept.iterdir()
    return program


def _build(kept: Path, package: str) -> None:
    """Build into a folder beside it and rename that: other runs may do the same at the same time."""
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        new = Path(folder) / "bin"
        around = {**os.environ, "GOBIN": str(new), "GOFLAGS": "-mod=mod"}
        command = ["go", "install", package]
        try:
            done = subprocess.run(
                command, cwd=folder, env=around, check=False, capture_output=True, text=True, timeout=BUILDING
            )
        except subprocess.TimeoutExpired:
            pytest.skip(f"{package} was not built within {BUILDING} seconds")
        if done.returncode:
            pytest.skip(f"{package} cannot be built, is there a network? {done.stderr.strip()[-200:]}")
        try:
            new.replace(kept)
        except OSError:
            if not kept.is_dir():
                raise
