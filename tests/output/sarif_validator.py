"""Microsoft's SARIF validator: the schema, what the standard says beyond it, and what GitHub takes."""

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from schedcfg.output.sarif import SCHEMA
from tests.output.report_schemas import loaded

PACKAGE = "@microsoft/sarif-multitool"
VERSION = "5.7.0"
"""Pinned: what it finds is compared."""

RULES = "Sarif;Gh"
"""Rules of the standard and of GitHub's code scanning; those of the schema (`JSON…`) always run.

Those of Azure DevOps ask for the number of the pipeline's build, which only the pipeline knows.
"""

TOO_MANY_RUNS = "GH1013"
"""What GitHub takes of a log, no more than 20 runs: these logs have more, ours one; the rest is in the schema."""

VALIDATING = 300
"""Seconds until a validation counts as stuck."""


class Complaint(NamedTuple):
    """What is wrong with a log.

    Attributes:
        run: Which of its runs, from 0; None: the log itself.
        rule: The validator's rule.
        arguments: What its message is about, the place first.
    """

    run: int | None
    rule: str
    arguments: tuple[str, ...]


class SarifValidator:
    """The validator, as npm has installed it."""

    def __init__(self, package: Path) -> None:
        home = package.with_name(f"{package.name}-{sys.platform}")
        self.program = home / ("Sarif.Multitool.exe" if sys.platform == "win32" else "Sarif.Multitool")
        # What npm's own script would do; scripts of packages are not run.
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)
        self.schema = loaded(home / "sarif-2.1.0.json")

    def complaints(self, runs: Sequence[object], folder: Path) -> list[Complaint]:
        """Validate runs: errors and warnings; notes, which are matters of taste, are left out.

        All in one log: of several files the program may pass over what is wrong with the later ones.

        Args:
            runs: What to validate.
            folder: Where to work.
        """
        log, report = folder / "log.sarif", folder / "report.sarif"
        log.write_text(json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": runs}), encoding="utf-8")
        options = ["--output", str(report), "--rule-kind", RULES, "--level", "Error;Warning", "--log", "ForceOverwrite"]
        done = subprocess.run(
            [self.program, "validate", log, *options],
            check=False,
            capture_output=True,
            text=True,
            timeout=VALIDATING,
            env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
        )
        # The exit status is 0 whatever is found in the file.
        assert done.returncode == 0, done.stdout + done.stderr
        (found,) = json.loads(report.read_text(encoding="utf-8-sig"))["runs"]
        assert found["invocations"][0]["executionSuccessful"] is True
        return [_complaint(result) for result in found["results"] if result["ruleId"] != TOO_MANY_RUNS]


def _complaint(result: dict[str, Any]) -> Complaint:
    arguments = tuple(result["message"].get("arguments", ()))
    place = re.match(r"runs\[(\d+)]", arguments[0]) if arguments else None
    return Complaint(int(place[1]) if place else None, result["ruleId"], arguments)
