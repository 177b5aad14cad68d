"""`schedcfg upgrade`: the plan in its formats, one hop written, exit status. What hops do: tests/commands/upgrade."""

import shlex
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from schedcfg import releases
from schedcfg.sources.writing import put_back
from tests.cli.contract_complaints import complaints
from tests.paths import TESTS

FLEET = TESTS / "commands" / "upgrade" / "fleet"
Run = Callable[..., Any]


@pytest.fixture
def pod(tmp_path: Path) -> Path:
    """Return a copy of the folder of a static Pod with its configuration."""
    return Path(copytree(FLEET / "static-pod", tmp_path / "static-pod"))


def test_the_plan_says_when_what_and_where(schedcfg: Run, pod: Path) -> None:
    result = schedcfg("upgrade", pod, "--from", "1.22", "--to", "1.28")
    assert result.status == 1
    assert result.out.startswith("Kubernetes 1.22 → 1.28: 6 hops, 1 scheduler, 9 edits and 3 steps by hand to do\n")
    hop = result.out.split("1.23 → 1.24\n")[1].split("1.24 → 1.25\n")[0]
    before, rest = hop.split("  with the control plane")
    assert "`--port=0` is removed: Kubernetes 1.24 does not know it (1.23 ignores it" in before
    assert f"{pod / 'kube-scheduler.yaml'}:18" in before
    assert "`k8s.gcr.io/kube-scheduler:v1.23.10` becomes `registry.k8s.io/kube-scheduler:v1.24.17`" in rest
    assert "migrate v1beta2 → v1" in result.out
    assert "possible since 1.25" in result.out


def test_a_hop_is_written_and_a_second_run_finds_nothing(schedcfg: Run, pod: Path) -> None:
    result = schedcfg("upgrade", pod, "--step", "1.23.17", "--write")
    assert result.err.endswith("2 files written\n1 step by hand to do\n")
    written = {path.name: path.read_text(encoding="utf-8") for path in pod.iterdir()}
    assert "image: registry.k8s.io/kube-scheduler:v1.23.17\n" in written["kube-scheduler.yaml"]
    config = written["scheduler-config.yaml"]
    assert config.startswith("apiVersion: kubescheduler.config.k8s.io/v1beta2\n")
    assert "# Managed by the platform team.\n" in config
    assert "[ ] " not in result.out.replace("[ ] by hand: upgrade the kubelets", "")
    assert "[x] `k8s.gcr.io/kube-scheduler:v1.22.3` becomes `registry.k8s.io/kube-scheduler:v1.23.17`" in result.out
    ticked, after = result.out.index("    [x] "), result.out.index("  worth a look")
    assert after < ticked, "what was done comes last"
    check = f"\ncheck it: `schedcfg validate {pod} --kubernetes 1.23`\n"
    assert check in result.out
    assert schedcfg("validate", pod, "--kubernetes", "1.23").status == 0
    assert f"\nwritten: {pod / 'kube-scheduler.yaml'}, {pod / 'scheduler-config.yaml'}\n" in result.out
    again = schedcfg("upgrade", pod, "--step", "1.23.17", "--write")
    assert again.err.endswith("0 files written\n1 step by hand to do\n")
    assert "nothing to do in files with the control plane, when it becomes 1.23\n" in again.out
    assert "[x]" not in again.out
    assert "[ ] " not in again.out.replace("[ ] by hand: upgrade the kubelets", "")


def test_what_it_says_next_leads_to_the_newest_release(schedcfg: Run, pod: Path) -> None:
    step, seen = "1.23", []
    for _ in range(40):
        result = schedcfg("upgrade", pod, "--step", step, "--write")
        assert result.status == 0, result.out
        seen.append(step)
        last = result.out.splitlines()[-1]
        if "the newest release that is known here" in last:
            break
        words = shlex.split(last.partition("`")[2].removesuffix("`"))
        assert words[:-1] == ["schedcfg", "upgrade", str(pod), "--step"]
        assert schedcfg(*words[1:]).status in {0, 1}
        step = words[-1]
    assert seen == [f"1.{number}" for number in range(23, releases.at(releases.NEWEST).number + 1)]


def test_what_is_left_of_a_hop_is_said(schedcfg: Run, pod: Path) -> None:
    schedcfg("upgrade", pod, "--step", "1.23", "--write")
    early = schedcfg("upgrade", pod, "--step", "1.24.17", "--write", "--moment", "before").out
    assert "    [x] `--port=0` is removed" in early
    assert "    [ ] `k8s.gcr.io/kube-scheduler:v1.23.10` becomes" in early
    command = f"`schedcfg upgrade {pod} --write --step 1.24.17`"
    assert early.endswith(
        f"next: roll this out while 1.23 runs, then make the edits that go with the control plane: {command}\n"
    )


def test_a_file_that_cannot_be_written_is_not_ticked(schedcfg: Run, pod: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, before: bytes, after: bytes, named: tuple[str, ...]) -> str | None:
        is_it = path.endswith("scheduler-config.yaml")
        return f"{path} is read-only" if is_it else put_back(path, before, after, named)

    monkeypatch.setattr("schedcfg.commands.upgrade.run.put_back", refuse)
    result = schedcfg("upgrade", pod, "--step", "1.23", "--write")
    assert result.status == 3
    assert "    [ ] migrate v1beta1" in result.out
    assert "    [x] `k8s.gcr.io/kube-scheduler" in result.out
    assert result.out.endswith(f"so repeat the command for: {pod / 'scheduler-config.yaml'}\n")
    assert result.err.endswith("1 file written\n1 edit and 1 step by hand to do\n")


def test_every_assumption_is_explained(schedcfg: Run, tmp_path: Path) -> None:
    head = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
    for version in ("v1beta2", "v1"):
        (tmp_path / f"{version}.yaml").write_text(head.format(version))
    pod = (FLEET / "static-pod" / "kube-scheduler.yaml").read_text(encoding="utf-8")
    for tag in ("v1.20.3", "v1.24.1", "v1.5.1"):
        (tmp_path / f"{tag}.yaml").write_text(pod.replace("v1.22.3", tag).replace("--config", "--leader-elect"))
    out = schedcfg("upgrade", tmp_path, "--from", "1.22", "--to", "1.26").out
    lines = {line.rpartition("/")[2].partition(":")[0]: line for line in out.splitlines()[1:6]}
    assert "Kubernetes 1.22 (assumed: nothing here names its release)" in lines["v1beta2.yaml"]
    assert "Kubernetes 1.25 (assumed: the first release that reads v1, which 1.22 does not)" in lines["v1.yaml"]
    assert "Kubernetes 1.22 (assumed: its manifest names 1.20)" in lines["v1.20.3.yaml"]
    assert "Kubernetes 1.22 (assumed: its manifest names 1.5)" in lines["v1.5.1.yaml"]
    assert "Kubernetes 1.24," in lines["v1.24.1.yaml"]


@pytest.mark.parametrize("output", ["text", "markdown"])
def test_an_assumption_names_every_file(schedcfg: Run, tmp_path: Path, output: str) -> None:
    text = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    files = [tmp_path / f"{number}.yaml" for number in range(9)]
    for file in files:
        file.write_text(text)
    lines = schedcfg("upgrade", tmp_path, "--from", "1.22", "--to", "1.26", "--output", output).out.splitlines()
    (assumed,) = [line for line in lines if "the first release that reads v1" in line]
    assert [file for file in files if f"{file}:1" not in assumed] == []


def test_edits_before_the_control_plane_alone(schedcfg: Run, pod: Path) -> None:
    schedcfg("upgrade", pod, "--step", "1.23", "--write")
    result = schedcfg("upgrade", pod, "--step", "1.24", "--write", "--moment", "before")
    text = (pod / "kube-scheduler.yaml").read_text(encoding="utf-8")
    assert result.err.endswith("1 file written\n1 edit and 1 step by hand to do\n")
    assert "--port" not in text
    assert "kube-scheduler:v1.23.10" in text


def test_the_plan_as_json_and_markdown(schedcfg: Run, pod: Path) -> None:
    report = schedcfg("upgrade", pod, "--from", "1.22", "--to", "1.25", "--output", "json").report
    assert complaints("upgrade", report) == []
    assert "written" not in report
    assert [hop["to"] for hop in report["hops"]] == ["1.23", "1.24", "1.25"]
    assert any(item["proof"] for hop in report["hops"] for item in hop["items"])
    page = schedcfg("upgrade", pod, "--from", "1.22", "--to", "1.25", "--output", "markdown").out
    assert "### 1.23 → 1.24\n" in page
    assert "- [ ] `--port=0` is removed" in page
    written = schedcfg("upgrade", pod, "--step", "1.23", "--write", "--output", "json").report
    assert complaints("upgrade", written) == []
    files = [str(pod / name) for name in ("kube-scheduler.yaml", "scheduler-config.yaml")]
    assert written["written"] == {"step": "1.23", "moment": "with", "files": files, "failed": []}
    assert {item["isDone"] for item in written["hops"][0]["items"] if item["action"] == "edit"} == {True}


def test_the_same_files_are_named_together(schedcfg: Run) -> None:
    result = schedcfg("upgrade", FLEET / "clusters", "--from", "1.22", "--to", "1.23")
    assert result.out.count("becomes `k8s.gcr.io/kube-scheduler:v1.23.10`") == 1
    assert "3 schedulers" in result.out


@pytest.mark.parametrize("names", [("a b.yaml",), ("a.yaml", "b.yaml")], ids=len)
def test_a_file_is_named_in_commands_where_it_is_the_only_one(
    schedcfg: Run, tmp_path: Path, names: tuple[str, ...]
) -> None:
    for name in names:
        (tmp_path / name).write_text(
            "apiVersion: kubescheduler.config.k8s.io/v1beta2\nkind: KubeSchedulerConfiguration\n", encoding="utf-8"
        )
    result = schedcfg("upgrade", tmp_path, "--from", "1.22", "--to", "1.25")
    shown = "FILE" if len(names) > 1 else shlex.quote(str(tmp_path / names[0]))
    assert f"help: Run `schedcfg migrate --to v1 {shown}`." in result.out


def test_nothing_to_do(schedcfg: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n")
    report = schedcfg("upgrade", config, "--from", "1.29", "--to", "1.30", "--output", "json").report
    assert {item["id"] for item in report["hops"][0]["items"]} == {"kubelets"}


def test_what_does_not_start_today_is_said_first(schedcfg: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparallelism: 0\n")
    result = schedcfg("upgrade", config, "--from", "1.29", "--to", "1.30")
    assert "before anything else\n    [ ] by hand: `parallelism`" in result.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "missing --from and --to"),
        (("--from", "1.22"), "missing --to"),
        (("--step", "1.23", "--to", "1.24"), "--step is a single hop"),
        (("--from", "1.22", "--to", "1.24", "--write"), "name it with --step"),
        (("--from", "1.24", "--to", "1.22"), "1.22 is not newer than 1.24"),
        (("--step", "1.18"), "nothing is known of the release before 1.18"),
    ],
)
def test_wrong_usage(schedcfg: Run, pod: Path, options: tuple[str, ...], words: str) -> None:
    result = schedcfg("upgrade", pod, *options)
    assert (result.status, words in result.err) == (2, True), result.err


def test_what_is_missing_is_written_into_the_command(schedcfg: Run) -> None:
    result = schedcfg("upgrade", "my clusters", "--to", "1.34")
    assert "missing --from. Write: schedcfg upgrade 'my clusters' --from RELEASE --to 1.34\n" in result.err


def test_an_unreadable_file(schedcfg: Run, pod: Path) -> None:
    broken = pod / "broken.yaml"
    broken.write_bytes(b"kind: KubeSchedulerConfiguration\n\xff\xfe\n")
    result = schedcfg("upgrade", pod, "--step", "1.23")
    assert result.status == 3
    assert f"schedcfg: {broken} cannot be read: " in result.err
    assert result.err.splitlines()[-1].endswith(" to do")
    alone = schedcfg("upgrade", broken, "--step", "1.23")
    assert (alone.status, alone.out, len(alone.err.splitlines())) == (3, "", 1)
