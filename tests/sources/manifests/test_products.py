"""Flags in the files of products are checked as those of manifests are."""

from pathlib import Path

import pytest

from schedcfg import validate
from schedcfg.findings import Finding
from schedcfg.sources import may_hold_manifests
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

BY_PRODUCT = {
    "Talos": "machine: {}\ncluster:\n  scheduler:\n    image: registry.k8s.io/kube-scheduler:v1.29.3\n"
    "    extraArgs:\n      FLAG: x\n",
    "Talos, a list": "cluster:\n  scheduler:\n    extraArgs:\n      FLAG: [x, y]\n",
    "Talos' document": "apiVersion: v1alpha1\nkind: KubeSchedulerConfig\nextraArgs:\n  FLAG: x\n",
    "k3s": "token: x\nkube-scheduler-arg:\n  - FLAG=x\n",
    "k3s, one": "kube-scheduler-arg: FLAG=x\n",
    "k3s, added": "kube-scheduler-arg+:\n  - --FLAG=x\n",
    "Rancher": "apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nspec:\n  rkeConfig:\n    machineSelectorConfig:\n"
    "      - config:\n          kube-scheduler-arg: [FLAG=x]\n",
    "Cluster API of k3s": "apiVersion: controlplane.cluster.x-k8s.io/v1beta2\nkind: KThreesControlPlane\nspec:\n"
    "  kthreesConfigSpec:\n    serverConfig:\n      kubeSchedulerArgs: [FLAG=x]\n",
    "Cluster API of RKE2": "apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: RKE2ControlPlane\nspec:\n"
    "  version: v1.29.3+rke2r1\n  serverConfig:\n    kubeScheduler:\n      extraArgs: [FLAG=x]\n",
    "k3d": "apiVersion: k3d.io/v1alpha5\nkind: Simple\noptions:\n  k3s:\n    extraArgs:\n"
    "      - arg: --kube-scheduler-arg=FLAG=x\n        nodeFilters: [server:*]\n      - arg: --disable=traefik\n",
    "kubespray": "kube_version: 1.29.3\nkube_kubeadm_scheduler_extra_args:\n  FLAG: x\n",
    "k0s": "apiVersion: k0s.k0sproject.io/v1beta1\nkind: ClusterConfig\nspec:\n  scheduler:\n    extraArgs:\n"
    "      FLAG: x\n",
    "k0sctl": "apiVersion: k0sctl.k0sproject.io/v1beta1\nkind: Cluster\nspec:\n  k0s:\n    version: v1.29.3+k0s.0\n"
    "    config:\n      spec:\n        scheduler:\n          extraArgs: {FLAG: x}\n",
    "RKE": "nodes: []\nkubernetes_version: v1.26.8-rancher1-1\nservices:\n  scheduler:\n"
    "    extra_args:\n      FLAG: x\n",
    "Cluster API": "apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfig\nspec:\n"
    "  clusterConfiguration:\n    scheduler:\n      extraArgs:\n        FLAG: x\n",
}
BY_FIELD = {
    "kOps": "apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nspec:\n  kubernetesVersion: v1.29.3\n  kubeScheduler:\n"
    "    featureGates:\n      NoSuchGate: 'true'\n",
    "kind": "apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nnodes:\n  - image: kindest/node:v1.29.2\n"
    "featureGates:\n  NoSuchGate: true\n",
    "Gardener": "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nspec:\n  kubernetes:\n    version: 1.29.3\n"
    "    kubeScheduler:\n      featureGates:\n        NoSuchGate: true\n",
}


def findings(text: str) -> list[Finding]:
    return [finding for document in validate(text).documents for finding in document.findings]


@pytest.mark.parametrize("text", BY_PRODUCT.values(), ids=BY_PRODUCT)
def test_an_unknown_flag(text: str) -> None:
    wrong = text.replace("FLAG", "no-such-flag")
    assert may_hold_manifests(wrong.encode())
    found = findings(wrong)
    assert {one.rule for one in found} == {"unknown-flag"}
    assert {wrong.splitlines()[one.start.line - 1] for one in found} == {
        line for line in wrong.splitlines() if "no-such-flag" in line
    }
    assert findings(text.replace("FLAG", "cert-dir")) == []


@pytest.mark.parametrize("text", BY_PRODUCT.values(), ids=BY_PRODUCT)
def test_a_value_of_another_type(text: str) -> None:
    found = findings(text.replace("FLAG", "secure-port"))
    assert {one.rule for one in found} == {"flag-value"}


@pytest.mark.parametrize("text", BY_FIELD.values(), ids=BY_FIELD)
def test_feature_gates_that_are_fields(text: str) -> None:
    assert may_hold_manifests(text.encode())
    (finding,) = findings(text)
    assert finding.rule == "wrong-feature-gates"
    assert text.splitlines()[finding.start.line - 1].strip().startswith("NoSuchGate")


@pytest.mark.parametrize("name", ["Talos", "kubespray"])
def test_flags_that_the_products_own_configuration_silences(name: str) -> None:
    text = BY_PRODUCT[name].replace("FLAG", "kube-api-content-type")
    assert [finding.rule for finding in findings(text)] == ["silenced-flag"]


def test_fields_of_kops_that_its_own_configuration_silences() -> None:
    text = BY_FIELD["kOps"].partition("    featureGates")[0] + "    enableProfiling: false\n    kubeAPIBurst: 100\n"
    assert [finding.rule for finding in findings(text)] == ["silenced-flag", "silenced-flag"]
    on = BY_FIELD["kOps"].partition("    featureGates")[0] + "    leaderElection:\n      leaderElect: true\n"
    assert findings(on) == []


def test_feature_gates_of_kubespray() -> None:
    of_all = "kube_version: 1.29.3\nkube_feature_gates:\n  - NoSuchGate=true\n"
    [finding] = findings(of_all)
    assert finding.rule == "wrong-feature-gates"
    assert findings(f"{of_all}kube_scheduler_feature_gates: [MinDomainsInPodTopologySpread=true]\n") == []
    own = of_all.replace("kube_feature", "kube_scheduler_feature")
    assert [one.rule for one in findings(own)] == ["wrong-feature-gates"]
    assert [one.rule for one in findings("kube_scheduler_bind_address: localhost\n")] == ["flag-value"]
    assert findings("kube_scheduler_bind_address: '{{ ip }}'\nkube_feature_gates: ['{{ gate }}']\n") == []


def test_the_release_is_that_of_the_document() -> None:
    policy = "policy-config-file"
    for name, release in (("Talos", "1.29"), ("Cluster API of RKE2", "1.29"), ("kubespray", "1.29"), ("RKE", "1.26")):
        (document,) = validate(BY_PRODUCT[name].replace("FLAG", policy)).documents
        assert document.kubernetes == release, name
    named = BY_PRODUCT["k0s"].replace("FLAG", policy)
    assert validate(named, "1.20").documents[0].kubernetes == "1.20"


@pytest.mark.parametrize(
    "text",
    [
        "scheduler: {extraArgs: {no-such-flag: x}}\n",
        "services: {scheduler: {extra_args: {no-such-flag: x}}}\n",
        "kind: Foo\ncluster: {scheduler: {extraArgs: {no-such-flag: x}}}\n",
        "apiVersion: apps/v1\nkind: Deployment\nspec: {kube-scheduler-arg: [no-such-flag=x]}\n",
        "apiVersion: example.com/v1\nkind: Shoot\nspec: {kubernetes: {kubeScheduler: {featureGates: {Nope: true}}}}\n",
    ],
)
def test_files_of_others_are_let_alone(text: str) -> None:
    assert findings(text) == []


@pytest.mark.parametrize("value", ["{{ flag }}", "${FLAG}", "$(FLAG)"])
def test_what_another_tool_fills_in_is_not_validated(value: str) -> None:
    assert findings(f"kube-scheduler-arg: ['feature-gates={value}', '{value}']\n") == []
    assert findings(f"kube_kubeadm_scheduler_extra_args: {{feature-gates: '{value}', '{value}': x}}\n") == []


def test_a_configuration_beside_it_is_the_one_that_a_flag_names(tmp_path: Path) -> None:
    configuration = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    (tmp_path / "scheduler.yaml").write_text(configuration, encoding="utf-8")
    (tmp_path / "config.yaml").write_text(
        "kube-scheduler-arg: [config=/etc/rancher/k3s/scheduler.yaml]\n", encoding="utf-8"
    )
    rules = [
        finding.rule
        for report in validate_files([str(tmp_path)], Options())
        for d in report.documents
        for finding in d.findings
    ]
    assert rules == ["missing-kubeconfig"]


def test_the_image_beside_the_flags_of_rke2_is_the_schedulers(tmp_path: Path) -> None:
    config = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nclientConnection:\n"
    config += "  kubeconfig: /var/lib/rancher/rke2/server/cred/scheduler.kubeconfig\nprofiles:\n- plugins:\n"
    config += "    filter:\n      enabled: [{name: NetworkOverhead}]\n"
    (tmp_path / "scheduler.yaml").write_text(config)
    flags, product = "kube-scheduler-arg: [config=/etc/scheduler.yaml]\n", tmp_path / "config.yaml"
    found = {}
    for image in ("", "registry.k8s.io/kube-scheduler:v1.33.1", "registry.example.com/scheduler:v1"):
        product.write_text(flags + (image and f"kube-scheduler-image: {image}\n"))
        report = next(validate_files([str(product)], Options()))
        found[image] = {finding.rule for document in report.documents for finding in document.findings}
    assert ["stock-image-plugin" in rules for rules in found.values()] == [True, True, False]


def test_the_policy_of_kops_becomes_two_flags() -> None:
    text = BY_FIELD["kOps"].replace("featureGates:\n      NoSuchGate: 'true'", "usePolicyConfigMap: true")
    [finding] = findings(text)
    assert (finding.rule, finding.start.line) == ("unknown-flag", 6)
    assert "`--policy-configmap` (1.22 was the last release with it)" in finding.message
    assert "unknown-flag" not in {one.rule for one in findings(text.replace("1.29.3", "1.22.1"))}
    assert findings(text.replace("true", "false")) == []


@pytest.mark.parametrize("name", ["k3s, one", "Talos", "RKE", "Cluster API"])
def test_several_flags_in_one_value(name: str) -> None:
    text = BY_PRODUCT[name].replace("FLAG: x", "cert-dir: x --v=2").replace("FLAG=x", "cert-dir=x --v=2")
    [finding] = findings(text)
    assert (finding.rule, finding.severity) == ("stray-argument", "error")
    assert "`--cert-dir=x --v=2`" in finding.message
