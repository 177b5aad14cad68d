"""Git as a reader: what changed, and that nothing of a repository is run, whoever made it."""

import os
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from schedcfg.errors import UnreadableInput
from schedcfg.integrations import git as reader
from schedcfg.integrations.compared_files import ChangedFile, FileChoice, between, since
from schedcfg.integrations.git import Repository, RevisionSpan, blob_name
from tests.called import Result
from tests.stand_in import StandIn

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


@pytest.fixture
def partial_clone(work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a clone that has the contents of its newest commit only, in which the test works."""
    git(work, "tag", "old")
    (work / "changed.yaml").write_bytes(CONFIG + b"parallelism: 8\n")
    (work / "gone.yaml").unlink()
    git(work, "commit", "-q", "-am", "second")
    git(work, "config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--filter=blob:none", work.as_uri(), str(clone))
    monkeypatch.chdir(clone)
    return clone


def test_what_a_clone_lacks_is_left_out_and_named(partial_clone: Path) -> None:
    choice = FileChoice((), lambda name: name.endswith(".yaml"), lambda raw: CONFIG in raw)
    repository = Repository.around(str(partial_clone))
    old, new = (repository.files(repository.commit_name(name)) for name in ("old", "HEAD"))
    spans = between(repository, (old, new), choice)
    for compared in (since("old", choice), spans):
        assert compared.changed == []
        assert [path for path, _ in compared.unread] == ["changed.yaml", "gone.yaml"]
        assert all("this clone lacks its content" in reason for _, reason in compared.unread)
        assert [file.path for file in compared.unchanged] == ["kept.yaml", "moved.yaml", "odd\nname.yaml"]
    with pytest.raises(UnreadableInput, match="there is no file"):
        repository.read("old:changed.yaml")


def test_a_partial_clone_is_validated_and_the_rest_is_named(
    partial_clone: Path, schedcfg: Callable[..., Result]
) -> None:
    (partial_clone / "changed.yaml").write_bytes(CONFIG + b"parallelism: 0\n")
    validated = schedcfg("validate", "--git", "old")
    assert validated.status == 1
    assert "number-not-allowed" in validated.out
    assert "changed.yaml before cannot be read: this clone lacks its content" in validated.err
    compared = schedcfg("diff", "--git", "old")
    assert compared.status == 3
    assert "gone.yaml cannot be read: this clone lacks its content" in compared.err


PLANTED = [
    ("protocol.ext.allow", "always"),
    ("Protocol.allow.Allow", "always"),
    ("remote.origin.url", "ext::sh -c touch% {ran}"),
    ("remote.Origin.pushurl", "ext::sh -c touch% {ran}"),
    ("remote.origin.vcs", "ext"),
    ("url.ext::sh.insteadOf", "file"),
]


@pytest.mark.parametrize(("name", "value"), PLANTED)
def test_a_repository_that_lets_git_run_a_command_is_refused(work: Path, name: str, value: str) -> None:
    git(work, "config", name, value)
    with pytest.raises(UnreadableInput, match="can make git run a command") as refused:
        Repository.around(str(work))
    assert "touch" not in str(refused.value)


BARRIERS = {
    "GIT_NO_LAZY_FETCH": ("protocol.ext.allow", "protocol.allow"),
    "GIT_ALLOW_PROTOCOL": ("protocol.ext.allow", "protocol.allow"),
    # What is allowed to one protocol wins over it.
    "protocol.allow=never": ("protocol.allow",),
}
"""Barrier → what the repository allows nevertheless."""


@pytest.mark.parametrize(("barrier", "allowed"), BARRIERS.items(), ids=BARRIERS)
def test_each_barrier_alone_keeps_git_from_running_a_command(
    barrier: str, allowed: tuple[str, ...], partial_clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = tmp_path / "ran"
    for name in allowed:
        git(partial_clone, "config", name, "always")
    git(partial_clone, "config", "remote.origin.url", f"ext::touch {ran}")
    blob = git(partial_clone, "rev-parse", "old:changed.yaml")
    environment, settings = reader._ENVIRONMENT, reader._SETTINGS
    assert barrier in {*environment, *settings}
    others = {name: value for name, value in environment.items() if name not in BARRIERS}
    for kept in (barrier, None):
        monkeypatch.setattr(
            reader, "_ENVIRONMENT", others | {one: environment[one] for one in environment if one == kept}
        )
        monkeypatch.setattr(reader, "_SETTINGS", tuple(one for one in settings if one == kept))
        with suppress(UnreadableInput):
            assert Repository(str(partial_clone)).contents([blob]) == {}
        # Without any, it is run.
        assert ran.exists() is (kept is None)


def test_a_git_in_the_repository_is_not_run(work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (work / "git").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n", encoding="utf-8")
    (work / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.environ['PATH']}")
    assert Repository.around(".").root == str(work.resolve())
    assert not (tmp_path / "ran").exists()


def test_a_repository_of_somebody_else_is_read_as_git_reads_it(
    work: Path, monkeypatch: pytest.MonkeyPatch, schedcfg: Callable[..., Result]
) -> None:
    (work / "changed.yaml").write_bytes(CONFIG + b"parallelism: 0\n")
    # What it says of itself counts for nothing.
    git(work, "config", "safe.directory", "*")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    refused = schedcfg("validate", "--git", "HEAD")
    assert (refused.status, refused.out) == (3, "")
    assert f"this repository cannot be read: detected dubious ownership in repository at '{work}'" in refused.err
    assert f"help: If you trust it: `git config --global --add safe.directory {work}`." in refused.err
    trusted = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": str(work)}
    for name, value in trusted.items():
        monkeypatch.setenv(name, value)
    assert "number-not-allowed" in schedcfg("validate", "--git", "HEAD").out


def test_what_git_failed_of_is_shown_and_no_warning(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    StandIn(tmp_path, "git").answers(errors="warning: odd\nfatal: broken\nhint: more\n", status=128)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnreadableInput, match=r"^this repository cannot be read: broken$"):
        Repository.around(str(work))


def test_a_signal_that_ends_git_is_named(work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "git").write_text("#!/bin/sh\nkill -9 $$\n", encoding="utf-8")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnreadableInput, match=r"cannot be read: git [a-z-]+ was killed by SIGKILL"):
        Repository.around(str(work))
