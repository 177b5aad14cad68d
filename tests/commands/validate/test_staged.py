"""`schedcfg validate --staged`: what a commit would have, whatever the working tree has, also from a hook of Git's."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.scratch_repository import ROOT, Repository, environment

Run = Callable[..., Any]

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
RIGHT = f"{HEAD}parallelism: 8\n"
WRONG = f"{HEAD}parallelism: 0\n"
LONG = f"""{HEAD}\
parallelism: 16
clientConnection: {{kubeconfig: /etc/kubernetes/scheduler.conf}}
enableProfiling: true
enableContentionProfiling: true
podMaxBackoffSeconds: 20
"""
OLD = LONG.replace("io/v1", "io/v1beta2")
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.RELEASE
    command: [kube-scheduler, --config=/etc/kubernetes/scheduler.yaml]
    volumeMounts: [{name: folder, mountPath: /etc/kubernetes}]
  volumes: [{name: folder, hostPath: {path: /etc/kubernetes}}]
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Return a repository with a commit, in which the test works."""
    made = Repository.made(tmp_path / "work", environment(tmp_path), "--initial-branch=main")
    made.write({"a/scheduler.yaml": LONG, "b/other.yaml": RIGHT, "README.md": "# ours\n"})
    assert made.commit().returncode == 0
    monkeypatch.chdir(made.folder)
    return made


def put(repository: Repository, name: str, text: str) -> None:
    """Write a file without staging it."""
    (repository.folder / name).parent.mkdir(parents=True, exist_ok=True)
    (repository.folder / name).write_text(text, encoding="utf-8")


def staged(schedcfg: Run, *arguments: str) -> tuple[int, list[str]]:
    """Return the exit status, and where which rule found something that is refused or an error."""
    result = schedcfg("validate", "--staged", "--output", "concise", *arguments)
    assert result.status in {0, 1}, result.err
    lines = [line for line in result.out.splitlines() if "refused[" in line or "error[" in line]
    return result.status, sorted(f"{line.split(':')[0]} {line.split('[')[1].split(']')[0]}" for line in lines)


def test_the_index_counts_and_not_the_working_tree(schedcfg: Run, repository: Repository) -> None:
    repository.write({"a/scheduler.yaml": WRONG})
    put(repository, "a/scheduler.yaml", RIGHT)
    assert staged(schedcfg) == (1, ["a/scheduler.yaml number-not-allowed"])
    repository.git("add", "--all")
    put(repository, "a/scheduler.yaml", WRONG)
    assert staged(schedcfg) == (0, [])


def test_only_what_is_staged_is_validated(schedcfg: Run, repository: Repository) -> None:
    repository.write({"c/bad.yaml": WRONG})
    repository.commit()
    put(repository, "b/other.yaml", WRONG)
    put(repository, "b/untracked.yaml", WRONG)
    assert staged(schedcfg) == (0, [])
    assert schedcfg("validate", "--staged").err == ""
    repository.git("add", "b/untracked.yaml")
    assert staged(schedcfg) == (1, ["b/untracked.yaml number-not-allowed"])
    assert staged(schedcfg, "a", "b/other.yaml") == (0, [])


def test_a_file_added_without_its_content_is_not_staged(schedcfg: Run, repository: Repository) -> None:
    put(repository, "b/new.yaml", WRONG)
    repository.git("add", "--intent-to-add", "b/new.yaml")
    assert staged(schedcfg) == (0, [])


def test_renamed_and_deleted_files(schedcfg: Run, repository: Repository) -> None:
    repository.git("mv", "a/scheduler.yaml", "a/renamed.yaml")
    assert staged(schedcfg) == (0, [])
    put(repository, "a/renamed.yaml", LONG.replace("16", "0"))
    repository.git("add", "a/renamed.yaml")
    assert staged(schedcfg) == (1, ["a/renamed.yaml number-not-allowed"])
    repository.git("rm", "--quiet", "--force", "a/renamed.yaml")
    put(repository, "a/renamed.yaml", WRONG)
    assert staged(schedcfg) == (0, [])


def test_what_is_beside_a_file_is_read_from_the_index(schedcfg: Run, repository: Repository) -> None:
    repository.write({"a/scheduler.yaml": OLD, "a/pod.yaml": POD.replace("RELEASE", "27.1")})
    put(repository, "a/pod.yaml", POD.replace("RELEASE", "30.1"))
    assert staged(schedcfg) == (0, [])
    repository.git("add", "--all")
    assert staged(schedcfg) == (1, ["a/pod.yaml image-api-version"])


def test_what_is_new_in_files_beside_it_is_reported(schedcfg: Run, repository: Repository) -> None:
    repository.write({"a/pod.yaml": POD.replace("RELEASE", "30.1")})
    repository.commit()
    repository.write({"a/scheduler.yaml": OLD})
    put(repository, "a/scheduler.yaml", LONG)
    put(repository, "a/pod.yaml", POD.replace("RELEASE", "27.1"))
    assert staged(schedcfg) == (1, ["a/pod.yaml image-api-version"])


def test_a_first_commit(schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Repository.made(tmp_path / "new", environment(tmp_path))
    monkeypatch.chdir(made.folder)
    assert staged(schedcfg) == (0, [])
    made.write({"a.yaml": WRONG})
    assert staged(schedcfg) == (1, ["a.yaml number-not-allowed"])


def test_links_and_submodules_are_none_of_its_files(schedcfg: Run, repository: Repository, tmp_path: Path) -> None:
    other = Repository.made(tmp_path / "other", environment(tmp_path))
    other.write({"bad.yaml": WRONG})
    other.commit()
    put(repository, "bad.txt", WRONG)
    (repository.folder / "link.yaml").symlink_to("bad.txt")
    added = repository.git("-c", "protocol.file.allow=always", "submodule", "add", "--quiet", str(other.folder), "sub")
    assert added.returncode == 0, added.stdout
    repository.git("add", "link.yaml")
    assert "sub" in repository.git("diff", "--cached", "--name-only").stdout
    assert staged(schedcfg) == (0, [])


def test_a_merge_with_a_conflict(schedcfg: Run, repository: Repository) -> None:
    repository.git("checkout", "--quiet", "-b", "topic")
    repository.write({"b/other.yaml": f"{HEAD}parallelism: 9\n", "b/new.yaml": WRONG})
    repository.commit()
    repository.git("checkout", "--quiet", "main")
    repository.write({"b/other.yaml": f"{HEAD}parallelism: 10\n"})
    repository.commit()
    assert "CONFLICT" in repository.git("merge", "topic").stdout
    assert staged(schedcfg) == (1, ["b/new.yaml number-not-allowed"])


def test_from_a_folder_below(schedcfg: Run, repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.write({"a/scheduler.yaml": WRONG, "b/other.yaml": WRONG})
    monkeypatch.chdir(repository.folder / "a")
    assert staged(schedcfg) == (1, ["../b/other.yaml number-not-allowed", "scheduler.yaml number-not-allowed"])
    assert staged(schedcfg, ".") == (1, ["scheduler.yaml number-not-allowed"])


def test_in_another_working_tree(
    schedcfg: Run, repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert repository.git("worktree", "add", "--quiet", str(tmp_path / "second")).returncode == 0
    second = Repository(tmp_path / "second", repository.environment)
    second.write({"b/other.yaml": WRONG})
    assert staged(schedcfg) == (0, [])
    monkeypatch.chdir(second.folder)
    assert staged(schedcfg) == (1, ["b/other.yaml number-not-allowed"])


def test_files_that_are_excluded_or_templates(schedcfg: Run, repository: Repository) -> None:
    put(repository, "schedcfg.toml", 'exclude = ["b/*"]\n')
    template = f"{WRONG}{{{{- if .Values.x }}}}\npodMaxBackoffSeconds: 1\n{{{{- end }}}}\n"
    repository.write({"b/other.yaml": WRONG, "chart/templates/scheduler.yaml": template})
    assert staged(schedcfg) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--fix",), "--fix and --staged exclude each other"),
        (("--diff",), "--diff and --staged exclude each other"),
        (("--git", "main"), "--staged and --git exclude each other"),
        (("--cluster",), "--staged and --cluster exclude each other"),
        (("--render", "helm"), "--staged and --render exclude each other"),
        (("--write-baseline", "b.json"), "--write-baseline and --staged exclude each other"),
        (("-",), "not standard input"),
    ],
)
def test_what_excludes_it(schedcfg: Run, repository: Repository, arguments: tuple[str, ...], message: str) -> None:
    repository.write({"b/other.yaml": WRONG})
    result = schedcfg("validate", "--staged", *arguments)
    assert (result.status, message in result.err) == (2, True), result.err
    assert not Path("b.json").exists()


def test_outside_of_a_repository(schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = schedcfg("validate", "--staged")
    assert (result.status, "not a git repository" in result.err) == (3, True)


DOCUMENTED = re.findall(
    r"```sh\n(.*?)\n```", (ROOT / "docs/how-to/check-before-a-commit.md").read_text(encoding="utf-8")
)
"""The hook that the documentation shows: one line."""

COMMITS = {
    "from the top": ("", ("commit", "-m", "x"), 1),
    "from a folder below": ("b", ("commit", "-m", "x"), 1),
    "all that is tracked": ("", ("commit", "-a", "-m", "x"), 0),
    "one file alone": ("", ("commit", "-m", "x", "--", "README.md"), 0),
    "the last one again": ("", ("commit", "--amend", "--no-edit"), 1),
}


@pytest.mark.parametrize("worktree", [False, True], ids=["main", "worktree"])
@pytest.mark.parametrize("commit", COMMITS)
def test_as_a_hook_of_git(repository: Repository, tmp_path: Path, commit: str, worktree: bool) -> None:
    place, hooks = repository.folder, repository.folder / ".git" / "hooks"
    if worktree:
        place = tmp_path / "second"
        assert repository.git("worktree", "add", "--quiet", str(place)).returncode == 0
    hooks.mkdir(exist_ok=True)
    hook = hooks / "pre-commit"
    [line] = DOCUMENTED
    program, _, arguments_of_hook = line.partition(" ")
    assert program == "schedcfg"
    command = f"PYTHONPATH={ROOT} {sys.executable} -m schedcfg {arguments_of_hook}"
    hook.write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
    hook.chmod(0o755)
    work = Repository(place, repository.environment)
    work.write({"b/other.yaml": WRONG, "README.md": "# yours\n"})
    put(work, "b/other.yaml", RIGHT.replace(" 8", " 9"))
    below, arguments, expected = COMMITS[commit]
    done = subprocess.run(
        ["git", *arguments], cwd=place / below, env=dict(work.environment), capture_output=True, text=True, check=False
    )
    assert done.returncode == expected, done.stderr
    assert ("b/other.yaml:3:14: refused[number-not-allowed]" in done.stdout + done.stderr) == bool(expected)
