"""Configurations that are a part of another document are found, with the file's own places, and changed in place."""

import json

import pytest

import schedcfg
from schedcfg import Verdict, validate
from schedcfg.commands.migrate.results import MigrationStatus
from schedcfg.sources import may_hold_configuration

TALOS = """\
version: v1alpha1
machine:
  type: controlplane
cluster:
  clusterName: shop
  scheduler:
    config:
      parallelism: 8  # as measured
      profiles:
        - schedulerName: default-scheduler
"""
TALOS_DOCUMENT = """\
apiVersion: v1alpha1
kind: HostnameConfig
hostname: one
---
apiVersion: v1alpha1
kind: KubeSchedulerConfig
config:
  parallelism: 8  # as measured
  profiles:
    - schedulerName: default-scheduler
"""
KUBESPRAY = """\
kube_version: 1.31.2
kube_scheduler_config_extra_opts:
  parallelism: "8"  # as measured
kube_scheduler_profiles:
  - schedulerName: default-scheduler
"""
OLD = "apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: KubeSchedulerConfiguration\n"


def block(text: str, indentation: int) -> str:
    return "".join(f"{' ' * indentation}{line}\n" for line in text.splitlines())


WHOLE = {
    "a value of a chart": f"scheduler:\n  config:\n{block(OLD, 4)}",
    "a value in brackets": "a: [{kind: KubeSchedulerConfiguration, apiVersion: kubescheduler.config.k8s.io/v1beta3}]\n",
    "JSON": json.dumps(
        {"values": {"apiVersion": "kubescheduler.config.k8s.io/v1beta3", "kind": "KubeSchedulerConfiguration"}}
    ),
    "Karmada": f"kind: Work\nspec:\n  workload:\n    manifests:\n      -\n{block(OLD, 8)}",
    "AKS": f"kind: SchedulerConfiguration\nspec:\n  rawConfig: |\n{block(OLD, 4)}",
    "a file of kOps": f"kind: Cluster\nspec:\n  fileAssets:\n    - path: /s.yaml\n      content: |\n{block(OLD, 8)}",
    "a file of Talos": f"machine:\n  files:\n    - content: |\n{block(OLD, 8)}      path: /var/s.yaml\n",
    "a file of Cluster API": "kind: KubeadmControlPlane\nspec:\n  kubeadmConfigSpec:\n    files:\n      - content: |\n"
    + block(OLD, 10),
    "cloud-init": f"#cloud-config\nwrite_files:\n  - path: /etc/kubernetes/s.yaml\n    content: |\n{block(OLD, 6)}",
    "a Secret": f"kind: Secret\nstringData:\n  s.yaml: |\n{block(OLD, 4)}",
    "a ConfigMap that Karmada carries": "kind: Work\nspec:\n  workload:\n    manifests:\n"
    f"      - kind: ConfigMap\n        data:\n          s: |\n{block(OLD, 12)}",
}


@pytest.mark.parametrize("text", [TALOS, TALOS_DOCUMENT, KUBESPRAY], ids=["Talos", "Talos' document", "kubespray"])
def test_fields_of_products_are_read_as_v1(text: str) -> None:
    assert may_hold_configuration(text.encode())
    (accepted,) = validate(text).documents
    assert (accepted.verdict, accepted.api_version) == (Verdict.ACCEPTED, "kubescheduler.config.k8s.io/v1")
    wrong = text.replace("8", "0", 1) if "8" in text.split("parallelism")[1] else text
    wrong = wrong.replace('parallelism: "8"', 'parallelism: "0"').replace("parallelism: 8", "parallelism: 0")
    (refused,) = validate(wrong).documents
    (finding,) = refused.findings
    assert (finding.rule, finding.path) == ("number-not-allowed", "parallelism")
    assert wrong.splitlines()[finding.start.line - 1].strip().startswith("parallelism:")
    view = schedcfg.effective_configuration(text).view
    assert view is not None
    assert view.configuration["parallelism"] == 8


@pytest.mark.parametrize("text", [TALOS, TALOS_DOCUMENT, KUBESPRAY], ids=["Talos", "Talos' document", "kubespray"])
def test_their_version_is_the_products(text: str) -> None:
    assert schedcfg.migrate(text, "v1").status is MigrationStatus.UNCHANGED
    refused = schedcfg.migrate(text, "v1beta3")
    assert refused.status is MigrationStatus.REFUSED
    (finding,) = refused.documents[0].findings
    assert "reads them as v1," in finding.message


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        (TALOS, "parallelism: 8", "parallelism: eight"),
        (TALOS, "schedulerName", "schedulerNames"),
        (KUBESPRAY, '"8"', "eight"),
        (KUBESPRAY, "schedulerName:", "pluginConfig:"),
    ],
)
def test_what_the_scheduler_refuses_is_refused_where_it_is_written(text: str, before: str, after: str) -> None:
    wrong = text.replace(before, after)
    (document,) = validate(wrong).documents
    assert document.verdict is Verdict.REFUSED
    assert {wrong.splitlines()[finding.start.line - 1] for finding in document.findings} == {
        line for line in wrong.splitlines() if after in line
    }


def test_fixes_of_fields_are_edits_of_the_file() -> None:
    for text in (TALOS, TALOS_DOCUMENT, KUBESPRAY):
        line = next(line for line in text.splitlines() if "schedulerName" in line)
        indentation = " " * (len(line) - len(line.lstrip()) + 2)
        lines = ["plugins:", "  score:", "    enabled:", "      - name: ImageLocality  # kept", "        weight: 0"]
        before = text + "".join(f"{indentation}{one}\n" for one in lines)
        fixed = schedcfg.fix(before, unsafe=True)
        assert fixed.text == before.replace("weight: 0", "weight: 1"), text


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_a_file_is_changed_in_one_place_only(text: str) -> None:
    assert may_hold_configuration(text.encode())
    (document,) = validate(text).documents
    assert document.api_version.endswith("/v1beta3")
    assert schedcfg.migrate(text, "v1").migrated == text.replace("v1beta3", "v1")


CONFIG_MAP = f"kind: ConfigMap\ndata:\n  s: |\n{block(OLD + 'podM', 4)}"
"""One of which nothing can be read."""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"- content: |\n{block(CONFIG_MAP, 4)}", 7),
        (f"kind: Cluster\nspec:\n  fileAssets:\n    - path: /s.yaml\n      content: |\n{block(CONFIG_MAP, 8)}", 11),
        (json.dumps({"kind": "Cluster", "spec": {"content": CONFIG_MAP}}), 1),
    ],
)
def test_a_broken_file_inside_a_file_inside_another_is_reported_in_its_place(text: str, line: int) -> None:
    (document,) = validate(text).documents
    (finding,) = document.findings
    assert (document.verdict, finding.rule, finding.start.line) == (Verdict.REFUSED, "syntax", line)


@pytest.mark.parametrize(
    "text",
    [
        "cluster:\n  scheduler:\n    config:\n      replicas: 2\n",
        "kind: Foo\ncluster:\n  scheduler:\n    config:\n      profiles: []\n",
        "machine: {}\ncluster: {scheduler: {config: {profiles: [{schedulerName: '{{ name }}'}]}}}\n",
        "machine: {}\ncluster: {scheduler: {config: {$patch: delete}}}\n",
        "kube_scheduler_profiles: '{{ profiles }}'\n",
        "kube_scheduler_profiles: []\nkube_scheduler_config_extra_opts: {}\n",
        "text: |\n  see KubeSchedulerConfiguration\n",
        "text: |\n  kind: KubeSchedulerConfiguration\n  apiVersion: kubescheduler.config.k8s.io/{{ version }}\n",
        "values: {kind: KubeSchedulerConfiguration, apiVersion: '{{ version }}'}\n",
        "schema: {properties: {kind: {enum: [KubeSchedulerConfiguration]}}}\n",
    ],
)
def test_other_things_are_none(text: str) -> None:
    assert validate(text).documents == ()


def test_what_another_tool_fills_in_is_left_out() -> None:
    text = KUBESPRAY + "kube_scheduler_leader_elect_extra_opts: {resourceName: '{{ name }}'}\n"
    (document,) = validate(text).documents
    assert document.findings == ()


@pytest.mark.parametrize("text", ["kind: Pod\nspec: {nodeName: a}\n", "scheduler: {replicas: 2}\n", "image: kube\n"])
def test_ordinary_files_are_not_even_parsed(text: str) -> None:
    assert not may_hold_configuration(text.encode())
