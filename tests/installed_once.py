"""Programs of others that tests need: installed once, into pytest's cache, for all runs and workers."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest


def kept_in(config: pytest.Config, name: str, part: str) -> Path:
    """Return a folder of pytest's cache that is there once something is installed; skip where there is no cache."""
    if not config.pluginmanager.hasplugin("cacheprovider"):
        pytest.skip(f"{name} is kept in pytest's cache, which is switched off")
    return config.cache.mkdir(name) / part


def install(
    command: Sequence[str], name: str, seconds: int, *, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> None:
    """Run what installs something; skip where it fails, or takes longer than so many seconds."""
    try:
        done = subprocess.run(command, cwd=cwd, env=env, check=False, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        pytest.skip(f"{name} was not installed within {seconds} seconds")
    if done.returncode:
        pytest.skip(f"{name} cannot be installed, is there a network? {done.stderr.strip()[-200:]}")


def keep(new: Path, kept: Path) -> None:
    """Rename what was installed beside it: other runs may do the same at the same time."""
    try:
        new.replace(kept)
    except OSError:
        if not kept.is_dir():
            raise
