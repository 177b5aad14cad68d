"""The action of action.yml, its steps run by hand; what workflows use is named by its commit."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.commands.trial import programs
from tests.paths import ROOT

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the action's steps need bash")


class Runner:
    """A machine of GitHub's, as far as the action sees it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.output, self.summary = folder / "output", folder / "summary.md"
        program = folder / "schedcfg" / "bin" / "schedcfg"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec env PYTHONPATH="{ROOT}" "{sys.executable}" -m schedcfg "$@"\n')
        program.chmod(0o755)

    def run(self, id_: str = "validate", **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run a step, with the shell and the variables that GitHub gives it."""
        (step,) = (step for step in ACTION["runs"]["steps"] if step.get("id") == id_)
        values = {name: declared["default"] for name, declared in ACTION["inputs"].items()}
        values |= {name.replace("_", "-"): value for name, value in inputs.items()}
        variables = {name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: values[found[1]], text)
                     for name, text in step["env"].items()}  # fmt: skip
        places = {"GITHUB_OUTPUT": self.output, "GITHUB_STEP_SUMMARY": self.summary, "RUNNER_TEMP": self.folder}
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=ROOT,
            env=os.environ | variables | {name: str(path) for name, path in places.items()},
            capture_output=True,
            text=True,
            check=False,
        )


def test_what_is_refused_fails_the_step_and_is_on_the_summary_page(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    sarif = tmp_path / "new" / "report.sarif"
    done = runner.run(paths="examples/broken\nexamples/profiles.yaml", kubernetes="1.33", sarif=str(sarif))
    assert done.returncode == 1, done.stderr
    assert re.search(r"^::error file=examples/broken/\S+,line=\d+", done.stdout, re.MULTILINE)
    assert runner.output.read_text(encoding="utf-8") == "status=1\n"
    assert "| examples/broken/" in runner.summary.read_text(encoding="utf-8").replace("`", "")
    assert json.loads(sarif.read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_inputs_are_words_and_nothing_else(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    harmful = f"$(touch {tmp_path}/made) `touch {tmp_path}/made` * --fix"
    done = runner.run(paths=harmful, fail_on="never")
    assert done.returncode == 3
    for word in ("--fix", "*"):
        assert f"schedcfg: {word} cannot be read" in done.stdout + done.stderr
    assert not (tmp_path / "made").exists()


def test_options_go_with_the_paths(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    done = runner.run(
        paths="examples/broken/custom-plugin.yaml", args="--plugin HelloWorldPlugin\n--require", fail_on="info"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert runner.output.read_text(encoding="utf-8") == "status=0\n"


TESTS = """\
apiVersion: schedcfg.io/v1alpha1
kind: SchedulerTest
nodes: ["2:cpu=4"]
tests:
- name: each has a node
  pods: ["3:cpu=1"]
  expect: {perNode: {most: 1}}
"""


def test_a_test_of_where_pods_go_fails_the_step_at_its_line(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    path = tmp_path / "a.schedtest.yaml"
    path.write_text(TESTS, encoding="utf-8")
    scheduler = str(programs.executable(tmp_path / "kube-scheduler"))
    done = runner.run("test", scheduler=scheduler, tests=str(tmp_path))
    assert done.returncode == 1, done.stderr
    assert re.search(rf"^::error file={path},line=7,title=failed", done.stdout, re.MULTILINE)
    assert "perNode: expected" in runner.summary.read_text(encoding="utf-8")
    path.write_text(TESTS.replace("most: 1", "exactly: 3"), encoding="utf-8")
    assert runner.run("test", scheduler=scheduler, tests=f"{path}\n{path}").returncode == 0


def test_what_is_no_file_is_an_image(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    (tmp_path / "a.schedtest.yaml").write_text(TESTS, encoding="utf-8")
    done = runner.run("test", scheduler="not an image", tests=str(tmp_path))
    assert done.returncode == 2
    assert "image" in done.stderr


def test_tests_are_only_run_with_a_scheduler() -> None:
    steps = [step for step in ACTION["runs"]["steps"] if "inputs.scheduler != ''" in step.get("if", "")]
    assert [step["name"] for step in steps] == ["Install what runs a scheduler", "Test"]
    assert "requirements/try.txt" in steps[0]["run"]


def test_the_action_installs_the_revision_that_is_named() -> None:
    (step,) = (step for step in ACTION["runs"]["steps"] if step.get("name") == "Install schedcfg")
    assert step["env"]["SOURCE"] == "${{ github.action_path }}"
    assert step["run"] == 'sh "$SOURCE/.ci/install" "$RUNNER_TEMP/schedcfg"'


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / "action.yml"], ids=lambda path: path.name)
def test_what_is_used_is_named_by_its_commit(path: Path) -> None:
    used = re.findall(r"uses: (\S+)(.*)", path.read_text(encoding="utf-8"))
    assert used
    pinned = re.compile(r"[\w./-]+@[0-9a-f]{40}")
    assert [name for name, _ in used if name != "./" and not pinned.fullmatch(name)] == []
    assert [name for name, behind in used if name != "./" and not re.fullmatch(r" # v\d+\.\d+\.\d+", behind)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_jobs_have_the_rights_that_they_need_only(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] in ({}, {"contents": "read"})
    assert [name for name, job in workflow["jobs"].items() if "timeout-minutes" not in job] == []
