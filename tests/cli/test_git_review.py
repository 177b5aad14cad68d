"""`schedcfg diff --git`, `diff REVISION:PATH` and `validate --git`."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from contract_complaints import complaints

Run = Callable[..., Any]
CONFIG = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"


def git(*arguments: str) -> None:
    settings = ("-c", "user.email=a@example.com", "-c", "user.name=a", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *settings, *arguments], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with three configurations in which a branch changed one, and broke another."""
    monkeypatch.chdir(tmp_path)
    clusters = tmp_path / "clusters"
    clusters.mkdir()
    for name in ("a", "b", "same"):
        (clusters / f"{name}.yaml").write_text(CONFIG.format("v1beta2") + f"# {name}\n", encoding="utf-8")
    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "first")
    git("checkout", "-q", "-b", "topic")
    (clusters / "a.yaml").write_text(CONFIG.format("v1beta2") + "parallelism: 8\n", encoding="utf-8")
    (clusters / "b.yaml").rename(clusters / "renamed.yaml")
    return clusters


def test_one_comment_for_a_pull_request(schedcfg: Run) -> None:
    result = schedcfg("diff", "--git", "main", "--output", "markdown")
    assert result.status == 1
    title, *lines = result.out.splitlines()
    assert title == "## kube-scheduler: 2 files differ from main: 1 changes behavior, 1 behaves the same"
    assert "### `clusters/a.yaml` changes behavior" in lines
    assert "### `clusters/renamed.yaml` (was clusters/b.yaml) behaves the same" in lines
    assert "| ~ | `parallelism` | `16` | `8` |" in result.out
    assert "### Next step of an upgrade: 1.27 → 1.28" in lines
    assert lines[-1].startswith("- [ ] migrate from v1beta2 → v1")


def test_findings_come_and_go(schedcfg: Run, work: Path) -> None:
    (work / "a.yaml").write_text(CONFIG.format("v1") + "parallelism: 0\n", encoding="utf-8")
    result = schedcfg("diff", "--git", "main", "clusters/a.yaml")
    assert result.out.startswith("clusters/a.yaml: is refused\n  + line 3: refused[number-not-allowed]")
    assert "  - line 1: warning[old-api-version]" in result.out
    assert result.err == "1 file differs from main: 1 is refused, 1 finding came, 1 finding went\n"


def test_the_review_as_json(schedcfg: Run) -> None:
    report = schedcfg("diff", "--git", "main", "--output", "json").report
    assert complaints("diff-git", report) == []
    assert [(one["path"], one["oldPath"]) for one in report["files"]] == [
        ("clusters/a.yaml", None),
        ("clusters/renamed.yaml", "clusters/b.yaml"),
    ]
    assert report["next"]["kubernetes"] == "1.28"


def test_nothing_differs(schedcfg: Run) -> None:
    result = schedcfg("diff", "--git", "main", "clusters/same.yaml")
    assert (result.status, result.out) == (0, "")
    assert result.err == "nothing that has to do with schedulers differs from main\n"


def test_a_file_as_git_has_it(schedcfg: Run) -> None:
    result = schedcfg("diff", "main:clusters/a.yaml", "clusters/a.yaml")
    assert result.status == 1
    assert "~ parallelism: 16 → 8" in result.out
    missing = schedcfg("diff", "main:clusters/none.yaml", "clusters/a.yaml")
    assert (missing.status, "there is no file `main:clusters/none.yaml`" in missing.err + missing.out) == (3, True)


def test_validate_only_what_changed(schedcfg: Run) -> None:
    report = schedcfg("validate", "--git", "main", "--output", "json").report
    assert [file["path"] for file in report["files"]] == ["clusters/a.yaml", "clusters/renamed.yaml"]
    git("commit", "-qam", "topic")
    assert schedcfg("validate", "--git", "HEAD", "clusters/a.yaml").status == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("diff", "--git", "main", "--from", "1.22", "--to", "1.23"), "leave out one of them"),
        (("diff", "--git", "main", "-"), "not standard input"),
        (("validate", "--git", "main", "-"), "not standard input"),
    ],
)
def test_wrong_usage(schedcfg: Run, arguments: tuple[str, ...], words: str) -> None:
    result = schedcfg(*arguments)
    assert (result.status, words in result.err) == (2, True)


def test_no_such_revision(schedcfg: Run) -> None:
    result = schedcfg("diff", "--git=--output=x")
    assert (result.status, "is no commit of this repository" in result.err) == (3, True)
