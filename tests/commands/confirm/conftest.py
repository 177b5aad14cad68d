"""Programs that answer as real kube-schedulers did.

`SCHEDCFG_REAL_PROGRAMS=FOLDER` has them record anew: the folder has `kube-scheduler-v1.33.3` and the like, and
`hello-scheduler`, which `examples/hello-world/scheduler` becomes.
"""

import os
import sys
from pathlib import Path

import pytest

from tests.commands.confirm.stand_ins import Programs, Scripts

HERE = Path(__file__).parent
TAGS = " ".join(f'json:"{name},omitempty"' for name in ("kind", "type", "weight", "xxx", "yyy", "zzz"))
"""Tags of fields, as Go keeps them in a program."""

REAL = os.environ.get("SCHEDCFG_REAL_PROGRAMS", "")


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    def put(name: str) -> Path:
        script = tmp_path / name
        real = f" SCHEDCFG_REAL={REAL}/{name}" if REAL else ""
        command = f'"{sys.executable}" -IS "{HERE / "program.py"}" "{HERE / "recorded" / name}.ndjson"{real}'
        script.write_text(f'#!/bin/sh\n# {TAGS}\nexec {command} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
        return script

    return put


@pytest.fixture
def scripts(tmp_path: Path) -> Scripts:
    def put(code: str) -> Path:
        script = tmp_path / "scheduler"
        first = 'if "--version" in sys.argv: print("Kubernetes v1.33.3"); sys.exit()'
        script.write_text(f"#!{sys.executable} -IS\nimport json, os, sys, time\n{first}\n{code}\n", encoding="utf-8")
        script.chmod(0o755)
        return script

    return put
