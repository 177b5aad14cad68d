"""A file that holds a configuration is never passed over in a search."""

import pytest

from schedcfg import Verdict, validate
from schedcfg.sources import may_hold_configuration, may_hold_manifests
from schedcfg.sources.marks import may_concern_schedulers, may_start_scheduler, mentions_policy


@pytest.mark.parametrize(
    "text",
    [
        "kind: Policy\napiVersion: v1\nextenders: []\n",
        '{"apiVersion": "v1", "Kind" : "Policy"}',
        "alwaysCheckAllPredicates: true\n",
        "hardPodAffinitySymmetricWeight: 1\n",
        "kind: KubeSchedulerConfiguration\n",
        "apiVersion: kubescheduler.config.k8s.io/v1\n",
    ],
)
def test_what_is_validated_is_found(text: str) -> None:
    assert validate(text).verdict is not Verdict.SKIPPED
    assert may_hold_configuration(text.encode())
    value = "".join(f"    {line}\n" for line in text.splitlines())
    assert validate(f"kind: ConfigMap\ndata:\n  c: |\n{value}").documents != ()


@pytest.mark.parametrize(
    "text", ["imagePullPolicy: Always\n", "kind: PolicyReport\n", "kind: NetworkPolicy\n", "kind: Pod\n"]
)
def test_ordinary_manifests_are_not_even_parsed(text: str) -> None:
    assert not may_hold_configuration(text.encode())


WORKLOAD = """\
kind: Deployment
spec: {template: {spec: {containers: [{name: a, args: [--listen=:8080]}]}}}
---
spec:
  containers:
  - name: a
    resources:
      limits: {cpu: 1}
"""


@pytest.mark.parametrize(
    ("text", "is_looked_at"),
    [
        (WORKLOAD, False),
        ("resources:\n- a.yaml\n", True),
        ("# a kustomization\nresources: [a.yaml]\n", True),
        ("namespace: a\r\nresources:\r\n- a.yaml\r\n", True),
        (f"{WORKLOAD}      schedulerName: batch\n", True),
    ],
)
def test_of_manifests_only_those_that_may_concern_schedulers_are_parsed(text: str, *, is_looked_at: bool) -> None:
    assert may_hold_manifests(text.encode()) is is_looked_at


@pytest.mark.parametrize(
    "value", ["about: priorities\n", "priorities and predicates\n", "a: [ priorities\n", "- name: predicates\n"]
)
def test_words_of_a_policy_make_none(value: str) -> None:
    assert not mentions_policy(value)
    assert validate(f"kind: ConfigMap\ndata:\n  c: |\n    {value}").documents == ()


@pytest.mark.parametrize("key", ["predicates:", '{"predicates" :', "'predicates':", "? predicates\n:"])
def test_a_key_of_a_policy_is_recognized_as_it_may_be_written(key: str) -> None:
    assert mentions_policy(f"{key} []")


def test_a_policy_that_cannot_be_read_is_one() -> None:
    (document,) = validate("kind: ConfigMap\ndata:\n  c: |\n    kind: Policy\n    predicates: [\n").documents
    assert [finding.rule for finding in document.findings] == ["syntax"]


AGENT = (
    '{"kind": "Pod", "spec": {"schedulerName": "default-scheduler", '
    '"containers": [{"args": ["--config=/etc/a.yaml"]}], "tolerations": [{"key": "node.kubernetes.io/unschedulable"}]}}'
)


def dump_of(*pods: str) -> bytes:
    """Return a list of Pods that is longer than what anybody writes by hand."""
    others = [AGENT] * (2**20 // len(AGENT) + 1)
    return f'{{"kind": "List", "items": [{", ".join([*others, *pods])}]}}'.encode()


def test_a_dump_of_a_cluster_is_not_parsed_for_flags_of_other_programs() -> None:
    assert may_hold_manifests(AGENT.encode())
    dump = dump_of()
    assert not may_hold_manifests(dump)
    assert not may_concern_schedulers(dump)
    assert not may_start_scheduler(dump)


@pytest.mark.parametrize(
    "program",
    ["kube-scheduler", "/bin/my-scheduler", "default-scheduler-2", "schedule-pods", "docker.io/a/scheduling:1"],
)
def test_a_dump_with_a_program_that_is_called_a_scheduler_is_parsed(program: str) -> None:
    pod = f'{{"kind": "Pod", "spec": {{"containers": [{{"image": "{program}"}}]}}}}'
    dump = dump_of(pod)
    assert may_hold_manifests(dump)
    assert may_concern_schedulers(dump)


DEFINITION = (
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  properties:\n"
    "    kind: {type: string}\n    schedulerName: {type: string}\n"
)
POD = "apiVersion: v1\nkind: Pod\nspec: {schedulerName: a}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (DEFINITION, False),
        (f"{DEFINITION}---\n{DEFINITION}", False),
        (f"{DEFINITION}---\n{POD}", True),
        (f"{POD}---\n{DEFINITION}", True),
        (f'{DEFINITION}---\n{{"kind": "Pod", "spec": {{"schedulerName": "a"}}}}\n', True),
        (f"{DEFINITION}---\nresources: []\nschedulerName: a\n", True),
        (f"---\n{DEFINITION}---\n\n--- # the next\n{DEFINITION}", False),
        (DEFINITION.replace("CustomResourceDefinition", "List"), True),
        (f"{DEFINITION}---\napiVersion: kubescheduler.config.k8s.io/v1\n", True),
        (
            f"{DEFINITION}    # of the cluster's config: priorities, KubeSchedulerConfiguration\n    scheduler: {{}}\n",
            False,
        ),
        (f"# A license\n---\n{DEFINITION}", False),
        (f"a: 1 # of the cluster\n---\n{DEFINITION}", True),
        (f"{DEFINITION}--- {{kind: Pod, schedulerName: a}}\n", True),
        (f"{DEFINITION}---\n{POD}".replace("\n", "\r"), True),
    ],
)
def test_definitions_of_resources_are_not_parsed_for_the_fields_that_they_describe(text: str, expected: bool) -> None:
    assert may_hold_manifests(text.encode()) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"schedulerName": "default-scheduler"}', False),
        ('{"schedulerName":"default-scheduler","a":1}', False),
        ("spec:\n  schedulerName: default-scheduler\n", False),
        ('{"f:schedulerName": {}}', False),
        ('{"schedulerName": {"type": "string"}}', False),
        ('{"a": "{\\"schedulerName\\":\\"default-scheduler\\"}"}', False),
        ('{"schedulerName": "default-scheduler-2"}', True),
        ('{"schedulerName": "default-scheduler"}\n{"schedulerName": "batch"}', True),
        ('{"a": "{\\"schedulerName\\":\\"batch\\"}"}', True),
        ("schedulerName: {{ .Values.name }}\n", True),
        ("args: [--config.file=/etc/prometheus.yml]\n", False),
        ("args: [--config-map=a]\n", False),
        ("args: [--config=/etc/a.yaml]\n", True),
        ("args: [--config, /etc/a.yaml]\n", True),
        ("- --config\n", True),
    ],
)
def test_what_the_api_server_writes_into_every_pod_is_no_mark(text: str, expected: bool) -> None:
    assert may_hold_manifests(text.encode()) is expected
