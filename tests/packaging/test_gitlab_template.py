"""The template for pipelines of GitLab, run by gitlab-ci-local, as docs/ci.md includes it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import schedcfg
from schedcfg.output.links import REPOSITORY
from tests import npm_packages
from tests.output.report_schemas import check_gitlab, check_junit
from tests.paths import EXAMPLES, ROOT

pytestmark = pytest.mark.long

TEMPLATE = ROOT / "templates" / "schedcfg.yml"
SPEC, JOBS = yaml.safe_load_all(TEMPLATE.read_text(encoding="utf-8"))
INPUTS: dict[str, Any] = SPEC["spec"]["inputs"]

GITLAB_CI_LOCAL = "4.63.0"
"""The newest that runs with Node.js 20; what it reads of `spec` it checks by GitLab's own schema."""


def test_the_page_includes_it_with_inputs_that_it_has() -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(include:\n.*?)```", page, re.DOTALL)
    (included,) = yaml.safe_load(block)["include"]
    raw = REPOSITORY.replace("https://github.com/", "https://raw.githubusercontent.com/")
    assert included["remote"] == f"{raw}/v{schedcfg.__version__}/{TEMPLATE.relative_to(ROOT).as_posix()}"
    assert set(included["inputs"]) <= set(INPUTS)
    assert included["inputs"]["revision"] == f"v{schedcfg.__version__}"
    for name in INPUTS:
        assert f"`{name}`" in page


def test_each_input_has_an_effect_and_a_default() -> None:
    text = TEMPLATE.read_text(encoding="utf-8").split("\n---\n")[1]
    assert set(re.findall(r"\$\[\[ inputs\.([\w-]+) \]\]", text)) == set(INPUTS)
    assert [name for name, declared in INPUTS.items() if not {"default", "description"} <= set(declared)] == []
    assert INPUTS["repository"]["default"] == REPOSITORY
    assert INPUTS["revision"]["default"] == f"v{schedcfg.__version__}"


class Pipeline:
    """A project of GitLab that includes the template.

    Args:
        program: gitlab-ci-local.
        folder: An empty folder.
    """

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder, self.tools = program, folder / "project", folder / "tools"
        for made in (self.folder / "templates", self.folder / "deploy", self.tools):
            made.mkdir(parents=True)
        shutil.copy(TEMPLATE, self.folder / "templates")
        self._git("init", "--quiet", "--initial-branch=main")
        self._git("remote", "add", "origin", "git@gitlab.example.com:a/b.git")
        # Whatever it is asked to install, it is what is tested here.
        self.source = folder / "source"
        ours = f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m schedcfg "$@"\n'
        install = f'git -C "$(dirname "$0")" rev-parse HEAD > {folder}/installed\nmkdir -p "$1/bin"\n'
        install += 'cp "$(dirname "$0")/schedcfg" "$1/bin/"\nchmod +x "$1/bin/schedcfg"\n'
        for name, text in (("install", install), ("schedcfg", ours)):
            (self.source / ".ci").mkdir(parents=True, exist_ok=True)
            (self.source / ".ci" / name).write_text(text, encoding="utf-8")
        self.revision = self._committed(self.source)

    @staticmethod
    def _committed(folder: Path) -> str:
        """Commit all that is in a folder, and return its name."""
        git = ("git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.com")
        for words in (
            ("init", "--quiet"),
            ("add", "."),
            ("commit", "--quiet", "-m", "one"),
            ("tag", INPUTS["revision"]["default"]),
        ):
            subprocess.run([*git, *words], check=True, capture_output=True)
        head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
        return head.stdout.strip()

    def run(self, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run the pipeline, each job by the shell of this machine."""
        named = {name.replace("_", "-"): value for name, value in inputs.items()} | {"repository": str(self.source)}
        including = {"include": [{"local": f"templates/{TEMPLATE.name}", "inputs": named}]}
        (self.folder / ".gitlab-ci.yml").write_text(yaml.safe_dump(including), encoding="utf-8")
        self._git("add", ".")
        options = ("--force-shell-executor", "--no-color", f"--home={self.tools}")
        around = {"PATH": f"{self.tools}:/usr/local/bin:/usr/bin:/bin", "HOME": str(self.tools)}
        return subprocess.run(
            ["node", self.program, *options],
            cwd=self.folder,
            env=around,
            capture_output=True,
            text=True,
            check=False,
        )

    def installed(self) -> str:
        """Return which commit was installed."""
        return (self.tools.parent / "installed").read_text(encoding="utf-8").strip()

    def reports(self) -> dict[str, str]:
        """Return what GitLab takes of the job, whether it has failed or not, by kind."""
        artifacts = JOBS["schedcfg"]["artifacts"]
        assert artifacts["when"] == "always"
        # The report of tests is there where a scheduler is named only.
        first = {kind: name if isinstance(name, str) else name[0] for kind, name in artifacts["reports"].items()}
        return {kind: (self.folder / name).read_text("utf-8") for kind, name in first.items()}

    def _git(self, *words: str) -> None:
        subprocess.run(["git", *words], cwd=self.folder, check=True, capture_output=True)


@pytest.fixture
def pipeline(request: pytest.FixtureRequest, tmp_path: Path) -> Pipeline:
    for needed in ("bash", "git", "rsync"):
        if shutil.which(needed) is None:
            pytest.skip(f"gitlab-ci-local needs {needed}")
    package = npm_packages.installed(request.config, "gitlab-ci-local", GITLAB_CI_LOCAL)
    return Pipeline(package / json.loads((package / "package.json").read_text())["bin"], tmp_path)


def test_what_is_refused_fails_the_job_and_is_in_its_reports(pipeline: Pipeline) -> None:
    shutil.copy(EXAMPLES / "broken" / "scheduler.yaml", pipeline.folder / "deploy")
    done = pipeline.run(paths="deploy/", kubernetes="1.29")
    assert done.returncode == 1, done.stderr
    assert "deploy/scheduler.yaml:4:1: refused[unknown-field] (1.29)" in done.stdout
    assert pipeline.installed() == pipeline.revision
    reports = pipeline.reports()
    assert {issue["location"]["path"] for issue in check_gitlab(reports["codequality"])} == {"deploy/scheduler.yaml"}
    assert check_junit(reports["junit"]).get("name") == "schedcfg"


def test_what_is_accepted_passes_with_further_options(pipeline: Pipeline) -> None:
    shutil.copy(EXAMPLES / "broken" / "custom-plugin.yaml", pipeline.folder / "deploy")
    commit = pipeline.revision
    done = pipeline.run(args="--plugin HelloWorldPlugin\n--require", fail_on="info", revision=commit)
    assert done.returncode == 0, done.stdout + done.stderr
    assert pipeline.installed() == commit
    assert check_gitlab(pipeline.reports()["codequality"]) == []


def test_inputs_are_words_and_nothing_else(pipeline: Pipeline) -> None:
    done = pipeline.run(paths="$(touch made) `touch made` * --fix; touch made", fail_on="never")
    assert done.returncode == 1, done.stdout + done.stderr
    for word in ("--fix;", "*"):
        assert f"schedcfg: {word} cannot be read" in done.stdout + done.stderr
    assert not (pipeline.folder / "made").exists()


def test_a_value_that_is_none_of_the_options_is_refused(pipeline: Pipeline) -> None:
    done = pipeline.run(fail_on="sometimes")
    assert done.returncode == 1
    assert "sometimes" in done.stdout + done.stderr
    assert not (pipeline.tools.parent / "installed").exists()
