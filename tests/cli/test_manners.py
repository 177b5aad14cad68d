"""What all commands do alike: reports to files, colors, how much is said, suggestions, and answers to wrong inputs."""

import io
import json
import os
import pty
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from schedcfg.cli import completion, group, manners, streams
from schedcfg.cli.reporting import colored
from schedcfg.commands.explain.command import complete_explained
from schedcfg.commands.generate.subcommands.intent import complete_presets
from schedcfg.releases import NEWEST
from schedcfg.validation.target import target
from tests.called import EXAMPLES, Result

Command = Callable[..., Result]

OLD, PROFILES = EXAMPLES / "broken" / "old-version.yaml", EXAMPLES / "profiles.yaml"
HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
RESOURCES = b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"

REPORTS = {
    "validate": ("validate", OLD),
    "effective": ("effective", OLD),
    "why": ("why", "ImageLocality", OLD),
    "migrate": ("migrate", "--to", "v1", OLD),
    "diff": ("diff", PROFILES, EXAMPLES / "extender.yaml"),
    "explain": ("explain", "parallelism"),
    "rules": ("rules",),
    "plugins": ("plugins", "ImageLocality"),
    "releases": ("releases", "1.29"),
}


def commands(of: click.Group = group, before: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    found = []
    with click.Context(of) as ctx:
        for name in of.list_commands(ctx):
            one = of.get_command(ctx, name)
            assert one is not None
            found.append(((*before, name), one))
            if isinstance(one, click.Group):
                found += commands(one, (*before, name))
    return found


def test_every_command_has_the_same_options() -> None:
    for name, command in commands():
        flags = [flag for parameter in command.params for flag in parameter.opts]
        assert {"--color", "-q", "--quiet", "-v", "--verbose"} <= set(flags), name
        assert len(flags) == len(set(flags)), name


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_goes_to_files_as_well(schedcfg: Command, tmp_path: Path, name: str) -> None:
    file = tmp_path / "report.json"
    shown = (
        schedcfg(*REPORTS[name], "-o", f"json={file}", "-o", "text")
        if name != "migrate"
        else schedcfg(*REPORTS[name], "-o", f"json={file}")
    )
    alone = schedcfg(*REPORTS[name], "--output", "json")
    assert file.read_text(encoding="utf-8") == alone.out
    assert shown.out != alone.out
    assert shown.out or name == "validate"


@pytest.mark.parametrize("name", ["effective", "why", "migrate", "diff"])
def test_no_report_replaces_an_input(schedcfg: Command, tmp_path: Path, name: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(OLD.read_bytes())
    wanted = [file if part in {OLD, PROFILES} else part for part in REPORTS[name]]
    done = schedcfg(*wanted, "-o", f"json={file}")
    assert done.status == 2
    assert "would overwrite an input file" in done.err
    assert file.read_bytes() == OLD.read_bytes()


@pytest.mark.parametrize(
    ("environment", "option", "expected"),
    [
        ({}, None, None),
        ({"NO_COLOR": "1"}, None, False),
        ({"NO_COLOR": "1"}, "always", True),
        ({"FORCE_COLOR": "1"}, None, True),
        ({"FORCE_COLOR": "0"}, None, None),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, None, False),
        ({"FORCE_COLOR": "1"}, "never", False),
        ({"TERM": "dumb"}, None, False),
        ({"CI": "true"}, None, False),
        ({"CI": "true"}, "auto", False),
    ],
)
def test_colors(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], option: str | None, expected: bool | None
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "CI"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with click.Context(group) as ctx:
        if option:
            ctx.meta["schedcfg.color"] = option
        assert manners.color() is expected
        assert colored(io.StringIO()) is bool(expected)


@pytest.mark.parametrize("name", ["validate", "effective", "why", "diff", "explain"])
def test_color_is_an_option_of_commands(schedcfg: Command, name: str) -> None:
    assert "\x1b[" in schedcfg(*REPORTS[name], "--color", "always").out
    assert "\x1b[" not in schedcfg(*REPORTS[name], "--color", "never").out


def test_files_have_no_colors(schedcfg: Command, tmp_path: Path) -> None:
    schedcfg("validate", OLD, "--color", "always", "-o", f"text={tmp_path / 'a'}", "-o", "json")
    assert "\x1b" not in (tmp_path / "a").read_text(encoding="utf-8")


def test_quiet_and_verbose(schedcfg: Command) -> None:
    assert schedcfg("validate", OLD).err == "1 file accepted by Kubernetes 1.27: 1 warning\n"
    quiet = schedcfg("validate", OLD, "-q")
    assert quiet.err == ""
    assert "old-api-version" in quiet.out
    assert schedcfg("-q", "validate", OLD).err == ""
    verbose = schedcfg("validate", OLD, "-v", "--no-settings").err
    assert f"{OLD}: accepted by Kubernetes 1.27\n" in verbose
    assert "settings: none" in schedcfg("validate", OLD, "-v").err
    assert schedcfg(*REPORTS["migrate"], "-q").err == ""
    assert schedcfg(*REPORTS["diff"], "-q").err == ""


def test_nothing_found_is_reported_quietly_too(schedcfg: Command, tmp_path: Path) -> None:
    assert "no scheduler configuration found" in schedcfg("validate", "-q", tmp_path).err


@pytest.mark.parametrize(
    ("arguments", "near"),
    [
        (("valdate",), "'validate'"),
        (("generate", "statc-pod"), "'static-pod'"),
        (("probe", "extenders"), "'extender'"),
        (("validate", "--kubernets", "1.29", "a"), "'--kubernetes'"),
        (("validate", "-k", "1,29", "a"), "`1.29`"),
        (("validate", "-k", "1.92", "a"), "`1.29`"),
        (("releases", "129"), "`1.29`"),
        (("plugins", "NodeResourceFit"), "`NodeResourcesFit`"),
        (("validate", "--select", "unknow-field", "a"), "`unknown-field`"),
        (("validate", "--catalog", "scheduler-plugin", "a"), "`scheduler-plugins`"),
        (("validate", "-o", "jsn", "a"), "'json'"),
        (("explain", "leaderElecton.leaseDuration"), "`leaderElection.leaseDuration`"),
        (("generate", "profile", "bin-pack"), "`bin-packing`"),
        (("migrate", "--to", "v1bta3", "a"), "`v1beta3`"),
        (("schema", "valdate"), "`validate`"),
        (("explain", "unknow-field"), "`unknown-field`"),
    ],
    ids=" ".join,
)
def test_did_you_mean(schedcfg: Command, arguments: tuple[str, ...], near: str) -> None:
    done = schedcfg(*arguments)
    assert done.status == 2
    assert f"Did you mean {near}?" in " ".join(done.err.split())


def test_nothing_far_is_meant(schedcfg: Command) -> None:
    assert "Did you mean" not in schedcfg("xyz").err
    assert "Did you mean" not in schedcfg("validate", "-k", "2.99", "a").err


@pytest.mark.parametrize(
    ("arguments", "status", "answer"),
    [
        (("validate", "https://example.com/a.yaml"), 3, "curl -sSfL https://example.com/a.yaml | schedcfg validate -"),
        (("diff", EXAMPLES, PROFILES), 3, "it is a folder. Name a file in it"),
        (("probe", "extender", EXAMPLES), 3, "it is a folder. Name a file in it"),
        (("migrate", "--to", "1.29", OLD), 2, "an API version is expected, e.g. v1"),
        (("generate", "config", "--api-version", "1.29"), 2, "an API version is expected, e.g. v1"),
        (("explain", "parallelism", "--api-version", "1.24"), 2, "an API version is expected, e.g. v1beta3"),
        (("list", "plugins", "1.29"), 2, "Write: schedcfg list plugins --kubernetes 1.29"),
        (("validate", "-k", "v1beta3", OLD), 2, "a Kubernetes release is expected, e.g. 1.28"),
        (("validate", "-k", "kubescheduler.config.k8s.io/v1", OLD), 2, "a Kubernetes release is expected"),
    ],
)
def test_answers_that_help(schedcfg: Command, arguments: tuple[str | Path, ...], status: int, answer: str) -> None:
    done = schedcfg(*arguments)
    assert done.status == status
    assert answer in done.out + done.err


@pytest.mark.parametrize("command", ["validate -", "effective -", "why ImageLocality -", "migrate --to v1 -", "krm"])
def test_kubectl_printed_nothing(schedcfg: Command, command: str) -> None:
    done = schedcfg(*command.split(), stdin=b"")
    assert done.status == 3
    assert "kubectl, or the command before the pipe, printed nothing" in done.out + done.err


def test_a_kubeconfig_is_recognized(schedcfg: Command, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("apiVersion: v1\nkind: Config\nclusters: []\n", encoding="utf-8")
    assert "clientConnection.kubeconfig" in schedcfg("validate", tmp_path / "config").out


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("TaintToleration.weight", "profiles.plugins.score.enabled.weight"),
        ("NodeResourcesFit.weight", "profiles.plugins.score.enabled.weight"),
        ("ImageLocality.score", "profiles.plugins.score "),
        ("profiles.plugins.score.TaintToleration.weight", "profiles.plugins.score.enabled.weight"),
    ],
)
def test_a_plugin_and_what_it_has_in_a_set_are_explained(schedcfg: Command, name: str, shown: str) -> None:
    assert schedcfg("explain", name).out.startswith(shown)


def test_a_file_is_validated_once(schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_bytes(OLD.read_bytes())
    Path("b.yaml").write_bytes(OLD.read_bytes())
    files = schedcfg("validate", "a.yaml", tmp_path, "./a.yaml", ".", "-o", "json").report["files"]
    assert [file["path"] for file in files] == ["a.yaml", str(tmp_path / "b.yaml")]


def test_selecting_nothing(schedcfg: Command, tmp_path: Path) -> None:
    assert schedcfg("validate", OLD, "--select", "").out == ""
    assert "refused[" in schedcfg("validate", EXAMPLES / "broken" / "everything.yaml", "--select", "").out
    (tmp_path / "schedcfg.toml").write_text("select = []\n", encoding="utf-8")
    assert schedcfg("validate", OLD, "--settings", tmp_path / "schedcfg.toml").out == ""


@pytest.mark.parametrize(("fail_on", "failures"), [("error", 0), ("warning", 1), ("never", 0)])
def test_junit_fails_what_fails_the_run(schedcfg: Command, fail_on: str, failures: int) -> None:
    done = schedcfg("validate", OLD, "--fail-on", fail_on, "-o", "junit")
    assert done.status == failures
    assert len(ET.fromstring(done.out).findall(".//failure")) == failures
    if fail_on == "never":
        broken = schedcfg("validate", EXAMPLES / "broken" / "everything.yaml", "--fail-on", fail_on, "-o", "junit").out
        assert ET.fromstring(broken).findall(".//failure") == []


def on_terminal(*arguments: str | Path) -> str:
    """Return what a command writes to standard error, which is a terminal."""
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "schedcfg", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        check=False,
        env={name: value for name, value in os.environ.items() if name != "CI"},
    )
    os.close(theirs)
    with os.fdopen(ours, "rb") as read:
        text = os.read(read.fileno(), 65_536)
    assert done.returncode == 0
    return text.decode()


def test_a_terminal_gets_that_line() -> None:
    line = f"1 file accepted by Kubernetes {NEWEST}\r\n"
    # On a slow machine, the progress was shown before, and cleared.
    assert on_terminal("validate", PROFILES, "-k", NEWEST).rpartition("\r\x1b[K")[2] == line


def test_fixes_are_made_though_nobody_reads(tmp_path: Path) -> None:
    text = HEAD + "profiles:\n- plugins: {filter: {enabled: [{name: NodeResourcesFit, weight: 10}]}}\n"
    for number in range(40):
        (tmp_path / f"{number:03}.yaml").write_text(text, encoding="utf-8")
    fixing = [sys.executable, "-m", "schedcfg", "validate", "--fix", tmp_path]
    with subprocess.Popen(fixing, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait() == 141
    assert not any("weight: 10" in file.read_text(encoding="utf-8") for file in tmp_path.iterdir())


def test_migrations_are_written_though_nobody_reads(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.yaml").write_bytes(OLD.read_bytes())
    migrating = [sys.executable, "-m", "schedcfg", "migrate", "--to", "v1", "--write", tmp_path]
    with subprocess.Popen(migrating, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait() == 141
    assert not any("v1beta2" in file.read_text(encoding="utf-8") for file in tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [("validate", "--fix"), ("migrate", "--to", "v1", "--write")], ids=" ".join)
def test_what_changes_files_shows_progress(
    schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    shown = io.StringIO()
    monkeypatch.setattr("schedcfg.cli.reporting.progress", lambda: streams.Progress(shown, lambda: 100.0))
    monkeypatch.setattr(streams, "_FIRST", 0.0)
    (tmp_path / "a.yaml").write_bytes(OLD.read_bytes())
    assert schedcfg(*arguments, tmp_path).status == 0
    assert "1 of 1 file …" in shown.getvalue()


def test_no_progress_on_a_dumb_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert streams.progress() is not None
    monkeypatch.setenv("TERM", "dumb")
    assert streams.progress() is None


@pytest.mark.parametrize(
    ("complete", "begun", "expected"),
    [
        (completion.complete_rules, "weight-w", ["weight-without-effect"]),
        (completion.complete_rules, "syntax,weight-w", ["syntax,weight-without-effect"]),
        (completion.complete_plugins, "ImageL", ["ImageLocality"]),
        (completion.complete_api_versions, "v1beta", ["v1beta3", "v1beta2", "v1beta1"]),
        (completion.complete_catalogs, "net", ["network-traffic"]),
        (complete_presets, "bin", ["bin-packing"]),
        (completion.complete_gates, "GenericW", ["GenericWorkload="]),
        (complete_explained, "leaderElection.leaseD", ["leaderElection.leaseDuration"]),
    ],
)
def test_values_are_completed(complete: completion.Completion, begun: str, expected: list[str]) -> None:
    ctx = click.Context(group)
    assert complete(ctx, click.Option(["--any"]), begun) == expected


def test_options_and_arguments_complete_their_values() -> None:
    completed = {
        ("explain", "name"),
        ("list plugins", "names"),
        ("why", "plugin"),
        ("migrate", "to"),
        ("validate", "select"),
    }
    completed |= {("validate", "ignore"), ("validate", "outputs"), ("validate", "catalogs"), ("validate", "plugins")}
    completed |= {("explain", "api_version"), ("init", "preset"), ("schema", "name"), ("validate", "kubernetes")}
    found = dict(commands())
    for command, name in sorted(completed):
        one = next(parameter for parameter in found[tuple(command.split())].params if parameter.name == name)
        assert one.shell_complete(click.Context(found[tuple(command.split())]), ""), (command, name)


SETTINGS = 'kubernetes = "1.30"\n\n[feature-gates]\nDynamicResourceAllocation = true\n'


def test_generate_takes_the_settings(schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "a.yaml"
    client = "clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}\n"
    config.write_text(HEAD + client, encoding="utf-8")
    Path("schedcfg.toml").write_text(SETTINGS, encoding="utf-8")
    written = schedcfg("generate", "static-pod", "--config", config).out
    assert "kube-scheduler:v1.30" in written
    assert "--feature-gates=DynamicResourceAllocation=true" in written
    without = schedcfg("generate", "static-pod", "--config", config, "--no-settings").out
    assert "feature-gates" not in without
    Path("schedcfg.toml").write_text('kubernetes = "1.24"\n', encoding="utf-8")
    assert "/v1beta3" in schedcfg("generate", "config").out


def test_krm_takes_the_settings(schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    item = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"a.yaml": HEAD}}
    resources = RESOURCES.replace(b"[]", json.dumps([item]).encode())
    assert schedcfg("krm", stdin=resources).status == 0
    Path("schedcfg.toml").write_text('kubernetes = "1.22"\n', encoding="utf-8")
    assert schedcfg("krm", stdin=resources).status == 1
    assert schedcfg("krm", "--no-settings", stdin=resources).status == 0
    gates = b"functionConfig: {apiVersion: v1, kind: ConfigMap, data: {featureGates: NoSuchGate=true}}\n"
    done = schedcfg("krm", "--no-settings", stdin=resources + gates)
    assert done.status == 1
    assert "NoSuchGate" in done.err
    assert schedcfg("krm", "--no-settings", "--feature-gates", "NoSuchGate=true", stdin=resources).status != 0


def test_a_release_is_no_api_version() -> None:
    assert target("v1", None).version == "v1"


@pytest.mark.parametrize(
    ("arguments", "wrong", "command"),
    [
        (("validate", "--nope", "a"), "no such option '--nope'", "schedcfg validate"),
        (("validate",), "missing argument: a file, a folder, or - for standard input", "schedcfg validate"),
        (("-q", "validate", "-k"), "option '-k' requires an argument", "schedcfg validate"),
        (("generate", "profile"), "missing argument 'PRESET'", "schedcfg generate profile"),
        (("nonsense",), "no such command 'nonsense'", "schedcfg"),
        (("why", "a.yaml", "NodeName"), "PLUGIN comes first. Write: schedcfg why PLUGIN a.yaml", "schedcfg why"),
        (
            ("effective", "-k", "1.34", "--kubernetes", "1.27", "a"),
            "--kubernetes names one release, and here are 2: 1.34, 1.27. Run the command for each of them",
            "schedcfg effective",
        ),
        (("validate", "--cluster", "a"), "PATH and --cluster exclude each other", "schedcfg validate"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_where_help_is(
    schedcfg: Command, arguments: tuple[str, ...], wrong: str, command: str
) -> None:
    done = schedcfg(*arguments)
    first, second = done.err.splitlines()
    assert (done.status, done.out) == (2, "")
    assert first.startswith(f"schedcfg: {wrong}")
    assert second == f"  help: See `{command} --help`."


def test_every_wrong_name_of_a_rule_is_listed(schedcfg: Command) -> None:
    done = schedcfg("validate", "a", "--select", "nope,refusals")
    assert [line.partition("`. ")[0] for line in done.err.splitlines()] == [
        "schedcfg: --select: there is no rule `nope",
        "--select: there is no rule `refusals",
    ]
