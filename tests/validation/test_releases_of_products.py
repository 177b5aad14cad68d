"""The release that a product's files name runs what is in them or beside them: what it does not read is refused."""

from collections.abc import Callable
from pathlib import Path
from textwrap import indent

import pytest

from schedcfg.sources.products import products
from schedcfg.sources.products.product import ProductDocument
from tests.called import Result

Run = Callable[..., Result]

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""
KUBEADM_ARGS = "scheduler: {extraArgs: {config: /etc/sched.yaml}}\n"
TALOS_MACHINE = "machine: {kubelet: {image: 'ghcr.io/siderolabs/kubelet:vVERSION'}}\n"
TALOS_FIELDS = "cluster: {scheduler: {config: {profiles: [{schedulerName: batch}]}}}\n"
KOPS = "apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nmetadata: {name: c}\nspec:\n"
K0S = "scheduler: {extraArgs: {config: /etc/sched.yaml}}"


def cluster_api(kind: str, spec: str) -> str:
    return f"apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: {kind}\nspec:\n" + indent(spec, "  ")


BESIDE = {
    "kubeadm": f"apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: vVERSION\n"
    f"{KUBEADM_ARGS}",
    "kind": "apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nnodes:\n- role: control-plane\n"
    "  image: kindest/node:vVERSION\n  kubeadmConfigPatches:\n  - |\n    kind: ClusterConfiguration\n"
    f"    {KUBEADM_ARGS}",
    "Cluster API": cluster_api(
        "KubeadmControlPlane", f"version: vVERSION\nkubeadmConfigSpec:\n  clusterConfiguration:\n    {KUBEADM_ARGS}"
    ),
    "Talos, its flags": TALOS_MACHINE + "cluster: {scheduler: {extraArgs: {config: /var/sched.yaml}}}\n",
    "Talos, flags in its document": f"{TALOS_MACHINE}---\napiVersion: v1alpha1\nkind: KubeSchedulerConfig\n"
    "extraArgs: {config: /var/sched.yaml}\n",
    "k3s or RKE2, its image": "kube-scheduler-image: registry.k8s.io/kube-scheduler:vVERSION\n"
    "kube-scheduler-arg: [config=/etc/sched.yaml]\n",
    "k3s or RKE2 by Rancher": "apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nspec:\n"
    "  kubernetesVersion: vVERSION+k3s1\n  rkeConfig:\n    machineGlobalConfig:\n"
    "      kube-scheduler-arg: [config=/etc/sched.yaml]\n",
    "k3s or RKE2 by Cluster API": cluster_api(
        "KThreesControlPlane", "version: vVERSION+k3s1\nserverConfig: {kubeSchedulerArgs: [config=/etc/sched.yaml]}\n"
    ),
    "k3s or RKE2 by Ansible": "k3s_version: vVERSION+k3s1\n"
    "extra_server_args: --kube-scheduler-arg=config=/etc/sched.yaml\n",
    "RKE2": cluster_api(
        "RKE2ControlPlane",
        "version: vVERSION+rke2r1\nserverConfig: {kubeScheduler: {extraArgs: [config=/etc/sched.yaml]}}\n",
    ),
    "k3d": "apiVersion: k3d.io/v1alpha5\nkind: Simple\nimage: rancher/k3s:vVERSION-k3s1\noptions:\n  k3s:\n"
    "    extraArgs: [{arg: --kube-scheduler-arg=config=/etc/sched.yaml}]\n",
    "kOps": f"{KOPS}  kubernetesVersion: VERSION\n",
    "kOps, its scheduler": f"{KOPS}  kubernetesVersion: vVERSION\n  kubeScheduler: {{logLevel: 2}}\n",
    "kOps, its image": f"{KOPS}  kubeScheduler: {{image: 'registry.k8s.io/kube-scheduler:vVERSION'}}\n",
    "kubespray, its flags": "kube_version: VERSION\nkube_kubeadm_scheduler_extra_args: {config: /etc/sched.yaml}\n",
    "k0s": "apiVersion: k0sctl.k0sproject.io/v1beta1\nkind: Cluster\nspec:\n  k0s:\n    version: vVERSION+k0s.0\n"
    f"    config: {{spec: {{{K0S}}}}}\n",
    "k0smotron": cluster_api("K0sControlPlane", f"version: vVERSION\nk0sConfigSpec: {{k0s: {{spec: {{{K0S}}}}}}}\n"),
    "Kamaji": "apiVersion: kamaji.clastix.io/v1alpha1\nkind: TenantControlPlane\nspec:\n"
    "  kubernetes: {version: vVERSION}\n"
    "  controlPlane: {deployment: {extraArgs: {scheduler: [--config=/etc/sched.yaml]}}}\n",
    "RKE": "nodes: []\nkubernetes_version: vVERSION-rancher1-1\n"
    "services: {scheduler: {extra_args: {config: /etc/sched.yaml}}}\n",
    "RKE, its images": "nodes: []\nsystem_images: {kubernetes: 'rancher/hyperkube:vVERSION-rancher1'}\n"
    "services: {scheduler: {extra_args: {config: /etc/sched.yaml}}}\n",
    "KubeKey": "apiVersion: kubekey.kubesphere.io/v1alpha2\nkind: Cluster\nspec:\n  kubernetes:\n"
    "    version: vVERSION\n    schedulerArgs: [config=/etc/sched.yaml]\n",
    "KubeOne": "apiVersion: kubeone.k8c.io/v1beta2\nkind: KubeOneCluster\nversions: {kubernetes: VERSION}\n"
    "controlPlaneComponents: {scheduler: {flags: {config: /etc/sched.yaml}}}\n",
    "MicroK8s or Canonical Kubernetes": cluster_api(
        "MicroK8sControlPlane", "version: vVERSION\ninit: {extraKubeSchedulerArgs: {--config: /etc/sched.yaml}}\n"
    ),
    "vCluster": "controlPlane:\n  distro:\n    k8s:\n      version: vVERSION\n"
    "      scheduler: {extraArgs: [--config=/etc/sched.yaml]}\n",
    "vCluster, its image": "controlPlane:\n  distro:\n    k8s:\n      image: {tag: vVERSION}\n"
    "      scheduler: {extraArgs: [--config=/etc/sched.yaml]}\n",
    "minikube": "steps:\n- uses: medyagh/setup-minikube@latest\n  with:\n    kubernetes-version: vVERSION\n"
    "    extra-config: scheduler.config=/etc/sched.yaml\n",
}
"""Files of products beside a configuration in a file of its own."""

INSIDE = {
    "Talos": TALOS_MACHINE + TALOS_FIELDS,
    "Talos, its image": "machine: {}\ncluster:\n  scheduler:\n    image: registry.k8s.io/kube-scheduler:vVERSION\n"
    "    config: {profiles: [{schedulerName: batch}]}\n",
    "Talos, its image by digest": "machine: {}\ncluster:\n  apiServer:\n"
    "    image: registry.k8s.io/kube-apiserver:vVERSION@sha256:00\n  scheduler:\n"
    "    config: {profiles: [{schedulerName: batch}]}\n",
    "Talos, its document": f"{TALOS_MACHINE}---\napiVersion: v1alpha1\nkind: KubeSchedulerConfig\n"
    "config: {profiles: [{schedulerName: batch}]}\n",
    "Talos by Talhelper": "clusterName: home\nkubernetesVersion: vVERSION\npatches:\n- |-\n  cluster:\n    scheduler:\n"
    "      config:\n        apiVersion: kubescheduler.config.k8s.io/v1\n        kind: KubeSchedulerConfiguration\n",
    "kubespray": "kube_version: vVERSION\nkube_scheduler_profiles: [{schedulerName: batch}]\n",
    "kOps, one file": f"{KOPS}  kubernetesVersion: VERSION\n---\n{CONFIG}",
    "kOps, one file, behind": f"{CONFIG}---\n{KOPS}  kubernetesVersion: VERSION\n",
    "kOps, a list": "apiVersion: v1\nkind: List\nitems:\n- apiVersion: kops.k8s.io/v1alpha2\n  kind: Cluster\n"
    f"  spec: {{kubernetesVersion: VERSION}}\n- {indent(CONFIG, '  ').lstrip()}",
    "kOps, a file of its nodes": f"{KOPS}  kubernetesVersion: VERSION\n  fileAssets:\n  - name: config\n"
    f"    path: /var/lib/kube-scheduler/config.yaml\n    content: |\n{indent(CONFIG, '      ')}",
    "Ansible": f"kubernetes_version: VERSION\nfiles:\n- dest: /etc/sched.yaml\n  content: |\n{indent(CONFIG, '    ')}",
}
"""Files of products with a configuration in them, or fields of one."""


def validated(schedcfg: Run, folder: Path, text: str, version: str, *, has_file: bool) -> Result:
    (folder / "product.yaml").write_text(text.replace("VERSION", version), encoding="utf-8")
    if has_file:
        (folder / "sched.yaml").write_text(CONFIG, encoding="utf-8")
    return schedcfg("validate", str(folder), "--output", "json")


@pytest.mark.parametrize("name", [*BESIDE, *INSIDE])
def test_a_version_that_does_not_read_the_file_is_refused(name: str, schedcfg: Run, tmp_path: Path) -> None:
    is_beside = name in BESIDE
    result = validated(schedcfg, tmp_path, (BESIDE | INSIDE)[name], "1.24.15", has_file=is_beside)
    rules = {
        finding["rule"]: document["kubernetes"]
        for file in result.report["files"]
        for document in file["documents"]
        for finding in document["findings"]
        if finding["class"] == "refused"
    }
    assert result.status == 1
    assert set(rules) & {"image-api-version", "unserved-api-version"}
    assert set(rules.values()) == {"1.24"}


@pytest.mark.parametrize("name", [*BESIDE, *INSIDE])
def test_a_version_that_reads_the_file_runs_it(name: str, schedcfg: Run, tmp_path: Path) -> None:
    is_beside = name in BESIDE
    result = validated(schedcfg, tmp_path, (BESIDE | INSIDE)[name], "1.29.3", has_file=is_beside)
    runs = {
        (document["kubernetes"], document["verdict"])
        for file in result.report["files"]
        for document in file["documents"]
        if document["kind"] == "KubeSchedulerConfiguration"
    }
    assert runs == {("1.29", "accepted")}


def _is_run(form: ProductDocument) -> bool:
    return bool(form.flags or form.fields or form.kubeadm)


def test_every_product_is_tried() -> None:
    tried = {name.partition(",")[0].partition(" by ")[0] for name in BESIDE | INSIDE}
    known = {product.name for product in products() if product.flag_keys or any(map(_is_run, product.documents))}
    # Gardener makes the file itself, in a version that its clusters read.
    assert known - {"Gardener"} <= tried


def test_a_manifest_that_starts_it_counts_instead(schedcfg: Run, tmp_path: Path) -> None:
    """A second scheduler of its own release in a cluster of kOps."""
    pod = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: second, namespace: kube-system}\nspec:\n  containers:\n"
        "  - name: a\n    image: registry.k8s.io/kube-scheduler:v1.29.3\n"
        "    command: [kube-scheduler, --config=/etc/kubernetes/sched.yaml]\n"
    )
    text = f"{KOPS}  kubernetesVersion: 1.24.15\n---\n{pod}"
    result = validated(schedcfg, tmp_path, text, "", has_file=True)
    (config,) = (file for file in result.report["files"] if file["path"].endswith("sched.yaml"))
    assert config["documents"][0]["kubernetes"] == "1.29"


@pytest.mark.parametrize(
    "text",
    [
        # The version of a chart, and one of another object.
        f"apiVersion: helm.cattle.io/v1\nkind: HelmChart\nspec:\n  version: 1.24.15\n  valuesContent: |\n"
        f"{indent(CONFIG, '    ')}",
        f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\nspec: {{version: 1.24.15}}\ndata:\n  a.yaml: |\n"
        f"{indent(CONFIG, '    ')}",
        # Two clusters.
        f"{KOPS}  kubernetesVersion: 1.24.15\n---\n{KOPS}  kubernetesVersion: 1.29.3\n---\n{CONFIG}",
        # An image whose name does not show its release.
        "machine: {kubelet: {image: 'ghcr.io/siderolabs/kubelet:v1.24.15'}}\ncluster:\n  scheduler:\n"
        "    image: registry.example.com/scheduler:v1.24.15\n    config: {profiles: [{schedulerName: batch}]}\n",
    ],
)
def test_what_names_no_release_of_the_cluster(text: str, schedcfg: Run, tmp_path: Path) -> None:
    result = validated(schedcfg, tmp_path, text, "", has_file=False)
    (document,) = result.report["files"][0]["documents"][-1:]
    assert (document["kubernetes"], document["verdict"]) == ("1.37", "accepted")


@pytest.mark.parametrize(
    "script",
    [
        "minikube start --kubernetes-version=v1.24.15 --extra-config=scheduler.config=/etc/sched.yaml\n",
        "curl -sfL https://get.k3s.io | INSTALL_K3S_VERSION=v1.24.15+k3s1 sh -s - "
        "--kube-scheduler-arg=config=/etc/sched.yaml\n",
        "export INSTALL_RKE2_VERSION=v1.24.15+rke2r1\nrke2 server --kube-scheduler-arg=config=/etc/sched.yaml\n",
        "k3d cluster create --image rancher/k3s:v1.24.15-k3s1 "
        "--k3s-arg '--kube-scheduler-arg=config=/etc/sched.yaml@server:*'\n",
    ],
)
def test_commands_name_their_release(script: str, schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "sched.yaml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "start.sh").write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
    result = schedcfg("validate", str(tmp_path / "start.sh"))
    assert result.status == 1
    assert "refused[image-api-version] (1.24)" in result.out


def test_the_patch_release_is_known(schedcfg: Run, tmp_path: Path) -> None:
    """Up to 1.22.3 the file wins over the flags of leader election."""
    config = CONFIG.replace("/v1", "/v1beta2") + "leaderElection: {leaderElect: true}\n"
    (tmp_path / "sched.yaml").write_text(config, encoding="utf-8")
    found = {}
    for version in ("1.22.3", "1.22.17"):
        text = BESIDE["RKE"].replace("VERSION", version).replace("config:", "leader-elect: 'false', config:")
        (tmp_path / "product.yaml").write_text(text, encoding="utf-8")
        found[version] = "overriding-flag" in schedcfg("validate", str(tmp_path)).out
    assert found == {"1.22.3": False, "1.22.17": True}
