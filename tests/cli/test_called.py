"""`kubectl scheduler-config`: help, errors and completion have the name that the user typed, by the real kubectl."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.cli import called
from tests.called import Result
from tests.paths import ROOT

PLUGIN = "kubectl scheduler-config"
NAMES = ("kubectl-scheduler_config", "kubectl_complete-scheduler_config")
BROKEN = "examples/broken/scheduler.yaml"


@pytest.fixture
def plugin(schedcfg: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return what runs the command line as kubectl starts it."""

    def run(*words: str, name: str = NAMES[0]) -> Result:
        monkeypatch.setattr(called, "_file", lambda: name)
        return schedcfg(*words)

    return run


def test_every_name_is_installed() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert set(scripts) == {"schedcfg", *NAMES}
    assert len(set(scripts.values())) == 1


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("--help",), f"Usage: {PLUGIN} [OPTIONS] COMMAND"),
        (("--help",), f"    {PLUGIN} validate scheduler.yaml "),
        (("validate", "--help"), f"Usage: {PLUGIN} validate [OPTIONS]"),
        (("validate", "--help"), f"| {PLUGIN} validate -"),
        (("generate", "profile", "--help"), f"Usage: {PLUGIN} generate profile"),
        (("explain", "unknown-field"), f"{PLUGIN} validate"),
        (("list", "rules"), f"`{PLUGIN} explain RULE`"),
    ],
)
def test_what_is_shown_can_be_typed(words: tuple[str, ...], shown: str, plugin: Callable[..., Result]) -> None:
    done = plugin(*words)
    assert shown in done.out
    assert re.search(r"\bschedcfg (?:explain|generate|validate)\b", done.out) is None


@pytest.mark.parametrize(
    "words",
    [
        ("valdate", "x"),
        ("check", "x"),
        ("validate", "--strict", "x"),
        ("validate", "no-such-file.yaml"),
        ("why", "x.yaml"),
    ],
    ids=" ".join,
)
def test_errors_name_what_was_typed(words: tuple[str, ...], plugin: Callable[..., Result]) -> None:
    done = plugin(*words)
    assert done.status in {2, 3}
    assert done.err.startswith(f"{PLUGIN}: ")
    assert "schedcfg" not in done.err


def test_help_of_findings_can_be_typed_and_lines_of_the_user_stay(
    plugin: Callable[..., Result], tmp_path: Path
) -> None:
    path = tmp_path / "scheduler.yaml"
    path.write_text(
        "apiVersion: kubescheduler.config.k8s.io/v1beta2 # schedcfg migrate does it\nkind: KubeSchedulerConfiguration\n"
    )
    for output in ("text", "concise"):
        done = plugin("validate", str(path), "--no-settings", "-k", "1.33", "--output", output)
        assert done.status == 1
    done = plugin("validate", str(path), "--no-settings", "-k", "1.33", "--color", "always")
    assert f"`{PLUGIN} migrate --to v1 " in done.out
    assert "v1beta2 # schedcfg migrate does it" in done.out.replace("\x1b[0m", "")


def test_reports_for_programs_do_not_depend_on_the_name(plugin: Callable[..., Result]) -> None:
    words = ("validate", str(ROOT / BROKEN), "--no-settings", "--output", "json")
    assert plugin(*words).out == plugin(*words, name="schedcfg").out


@pytest.mark.parametrize("name", ["schedcfg", "__main__.py", "kubectl-scheduler_config.bak", "pytest"])
def test_any_other_name_is_ours(name: str, plugin: Callable[..., Result]) -> None:
    assert plugin("--help", name=name).out.startswith("Usage: schedcfg ")


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (("migr",), ["migrate\tMigrate files to another API version.", ":4"]),
        (("generate", "static"), [":4"]),
        (("list", "releases", "1.1"), ["1.18", "1.19", ":4"]),
        (("validate", ""), [":0"]),
        (("validate", "--ou"), [":4"]),
        (("validate", "exam"), [":0"]),
    ],
    ids=str,
)
def test_kubectl_gets_words_and_what_else_there_is(
    words: tuple[str, ...], lines: list[str], plugin: Callable[..., Result]
) -> None:
    done = plugin(*words, name=NAMES[1])
    assert (done.status, done.err) == (0, "")
    written = done.out.splitlines()
    if lines[0].startswith(":"):
        assert written[-1] == lines[0]
    else:
        assert written == lines


def test_words_that_cannot_be_completed_are_no_error(plugin: Callable[..., Result]) -> None:
    for words in [(), ("no-such-command", ""), ("validate", "--no-such-option", "x", ""), ("--", "")]:
        done = plugin(*words, name=NAMES[1])
        assert (done.status, done.err) == (0, ""), words
        assert done.out.splitlines()[-1].startswith(":")


@pytest.fixture
def real_kubectl(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what runs the real kubectl, which finds the plugin on PATH."""
    kubectl = shutil.which("kubectl")
    if kubectl is None:
        pytest.skip("there is no kubectl")
    for name in NAMES:
        file = tmp_path / name
        file.write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
            "from schedcfg.__main__ import main\nmain()\n"
        )
        file.chmod(0o755)
    around = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "KUBECONFIG": os.devnull}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([kubectl, *words], cwd=ROOT, env=around, capture_output=True, text=True, check=False)

    return run


def test_the_real_kubectl_runs_the_plugin(real_kubectl: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    done = real_kubectl("scheduler-config", "validate", BROKEN, "--no-settings")
    assert done.returncode == 1, done.stderr
    assert "refused[unknown-field]" in done.stdout
    done = real_kubectl("scheduler-config", "valdate")
    assert done.stderr.startswith(f"{PLUGIN}: no such command 'valdate'.")


def test_the_real_kubectl_completes_the_plugin(
    real_kubectl: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    completed = real_kubectl("__complete", "scheduler-config", "list", "releases", "1.1").stdout
    if not completed:
        pytest.skip("this kubectl is older than 1.26: it completes no plugins")
    assert completed.splitlines() == ["1.18", "1.19", ":4"]
    assert real_kubectl("__complete", "scheduler-config", "validate", "").stdout.splitlines()[-1] == ":0"
