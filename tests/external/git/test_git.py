"""Git as a reader: what changed, and that nothing of a repository is run, whoever made it."""

import subprocess
from pathlib import Path

import pytest

from schedcfg.changes.compared_files import ChangedFile, FileChoice, since
from schedcfg.errors import UnreadableInput
from schedcfg.external.git import Repository, RevisionSpan, blob_name

CONFIG = b"apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


def git(folder: Path, *arguments: str) -> str:
    settings = ("-c", "user.email=a@example.com", "-c", "user.name=a", "-c", "init.defaultBranch=main")
    return subprocess.run(
        ["git", *settings, *arguments], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with one commit, in which the test works."""
    folder = tmp_path / "work"
    folder.mkdir()
    for name in ("kept.yaml", "changed.yaml", "moved.yaml", "gone.yaml", "odd\nname.yaml"):
        (folder / name).write_bytes(CONFIG + f"# {name!r}\n".encode() * 8)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    monkeypatch.chdir(folder)
    return folder


def changes(revision: str = "HEAD", *paths: str) -> dict[str, ChangedFile]:
    found = since(revision, FileChoice(paths, lambda name: name.endswith(".yaml"), lambda raw: CONFIG in raw))
    return {one.path: one for one in found.changed}


def test_what_changed_moved_came_and_went(work: Path) -> None:
    (work / "changed.yaml").write_bytes(CONFIG + b"parallelism: 8\n")
    (work / "sub").mkdir()
    moved = (work / "moved.yaml").read_bytes() + b"parallelism: 4\n"
    (work / "moved.yaml").unlink()
    (work / "sub" / "renamed.yaml").write_bytes(moved)
    (work / "gone.yaml").unlink()
    (work / "new.yaml").write_bytes(CONFIG + b"percentageOfNodesToScore: 1\nparallelism: 2\n" * 9)
    found = changes()
    assert list(found) == ["changed.yaml", "gone.yaml", "new.yaml", "sub/renamed.yaml"]
    assert found["sub/renamed.yaml"].old_path == "moved.yaml"
    assert found["gone.yaml"].after is None
    assert found["new.yaml"].before is None
    assert (found["changed.yaml"].before or b"").startswith(CONFIG + b"# 'changed")


def test_odd_names_ignored_files_links_and_line_ends(work: Path) -> None:
    (work / ".gitignore").write_text("build/\n", encoding="utf-8")
    (work / "build").mkdir()
    (work / "build" / "made.yaml").write_bytes(CONFIG)
    (work / "link.yaml").symlink_to("kept.yaml")
    (work / "elsewhere").symlink_to("/etc")
    (work / "kept.yaml").write_bytes((work / "kept.yaml").read_bytes().replace(b"\n", b"\r\n"))
    assert changes() == {}
    (work / "odd\nname.yaml").write_bytes(CONFIG)
    assert list(changes()) == ["odd\nname.yaml"]


def test_only_what_is_named(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (work / "a").mkdir()
    for name in ("changed.yaml", "a/new.yaml"):
        (work / name).write_bytes(CONFIG + b"parallelism: 8\n")
    assert list(changes("HEAD", "a")) == ["a/new.yaml"]
    monkeypatch.chdir(work / "a")
    assert list(changes("HEAD")) == ["../changed.yaml", "new.yaml"]


def test_a_branch_is_compared_from_where_the_work_began(work: Path) -> None:
    git(work, "checkout", "-q", "-b", "topic")
    (work / "changed.yaml").write_bytes(CONFIG)
    git(work, "commit", "-q", "-am", "topic")
    git(work, "checkout", "-q", "main")
    (work / "kept.yaml").write_bytes(CONFIG)
    git(work, "commit", "-q", "-am", "main")
    git(work, "checkout", "-q", "topic")
    assert list(changes("main")) == ["changed.yaml"]


def test_the_ends_of_a_span(work: Path) -> None:
    first = git(work, "rev-parse", "HEAD")
    git(work, "checkout", "-q", "-b", "topic")
    git(work, "commit", "-q", "--allow-empty", "-m", "topic")
    topic = git(work, "rev-parse", "HEAD")
    git(work, "checkout", "-q", "main")
    git(work, "commit", "-q", "--allow-empty", "-m", "main")
    main = git(work, "rev-parse", "HEAD")
    repository = Repository(str(work))
    ends = {
        text: repository.ends(span)
        for text in ("topic..main", "topic...main", "topic..", "...topic")
        for span in [RevisionSpan.of(text)]
        if span is not None
    }
    assert ends == {
        "topic..main": (topic, main),
        "topic...main": (first, main),
        "topic..": (topic, main),
        "...topic": (first, topic),
    }
    assert RevisionSpan.of("v1.2") is None
    with pytest.raises(UnreadableInput, match="`nowhere` is not a commit of this repository"):
        repository.ends(RevisionSpan("main", "nowhere", is_from_base=False))


def test_nothing_of_the_repository_is_run(work: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\necho "$0 $@" >> "{ran}"\ncat\n', encoding="utf-8")
    program.chmod(0o755)
    (work / ".gitattributes").write_text("*.yaml diff=evil filter=evil\n", encoding="utf-8")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("fsmonitor-watchman", "post-index-change", "post-checkout", "reference-transaction"):
        (hooks / name).symlink_to(program)
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "alias.ls-tree",
    ):
        git(work, "config", key, f"!{program}" if key.startswith("alias") else str(program))
    git(work, "config", "core.hooksPath", str(hooks))
    ran.unlink(missing_ok=True)
    (work / "changed.yaml").write_bytes(CONFIG)
    assert list(changes()) == ["changed.yaml"]
    assert Repository(str(work)).read("HEAD:kept.yaml").startswith(CONFIG)
    assert not ran.exists(), ran.read_text(encoding="utf-8")


@pytest.mark.parametrize("revision", ["nowhere", "--output=../taken", "-h", "HEAD:kept.yaml", "", "HEAD..HEAD"])
def test_what_is_no_commit(work: Path, revision: str) -> None:
    before = sorted(work.parent.rglob("taken"))
    with pytest.raises(UnreadableInput, match="is not a commit of this repository"):
        changes(revision)
    assert sorted(work.parent.rglob("taken")) == before


@pytest.mark.parametrize(
    "name", ["HEAD:nowhere.yaml", "HEAD:../kept.yaml", "--help:kept.yaml", "HEAD:", "nowhere:kept.yaml"]
)
def test_files_that_a_commit_does_not_have(work: Path, name: str) -> None:
    with pytest.raises(UnreadableInput, match="there is no file"):
        Repository(str(work)).read(name)


def test_outside_of_a_repository(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="not a git repository"):
        Repository.around(str(tmp_path))


def test_names_of_contents(work: Path) -> None:
    content = (work / "kept.yaml").read_bytes()
    name = git(work, "rev-parse", "HEAD:kept.yaml")
    assert blob_name(content, name) == name
    assert len(blob_name(content, "0" * 64)) == 64
