"""`schedcfg init`: what it writes is accepted, says what it is, and nothing is overwritten."""

import os
import pty
import re
import select
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from schedcfg import Verdict, __version__, releases, validate
from schedcfg.cli import group
from schedcfg.commands.generate.beginning import platform_names
from schedcfg.commands.generate.hook import Installation, hooked_release, installation
from schedcfg.commands.generate.presets import all_presets
from tests import quick_yaml
from tests.cli.installed_from import PACKAGE, pretend, pretend_not

CONFIG = "scheduler-config.yaml"
HOOKS = ".pre-commit-config.yaml"
NEEDED = {
    "network-traffic": ["--prometheus-address", "http://10.96.0.42:9090"],
    "extender": ["--extender-url", "http://10.96.0.43:8888", "--filter-verb", "filter"],
}


def init(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(group, ["init", str(folder), *options])


@pytest.mark.parametrize("preset", sorted(all_presets()))
@pytest.mark.parametrize("release", ["1.19", "1.25", releases.NEWEST])
def test_every_preset_makes_an_accepted_file(preset: str, release: str, tmp_path: Path) -> None:
    done = init(tmp_path, "--preset", preset, "--kubernetes", release, *NEEDED.get(preset, []))
    assert done.exit_code == 0, done.output
    text = (tmp_path / CONFIG).read_text(encoding="utf-8")
    report = validate(text, release)
    assert report.verdict is Verdict.ACCEPTED
    assert not any(finding.is_error for finding in report.documents[0].findings)
    assert text.startswith(f"# Would kube-scheduler start with it?   schedcfg validate {CONFIG} --kubernetes {release}")


def said(notes: str, words: str) -> str:
    """Return the command that follows some words in the notes."""
    (command,) = re.findall(rf"{words}: `([^`]*)`", notes)
    return str(command)


def commands(notes: str) -> list[list[str]]:
    """List the commands of ours in notes, without the name of the program."""
    return [shlex.split(command)[1:] for command in re.findall(r"`(schedcfg [^`]* --config [^`]*)`", notes)]


def run(*command: str, stdin: str | None = None) -> Result:
    """Run a command of ours, which ends with status 0."""
    done = CliRunner().invoke(group, list(command), input=stdin)
    assert done.exit_code == 0, (command, done.output)
    return done


BESIDE = {"second-scheduler", "openshift"}
"""Platforms that run a scheduler beside the default one."""
NOT_SERVED = {
    **dict.fromkeys(("aks", "eks"), ("1.22", "1.27")),
    **dict.fromkeys(("gardener", "kubespray", "openshift-profile", "talos"), ("1.22",)),
}
"""Releases in which a platform takes no configuration, or only the API version v1, which they do not serve."""


@pytest.mark.parametrize("release", [None, "1.22", "1.27", "1.33"])
@pytest.mark.parametrize("platform", platform_names())
def test_what_it_says_next_works(
    platform: str, release: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ["--yes", "--for", platform]
    options += ["--scheduler-name", "packer"] if platform in BESIDE else []
    done = init(Path("my folder"), *options, *([] if release is None else ["--kubernetes", release]))
    if release in NOT_SERVED.get(platform, ()):
        assert (done.exit_code, list(tmp_path.iterdir())) == (1, []), done.output
        return
    assert done.exit_code == 0, done.output
    (generate,) = commands(done.stderr)
    assert generate[:2] == ["generate", platform]
    generated = run(*generate)
    assert generate[-2:] == ["--write-to", f"my folder/{platform}/"]
    assert len(generated.stdout.splitlines()) >= 1
    assert run("validate", f"my folder/{platform}/").exit_code == 0
    for command in commands(generated.stderr):
        run(*command)
    (repo,) = quick_yaml.load((tmp_path / "my folder" / HOOKS).read_text(encoding="utf-8"))["repos"]
    (hook,) = repo["hooks"]
    files = [f"my folder/{name}" for name in (HOOKS, CONFIG)]
    run(*shlex.split(hook["entry"])[1:], *hook.get("args", []), *files)
    monkeypatch.chdir(tmp_path / "my folder")
    head = re.findall(r"^# .*\? +schedcfg (.*)$", Path(CONFIG).read_text(encoding="utf-8"), re.MULTILINE)
    assert [command.split()[0] for command in head] == ["validate", "effective", "explain"]
    for command in head:
        run(*shlex.split(command))


def test_without_a_platform_it_is_kubeadm_or_a_second_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for options, platform in ([], "kubeadm"), (["--scheduler-name", "packer"], "second-scheduler"):
        done = init(Path(platform), *options)
        command = said(done.stderr, "to write what runs it")
        assert command == f"schedcfg generate {platform} --config {platform}/{CONFIG} --write-to {platform}/{platform}/"
        assert done.stderr.endswith(f"`{command}`\n")
        assert CliRunner().invoke(group, shlex.split(command)[1:]).exit_code == 0
        assert f"it is for {platform}; `schedcfg init --for`" in done.stderr


def test_plugins_of_ones_own_need_an_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = said(init(Path(), "--preset", "gang").stderr, "to write what runs it")
    assert "--image REGISTRY/NAME:TAG" in command
    assert "--kubernetes" in command, "scheduler-plugins has no release for the newest"
    assert CliRunner().invoke(group, shlex.split(command)[1:]).exit_code == 0


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        (["--for", "k3s", "--preset", "gang"], "stock-image-plugin"),
        (["--for", "second-scheduler"], "second-default-scheduler"),
        (["--for", "aks", "--kubernetes", "1.29"], "too-old"),
        (["--for", "rke2", "--kubeconfig", "/etc/kubernetes/scheduler.conf"], "wrong-kubeconfig"),
    ],
)
def test_nothing_is_written_that_the_platform_cannot_run(options: list[str], rule: str, tmp_path: Path) -> None:
    done = init(tmp_path, *options)
    assert done.exit_code == 1
    assert f"error[{rule}]" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_platform(tmp_path: Path) -> None:
    error = init(tmp_path, "--for", "k3ss").exception
    assert "no platform `k3ss`" in str(error)
    assert "Did you mean `k3s`?" in str(error.help)  # type: ignore[union-attr]


@pytest.mark.parametrize("folder", [".", "batch"])
@pytest.mark.parametrize("repository", [None, ".", "batch"])
def test_the_command_that_installs_the_hook_works(
    repository: str | None, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "pre-commit"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m pre_commit "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    monkeypatch.chdir(tmp_path)
    if repository is not None:
        subprocess.run(["git", "init", "-q", repository], check=True)
    done = init(Path(folder))
    ran = subprocess.run(["sh", "-c", said(done.stderr, "at each commit")], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "pre-commit is not installed" not in done.stderr
    (hooks,) = tmp_path.rglob(HOOKS)
    assert (hooks.parent / ".git" / "hooks" / "pre-commit").exists()


def test_a_second_one_says_what_it_did_not_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    assert init(Path(), "--kubernetes", "1.33").exit_code == 0
    same = init(Path(), "--kubernetes", "1.29").exception
    assert str(same) == f"{CONFIG} already exists. Neither it nor {HOOKS} was changed."
    assert f"`schedcfg validate {CONFIG} --kubernetes 1.29`" in str(same.help)  # type: ignore[union-attr]
    same = init(Path(), "--kubernetes", "1.29", "--for", "k3s").exception
    assert f"`schedcfg generate k3s --config {CONFIG} --kubernetes 1.29` shows" in str(same.help)  # type: ignore[union-attr]
    other = init(Path("old"), "--kubernetes", "1.29")
    assert other.exit_code == 0
    assert f"{HOOKS} was not changed: its hook validates all files for 1.33" in other.stderr
    again = init(Path("new"), "--kubernetes", "1.33")
    assert f"{HOOKS} has the hook already, and was not changed" in again.stderr


@pytest.mark.parametrize(
    ("args", "release"),
    [
        ("[--kubernetes, '1.29']", "1.29"),
        ("[--kubernetes=1.29, --strict]", "1.29"),
        ("[-k, '1.29']", "1.29"),
        ("[--verbose]", None),
        ("--kubernetes", None),
    ],
)
def test_the_release_of_a_hook(args: str, release: str | None) -> None:
    assert hooked_release(f"repos: [{{repo: local, hooks: [{{id: schedcfg-validate, args: {args}}}]}}]\n") == release


def test_a_second_scheduler_has_a_lease_of_its_own(tmp_path: Path) -> None:
    assert init(tmp_path, "--scheduler-name", "packer").exit_code == 0
    data = quick_yaml.load((tmp_path / CONFIG).read_text(encoding="utf-8"))
    assert data["leaderElection"] == {"leaderElect": True, "resourceName": "packer"}
    assert data["profiles"][0]["schedulerName"] == "packer"


def test_the_hook_is_one_that_pre_commit_takes(tmp_path: Path) -> None:
    assert init(tmp_path, "--kubernetes", "1.33").exit_code == 0
    (repo,) = quick_yaml.load((tmp_path / HOOKS).read_text(encoding="utf-8"))["repos"]
    (hook,) = repo["hooks"]
    assert (hook["id"], hook["args"]) == ("schedcfg-validate", ["--kubernetes", "1.33"])
    check = [sys.executable, "-m", "pre_commit", "validate-config", str(tmp_path / HOOKS)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_hooks_that_are_there_stay(tmp_path: Path) -> None:
    before = "# ours\nrepos:\n  - repo: local  # kept\n    hooks:\n      - id: other\n"
    (tmp_path / HOOKS).write_text(before, encoding="utf-8")
    assert init(tmp_path).exit_code == 0
    after = (tmp_path / HOOKS).read_text(encoding="utf-8")
    assert after.startswith(before)
    assert [hook["id"] for repo in quick_yaml.load(after)["repos"] for hook in repo["hooks"]] == [
        "other",
        "schedcfg-validate",
    ]


def test_the_hook_goes_to_the_top_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "clusters").mkdir()
    monkeypatch.chdir(tmp_path / "clusters")
    done = init(Path("batch"))
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines() == ["../.pre-commit-config.yaml", "batch/scheduler-config.yaml"]
    assert "schedcfg-validate" in (tmp_path / HOOKS).read_text(encoding="utf-8")
    assert not (tmp_path / "clusters" / HOOKS).exists()


CHECKOUT = PACKAGE.parent
COMMIT = "0123456789abcdef0123456789abcdef01234567"
URL = "https://git.example.com/schedcfg"
GIT = {"vcs": "git", "commit_id": COMMIT}
FROM_CHECKOUT = f"schedcfg @ {CHECKOUT.as_uri()}"
ORIGINS: dict[str, tuple[dict[str, object] | None, Installation]] = {
    "index": (None, Installation(requirement=f"schedcfg=={__version__}")),
    "git": ({"url": URL, "vcs_info": GIT}, Installation(repository=URL, revision=COMMIT)),
    "git, at a branch": (
        {"url": URL, "vcs_info": GIT | {"requested_revision": "main"}},
        Installation(repository=URL, revision=COMMIT),
    ),
    "git, at the tag": (
        {"url": URL, "vcs_info": GIT | {"requested_revision": f"v{__version__}"}},
        Installation(repository=URL, revision=f"v{__version__}"),
    ),
    "git, a folder of it": (
        {"url": URL, "vcs_info": GIT, "subdirectory": "tools/schedcfg"},
        Installation(requirement=f"schedcfg @ git+{URL}@{COMMIT}#subdirectory=tools/schedcfg"),
    ),
    "archive": (
        {"url": f"{URL}/schedcfg.whl", "archive_info": {}},
        Installation(requirement=f"schedcfg @ {URL}/schedcfg.whl"),
    ),
}


@pytest.mark.parametrize("name", ORIGINS)
def test_the_hook_installs_from_where_this_copy_comes_from(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    origin, expected = ORIGINS[name]
    pretend(origin, monkeypatch)
    assert installation() == expected


@pytest.mark.parametrize("options", [{}, {"editable": True}])
def test_a_folder_is_named_with_what_to_know(options: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    pretend({"url": CHECKOUT.as_uri(), "dir_info": options}, monkeypatch)
    found = installation()
    assert found.requirement == FROM_CHECKOUT
    assert f"as schedcfg was installed from {CHECKOUT}: before you share it" in str(found.remark)


def test_a_checkout_that_is_not_installed_is_the_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend_not(monkeypatch)
    assert installation().requirement == FROM_CHECKOUT
    # Another copy is installed, but this one runs.
    for origin in (None, {"url": tmp_path.as_uri(), "dir_info": {"editable": True}}):
        pretend(origin, monkeypatch, tmp_path)
        assert installation().requirement == FROM_CHECKOUT


def test_what_is_gone_is_run_as_it_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend({"url": (tmp_path / "gone").as_uri(), "dir_info": {}}, monkeypatch)
    done = init(tmp_path)
    assert done.exit_code == 0, done.output
    (repo,) = quick_yaml.load((tmp_path / HOOKS).read_text(encoding="utf-8"))["repos"]
    assert repo["hooks"][0]["language"] == "system"
    assert f"{tmp_path / 'gone'}, from which it was installed, is gone" in done.stderr


def test_a_hook_that_is_there_is_not_added_again(tmp_path: Path) -> None:
    before = "repos: [{repo: https://git.example.com/schedcfg, rev: v1, hooks: [{id: schedcfg-validate}]}]\n"
    (tmp_path / HOOKS).write_text(before, encoding="utf-8")
    done = init(tmp_path)
    assert done.exit_code == 0
    assert "the hook works on this machine only" not in done.stderr
    assert (tmp_path / HOOKS).read_text(encoding="utf-8") == before


def test_hooks_that_cannot_be_edited_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / HOOKS).write_text("repos: [", encoding="utf-8")
    done = init(tmp_path)
    assert done.exit_code != 0
    assert "Add this by hand" in str(done.exception.help)  # type: ignore[union-attr]
    assert not (tmp_path / CONFIG).exists()


def test_a_configuration_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / CONFIG).write_text("mine\n", encoding="utf-8")
    done = init(tmp_path)
    assert done.exit_code != 0
    assert "already exists" in str(done.exception)
    assert (tmp_path / CONFIG).read_text(encoding="utf-8") == "mine\n"
    assert not (tmp_path / HOOKS).exists()


def test_without_a_hook(tmp_path: Path) -> None:
    assert init(tmp_path, "--no-pre-commit").exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [CONFIG]


def test_on_a_terminal_it_asks(tmp_path: Path) -> None:
    answers = ["1.33", "network-traffic", "quiet", "y", "http://10.96.0.42:9090"]
    assert _at_a_terminal(["init", str(tmp_path)], answers) == 0
    data = quick_yaml.load((tmp_path / CONFIG).read_text(encoding="utf-8"))
    assert data["profiles"][0]["schedulerName"] == "quiet"
    args = data["profiles"][0]["pluginConfig"][0]["args"]
    assert args["prometheusAddress"] == "http://10.96.0.42:9090"
    assert (tmp_path / HOOKS).exists()


def test_the_platform_of_the_default_scheduler_is_asked_for(tmp_path: Path) -> None:
    assert _at_a_terminal(["init", str(tmp_path)], ["1.33", "default", "default-scheduler", "k3s", "n"]) == 0
    data = quick_yaml.load((tmp_path / CONFIG).read_text(encoding="utf-8"))
    assert data["clientConnection"]["kubeconfig"] == "/var/lib/rancher/k3s/server/cred/scheduler.kubeconfig"


def test_a_release_that_is_not_known_is_asked_for_again(tmp_path: Path) -> None:
    assert _at_a_terminal(["init", str(tmp_path)], ["9.9", "1.33", "spread", "even", "n"]) == 0
    assert "--kubernetes 1.33" in (tmp_path / CONFIG).read_text(encoding="utf-8")


def test_what_is_said_is_not_asked(tmp_path: Path) -> None:
    options = ["--preset", "spread", "--scheduler-name", "even", "-k", "1.30", "--no-pre-commit"]
    assert _at_a_terminal(["init", str(tmp_path), *options], []) == 0
    assert (tmp_path / CONFIG).exists()


def _at_a_terminal(arguments: list[str], answers: list[str]) -> int:
    """Run a command on a terminal, and give an answer whenever it stops to ask."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "schedcfg", *arguments], stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True
    )
    os.close(theirs)
    seen, waiting = b"", list(answers)
    while True:
        if not select.select([ours], [], [], 60)[0]:
            running.kill()
            raise AssertionError(f"it waits for more: {seen!r}")
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
        if waiting and seen.rstrip(b" ").endswith((b":", b"]: ")) and seen.endswith(b": "):
            os.write(ours, f"{waiting.pop(0)}\n".encode())
            seen = b""
    os.close(ours)
    assert not waiting, waiting
    return running.wait(60)
