"""Packages of npm that tests run: each installed once, for all runs and workers."""

import hashlib
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.installed_once import install, keep, kept_in

INSTALLING = 600
"""Seconds until an installation counts as stuck."""


def installed(config: pytest.Config, package: str, version: str) -> Path:
    """Return the folder of a package, installed into pytest's cache; skip where that is not possible."""
    home = _home(config, f"{package.replace('/', '-')}-{version}")
    if not home.is_dir():
        _install(home, ["install", f"{package}@{version}"], package)
    return home / "node_modules" / package


def locked(config: pytest.Config, folder: Path) -> Path:
    """Return `node_modules` as the package-lock.json of a folder has it; skip where it cannot be installed."""
    files = [folder / "package.json", folder / "package-lock.json"]
    home = _home(config, f"{folder.name}-{hashlib.sha256(files[-1].read_bytes()).hexdigest()[:12]}")
    if not home.is_dir():
        _install(home, ["ci"], folder.name, files)
    return home / "node_modules"


def _home(config: pytest.Config, name: str) -> Path:
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip(f"{name} needs node and npm")
    return kept_in(config, name, "installed")


def _install(home: Path, command: list[str], name: str, files: Iterable[Path] = ()) -> None:
    with tempfile.TemporaryDirectory(dir=home.parent) as folder:
        new = Path(folder) / "new"
        new.mkdir()
        for file in files:
            shutil.copy(file, new)
        options = ["--prefix", str(new), "--ignore-scripts", "--no-audit", "--no-fund"]
        options += ["--cache", str(Path(folder) / "cache")]  # nothing is left in the user's own, nor logs
        install(["npm", *command, *options], name, INSTALLING)
        keep(new, home)
