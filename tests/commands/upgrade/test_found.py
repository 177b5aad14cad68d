"""What a plan says of findings: each once, where it comes up first; and one total in all formats."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.upgrade.plan import plan, route
from schedcfg.commands.upgrade.reading import read_files
from schedcfg.commands.upgrade.results import Action, PlanItem, UpgradePlan, When
from schedcfg.validation.options import DEFAULT

Run = Callable[..., Any]

CONFIG = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
CORE_RULES = """\
- {apiGroups: [""], resources: ["namespaces", "nodes", "pods", "replicationcontrollers", "services"], verbs: ["*"]}
- {apiGroups: [""], resources: ["bindings", "pods/binding", "pods/status", "events"], verbs: ["*"]}
- {apiGroups: [""], resources: ["persistentvolumeclaims", "persistentvolumes"], verbs: ["*"]}
- {apiGroups: ["apps", "coordination.k8s.io", "events.k8s.io", "policy"], resources: ["*"], verbs: ["*"]}
- {apiGroups: ["authentication.k8s.io", "authorization.k8s.io"], resources: ["*"], verbs: ["*"]}
- {apiGroups: ["storage.k8s.io"], resources: ["csinodes", "csidrivers", "csistoragecapacities"], verbs: ["*"]}
- {apiGroups: ["storage.k8s.io"], resources: ["storageclasses"], verbs: ["*"]}
"""
SECOND = """\
apiVersion: v1
kind: ServiceAccount
metadata: {name: packer, namespace: scheduling}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: packer}
rules:
RULES---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: packer}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: packer}
subjects: [{kind: ServiceAccount, name: packer, namespace: scheduling}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: packer-auth, namespace: kube-system}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: extension-apiserver-authentication-reader}
subjects: [{kind: ServiceAccount, name: packer, namespace: scheduling}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: packer, namespace: scheduling}
data:
  scheduler-config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection: {leaderElect: false}
    profiles: [{schedulerName: packer}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: packer, namespace: scheduling}
spec:
  replicas: 1
  selector: {matchLabels: {app: packer}}
  template:
    metadata: {labels: {app: packer}}
    spec:
      serviceAccountName: packer
      containers:
      - name: packer
        image: registry.k8s.io/kube-scheduler:v1.30.4
        command: [kube-scheduler, --config=/etc/kubernetes/scheduler-config.yaml]
        volumeMounts: [{name: config, mountPath: /etc/kubernetes, readOnly: true}]
      volumes: [{name: config, configMap: {name: packer}}]
"""


def planned(folder: Path, source: str, target: str, **files: str) -> UpgradePlan:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return plan(read_files([str(folder)], DEFAULT), route(source, target), DEFAULT)


def by_hand(made: UpgradePlan, rule: str) -> list[tuple[str, PlanItem]]:
    """Return the items of a rule that someone has to do, each with the hop; those of today have none."""
    every = [("", made.today), *((hop.target, hop.items) for hop in made.hops)]
    return [(to, item) for to, items in every for item in items if item.id == rule and item.action is Action.BY_HAND]


def rights(item: PlanItem) -> list[str]:
    """Return the resources that an item names, each once: some are read, and written as well."""
    return list(dict.fromkeys(re.findall(r"`([a-z]+)\.[a-z0-9.]+`", item.message)))


ATTACHMENTS = '- {apiGroups: ["storage.k8s.io"], resources: ["volumeattachments"], verbs: ["*"]}\n'
DEVICES = ["deviceclasses", "resourceclaims", "resourceslices"]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (CORE_RULES, {"1.32": ["volumeattachments"], "1.34": DEVICES}),
        (CORE_RULES + ATTACHMENTS, {"1.34": DEVICES}),
        (CORE_RULES.replace('"csinodes", ', ""), {"": ["csinodes"], "1.32": ["volumeattachments"], "1.34": DEVICES}),
    ],
    ids=["from 1.32 on", "at 1.34 alone", "today, too"],
)
def test_rights_that_grow_are_listed_where_they_do(tmp_path: Path, rules: str, expected: dict[str, list[str]]) -> None:
    made = planned(tmp_path, "1.30", "1.34", all=SECOND.replace("RULES", rules))
    found = by_hand(made, "missing-rbac")
    assert {to: rights(item) for to, item in found} == expected
    assert len(found) == len(expected)
    assert {item.when for _, item in found} == {When.BEFORE}, "they may be granted while the older release runs"


TODAY = {
    "an unknown field": CONFIG.format("v1beta2") + "pluginConfig: []\n",
    "a value": CONFIG.format("v1beta2") + "parallelism: 0\n",
    "both, and advice": CONFIG.format("v1beta2")
    + "parallelism: 0\nzz: 1\nclientConnection: {kubeconfig: REPLACE_ME_WITH_KUBECONFIG}\n",
}


@pytest.mark.parametrize("text", TODAY.values(), ids=TODAY)
def test_what_is_refused_today_is_no_step_of_a_later_hop(tmp_path: Path, text: str) -> None:
    made = planned(tmp_path, "1.23", "1.33", config=text)
    today = {item.id for item in made.today}
    later = [(hop.target, item.id) for hop in made.hops for item in hop.items if item.is_finding]
    assert today
    assert [(to, rule) for to, rule in later if rule in today] == []
    by_hand_later = [item.id for hop in made.hops for item in hop.items if item.action is Action.BY_HAND]
    assert set(by_hand_later) <= {"kubelets", "unserved-api-version"}


def test_what_cannot_be_migrated_is_a_step_of_one_hop(tmp_path: Path) -> None:
    text = CONFIG.format("v1beta1") + (
        "profiles:\n- plugins:\n    filter: {enabled: [{name: ServiceAffinity}]}\n"
        "    preFilter: {enabled: [{name: ServiceAffinity}]}\n"
    )
    made = planned(tmp_path, "1.22", "1.33", config=text)
    found = by_hand(made, "cannot-be-kept")
    assert {to for to, _ in found} == {"1.23"}


def test_a_finding_whose_line_moves_is_none_of_the_newer_release(tmp_path: Path) -> None:
    pod = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system}
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.23.1
    command:
    - kube-scheduler
    - --port=0
    - --config=/etc/elsewhere/config.yaml
    - --authentication-kubeconfig=/etc/kubernetes/scheduler.conf
    volumeMounts: [{name: folder, mountPath: /etc/kubernetes}]
  volumes: [{name: folder, hostPath: {path: /etc/kubernetes}}]
"""
    made = planned(tmp_path, "1.23", "1.24", pod=pod)
    assert [to for to, _ in by_hand(made, "unmounted-file")] == [""]


def test_what_is_refused_today_is_not_listed_again_where_a_release_reads_the_version(tmp_path: Path) -> None:
    wrong = CONFIG.format("v1beta1") + "parallelism: 0\nleaderElection: {leaderElect: false, bogus: 1}\n"
    made = planned(tmp_path, "1.25", "1.37", config=wrong)
    assert [to for to, _ in by_hand(made, "unknown-field")] == [""]
    assert [to for to, _ in by_hand(made, "number-not-allowed")] == [""]


def test_one_total_for_all_formats(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(SECOND.replace("RULES", CORE_RULES), encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text(TODAY["both, and advice"], encoding="utf-8")
    command = ("upgrade", tmp_path, "--from", "1.23", "--to", "1.34")
    text = schedcfg(*command)
    boxes = len(re.findall(r"^ +\[ \] ", text.out, re.MULTILINE))
    report = schedcfg(*command, "--output", "json").report
    items = [*report["today"], *(item for hop in report["hops"] for item in hop["items"] if item["action"] != "note")]
    total = report["toDo"]
    shown = f"{total['edits']} edits and {total['steps']} steps by hand to do"
    assert (boxes, len(items)) == (total["edits"] + total["steps"],) * 2
    assert text.out.splitlines()[0].endswith(f", {shown}")
    assert text.err.splitlines()[-1] == shown
    assert schedcfg(*command, "--output", "markdown").out.splitlines()[0].endswith(f", {shown}")
    assert json.dumps(shown)[1:-1] in schedcfg(*command, "--output", "html").out
