"""What the flags of a scheduler say beside its file is known to a migration: it is carried, or reported."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from schedcfg import migrate
from schedcfg.commands.migrate.results import FileMigration, MigrationStatus, NoteKind
from tests.called import Result

Run = Callable[..., Result]

POLICY = '{"kind": "Policy", "apiVersion": "v1", "priorities": [{"name": "MostRequestedPriority", "weight": 1}]}\n'
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: policy, namespace: science}\ndata:\n  policy.cfg: |\n"
CONFIG_MAP += f"    {POLICY}---\n"
BY_MAP = "--policy-configmap=policy, --policy-configmap-namespace=science"


def deployment(flags: str, image: str = "k8s.gcr.io/kube-scheduler:v1.20.5", name: str = "notebooks") -> str:
    return (
        f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {name}, namespace: science}}\nspec:\n"
        "  selector: {matchLabels: {app: s}}\n  template:\n    metadata: {labels: {app: s}}\n    spec:\n"
        f"      containers:\n      - name: s\n        image: {image}\n        command: [kube-scheduler, {flags}]\n---\n"
    )


def configuration(file: FileMigration) -> dict[str, object]:
    """Return the configuration in a migrated file: that in a ConfigMap, or the file itself."""
    documents = [one for one in yaml.safe_load_all(file.migrated or "") if one]
    texts = [one["data"]["policy.cfg"] for one in documents if one["kind"] == "ConfigMap"]
    found = yaml.safe_load(texts[0]) if texts else documents[0]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("image", ["k8s.gcr.io/kube-scheduler:v1.20.5", "k8s.gcr.io/kube-scheduler:v1.23.5", "a/b:c"])
@pytest.mark.parametrize("target", ["v1beta1", "v1beta3", "v1"])
def test_the_name_of_the_scheduler_is_kept(image: str, target: str) -> None:
    file = migrate(CONFIG_MAP + deployment(f"--scheduler-name=notebooks, {BY_MAP}", image), target)
    assert file.status is MigrationStatus.MIGRATED
    assert [one["schedulerName"] for one in configuration(file)["profiles"]] == ["notebooks"]  # type: ignore[attr-defined]
    (note,) = (note for note in file.documents[0].notes if note.id == "carried-flag")
    assert "`--scheduler-name=notebooks` (line " in note.message
    assert all(proof.kept for proof in file.documents[0].proofs)


@pytest.mark.parametrize(
    ("flag", "field", "value"),
    [
        ("--kube-api-qps=77", ("clientConnection", "qps"), 77),
        ("--kube-api-burst=200", ("clientConnection", "burst"), 200),
        ("--kubeconfig=/etc/a.conf", ("clientConnection", "kubeconfig"), "/etc/a.conf"),
        ("--profiling=false", ("enableProfiling",), False),
        ("--lock-object-name=a", ("leaderElection", "resourceName"), "a"),
        ("--leader-elect-lease-duration=30s", ("leaderElection",), None),
        # The Policy makes the Args of InterPodAffinity.
        ("--hard-pod-affinity-symmetric-weight=7", ("profiles", 0, "pluginConfig"), None),
        ("--algorithm-provider=ClusterAutoscalerProvider", ("profiles", 0, "schedulerName"), "default-scheduler"),
    ],
)
def test_what_other_flags_say(flag: str, field: tuple[str | int, ...], value: object) -> None:
    file = migrate(CONFIG_MAP + deployment(f"{flag}, {BY_MAP}"), "v1beta1")
    found: object = configuration(file)
    for step in field:
        found = found.get(step) if isinstance(found, dict) else found[step]  # type: ignore[index]
    assert found == value


def test_a_second_run_finds_nothing_to_do() -> None:
    file = migrate(CONFIG_MAP + deployment(f"--scheduler-name=notebooks, --kube-api-qps=77, {BY_MAP}"), "v1")
    again = migrate(file.migrated or "", "v1")
    assert again.status is MigrationStatus.UNCHANGED


def test_a_policy_in_a_file_beside_its_scheduler(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "policy.json").write_text(POLICY, encoding="utf-8")
    flags = "--scheduler-name=notebooks, --policy-config-file=/etc/kubernetes/policy.json"
    (tmp_path / "pod.yaml").write_text(deployment(flags), encoding="utf-8")
    result = schedcfg("migrate", str(tmp_path / "policy.json"), "--to", "v1", "-v")
    assert '"schedulerName": "notebooks"' in result.out
    assert "`--scheduler-name=notebooks` (pod.yaml:12) has no effect with `--config`" in result.err


def test_kubeadm_passes_a_kubeconfig(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "policy.json").write_text(POLICY, encoding="utf-8")
    (tmp_path / "kubeadm.yaml").write_text(
        "apiVersion: kubeadm.k8s.io/v1beta2\nkind: ClusterConfiguration\nkubernetesVersion: v1.20.5\nscheduler:\n"
        "  extraArgs: {policy-config-file: /etc/kubernetes/policy.json}\n",
        encoding="utf-8",
    )
    result = schedcfg("migrate", str(tmp_path / "policy.json"), "--to", "v1")
    assert '"kubeconfig": "/etc/kubernetes/scheduler.conf"' in result.out


def test_schedulers_that_differ_need_a_copy_each() -> None:
    both = deployment(f"--scheduler-name=a, {BY_MAP}", name="a") + deployment(f"--scheduler-name=b, {BY_MAP}", name="b")
    file = migrate(CONFIG_MAP + both, "v1")
    assert file.status is MigrationStatus.REFUSED
    (finding,) = file.documents[0].findings
    assert "line 19 has `--scheduler-name=a`; line 32 has `--scheduler-name=b`" in finding.message
    same = deployment(f"--scheduler-name=a, {BY_MAP}", name="a") + deployment(f"--scheduler-name=a, {BY_MAP}", name="b")
    assert migrate(CONFIG_MAP + same, "v1").status is MigrationStatus.MIGRATED


def test_a_value_that_is_not_known_is_written_by_hand() -> None:
    file = migrate(CONFIG_MAP + deployment(f"--scheduler-name=$(NAME), {BY_MAP}"), "v1")
    (note,) = (note for note in file.documents[0].notes if note.id == "carried-flag")
    assert (note.kind, "write its value" in note.message) == (NoteKind.BY_HAND, True)


OLD = "apiVersion: kubescheduler.config.k8s.io/v1beta1\nkind: KubeSchedulerConfiguration\n"


@pytest.mark.parametrize(
    ("flags", "image", "words"),
    [
        ("--policy-configmap=policy", "v1.21.5", "selects the plugins instead of this file in Kubernetes 1.21"),
        ("--algorithm-provider=ClusterAutoscalerProvider", "v1.20.5", "selects the plugins instead of this file"),
        ("--leader-elect=false", "v1.21.5", "has no effect in Kubernetes 1.21; 1.37 uses it instead of"),
        ("--leader-elect=true", "v1.21.5", ""),
        ("--leader-elect=false", "v1.22.17", ""),
        ("--v=2", "v1.21.5", ""),
    ],
)
def test_flags_that_decide_beside_a_configuration(
    flags: str, image: str, words: str, schedcfg: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.yaml").write_text(OLD, encoding="utf-8")
    text = deployment(f"--config=/etc/a.yaml, {flags}", f"k8s.gcr.io/kube-scheduler:{image}")
    (tmp_path / "pod.yaml").write_text(text, encoding="utf-8")
    result = schedcfg("migrate", str(tmp_path / "a.yaml"), "--to", "v1")
    lines = [line for line in result.err.splitlines() if "[deciding-flag]" in line]
    assert [words in line and "(pod.yaml:12)" in line for line in lines] == ([True] if words else [])
