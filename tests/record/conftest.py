"""The replayed program, as an executable."""

import stat
import sys
from pathlib import Path

import pytest

from tools.record.module import Build

HERE = Path(__file__).parent


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
