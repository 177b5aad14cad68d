"""A named file without a configuration is called what it is; nobody is told to write a configuration into it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.findings import FileReport, Verdict
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.called import Result


def report_on(path: Path, text: str) -> FileReport:
    path.write_text(text, encoding="utf-8")
    [report] = validate_files([str(path)], Options())
    return report


def reason_in(path: Path, text: str) -> str:
    """Return why a file in which configurations are looked for is skipped."""
    report = report_on(path, text)
    assert (report.verdict, report.documents) == (Verdict.SKIPPED, ())
    return report.reason or ""


def manifest(kind: str, api_version: str = "v1") -> str:
    return f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n"


VOLCANO = "actions: 'enqueue, allocate, backfill'\ntiers:\n- plugins:\n  - name: priority\n  - name: predicates\n"
TASK = "- name: Start it\n  ansible.builtin.systemd: {name: kube-scheduler, state: started}\n"
OTHERS = {
    "a ServiceAccount": manifest("ServiceAccount"),
    "a ClusterServiceVersion": manifest("ClusterServiceVersion", "operators.coreos.com/v1alpha1"),
    "a ConfigMap without a configuration": manifest("ConfigMap"),
    "a ConfigMap with a configuration of Volcano's scheduler": manifest("ConfigMap")
    + "data:\n  volcano-scheduler.conf: |\n    "
    + VOLCANO.replace("\n", "\n    "),
    "a Queue of Volcano": manifest("Queue", "scheduling.volcano.sh/v1beta1"),
    "a DeschedulerPolicy of the descheduler": manifest("DeschedulerPolicy", "descheduler/v1alpha2"),
    "a ClusterClass of Cluster API": manifest("ClusterClass", "cluster.x-k8s.io/v1beta1"),
    "a file of values, as a Helm chart has them": "replicaCount: 1\nplugins: {enabled: [Coscheduling]}\n",
    "the description of a Helm chart": "apiVersion: v2\nname: scheduler\nversion: 0.1.0\n",
    "a configuration of Talhelper": "clusterName: home\nnodes: []\n",
    "a machine configuration of Talos": "machine: {type: worker}\n",
    "a Compose file": "services: {web: {image: nginx}}\n",
    "an Ansible playbook": f"- hosts: all\n  tasks:\n{TASK.replace('- ', '  - ').replace('  ansible', '    ansible')}",
    "a list of Ansible tasks": TASK,
    "a script for bash": "#!/usr/bin/env bash\nset -e\nkube-scheduler --v=2\n",
    "a file of k3s or RKE2, which skip `kube-scheduler-args`": "kube-scheduler-args: [v=2]\n",
}
NEVER_READ = {
    "a kubeconfig": "apiVersion: v1\nkind: Config\nclusters: []\n",
    "a configuration of Volcano's scheduler": VOLCANO,
    "a configuration of YuniKorn's queues": "partitions:\n- name: default\n  queues: [{name: root}]\n",
    "a JSON patch": "- {op: remove, path: /spec/replicas}\n",
    "a list": "- a\n- b\n",
    "a text without `apiVersion` and `kind`": "Nothing of interest is here\n",
    "a file whose top-level keys `rules`, `groups` are in no configuration": "rules: []\ngroups: []\n",
}
"""Files of which nothing is ever read, so that naming one is a mistake."""


@pytest.mark.parametrize("name", OTHERS)
def test_what_it_is(tmp_path: Path, name: str) -> None:
    reason = reason_in(tmp_path / "a.conf", OTHERS[name])
    assert reason.startswith(f"this is {name}: kube-scheduler does not read it as its configuration. ")
    assert "Begin with" not in reason


@pytest.mark.parametrize("name", NEVER_READ)
def test_what_is_not_looked_through_is_refused(tmp_path: Path, name: str) -> None:
    report = report_on(tmp_path / "a.conf", NEVER_READ[name])
    [finding] = [finding for document in report.documents for finding in document.findings]
    assert (report.verdict, finding.rule) == (Verdict.REFUSED, "unknown-kind")
    assert finding.message == f"this is {name}: kube-scheduler does not read it as its configuration"


@pytest.mark.parametrize("command", ["validate", "effective"])
def test_only_validate_has_nothing_against_it(schedcfg: Callable[..., Result], tmp_path: Path, command: str) -> None:
    path = tmp_path / "talconfig.yaml"
    path.write_text(OTHERS["a configuration of Talhelper"], encoding="utf-8")
    result = schedcfg(command, path)
    is_validated = command == "validate"
    assert result.status == (0 if is_validated else 1)
    assert "this is a configuration of Talhelper: " in (result.err if is_validated else result.out)
    assert schedcfg(command, path, "--require").status == 1


def test_markdown(tmp_path: Path) -> None:
    reason = reason_in(tmp_path / "README.md", "# Scheduler\n\n> a: b: c\n\n```yaml\nkind: Pod\n```\n")
    assert reason.startswith("this is a Markdown file without a whole configuration in its fenced blocks: ")


UNIT = """\
[Unit]
Description=Kubernetes Kubelet

[Service]
ExecStart=/usr/local/bin/kubelet \\
  --v=2 \\
  --config=/var/lib/kubelet/config.yaml
Restart=on-failure
"""


def test_what_starts_a_scheduler_names_the_file_to_pass(tmp_path: Path) -> None:
    assert reason_in(tmp_path / "kubelet.service", UNIT).startswith("this is a systemd unit: ")
    reason = reason_in(tmp_path / "run.sh", "#!/bin/sh\nexec kube-scheduler --v=2 --config '/etc/a.yaml'\n")
    assert reason.endswith(" Pass the file in its `--config`: /etc/a.yaml.")
    reason = reason_in(tmp_path / "run.sh", "#!/bin/sh\nkubelet --config=/etc/a.yaml\n")
    assert reason.endswith(" Pass the file in its `--config`.")


@pytest.mark.parametrize(
    "text", ["profiles: []\n", "plugins: {}\n", "priorities: []\nweb: x\n", "kind: KubeSchedulerConfig\n", ""]
)
def test_what_may_be_meant_as_a_configuration_is_reported_as_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    [report] = validate_files([str(path)], Options())
    messages = [finding.message for document in report.documents for finding in document.findings]
    assert messages
    assert not any("does not read it" in message for message in messages)


@pytest.mark.parametrize("command", ["validate", "effective", "migrate --to v1"])
def test_an_own_report_is_none_of_the_files_that_it_is_about(
    schedcfg: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("scheduler.yaml").write_text(
        "apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: KubeSchedulerConfiguration\n", encoding="utf-8"
    )
    name, *options = command.split()
    before = schedcfg("validate", ".").out
    report = schedcfg(name, "scheduler.yaml", *options, "--output", "json").out
    assert "KubeSchedulerConfiguration" in report
    Path("report.json").write_text(report, encoding="utf-8")
    assert schedcfg("validate", ".").out == before
