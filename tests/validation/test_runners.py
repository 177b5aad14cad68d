"""Configurations are validated against the release that runs them, by the manifest beside them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import validate
from tests.called import Result

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: false
profiles:
- schedulerName: second
  plugins:
    filter:
      enabled:
      - name: GCEPDLimits
"""
CONFIG_MAP = (
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: second\n  namespace: kube-system\ndata:\n  a.yaml: |\n"
)
CONFIG_MAP += "".join(f"    {line}\n" for line in CONFIG.splitlines())
POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: second
  namespace: kube-system
spec:
  containers:
  - name: scheduler
    image: {image}
    command:
    - kube-scheduler
    - --config=/etc/scheduler/a.yaml
    volumeMounts:
    - name: config
      mountPath: /etc/scheduler
  volumes:
  - name: config
    {volume}
"""
MOUNTED = "configMap: {name: second}"
ON_HOST = "hostPath: {path: /etc/scheduler}"

Run = Callable[..., Result]


def pod(image: str, volume: str = MOUNTED) -> str:
    return POD.format(image=image, volume=volume)


def document(result: Result, file: str) -> dict[str, object]:
    (found,) = (one for one in result.report["files"] if one["path"].endswith(file))
    made: dict[str, object] = found["documents"][0]
    return made


def rules(document: dict[str, object]) -> list[str]:
    return [finding["rule"] for finding in document["findings"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("image", "release"),
    [
        ("registry.k8s.io/kube-scheduler:v1.29.0", "1.29"),
        ("registry.k8s.io/scheduler-plugins/kube-scheduler:v0.28.9", "1.28"),
        ("rancher/hyperkube:v1.27.4", "1.27"),
    ],
)
def test_the_image_of_the_pod_chooses_the_release(image: str, release: str, schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG_MAP, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(pod(image), encoding="utf-8")
    found = document(schedcfg("validate", str(tmp_path / "config.yaml"), "--output", "json"), "config.yaml")
    assert (found["kubernetes"], found["runner"], found["verdict"]) == (release, "pod.yaml:9", "accepted")
    assert rules(found) == ["refused-later"]


def test_what_a_later_release_refuses_is_one_warning_with_that_release(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG_MAP, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(pod("registry.k8s.io/kube-scheduler:v1.29.0"), encoding="utf-8")
    result = schedcfg("validate", str(tmp_path))
    assert result.status == 0
    assert result.out.count("refused-later") == 1
    assert "(1.29, from pod.yaml:9)" in result.out
    assert "Kubernetes 1.31 and later do not start with this file: plugin `GCEPDLimits`" in result.out


def test_a_file_of_the_host_is_found_by_its_name(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "other.yaml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(pod("registry.k8s.io/kube-scheduler:v1.29.0", ON_HOST), encoding="utf-8")
    result = schedcfg("validate", str(tmp_path), "--output", "json")
    assert document(result, "a.yaml")["kubernetes"] == "1.29"
    assert document(result, "other.yaml")["kubernetes"] == "1.37"
    assert "runner" not in document(result, "other.yaml")


def test_what_is_requested_wins(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG_MAP, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(pod("registry.k8s.io/kube-scheduler:v1.29.0"), encoding="utf-8")
    found = document(schedcfg("validate", str(tmp_path), "-k", "1.37", "--output", "json"), "config.yaml")
    assert (found["kubernetes"], found["verdict"]) == ("1.37", "refused")
    assert "runner" not in found
    assert "refused-later" not in rules(found)


def test_schedulers_of_several_releases_choose_none(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG_MAP, encoding="utf-8")
    for release in ("1.28", "1.29"):
        image = f"registry.k8s.io/kube-scheduler:v{release}.0"
        (tmp_path / f"pod-{release}.yaml").write_text(pod(image), encoding="utf-8")
    found = document(schedcfg("validate", str(tmp_path), "--output", "json"), "config.yaml")
    assert (found["kubernetes"], found["verdict"]) == ("1.37", "refused")


def test_in_one_text_the_line_is_named() -> None:
    report = validate(f"{CONFIG_MAP}---\n{pod('registry.k8s.io/kube-scheduler:v1.29.0')}")
    assert [(one.kubernetes, one.runner) for one in report.documents] == [("1.29", "line 27"), ("1.29", None)]


def test_a_release_that_does_not_serve_the_version_is_told_of_the_image(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG_MAP, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(pod("registry.k8s.io/kube-scheduler:v1.22.0"), encoding="utf-8")
    result = schedcfg("validate", str(tmp_path), "--output", "json")
    assert "runner" not in document(result, "config.yaml")
    assert "image-api-version" in rules(document(result, "pod.yaml"))


def test_effective_and_why_run_it_by_the_same_release(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG_MAP, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(pod("registry.k8s.io/kube-scheduler:v1.29.0"), encoding="utf-8")
    file = str(tmp_path / "config.yaml")
    shown = schedcfg("effective", file, "--output", "json")
    assert json.loads(shown.out)["files"][0]["kubernetes"] == "1.29"
    assert "run by Kubernetes 1.29, from pod.yaml:9" in schedcfg("effective", file).out
    assert "Kubernetes 1.29, from pod.yaml:9" in schedcfg("why", "GCEPDLimits", file).out


def test_in_a_fleet_each_folder_has_its_own_release(schedcfg: Run, tmp_path: Path) -> None:
    """The same text is refused here and accepted there: nothing is remembered from one for the other."""
    for release in ("1.29", "1.36"):
        folder = tmp_path / release
        folder.mkdir()
        (folder / "a.yaml").write_text(CONFIG, encoding="utf-8")
        image = f"registry.k8s.io/kube-scheduler:v{release}.0"
        (folder / "pod.yaml").write_text(pod(image, ON_HOST), encoding="utf-8")
    result = schedcfg("validate", str(tmp_path), "--output", "json")
    assert document(result, "1.29/a.yaml")["verdict"] == "accepted"
    assert document(result, "1.36/a.yaml")["verdict"] == "refused"


@pytest.mark.parametrize(("name", "found"), [("Coscheduling", []), ("Coschedulling", ["unknown-plugin"])])
def test_the_image_of_scheduler_plugins_contains_its_plugins(name: str, found: list[str]) -> None:
    """Another name is refused: the image is known to have no other plugins."""
    config = CONFIG_MAP.replace("GCEPDLimits", name).replace("filter:", "preFilter:")
    report = validate(f"{config}---\n{pod('registry.k8s.io/scheduler-plugins/kube-scheduler:v0.31.8')}")
    assert report.documents[0].kubernetes == "1.31"
    assert [finding.rule for finding in report.documents[0].findings] == found


def test_an_image_of_that_name_from_elsewhere_may_be_a_fork() -> None:
    config = CONFIG_MAP.replace("GCEPDLimits", "Coschedulling").replace("filter:", "preFilter:")
    report = validate(f"{config}---\n{pod('registry.example.com/scheduler-plugins/kube-scheduler:v0.31.8')}")
    assert report.documents[0].kubernetes == "1.31"
    assert [finding.rule for finding in report.documents[0].findings] == ["undeclared-plugin"]


def test_fixes_are_made_by_the_same_release(schedcfg: Run, tmp_path: Path) -> None:
    """By the newest release the file would be refused, and nothing could be proven."""
    text = CONFIG.replace("  leaderElect: false", "  leaderElect: false\n  leaseDuraton: 20s")
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(pod("registry.k8s.io/kube-scheduler:v1.29.0", ON_HOST), encoding="utf-8")
    result = schedcfg("validate", str(tmp_path / "a.yaml"), "--fix", "--unsafe-fixes")
    assert "leaseDuration: 20s" in (tmp_path / "a.yaml").read_text(encoding="utf-8")
    assert "(1.29, from pod.yaml:9)" in result.out
    assert "removed-plugin" not in result.out


def test_what_runs_is_shown_with_the_plugins_of_the_image(schedcfg: Run, tmp_path: Path) -> None:
    config = CONFIG.replace("    filter:", "    multiPoint:").replace("GCEPDLimits", "NodeResourceTopologyMatch")
    (tmp_path / "a.yaml").write_text(config, encoding="utf-8")
    image = "registry.k8s.io/scheduler-plugins/kube-scheduler:v0.31.8"
    (tmp_path / "pod.yaml").write_text(pod(image, ON_HOST), encoding="utf-8")
    by_image = json.loads(schedcfg("effective", str(tmp_path / "a.yaml"), "--output", "json").out)["files"][0]
    options = ("-k", "1.31", "--catalog", "scheduler-plugins@0.31", "--output", "json")
    declared = json.loads(schedcfg("effective", str(tmp_path / "a.yaml"), *options).out)["files"][0]
    assert by_image["plugins"] == declared["plugins"]
    names = [plugin["name"] for plugin in by_image["plugins"]["second"]["filter"]]
    assert "NodeResourceTopologyMatch" in names


def sides(schedcfg: Run, *arguments: str) -> list[tuple[str, str | None]]:
    report = json.loads(schedcfg("diff", *arguments, "--output", "json").out)
    return [(report[side]["kubernetes"], report[side].get("runner")) for side in ("left", "right")]


def test_diff_compares_each_side_by_the_release_that_runs_it(schedcfg: Run, tmp_path: Path) -> None:
    files = []
    for release in ("1.27", "1.29"):
        folder = tmp_path / release
        folder.mkdir()
        (folder / "a.yaml").write_text(CONFIG, encoding="utf-8")
        (folder / "pod.yaml").write_text(pod(f"registry.k8s.io/kube-scheduler:v{release}.0", ON_HOST), encoding="utf-8")
        files.append(str(folder / "a.yaml"))
    alone = str(tmp_path / "alone.yaml")
    (tmp_path / "alone.yaml").write_text(CONFIG, encoding="utf-8")
    assert sides(schedcfg, *files) == [("1.27", "pod.yaml:9"), ("1.29", "pod.yaml:9")]
    assert sides(schedcfg, *files, "-k", "1.28") == [("1.28", None), ("1.28", None)]
    assert sides(schedcfg, files[0], alone) == [("1.27", "pod.yaml:9"), ("1.27", None)]
    assert sides(schedcfg, alone, files[1]) == [("1.29", None), ("1.29", "pod.yaml:9")]
    assert "(v1, Kubernetes 1.27, from pod.yaml:9)" in schedcfg("diff", *files, "--output", "markdown").out


def test_a_key_of_the_same_name_in_another_config_map_is_run_by_nothing_here() -> None:
    other = CONFIG_MAP.replace("name: second", "name: other", 1)
    report = validate(f"{CONFIG_MAP}---\n{other}---\n{pod('registry.k8s.io/kube-scheduler:v1.29.0')}")
    assert [(one.kubernetes, one.runner) for one in report.documents] == [
        ("1.29", "line 45"),
        ("1.37", None),
        ("1.29", None),
    ]


def test_a_file_that_cluster_api_writes_is_run_by_its_version() -> None:
    content = "".join(f"        {line}\n" for line in CONFIG.splitlines())
    report = validate(
        "apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane\nmetadata: {name: a}\n"
        "spec:\n  version: v1.29.4\n  kubeadmConfigSpec:\n    files:\n    - path: /etc/kubernetes/a.yaml\n"
        f"      content: |\n{content}"
        "    clusterConfiguration:\n      scheduler:\n        extraArgs: {config: /etc/kubernetes/a.yaml}\n"
        "        extraVolumes: [{name: a, hostPath: /etc/kubernetes/a.yaml, mountPath: /etc/kubernetes/a.yaml}]\n"
    )
    found = report.documents[0]
    assert (found.kubernetes, found.runner) == ("1.29", "line 5")


TALOS = """\
machine: {kubelet: {image: "ghcr.io/siderolabs/kubelet:v1.29.3"}}
cluster:
  scheduler:
    config:
"""
FIELDS = "".join(f"      {line}\n" for line in CONFIG.splitlines())


@pytest.mark.parametrize(
    ("text", "release", "runner"),
    [
        (TALOS + FIELDS, "1.29", "line 1"),
        # The scheduler's own image is nearer than the kubelet's.
        (f"{TALOS}{FIELDS}    image: registry.k8s.io/kube-scheduler:v1.30.1\n", "1.30", "line 15"),
        # Fields of v1, which that release does not serve.
        ((TALOS + FIELDS).replace("v1.29.3", "v1.24.3"), "1.24", "line 1"),
        # Talos' own document, and beside it a machine that runs something else.
        (
            "apiVersion: v1alpha1\nkind: KubeSchedulerConfig\nimage: registry.k8s.io/kube-scheduler:v1.30.1\n"
            "config: {profiles: [{schedulerName: batch}]}\n---\nimage: registry.example.com/other:v1.28.1\n",
            "1.30",
            "line 3",
        ),
        ("kube_version: v1.28.6\nkube_scheduler_profiles: [{schedulerName: batch}]\n", "1.28", "line 1"),
        (
            "clusterName: home\nkubernetesVersion: v1.29.3\npatches:\n- |-\n"
            "  cluster:\n    scheduler:\n      config:\n        apiVersion: kubescheduler.config.k8s.io/v1\n"
            "        kind: KubeSchedulerConfiguration\n        profiles: [{schedulerName: batch}]\n",
            "1.29",
            "line 2",
        ),
    ],
)
def test_fields_in_a_product_are_run_by_the_release_in_its_document(
    text: str, release: str, runner: str | None
) -> None:
    (document,) = validate(text).documents[:1]
    assert (document.kubernetes, document.runner) == (release, runner)


def test_fields_in_a_product_are_run_by_the_release_beside_them(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "scheduler.yml").write_text("kube_scheduler_profiles: [{schedulerName: batch}]\n", encoding="utf-8")
    (tmp_path / "k8s-cluster.yml").write_text("kube_version: v1.29.5\n", encoding="utf-8")
    result = schedcfg("validate", str(tmp_path), "--output", "json")
    assert document(result, "scheduler.yml")["runner"] == "k8s-cluster.yml:1"
    (tmp_path / "other.yml").write_text("kube_version: v1.30.5\n", encoding="utf-8")
    assert "runner" not in document(schedcfg("validate", str(tmp_path), "--output", "json"), "scheduler.yml")


@pytest.mark.parametrize(
    ("kind", "version"),
    [
        ("controlplane.cluster.x-k8s.io/v1beta1\nkind: KThreesControlPlane", "version: v1.29.4+k3s1"),
        ("provisioning.cattle.io/v1\nkind: Cluster", "kubernetesVersion: v1.29.4+rke2r1"),
    ],
)
def test_a_file_for_k3s_is_run_by_the_version_of_its_cluster(
    kind: str, version: str, schedcfg: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.yaml").write_text(CONFIG, encoding="utf-8")
    text = f"apiVersion: {kind}\nspec:\n  {version}\n  server:\n    kube-scheduler-arg: [config=/etc/k3s/a.yaml]\n"
    (tmp_path / "cluster.yaml").write_text(text, encoding="utf-8")
    result = schedcfg("validate", str(tmp_path), "--output", "json")
    assert document(result, "a.yaml")["runner"] == "cluster.yaml:4"


MOUNTED_POLICY = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: batch, namespace: kube-system}
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1alpha1
    kind: KubeSchedulerConfiguration
    algorithmSource: {policy: {file: {path: /etc/scheduler/rules.json}}}
    leaderElection: {leaderElect: false}
  ours.json: |
    {"kind": "Policy", "apiVersion": "v1", "priorities": [{"name": "LeastRequestedPriority", "weight": 1}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: batch, namespace: kube-system}
spec:
  selector: {matchLabels: {app: batch}}
  template:
    metadata: {labels: {app: batch}}
    spec:
      serviceAccountName: batch
      containers:
      - name: kube-scheduler
        image: k8s.gcr.io/kube-scheduler:v1.18.3
        command: [kube-scheduler, FLAG]
        volumeMounts: [{name: config, mountPath: /etc/scheduler}]
      volumes: [{name: config, configMap: {name: batch, items: [ITEM, {key: ours.json, path: rules.json}]}}]
""".replace("ITEM", "{key: config.yaml, path: config.yaml}")


def test_a_policy_is_validated_by_the_image_of_the_scheduler_whose_flag_names_it() -> None:
    flag = "--policy-config-file=/etc/scheduler/rules.json"
    for tag, release in (("v1.18.3", "1.18"), ("v1.21.0", "1.21"), ("v1.23.0", "1.22")):
        report = validate(MOUNTED_POLICY.replace("FLAG", flag).replace("v1.18.3", tag))
        [policy] = [document for document in report.documents if document.key == "ours.json"]
        assert policy.kubernetes == release
        assert (policy.runner is not None) is (release != "1.22")


def test_a_mounted_policy_is_that_of_the_configuration_which_names_its_path() -> None:
    report = validate(MOUNTED_POLICY.replace("FLAG", "--config=/etc/scheduler/config.yaml"))
    releases = {document.key: document.kubernetes for document in report.documents if document.key}
    assert releases == {"config.yaml": "1.18", "ours.json": "1.18"}
    assert "unseen-policy" not in {one.rule for document in report.documents for one in document.findings}
