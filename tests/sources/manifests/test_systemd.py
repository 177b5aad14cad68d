"""kube-scheduler started by systemd: its flags, their places, and what is around the unit."""

from pathlib import Path

import pytest

from schedcfg.document import parse
from schedcfg.findings import Finding
from schedcfg.sources import Text
from schedcfg.sources.manifests.reading import manifests_in
from schedcfg.sources.manifests.running import RunningScheduler
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

SCHEDULER = "/usr/local/bin/kube-scheduler"


def schedulers(service: str, file: str = "kube-scheduler.service") -> list[RunningScheduler]:
    found = manifests_in((Text(file, parse(f"[Service]\n{service}\n")),))
    return [running for manifest in found for running in manifest.running]


def flags(service: str) -> list[tuple[str, str | None, bool]]:
    [running] = schedulers(service)
    return [(flag.name, flag.value, flag.is_known) for flag in running.command_line.flags]


def findings(folder: Path, options: Options | None = None) -> list[tuple[str, str, int]]:
    return [
        (Path(report.path).name, finding.rule, finding.start.line)
        for report in validate_files([str(folder)], options or Options())
        for document in report.documents
        for finding in document.findings
    ]


@pytest.mark.parametrize("prefix", ["", "-", "+", "!!", ":", "-:", "|"])
def test_what_may_be_before_a_program(prefix: str) -> None:
    assert flags(f"ExecStart={prefix}{SCHEDULER} --v=2") == [("v", "2", True)]


def test_another_name_for_the_program() -> None:
    assert flags(f"ExecStart=@{SCHEDULER} scheduler --v=2") == [("v", "2", True)]


def test_launchers_and_shells() -> None:
    assert flags("ExecStart=/usr/bin/hyperkube scheduler --v=2") == [("v", "2", True)]
    assert flags(f"ExecStart=/bin/sh -c 'exec {SCHEDULER} --v=2'") == [("v", "2", True)]
    assert schedulers("ExecStart=/usr/bin/kubelet --v=2") == []


def test_commands_that_are_taken_back() -> None:
    assert flags(f"ExecStart={SCHEDULER} --v=2\nExecStart=\nExecStart={SCHEDULER} --v=3") == [("v", "3", True)]
    assert schedulers(f"ExecStart={SCHEDULER} --v=2\nExecStart=") == []
    assert flags(f"ExecStart=/bin/true ; {SCHEDULER} --v=2 ;") == [("v", "2", True)]


ARGS = "Environment=\"ARGS=--v=2 '--config=/a b'\" LEVEL=4\n"


def test_variables_of_the_unit() -> None:
    assert flags(f"{ARGS}ExecStart={SCHEDULER} $ARGS --v=${{LEVEL}}") == [
        ("v", "2", True),
        ("config", "/a b", True),
        ("v", "4", True),
    ]
    [running] = schedulers(f"{ARGS}ExecStart={SCHEDULER} $ARGS")
    assert running.command_line.flags[0].path == ("Service", "Environment", 0, 0)
    assert running.settles("secure-port")


@pytest.mark.parametrize(
    "setting",
    ["", "EnvironmentFile=-/etc/default/kube-scheduler", "PassEnvironment=ARGS LEVEL", "Environment="],
)
def test_variables_that_are_not_known(setting: str) -> None:
    environment = ARGS if setting else ""
    [running] = schedulers(f"{environment}{setting}\nExecStart={SCHEDULER} --v=${{LEVEL}} $ARGS")
    assert [(flag.name, flag.is_known) for flag in running.command_line.flags] == [("v", False)]
    assert not running.settles("secure-port")


def test_letters_that_are_no_variables() -> None:
    assert flags(f"{ARGS}ExecStart=:{SCHEDULER} --v=$$") == [("v", "$$", True)]
    assert flags(f"{ARGS}ExecStart={SCHEDULER} --cert-dir=/a$$b%%c") == [("cert-dir", "/a$b%c", True)]
    assert flags(f"ExecStart={SCHEDULER} --v=%i") == [("v", "%i", False)]
    assert flags("ExecStart={{ bin }}/kube-scheduler --v={{ level }}") == [("v", "{{ level }}", False)]


def test_values_do_not_grow_without_end() -> None:
    long = "x" * 10_000
    [running] = schedulers(f"Environment=A={long}\nExecStart={SCHEDULER} " + "--v=${A} " * 1_000)
    assert sum(len(flag.value or "") for flag in running.command_line.flags) < 200_000
    assert not running.command_line.flags[-1].is_known


def test_a_unit_is_on_its_node() -> None:
    [running] = schedulers(f"ExecStart={SCHEDULER}")
    assert running.is_clusters_own
    assert running.competes
    assert running.described == "systemd unit `kube-scheduler`"
    assert running.sees("/etc/kubernetes/scheduler.conf")
    [second] = schedulers(f"ExecStart={SCHEDULER}", "second.service")
    assert not second.is_clusters_own
    [addition] = schedulers(f"ExecStart=\nExecStart={SCHEDULER}", "10-flags.conf")
    assert not addition.competes


CONFIGURATION = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


def test_the_configuration_beside_a_unit(tmp_path: Path) -> None:
    config = "--config=/etc/kubernetes/config/scheduler.yaml"
    (tmp_path / "kube-scheduler.service").write_text(
        f"[Service]\nExecStart={SCHEDULER} \\\n  {config} \\\n  --kube-api-qps=100\n", encoding="utf-8"
    )
    (tmp_path / "scheduler.yaml").write_text(CONFIGURATION, encoding="utf-8")
    assert findings(tmp_path) == [
        ("kube-scheduler.service", "missing-kubeconfig", 3),
        ("kube-scheduler.service", "silenced-flag", 4),
    ]
    drop_ins = tmp_path / "kube-scheduler.service.d"
    drop_ins.mkdir()
    (tmp_path / "kube-scheduler.service").unlink()
    (drop_ins / "10-config.conf").write_text(
        f"[Service]\nExecStart=\nExecStart={SCHEDULER} {config}\n", encoding="utf-8"
    )
    assert findings(tmp_path) == [("10-config.conf", "missing-kubeconfig", 3)]


def test_two_units_of_a_node(tmp_path: Path) -> None:
    for name in ("kube-scheduler", "second"):
        (tmp_path / f"{name}.service").write_text(
            f"[Service]\nExecStart={SCHEDULER} --kubeconfig=/a\n", encoding="utf-8"
        )
    assert {(file, rule) for file, rule, _ in findings(tmp_path)} == {
        ("second.service", "port-clash"),
        ("second.service", "shared-lease"),
    }


def test_flags_are_those_of_the_requested_release(tmp_path: Path) -> None:
    (tmp_path / "a.service").write_text(
        f"[Service]\nExecStart={SCHEDULER} --kubeconfig=/a --port=0\n", encoding="utf-8"
    )
    assert findings(tmp_path, Options(kubernetes="1.22")) == []
    assert findings(tmp_path, Options(kubernetes="1.30")) == [("a.service", "unknown-flag", 2)]


def found(folder: Path, text: str) -> list[Finding]:
    (folder / "a.service").write_text(text, encoding="utf-8")
    [report] = validate_files([str(folder / "a.service")], Options())
    return [finding for document in report.documents for finding in document.findings]


def test_a_comment_ignores_a_finding(tmp_path: Path) -> None:
    command = f"ExecStart={SCHEDULER} --kubeconfig=/a --v=x\n"
    assert [finding.rule for finding in found(tmp_path, f"[Service]\n{command}")] == ["flag-value"]
    ignored = f"[Service]\n# schedcfg: ignore[flag-value] a test\n{command}"
    assert found(tmp_path, ignored) == []
