"""The descriptor for MegaLinter: the command that MegaLinter makes of it does what it says."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.paths import ROOT

FOLDER = ROOT / "templates" / "mega-linter-plugin-schedcfg"
(DESCRIPTOR,) = FOLDER.glob("*.megalinter-descriptor.yml")
DATA = yaml.safe_load(DESCRIPTOR.read_text(encoding="utf-8"))
(LINTER,) = DATA["linters"]
HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


def command(*files: Path, sarif: Path | None = None) -> list[str]:
    """Return the command line that MegaLinter makes: `build_lint_command` of its megalinter/Linter.py."""
    arguments = [*LINTER["cli_lint_extra_args"], *map(str, files)]
    if sarif is not None:
        own = [argument.replace("{{SARIF_OUTPUT_FILE}}", str(sarif)) for argument in LINTER["cli_sarif_args"]]
        arguments = [*LINTER["cli_lint_extra_args"], *own, *map(str, files)]
    return [sys.executable, "-m", LINTER["linter_name"], *arguments]


def run(folder: Path, *files: Path, sarif: Path | None = None) -> subprocess.CompletedProcess[str]:
    called = command(*files, sarif=sarif)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    return subprocess.run(called, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    wrong, right, other = (tmp_path / name for name in ("wrong.yaml", "right.yaml", "other.json"))
    wrong.write_text(f"{HEAD}paralelism: 4\nprofilez: []\n", encoding="utf-8")
    right.write_text(HEAD, encoding="utf-8")
    other.write_text(json.dumps({"name": "no scheduler"}), encoding="utf-8")
    return wrong, right, other


def test_the_address_is_one_from_which_megalinter_takes_plugins() -> None:
    """Upstream: `load_plugin` in megalinter/plugin_factory.py."""
    assert FOLDER.name.startswith("mega-linter-plugin-")
    written = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    assert f"{DESCRIPTOR.relative_to(ROOT)}" in written


def test_what_is_refused_fails_and_is_counted(tmp_path: Path, files: tuple[Path, ...]) -> None:
    done = run(tmp_path, *files)
    assert done.returncode == 1
    assert len(re.findall(LINTER["cli_lint_errors_regex"], done.stdout)) == 2


def test_files_of_others_do_not_fail(tmp_path: Path, files: tuple[Path, ...]) -> None:
    done = run(tmp_path, *files[1:])
    assert (done.returncode, done.stdout) == (0, "")


def test_sarif_is_written_where_megalinter_wants_it(tmp_path: Path, files: tuple[Path, ...]) -> None:
    """MegaLinter puts the report together from the file that it names."""
    sarif = tmp_path / "megalinter-reports" / "sarif" / "SCHEDCFG.sarif"
    run(tmp_path, *files, sarif=sarif)
    (report,) = json.loads(sarif.read_text(encoding="utf-8"))["runs"]
    assert [one["ruleId"] for one in report["results"]] == ["unknown-field", "unknown-field"]


def test_files_are_fixed_with_its_flag(tmp_path: Path, files: tuple[Path, ...]) -> None:
    fixable = f"{HEAD}profiles:\n- plugins:\n    score:\n      disabled:\n      - name: ServiceAffinity  # why\n"
    files[0].write_text(fixable, encoding="utf-8")
    called = [*command(), LINTER["cli_lint_fix_arg_name"], str(files[0])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(called, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert "- name: ServiceAffinity" not in files[0].read_text(encoding="utf-8")
