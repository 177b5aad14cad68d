"""An editor's language server, installed once and started once."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from language_server import LanguageServer

PACKAGE = "yaml-language-server"
VERSION = "1.24.0"
"""Pinned: what it says is compared. The last one before 2.0 runs on the Node.js of Debian, too."""

INSTALLING = 600
"""Seconds until an installation counts as stuck."""


@pytest.fixture(scope="session")
def language_server(pytestconfig: pytest.Config) -> Iterator[LanguageServer]:
    """Start the server that VS Code, Neovim and others use for YAML."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("an editor's language server needs node and npm")
    home = pytestconfig.cache.mkdir(f"{PACKAGE}-{VERSION}") / "installed"
    if not home.is_dir():
        _install(npm, home)
    main = home / "node_modules" / PACKAGE / "bin" / PACKAGE
    with LanguageServer([node, str(main), "--stdio"]) as server:
        yield server


def _install(npm: str, home: Path) -> None:
    """Install into a folder beside it and rename that: other runs may do the same at the same time."""
    with tempfile.TemporaryDirectory(dir=home.parent) as folder:
        new = Path(folder) / "new"
        options = ["--prefix", str(new), "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(
            [npm, "install", *options, f"{PACKAGE}@{VERSION}"],
            check=False,
            capture_output=True,
            text=True,
            timeout=INSTALLING,
        )
        if done.returncode:
            pytest.skip(f"{PACKAGE} cannot be installed, is there a network? {done.stderr.strip()[-200:]}")
        if not home.is_dir():
            new.replace(home)
