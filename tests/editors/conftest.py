"""The program as editors find it, and the extension."""

import shlex
import sys
from pathlib import Path

import pytest

from tests.editors import extension as building
from tests.editors.extension import Extension
from tests.paths import ROOT


def program(folder: Path, command: str) -> Path:
    """Write a program named schedcfg."""
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / "schedcfg"
    written.write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
    written.chmod(0o755)
    return written


@pytest.fixture(scope="session")
def schedcfg(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program of this checkout, in a folder of its own; skip where its server cannot run."""
    pytest.importorskip("pygls")
    python, checkout = shlex.quote(sys.executable), shlex.quote(str(ROOT))
    return program(tmp_path_factory.mktemp("bin"), f'PYTHONPATH={checkout} exec {python} -P -m schedcfg "$@"')


@pytest.fixture(scope="session")
def extension(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Extension:
    """Return the extension for VS Code, built."""
    return building.built(request.config, tmp_path_factory.mktemp("extension"))
