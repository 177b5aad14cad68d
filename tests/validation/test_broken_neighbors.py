"""Files of a folder that name kube-scheduler and cannot be parsed: an error, as where they are named themselves."""

from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.document import parse
from schedcfg.findings import FileReport, Verdict
from schedcfg.sources.marks import names_scheduler
from schedcfg.sources.templates import template_kind
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.called import Result
from tests.rules.case_files import FOLDER

BREAK = "\n  }broken: [\n"
UNNAMED = {"deployment.yaml of failing-not-called-so-file-of-its-own", "deploy.yaml of failing-by-probe"}
"""Examples of schedulers that only the files beside them, or their port, show to be one."""

CONFIGURATION = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system}
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.31.0
    command:
    - kube-scheduler
    - --kubeconfig=/etc/kubernetes/scheduler.conf
   hostNetwork: true
"""
SERVICE = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: second, namespace: kube-system}
spec:
  selector: {matchLabels: {app: second}}
  template:
    metadata: {labels: {app: second}}
    spec:
      containers:
      - name: second
        image: registry.k8s.io/kube-scheduler:v1.31.0
        command: [kube-scheduler, --kubeconfig=/etc/scheduler.conf]
---
apiVersion: v1
kind: Service
metadata: {name: second, namespace: kube-system
spec: {ports: [{port: 10259}]}
"""
POLICY = """\
{
  "kind": "Policy",
  "apiVersion": "v1",
  "predicates": [
    {"name": "PodFitsResources"},
  ]
}
"""


def reports(folder: Path) -> list[FileReport]:
    return list(validate_files([str(folder)], Options()))


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("kube-scheduler.yaml", POD, 11),
        ("all.yaml", SERVICE, 17),
        ("policy.json", POLICY, 5),
        ("without-kind.yaml", "predicates:\n- name: PodFitsResources\n priorities: []\n", 3),
        (
            "kubeadm.yaml",
            "apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nscheduler:\n  extraArgs:\n - name: v\n",
            5,
        ),
        ("config.yaml", 'kube-scheduler-arg:\n- "config=/etc/rancher/scheduler.yaml\n', 2),
        ("machine.yaml", "cluster:\n  scheduler:\n    config:\n      kind: x\n   extraArgs: {v: 2}\n", 5),
        ("k8s-cluster.yml", "kube_scheduler_config_extra_opts:\n  profiles:\n - schedulerName: a\n", 3),
        ("cluster.yaml", "kind: Cluster\nspec:\n  kubeScheduler:\n    logLevel: 2\n   kubelet: {}\n", 5),
        ("scheduler.yaml", "apiVersion: config.openshift.io/v1\nkind: Scheduler\nspec:\n  profile: [\n", 4),
    ],
)
def test_it_is_refused_as_where_it_is_named(tmp_path: Path, name: str, text: str, line: int) -> None:
    (tmp_path / "scheduler-config.yaml").write_text(CONFIGURATION, encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    (report,) = (one for one in reports(tmp_path) if one.verdict is Verdict.REFUSED)
    (finding,) = [one for document in report.documents for one in document.findings if one.rule == "syntax"]
    assert (Path(report.path).name, finding.start.line) == (name, line)
    (named,) = validate_files([str(tmp_path / name)], Options())
    assert finding in [one for document in named.documents for one in document.findings]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("values.yaml", "# for kube-scheduler\nimage:\n  name: app\n tag: 1\n"),
        ("template.yaml", "kind: Pod\nmetadata: {{ toYaml .Values.meta }}\nname: kube-scheduler\n  broken: 1\n"),
        ("vars.yml", "kube_scheduler_port: {% if secure %}10259{% endif %}\n  broken: 1\n"),
        ("kube-scheduler.conf", '[program:kube-scheduler]\ncommand=kube-scheduler --v=2: "\n'),
        ("haproxy.cfg", "frontend kube-scheduler\n  bind *:10259\n\tmode tcp: {\n"),
        ("gateway.yaml", "routes:\n- predicates:\n  - Path=/a\n uri: b\n"),
        ("kyverno.yaml", "apiVersion: kyverno.io/v1\nkind: Policy\nspec:\n  rules: []\n failure: x\n"),
        ("deployment.yaml", "kind: Deployment\nspec:\n  replicas: 1\n template: {}\n"),
    ],
)
def test_what_names_none_or_is_no_yaml_is_skipped(tmp_path: Path, name: str, text: str) -> None:
    assert parse(text).error is not None
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert reports(tmp_path) == []


def test_an_excerpt_in_markdown_need_not_be_whole(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"```yaml\n{POD}```\n```yaml\n{CONFIGURATION}```\n", encoding="utf-8")
    (report,) = validate_files([str(tmp_path / "a.md")], Options())
    assert report.verdict is Verdict.ACCEPTED


def test_every_example_of_a_scheduler_is_recognized_when_it_is_broken() -> None:
    """All products are among them."""
    unrecognized = set()
    number = 0
    for path in sorted((FOLDER / "manifests").glob("*/*/*.y*ml")):
        text = path.read_text(encoding="utf-8").rstrip("\n")
        held = any(report.holds_scheduler for report in validate_files([str(path)], Options(skip_others=True)))
        broken = parse(text + BREAK)
        if held and broken.error is not None and template_kind(broken, str(path)) is None:
            number += 1
            if not names_scheduler(broken.text):
                unrecognized.add(f"{path.name} of {path.parent.name}")
    assert number > 300
    assert unrecognized == UNNAMED


def test_the_run_fails(schedcfg: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "kube-scheduler.yaml").write_text(POD, encoding="utf-8")
    result = schedcfg("validate", tmp_path)
    assert result.status == 1
    assert "kube-scheduler.yaml:11:4: refused[syntax]" in result.out
