"""The replayed program, as an executable."""

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tools.record.module import Build

APART = ("unshare", "--user", "--map-root-user", "--net", "--mount")
HERE = Path(__file__).parent


@pytest.fixture
def command(tmp_path: Path) -> Path:
    """Return a command in the place of kube-scheduler, where machines of its own can be made."""
    unshare = [*APART, "mount", "-t", "tmpfs", "none", str(tmp_path)]
    if shutil.which(unshare[0]) is None or subprocess.run(unshare, capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody make a network and mounts of their own")
    executable = tmp_path / "kube-scheduler"
    executable.write_bytes((HERE / "replayed_command.sh").read_bytes())
    executable.chmod(executable.stat().st_mode | stat.S_IXUSR)
    return executable


@pytest.fixture
def build(tmp_path: Path) -> Build:
    executable = tmp_path / "record"
    executable.write_text(f'#!/bin/sh\nexec "{sys.executable}" -IS "{HERE / "replayed.py"}" "$@"\n', encoding="utf-8")
    executable.chmod(executable.stat().st_mode | stat.S_IXUSR)
    scheme = tmp_path / "kubernetes" / "pkg/scheduler/apis/config/scheme/scheme.go"
    scheme.parent.mkdir(parents=True)
    scheme.write_text("package scheme\n\nvar Scheme = runtime.NewScheme()\n", encoding="utf-8")
    plugins = tmp_path / "kubernetes" / "pkg/scheduler/framework/plugins/registry.go"
    plugins.parent.mkdir(parents=True)
    plugins.write_text("Enabled(features.DRADeviceBindingConditions)\n", encoding="utf-8")
    return Build("v1.37.1", executable, tmp_path / "kubernetes")
