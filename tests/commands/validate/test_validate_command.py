"""`schedcfg validate`: contract of arguments, output and exit status."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import releases
from tests.example_files import EXAMPLES, example_files

GOOD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
BAD = GOOD + "parallelism: 0\n"

Command = Callable[..., "Result"]  # noqa: F821


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.yaml"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_silent_when_all_is_well(schedcfg: Command, good: Path) -> None:
    result = schedcfg("validate", good, "--kubernetes", "1.29")
    assert (result.status, result.out, result.err) == (0, "", "")


ASSUMED = f"1 file accepted by Kubernetes {releases.NEWEST} (no release was named: -k chooses another)\n"


@pytest.mark.parametrize(
    ("options", "err"),
    [
        ((), ASSUMED),
        (("-o", "concise"), ASSUMED),
        (("-o", "github"), ASSUMED),
        (("-q",), ""),
        (("-o", "github", "-q"), ""),
        (("-k", "1.29"), ""),
    ],
)
def test_a_release_that_nobody_named_is_named(
    schedcfg: Command, good: Path, options: tuple[str, ...], err: str
) -> None:
    result = schedcfg("validate", good, *options)
    assert (result.status, result.out, result.err) == (0, "", err)


def test_a_release_that_a_file_names_is_not(schedcfg: Command, good: Path, tmp_path: Path) -> None:
    text = good.read_text(encoding="utf-8")
    good.write_text(f"# schedcfg: kubernetes=1.29\n{text}", encoding="utf-8")
    assert schedcfg("validate", good).err == ""
    pod = "kind: Pod\nspec: {{containers: [{{name: kube-scheduler, image: registry.k8s.io/kube-scheduler{}, {}}}]}}\n"
    command = "command: [kube-scheduler, --kubeconfig=/proc/kubeconfig]"
    (tmp_path / "pod.yaml").write_text(pod.format(":v1.29.0", command), encoding="utf-8")
    assert schedcfg("validate", tmp_path / "pod.yaml").err == ""
    (tmp_path / "pod.yaml").write_text(pod.format("", command), encoding="utf-8")
    assert "no release was named" in schedcfg("validate", tmp_path / "pod.yaml").err


def test_text_report(schedcfg: Command, bad: Path) -> None:
    result = schedcfg("validate", bad, "--kubernetes", "v1.29.3")
    assert result.status == 1
    assert result.out == (
        f"{bad}:3:14: refused[number-not-allowed] (1.29): `parallelism` is 0; it must be greater than 0\n"
        "  3 | parallelism: 0\n"
        "    |              ^\n"
        "  help: Remove it to use the default of 16.\n\n"
    )
    assert result.err == "1 file refused by Kubernetes 1.29: 1 refused\n"


def test_json_report_is_the_contract(schedcfg: Command, good: Path, bad: Path) -> None:
    result = schedcfg("validate", good, bad, "--kubernetes", "1.29", "--output", "json")
    assert result.status == 1
    assert result.report == {
        "version": 1,
        "kubernetes": "1.29",
        "files": [
            {
                "path": str(good),
                "verdict": "accepted",
                "documents": [
                    {
                        "index": 0,
                        "line": 1,
                        "apiVersion": "kubescheduler.config.k8s.io/v1",
                        "kind": "KubeSchedulerConfiguration",
                        "kubernetes": "1.29",
                        "verdict": "accepted",
                        "findings": [],
                    }
                ],
            },
            {
                "path": str(bad),
                "verdict": "refused",
                "documents": [
                    {
                        "index": 0,
                        "line": 1,
                        "apiVersion": "kubescheduler.config.k8s.io/v1",
                        "kind": "KubeSchedulerConfiguration",
                        "kubernetes": "1.29",
                        "verdict": "refused",
                        "findings": [
                            {
                                "rule": "number-not-allowed",
                                "class": "refused",
                                "severity": "error",
                                "path": "parallelism",
                                "place": "parallelism",
                                "message": "`parallelism` is 0; it must be greater than 0",
                                "help": "Remove it to use the default of 16.",
                                "start": {"line": 3, "column": 14},
                                "end": {"line": 3, "column": 15},
                                "fix": None,
                            }
                        ],
                    }
                ],
            },
        ],
        "summary": {
            "files": 2,
            "documents": 2,
            "accepted": 1,
            "refused": 1,
            "skipped": 0,
            "unreadable": 0,
            "silenced": 0,
            "errors": 0,
        },
    }


def test_folder_is_searched_and_other_files_skipped(schedcfg: Command, tmp_path: Path, bad: Path) -> None:
    (tmp_path / "pod.yaml").write_text("apiVersion: v1\nkind: Pod\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text(BAD, encoding="utf-8")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "c.yaml").write_text(BAD, encoding="utf-8")
    result = schedcfg("validate", tmp_path, "--output", "json")
    assert [file["path"] for file in result.report["files"]] == [str(bad)]


def test_as_config_takes_every_file(schedcfg: Command, tmp_path: Path) -> None:
    (tmp_path / "pod.yaml").write_text("apiVersion: v1\nkind: Pod\n", encoding="utf-8")
    result = schedcfg("validate", "--as-config", tmp_path, "--output", "json")
    assert result.status == 1
    assert result.report["files"][0]["verdict"] == "refused"


def test_standard_input(schedcfg: Command) -> None:
    result = schedcfg("validate", "-", "--output", "json", stdin=BAD.encode())
    assert result.status == 1
    assert result.report["files"][0]["path"] == "-"


def test_skip_others(schedcfg: Command, tmp_path: Path, bad: Path) -> None:
    pod = tmp_path / "pod.yaml"
    pod.write_text("apiVersion: v1\nkind: Pod\n", encoding="utf-8")
    assert schedcfg("validate", "--skip-others", pod).status == 0
    assert "this is a Pod manifest" in schedcfg("validate", pod).err
    kubeconfig = tmp_path / "admin.conf"
    kubeconfig.write_text("apiVersion: v1\nkind: Config\nclusters: []\n", encoding="utf-8")
    assert schedcfg("validate", "--skip-others", kubeconfig).status == 0
    assert schedcfg("validate", kubeconfig).status == 1
    assert schedcfg("validate", "--skip-others", pod, bad).status == 1


def test_jobs_give_the_same_report(schedcfg: Command, tmp_path: Path) -> None:
    for number in range(150):
        text = BAD if number % 3 == 0 else GOOD
        (tmp_path / f"{number:03}.yaml").write_text(text, encoding="utf-8")
    alone = schedcfg("validate", tmp_path, "--output", "json")
    together = schedcfg("validate", tmp_path, "--output", "json", "--jobs", "2")
    assert alone.report == together.report
    assert alone.report["summary"]["refused"] == 50


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate"],
        ["validate", "--kubernetes", "1.99", str(EXAMPLES)],
        ["validate", "--kubernetes", "banana", str(EXAMPLES)],
        ["validate", "--as-config", "--as-policy", str(EXAMPLES)],
        ["validate", "--in-tree-only", "--plugin", "X", str(EXAMPLES)],
        ["validate", "--in-tree-only", "--catalog", "scheduler-plugins", str(EXAMPLES)],
        ["validate", "--catalog", "nobody", str(EXAMPLES)],
        ["validate", "--catalog", "scheduler-plugins@7", str(EXAMPLES)],
        ["validate", "--output", "xml", str(EXAMPLES)],
        ["nonsense"],
    ],
)
def test_wrong_usage(schedcfg: Command, arguments: list[str]) -> None:
    result = schedcfg(*arguments)
    assert result.status == 2
    assert result.out == ""
    assert result.err


def test_worlds_of_the_custom_plugin(schedcfg: Command) -> None:
    path = EXAMPLES / "broken" / "custom-plugin.yaml"

    def seen(*options: str) -> tuple[int, list[tuple[str, str, str]]]:
        result = schedcfg("validate", path, "--output", "json", *options)
        findings = result.report["files"][0]["documents"][0]["findings"]
        return result.status, [(finding["rule"], finding["class"], finding["severity"]) for finding in findings]

    assert seen() == (0, [("undeclared-plugin", "advised", "warning")])
    assert seen("--plugin", "HelloWorldPlugin") == (0, [])
    assert seen("--plugin", "Other", "--plugin", "HelloWorldPlugin") == (0, [])
    assert seen("--plugin", "Other") == (1, [("unknown-plugin", "refused", "error")])
    assert seen("--in-tree-only") == (1, [("unknown-plugin", "refused", "error")])


STATUSES = [
    ("network-traffic.yaml", 0),
    ("broken/network-traffic-by-device.yaml", 0),
    ("profiles.yaml", 0),
    ("second-scheduler.yaml", 0),
    ("broken/custom-plugin.yaml", 0),
    ("broken/old-version.yaml", 0),
    ("extender.yaml", 0),
    ("broken/extender-policy.json", 0),
    ("broken/everything.yaml", 1),
    ("broken/scheduler.yaml", 1),
    ("broken/seed/kube-scheduler.yaml", 0),
    ("broken/seed/networktraffic-config.yaml", 0),
    ("broken/seed/right/kube-scheduler.yaml", 0),
    ("broken/seed/second/custom-scheduler.yaml", 0),
    ("broken/seed/second/scheduler-config.yaml", 0),
    ("broken/seed/second/right/custom-scheduler.yaml", 0),
    ("network-traffic/scheduler.yaml", 0),
    ("network-traffic/extender-scheduler.yaml", 0),
    ("network-traffic/static-pod/kube-scheduler.yaml", 0),
    ("network-traffic/second-scheduler/network-traffic.yaml", 0),
    ("network-traffic/second-scheduler/quiet-node.yaml", 0),
    ("network-traffic/cluster/network-traffic.yaml", 0),
    ("network-traffic/cluster/quiet-node.yaml", 0),
    ("network-traffic/cluster/extender.yaml", 0),  # no scheduler's: skipped, with a line by name
    ("network-traffic/scheduling.schedtest.yaml", 0),
    *((path.relative_to(EXAMPLES).as_posix(), 0) for path in sorted((EXAMPLES / "tests").rglob("*.yaml"))),
]
"""What `validate` ends with for each example, by its file."""


@pytest.mark.parametrize(("name", "status"), STATUSES)
def test_every_example(schedcfg: Command, name: str, status: int) -> None:
    assert schedcfg("validate", EXAMPLES / name).status == status


def test_only_broken_examples_are_reported(schedcfg: Command) -> None:
    others = [path for path in EXAMPLES.iterdir() if path.name != "broken" and path.suffix != ".md"]
    done = schedcfg("validate", "--require", *others)
    assert (done.status, done.out) == (0, "")
    broken = schedcfg("validate", EXAMPLES / "broken", "--output", "json")
    silent = {file["path"] for file in broken.report["files"] if not any(one["findings"] for one in file["documents"])}
    assert {Path(path).relative_to(EXAMPLES / "broken").as_posix() for path in silent} == {
        "seed/right/kube-scheduler.yaml",  # what the one beside it should be
    }


def test_no_example_is_forgotten() -> None:
    files = {path.relative_to(EXAMPLES).as_posix() for path in example_files()}
    # What is reported for HelloWorldPlugin is no configuration; test_settings.py and test_own_plugins.py use all of it,
    # and tests/commands/confirm/test_confirm_with_go.py makes a scheduler of its three Go files, for the tests in it.
    others = {name for name in files if name.startswith("hello-world/")}
    assert len(others) == 8
    # A standard: test_rule_examples.py holds files against it.
    others |= {name for name in files if name.startswith("organization/")}
    # Programs and their settings are run by tests/commands/probe/test_example_*.py.
    others |= {name for name in files if name.startswith("network-traffic/") and not name.endswith(".yaml")}
    # Where `try` places Pods; tests/commands/trial/test_prometheus.py does.
    others |= {"README.md", "network-traffic/nodes.yaml"}
    assert files - others == {name for name, _ in STATUSES}


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number}.yaml").write_text(BAD, encoding="utf-8")
    command = f"{sys.executable} -m schedcfg validate {tmp_path} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_color_only_where_wanted(bad: Path) -> None:
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "schedcfg", "validate", str(bad)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    assert json.dumps(done.stdout)


def test_json_tells_the_users_own_entry_where_upstream_names_it_otherwise(schedcfg: Command, tmp_path: Path) -> None:
    path = tmp_path / "args.yaml"
    path.write_text(
        "apiVersion: kubescheduler.config.k8s.io/v1\n"
        "kind: KubeSchedulerConfiguration\n"
        "profiles:\n"
        "- pluginConfig:\n"
        "  - name: InterPodAffinity\n"
        "    args: {hardPodWeight: 5}\n",
        encoding="utf-8",
    )
    result = schedcfg("validate", path, "--output", "json")
    (finding,) = result.report["files"][0]["documents"][0]["findings"]
    assert finding["path"] == "hardPodWeight"
    assert finding["place"] == "profiles[0].pluginConfig[0].args.hardPodWeight"
    assert finding["start"] == {"line": 6, "column": 12}


def test_a_command_in_a_message_names_the_file(schedcfg: Command, tmp_path: Path) -> None:
    file = tmp_path / "my file.yaml"
    file.write_text(GOOD + "profiles: [{plugins: {score: {disabled: [{name: NodeResourceFit}]}}}]\n", encoding="utf-8")
    assert f"`schedcfg why NodeResourcesFit {shlex.quote(str(file))}`" in schedcfg("validate", file).out
    asked = schedcfg("why", "NodeResourcesFit", file).out
    assert "ineffective-disable" not in asked
    assert "`schedcfg why" not in schedcfg("why", "NodeResourceFit", file).out


@pytest.mark.parametrize("options", [(), ("--diff",), ("--fix",)], ids=str)
def test_fixes_or_not_the_file_is_named_in_commands(
    schedcfg: Command, tmp_path: Path, options: tuple[str, ...]
) -> None:
    (tmp_path / "a.yaml").write_text(GOOD.replace("/v1", "/v1beta2"), encoding="utf-8")
    result = schedcfg("validate", tmp_path / "a.yaml", *options)
    assert f"`schedcfg migrate --to v1 {tmp_path}/a.yaml`" in result.out + result.err


def test_a_command_that_writes_does_not_name_the_validated_file(schedcfg: Command, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(f"{GOOD}# schedcfg: ignore[unknown-plugin]\n", encoding="utf-8")
    assert "`--write-baseline known.json`" in schedcfg("validate", file).out
