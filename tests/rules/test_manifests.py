"""Each rule about surroundings: what it finds in examples that fail, line by line, and that others pass."""

import re
from pathlib import Path

import pytest

from schedcfg import validate
from schedcfg.findings import Verdict
from schedcfg.rules.cards import manifest_example
from schedcfg.rules.registry import manifest_rules
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.rules.manifest_examples import FOLDER, Expected, folders, found, marked, reports

RULES = sorted(rule.id for rule in manifest_rules())
FAILING = [folder for rule in RULES for folder in folders(rule, "failing")]
PASSING = [folder for rule in RULES for folder in folders(rule, "passing")]


def named(folder: Path) -> str:
    return str(folder.relative_to(FOLDER))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_examples(rule: str) -> None:
    """What passes is also in the rule's own example, `good.yaml`, which `test_rule_examples.py` validates."""
    assert folders(rule, "failing")
    assert manifest_example(rule, "good")


def test_every_example_is_of_a_rule() -> None:
    assert {path.parent for path in FOLDER.glob("*/*")} == {FOLDER / rule for rule in RULES}
    assert sorted(path for path in FOLDER.glob("*/*")) == sorted([*FAILING, *PASSING])


@pytest.mark.parametrize("folder", FAILING, ids=named)
def test_failing(folder: Path) -> None:
    expected = marked(folder)
    assert folder.parent.name in {one.rule for one in expected}
    assert found(folder) == expected


@pytest.mark.parametrize("folder", FAILING, ids=named)
def test_messages_say_what_and_what_now(folder: Path) -> None:
    findings = [finding for report in reports(folder) for document in report.documents for finding in document.findings]
    for finding in (finding for finding in findings if finding.rule in RULES):
        assert not re.search(r"\bNone\b|``|  ", f"{finding.message} {finding.help or ''}")
        assert finding.help is None or re.match(r"[A-Z`].*[.?]$", finding.help, re.DOTALL), finding.help


@pytest.mark.parametrize("folder", PASSING, ids=named)
def test_passing(folder: Path) -> None:
    judged = reports(folder)
    assert judged
    assert all(report.verdict is Verdict.ACCEPTED for report in judged)
    assert found(folder) == marked(folder) == []


POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.29.0
    command:
    - kube-scheduler
    - --leader-elekt=true{mark}
"""


def test_what_is_not_marked_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "pod.yaml").write_text(POD.format(mark=""), encoding="utf-8")
    assert marked(tmp_path) == []
    assert found(tmp_path) == [Expected("pod.yaml", 11, "unknown-flag", "refused")]


def test_what_is_not_found_would_be_noticed(tmp_path: Path) -> None:
    text = POD.format(mark="  # expect: unknown-flag refused, port-clash error").replace("elekt", "elect")
    (tmp_path / "pod.yaml").write_text(text, encoding="utf-8")
    assert found(tmp_path) == []
    assert [one.rule for one in marked(tmp_path)] == ["port-clash", "unknown-flag"]


def test_the_release_that_a_file_names_validates(tmp_path: Path) -> None:
    text = "# kubernetes: 1.29\n" + POD.format(mark="").replace(":v1.29.0", "").replace(
        "--leader-elekt=true", "--port=0"
    )
    (tmp_path / "pod.yaml").write_text(text, encoding="utf-8")
    assert found(tmp_path) == [Expected("pod.yaml", 12, "unknown-flag", "refused")]


SECOND = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: packing, namespace: kube-system}
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection:
      leaderElect: true
    profiles:
    - schedulerName: packing
---
apiVersion: v1
kind: Pod
metadata: {name: packing, namespace: kube-system}
spec:
  serviceAccountName: packing
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.29.0
    command: [kube-scheduler, --config=/etc/packing/config.yaml%s]
    volumeMounts: [{name: config, mountPath: /etc/packing}]
  volumes: [{name: config, configMap: {name: packing}}]
"""


def leases(text: str) -> list[str]:
    findings = [finding for document in validate(text).documents for finding in document.findings]
    return [finding.rule for finding in findings if "lease" in finding.rule]


def test_with_the_manifest_at_hand_the_lease_is_reported_of_once() -> None:
    assert leases(SECOND % "") == ["shared-lease"]


def test_a_flag_that_names_another_lease_settles_it() -> None:
    assert leases(SECOND % ", --leader-elect-resource-name=packing") == []


def test_without_the_manifest_the_configuration_is_all_there_is() -> None:
    assert leases((SECOND % "").partition("---")[0]) == ["default-lease"]


@pytest.mark.parametrize(("flag", "expected"), [("", True), (", --leader-elect=false", False)])
def test_a_manifest_in_another_file_settles_the_lease_too(tmp_path: Path, flag: str, expected: bool) -> None:
    config_map, _, pod = (SECOND % flag).partition("---")
    (tmp_path / "config.yaml").write_text(config_map, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(pod, encoding="utf-8")
    (report,) = validate_files([str(tmp_path / "config.yaml")], Options())
    assert ("default-lease" in {one.rule for document in report.documents for one in document.findings}) is expected


GATED = SECOND.replace("leaderElection:\n      leaderElect: true", "leaderElection: {resourceName: packing}").replace(
    "- schedulerName: packing\n",
    "- pluginConfig: [{name: VolumeBinding, args: {shape: [{utilization: 0}]}}]\n      schedulerName: packing\n",
)


def refusals(text: str) -> list[str]:
    documents = validate(text, "1.34").documents
    return [finding.rule for document in documents for finding in document.findings if finding.severity == "error"]


@pytest.mark.parametrize(
    ("flag", "expected"),
    [
        ("", ["plugin-args"]),
        (", --feature-gates=StorageCapacityScoring=true", []),
        (", --feature-gates=StorageCapacityScoring=false", ["plugin-args"]),
        (", --feature-gates=$(GATES)", ["plugin-args"]),
        (", --feature-gates=NoSuchGate=true", ["plugin-args", "wrong-feature-gates"]),
    ],
)
def test_the_gates_of_the_manifest_count_for_its_configuration(flag: str, expected: list[str]) -> None:
    assert refusals(GATED % flag) == expected
