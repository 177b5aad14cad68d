"""The extension for VS Code: built and packaged once, and run under node in a window that is a fake."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import npm_packages
from tests.paths import ROOT

SOURCE = ROOT / "editors" / "vscode"
DRIVER = Path(__file__).with_name("run_extension.cjs")
PATIENCE = 600
"""Seconds until something counts as stuck."""

Step = tuple[str, dict[str, Any]]


class Extension:
    """The extension as it was built.

    Attributes:
        bundle: What VS Code loads.
        package: What is published.
        manifest: Its package.json.
    """

    def __init__(self, folder: Path) -> None:
        self.bundle = folder / "out" / "extension.js"
        [self.package] = (folder / "out").glob("*.vsix")
        self.manifest: dict[str, Any] = json.loads((folder / "package.json").read_text(encoding="utf-8"))

    def run(self, *steps: Step, path: Path | None = None, **scenario: Any) -> dict[str, Any]:
        """Take some steps in a window, and return what it showed; see `run_extension.cjs`.

        Args:
            steps: What is done, one after the other.
            path: The only folder on PATH in which programs are found, beside node's own.
            scenario: The settings, folders, trust and interpreter of the window.
        """
        node = shutil.which("node")
        assert node is not None
        done = subprocess.run(
            [node, str(DRIVER), str(self.bundle)],
            input=json.dumps({"steps": steps, **scenario}),
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
            env={**os.environ, "PATH": str(path or "/nowhere")},
        )
        assert done.returncode == 0, done.stderr
        shown: dict[str, Any] = json.loads(done.stdout)
        return shown


def built(config: pytest.Config, folder: Path) -> Extension:
    """Build and package the extension in a folder; skip where npm, or what it installs, cannot be had."""
    packages = npm_packages.locked(config, SOURCE)
    copy = folder / "vscode"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("node_modules", "out"))
    (copy / "node_modules").symlink_to(packages)
    done = subprocess.run(
        ["npm", "run", "package"], cwd=copy, check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return Extension(copy)
