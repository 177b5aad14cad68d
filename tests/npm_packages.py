"""Packages of npm that tests run: each installed once, for all runs and workers."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

INSTALLING = 600
"""Seconds until an installation counts as stuck."""


def installed(config: pytest.Config, package: str, version: str) -> Path:
    """Return the folder of a package, installed into pytest's cache; skip where that is not possible."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip(f"{package} needs node and npm")
    if not config.pluginmanager.hasplugin("cacheprovider"):
        pytest.skip(f"{package} is kept in pytest's cache, which is switched off")
    home = config.cache.mkdir(f"{package.replace('/', '-')}-{version}") / "installed"
    if not home.is_dir():
        _install(npm, f"{package}@{version}", home)
    return home / "node_modules" / package


def _install(npm: str, package: str, home: Path) -> None:
    """Install into a folder beside it and rename that: other runs may do the same at the same time."""
    with tempfile.TemporaryDirectory(dir=home.parent) as folder:
        new = Path(folder) / "new"
        options = ["--prefix", str(new), "--ignore-scripts", "--no-audit", "--no-fund"]
        options += ["--cache", str(Path(folder) / "cache")]  # nothing is left in the user's own, nor logs
        try:
            done = subprocess.run(
                [npm, "install", *options, package], check=False, capture_output=True, text=True, timeout=INSTALLING
            )
        except subprocess.TimeoutExpired:
            pytest.skip(f"{package} was not installed within {INSTALLING} seconds")
        if done.returncode:
            pytest.skip(f"{package} cannot be installed, is there a network? {done.stderr.strip()[-200:]}")
        try:
            new.replace(home)
        except OSError:
            if not home.is_dir():
                raise
