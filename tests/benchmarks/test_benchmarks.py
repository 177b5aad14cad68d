"""The benchmarks come to their end: nothing is timed here, each case of the shortest group is run once."""

import subprocess
import sys

from tests.paths import ROOT

from .cases import CASES


def test_each_case_is_measured_once() -> None:
    command = [sys.executable, "-m", "tests.benchmarks", "--peers", "--cases", "start", "--runs", "1"]
    alone = {"PATH": "/usr/bin:/bin"}  # Without Go, kubeconform is not asked
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for case in CASES:
        assert (case.name in done.stdout) is (case.group == "start"), case.name
