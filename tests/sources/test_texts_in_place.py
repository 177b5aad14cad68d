"""Texts inside manifests, read where they stand."""

import json

import pytest

from schedcfg import fix, validate
from schedcfg.commands.migrate.migrate import migrate
from schedcfg.document import parse
from schedcfg.findings import FileReport
from schedcfg.sources import may_hold_manifests
from schedcfg.sources.manifests.starting_parts import documents_in

PATCH = "kind: One\n---\nkind: Two\nname: b\n"
AT = ("patches", 0)


def lines(text: str) -> list[tuple[object, int, bool]]:
    host = parse(text).documents[0]
    found = list(documents_in(host, AT, PATCH))
    return [(one.document.data, one.document.locate(("kind",)).value.start.line, one.span is None) for one in found]


def test_a_literal_block_is_read_in_place() -> None:
    block = "".join(f"  {line}\n" for line in PATCH.splitlines())
    found = lines(f"# a comment\npatches:\n- |\n{block}")
    assert found == [({"kind": "One"}, 4, True), ({"kind": "Two", "name": "b"}, 6, True)]


def test_other_texts_stand_as_a_whole() -> None:
    for text in (f"patches:\n- {json.dumps(PATCH)}\n", json.dumps({"patches": [PATCH]})):
        host = parse(text).documents[0]
        found = list(documents_in(host, AT, PATCH))
        assert [one.document.data for one in found] == [{"kind": "One"}, {"kind": "Two", "name": "b"}]
        assert all(one.span == host.locate(AT).value for one in found)


def test_a_broken_text_has_no_documents() -> None:
    host = parse("patches: ['[']\n").documents[0]
    assert list(documents_in(host, AT, "[")) == []


TALHELPER = """\
clusterName: home
kubernetesVersion: v1.31.4
nodes:
  - hostname: one
    patches:
      - |-
        machine:
          files:
            - path: /var/etc/scheduler.yaml
              op: create
              content: |
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                parallelism: 0
controlPlane:
  patches:
    - "@./patches/network.yaml"
    - |-
      # the scheduler
      cluster:
        scheduler:
          config:
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            profilez: []  # all
    - |-
      - op: add
        path: /cluster/scheduler/config
        value:
          apiVersion: kubescheduler.config.k8s.io/v1
          kind: KubeSchedulerConfiguration
          percentageOfNodesToScore: 101
    - |-
      cluster:
        scheduler:
          config:
            percentageOfNodesToScore: 102
    - "cluster: {scheduler: {config: {percentageOfNodesToScore: 103}}}"
"""
PLAYBOOK = """\
- hosts: control_plane
  tasks:
    - name: All of it
      block:
        - name: Write the configuration
          ansible.builtin.copy:
            dest: /etc/kubernetes/scheduler.yaml
            content: |
              apiVersion: kubescheduler.config.k8s.io/v1
              kind: KubeSchedulerConfiguration
              profilez: []  # all
"""


def found(report: FileReport) -> list[tuple[str, int, int]]:
    return [
        (finding.rule, finding.start.line, finding.start.column)
        for document in report.documents
        for finding in document.findings
    ]


def test_texts_in_texts() -> None:
    assert may_hold_manifests(TALHELPER.encode())
    assert found(validate(TALHELPER)) == [
        ("number-not-allowed", 14, 30),
        ("unknown-field", 25, 13),
        ("number-not-allowed", 32, 37),
        ("number-not-allowed", 37, 39),
        ("number-not-allowed", 38, 65),
    ]
    keys = [document.key for document in validate(TALHELPER).documents]
    assert keys[:2] == [
        "nodes[0].patches[0]: machine.files[0].content",
        "controlPlane.patches[1]: cluster.scheduler.config",
    ]


@pytest.mark.parametrize("text", [PLAYBOOK, "\n".join(line[8:] for line in PLAYBOOK.splitlines()[4:])])
def test_tasks_of_ansible(text: str) -> None:
    assert [rule for rule, _, _ in found(validate(text))] == ["unknown-field"]
    fixed = fix(text, unsafe=True)
    assert fixed.text == text.replace("profilez", "profiles")


def test_a_text_in_a_text_is_fixed_and_migrated() -> None:
    fixed = fix(TALHELPER, unsafe=True).text or ""
    assert fixed == TALHELPER.replace("profilez", "profiles")
    old = PLAYBOOK.replace("/v1\n", "/v1beta3  # old\n").replace("profilez", "profiles")
    assert migrate(old, to="v1").after.decode() == old.replace("v1beta3", "v1")


def test_what_ansible_fills_in_is_not_read() -> None:
    assert validate(PLAYBOOK.replace("[]", "{{ profiles }}")).documents == ()


def test_findings_in_a_text_in_a_text_can_be_ignored() -> None:
    text = TALHELPER.replace(
        "percentageOfNodesToScore: 102", "profiles: [{plugins: {score: {disabled: [{name: ImageLocalityy}]}}}]"
    )
    assert "ineffective-disable" in {rule for rule, _, _ in found(validate(text))}
    ignored = text.replace(
        "{name: ImageLocalityy}]}}}]", "{name: ImageLocalityy}]}}}]  # schedcfg: ignore[ineffective-disable] soon"
    )
    assert "ineffective-disable" not in {rule for rule, _, _ in found(validate(ignored))}


@pytest.mark.parametrize(
    "content",
    [
        "profilez: []",
        "apiVersion: kubescheduler.config.k8s.io/v1\n      kind: KubeSchedulerConfiguration\n      profilez: []",
    ],
)
def test_a_text_where_talos_has_a_mapping(content: str) -> None:
    text = f"machine: {{type: controlplane}}\ncluster:\n  scheduler:\n    config: |\n      {content}\n"
    assert ("talos-config-text", 4, 5) in found(validate(text))
    assert "talos-config-text" not in {rule for rule, _, _ in found(validate(text.replace("config: |", "config:")))}


def test_a_quoted_text_where_talos_has_a_mapping_is_the_place() -> None:
    quoted = '"apiVersion: kubescheduler.config.k8s.io/v1\\nkind: KubeSchedulerConfiguration\\n"'
    text = f"machine: {{type: controlplane}}\ncluster:\n  scheduler:\n    config: {quoted}\n"
    assert ("talos-config-text", 4, 14) in found(validate(text)), "behind the quote"


def test_texts_among_the_fields_of_kubespray_are_what_they_should_be() -> None:
    text = "kube_scheduler_leader_elect_lease_duration: 15s\nkube_scheduler_leader_elect_renew_deadline: 10s\n"
    assert found(validate(text)) == []
