"""What README, docs and examples have for a shell is run, in a folder with the files that the pages name.

helm, kustomize and kubectl are programs of ours that answer from files; what needs more says so beside the block.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
import yaml

from tests.called import Result
from tests.paths import ROOT
from tests.recorded_cluster import answering
from tests.stand_in import StandIn
from tools import console_blocks
from tools.console_blocks import ShellBlock, shell_blocks

pytestmark = pytest.mark.long

BATCH = (ROOT / "docs" / "generate" / "batch.yaml").read_text(encoding="utf-8")
OLD = "apiVersion: kubescheduler.config.k8s.io/v1beta1\nkind: KubeSchedulerConfiguration\n"
IN_CLUSTER = (ROOT / "docs" / "how-to" / "two-clusters" / "prod.yaml").read_text(encoding="utf-8")
STATIC_POD = (ROOT / "docs" / "how-to" / "from-1.31" / "kube-scheduler.yaml").read_text(encoding="utf-8")
CONFIGURATION = (ROOT / "docs" / "how-to" / "from-1.31" / "scheduler-config.yaml").read_text(encoding="utf-8")

FILES = {
    **dict.fromkeys(("scheduler.yaml", "scheduler-config.yaml", "old.yaml", "new.yaml", "prod.yaml"), CONFIGURATION),
    **dict.fromkeys(("a.yaml", "clusters/prod/scheduler.yaml", "clusters/staging/scheduler.yaml"), CONFIGURATION),
    **dict.fromkeys(("batch.yaml", "deploy/scheduler.yaml", "values-prod.yaml"), BATCH),
    **dict.fromkeys(("kube-scheduler.yaml", "kube-scheduler-pod.yaml"), STATIC_POD),
    "openshift.yaml": (ROOT / "docs" / "generate" / "distributions" / "openshift.yaml").read_text(encoding="utf-8"),
    "controlplane.yaml": (ROOT / "docs" / "how-to" / "talos" / "controlplane.yaml").read_text(encoding="utf-8"),
    "overlays/prod/kustomization.yaml": "resources: []\n",
    "charts/batch-scheduler/Chart.yaml": "apiVersion: v2\nname: batch-scheduler\nversion: 0.1.0\n",
    "charts/batch-scheduler/templates/config.yaml": "{{ .Values }}\n",
    **dict.fromkeys(("clusters/common.yaml", "clusters/prod.yaml", "clusters/test.yaml"), "replicas: 2\n"),
}
"""The files that pages name, below the folder where their commands run."""

OF_PAGES: Mapping[str, Mapping[str, str]] = {
    "docs/generate/second-scheduler.md": {"scheduler-config.yaml": BATCH},
    "docs/how-to/compare-two-clusters.md": {"clusters/prod/scheduler.yaml": IN_CLUSTER},
    "docs/how-to/judge-a-running-cluster.md": dict.fromkeys(
        ("scheduler.yaml", "clusters/prod/scheduler.yaml"), IN_CLUSTER
    ),
    "docs/how-to/upgrade-a-cluster.md": {"clusters/prod/scheduler.yaml": OLD, "clusters/staging/scheduler.yaml": OLD},
    "docs/how-to/upgrade-from-1.31-to-1.34.md": {
        "clusters/prod/kube-scheduler.yaml": STATIC_POD,
        "clusters/prod/scheduler-config.yaml": CONFIGURATION,
    },
}
"""What is in other files, or in more of them, where the commands of a page run."""

MAY_FAIL = {"validate", "diff", "upgrade"}
"""Commands whose status 1 is an answer."""

WITH_ANSWER = {"--check", "--diff", "--cluster"}
"""Options of other commands with which it is one: the recorded cluster has something that is refused."""


def pages() -> list[str]:
    """List the pages that have something for a shell."""
    found = [page for page in console_blocks.pages() if list(shell_blocks(page.read_text(encoding="utf-8")))]
    return [page.relative_to(ROOT).as_posix() for page in found]


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a repository with the files that pages name, and put our programs on PATH."""
    programs, folder = tmp_path / "programs", tmp_path / "repository"
    programs.mkdir()
    shutil.copytree(ROOT / "examples", folder / "examples")
    write(folder, FILES)
    commit(folder)
    own = programs / "schedcfg"
    own.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m schedcfg "$@"\n', encoding="utf-8")
    own.chmod(0o755)
    kubectl = StandIn(programs, "kubectl").answers("cm", file=folder / "scheduler.yaml")
    answering(kubectl)
    for name in ("helm", "kustomize"):
        StandIn(programs, name).answers(file=folder / "kube-scheduler.yaml")
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(folder)
    return folder


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def commit(folder: Path) -> None:
    """Commit all files of a folder to the branch at which others begin."""
    git = "git init -q -b main && git add . && git -c user.name=a -c user.email=a@example.com commit -qm Files"
    subprocess.run(f"{git} && git update-ref refs/remotes/origin/main HEAD", shell=True, cwd=folder, check=True)


@pytest.mark.parametrize("page", pages())
def test_the_commands_of_a_page_do_their_work(page: str, scratch: Path, schedcfg: Callable[..., Result]) -> None:
    write(scratch, OF_PAGES.get(page, {"clusters/new.yaml": CONFIGURATION}))
    wrong = []
    for block in shell_blocks((ROOT / page).read_text(encoding="utf-8")):
        for command in commands(block):
            words = shlex.split(command, comments=True)
            status, said = run(command, words, schedcfg)
            may_fail = bool((MAY_FAIL | WITH_ANSWER) & set(words))
            if status not in ({0, 1} if may_fail else {0}) or "Traceback" in said:
                wrong.append(f"{page}:{block.line}: {command} ends with status {status}: {said}")
    assert not wrong, "\n".join(wrong)


def commands(block: ShellBlock) -> Iterator[str]:
    """Yield the commands of a block, each in one line."""
    yield from (line for line in block.script.replace("\\\n", " ").splitlines() if line.strip())


def run(command: str, words: list[str], schedcfg: Callable[..., Result]) -> tuple[int, str]:
    """Run a command; in this process, which is faster, where it needs no shell."""
    if words[0] == "schedcfg" and not set("|<>$&;*~") & set(command.partition("  #")[0]):
        done = schedcfg(*words[1:], stdin=b"")
        return done.status, done.err
    shell = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    return shell.returncode, shell.stderr


def test_every_page_is_run_or_says_why_not() -> None:
    assert len(pages()) > 20
    found = {page: list(console_blocks.unchecked(page.read_text(encoding="utf-8"))) for page in console_blocks.pages()}
    assert {page: lines for page, lines in found.items() if lines} == {}


def test_a_block_that_is_not_compared_is_found() -> None:
    shown = "```console\n$ schedcfg releases\n```\n"
    assert list(console_blocks.unchecked(shown)) == []
    assert list(console_blocks.unchecked("```text\n$ schedcfg releases\n```\n")) == [2]
    assert list(console_blocks.unchecked("# A\n\n```console\n$ ls\n```\n")) == [4]
    assert list(console_blocks.unchecked("<!-- not run: it needs a cluster -->\n```console\n$ ls\n```\n")) == []
    assert list(console_blocks.blocks(f"<!-- not run: it needs a cluster -->\n{shown}")) == []
    [block] = shell_blocks("- a\n\n  ```sh\n  schedcfg a \\\n    b\n  ```\n")
    assert (block.line, list(commands(block))) == (4, ["schedcfg a    b"])


def test_snippets_for_other_programs_are_yaml() -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    snippets = [part.partition("```")[0] for part in page.split("```yaml\n")[1:]]
    assert len(snippets) >= 3
    assert [snippet for snippet in snippets if not yaml.safe_load(snippet)] == []
