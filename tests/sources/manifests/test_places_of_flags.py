"""One wrong value, written in each place where people write flags of kube-scheduler, is found in its line."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from schedcfg.findings import Finding
from schedcfg.sources import with_suffixes
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

WRONG, RIGHT = "soon", "20s"
FLAG = "leader-elect-lease-duration"


class Place(NamedTuple):
    """A file with a flag: `FLAG` is its name, `VALUE` its value."""

    file: str
    text: str


def kubeadm(version: str, *, listed: bool = False) -> str:
    args = "[{name: FLAG, value: VALUE}]" if listed else "{FLAG: VALUE}"
    return f"apiVersion: kubeadm.k8s.io/{version}\nkind: ClusterConfiguration\nscheduler:\n  extraArgs: {args}\n"


def indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


UNIT = """\
[Unit]
Description=Kubernetes Scheduler

[Service]
ExecStart=/usr/local/bin/kube-scheduler \\
  --v=2 \\
  --FLAG=VALUE
Restart=on-failure
"""
K3S = """\
[Service]
Type=notify
ExecStart=/usr/local/bin/k3s \\
    server \\
        '--kube-scheduler-arg' \\
        'FLAG=VALUE' \\

"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.29.3
      command:
        - kube-scheduler
        - --FLAG=VALUE
"""
TALOS_PATCH = "cluster:\n  scheduler:\n    extraArgs:\n      FLAG: VALUE\n"
CONTROL_PLANE = """\
apiVersion: controlplane.cluster.x-k8s.io/VERSION
kind: KubeadmControlPlane
spec:
  version: v1.29.3
  kubeadmConfigSpec:
    clusterConfiguration:
      scheduler:
        extraArgs: ARGS
"""
K0S = """\
apiVersion: controlplane.cluster.x-k8s.io/v1beta1
kind: KIND
spec:
  version: v1.29.3+k0s.0
  WITHIN:
    apiVersion: k0s.k0sproject.io/v1beta1
    kind: ClusterConfig
    spec: {scheduler: {extraArgs: {FLAG: VALUE}}}
"""
PLACES = {
    "static Pod": Place("a.yaml", POD),
    "kubeadm v1beta1": Place("a.yaml", kubeadm("v1beta1")),
    "kubeadm v1beta2": Place("a.yaml", kubeadm("v1beta2")),
    "kubeadm v1beta3": Place("a.yaml", kubeadm("v1beta3")),
    "kubeadm v1beta4": Place("a.yaml", kubeadm("v1beta4", listed=True)),
    "kubeadm v1": Place("a.yaml", kubeadm("v1", listed=True)),
    "kind": Place(
        "a.yaml",
        "apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nkubeadmConfigPatches:\n  - |\n"
        "    kind: ClusterConfiguration\n    scheduler:\n      extraArgs:\n        FLAG: VALUE\n",
    ),
    "Talos, by Talhelper": Place(
        "talconfig.yaml",
        "clusterName: home\nnodes: []\ncontrolPlane:\n  patches:\n    - |-\n" + indented(TALOS_PATCH, 6),
    ),
    "Talos, by Talhelper, all nodes, JSON": Place(
        "talconfig.json", json.dumps({"clusterName": "home", "nodes": [], "patches": [TALOS_PATCH]})
    ),
    "Talos, by Cluster API": Place(
        "a.yaml",
        "apiVersion: controlplane.cluster.x-k8s.io/v1alpha3\nkind: TalosControlPlane\nspec:\n"
        "  controlPlaneConfig: {controlplane: {generateType: controlplane}}\n  strategicPatches:\n    - |\n"
        + indented(TALOS_PATCH, 6),
    ),
    "Talos, by Omni": Place(
        "a.yaml",
        "metadata: {type: ConfigPatches.omni.sidero.dev, id: a}\nspec:\n  data: |\n" + indented(TALOS_PATCH, 4),
    ),
    "kubeadm, by cloud-init": Place(
        "user-data.yaml",
        "#cloud-config\nwrite_files:\n- path: /etc/kubeadm.yaml\n  content: |\n" + indented(kubeadm("v1beta3"), 4),
    ),
    "k3s, a file by cloud-init": Place(
        "user-data.yaml",
        "#cloud-config\nwrite_files:\n- path: /etc/rancher/k3s/config.yaml\n  content: |\n"
        "    disable: [traefik]\n    kube-scheduler-arg:\n    - FLAG=VALUE\n",
    ),
    "Cluster API v1beta1": Place(
        "a.yaml", CONTROL_PLANE.replace("VERSION", "v1beta1").replace("ARGS", "{FLAG: VALUE}")
    ),
    "Cluster API v1beta2": Place(
        "a.yaml", CONTROL_PLANE.replace("VERSION", "v1beta2").replace("ARGS", "[{name: FLAG, value: VALUE}]")
    ),
    "k3s": Place("config.yaml", "token: x\nkube-scheduler-arg:\n  - FLAG=VALUE\n"),
    "k3s, added": Place("10-scheduler.yaml", "kube-scheduler-arg+:\n  - FLAG=VALUE\n"),
    "k3s, in a unit": Place("k3s.service", K3S),
    "RKE2, in a drop-in": Place(
        "10-flags.conf",
        "[Service]\nExecStart=\nExecStart=/usr/local/bin/rke2 server --kube-scheduler-arg=FLAG=VALUE\n",
    ),
    "Rancher, all machines": Place(
        "a.yaml",
        "apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nspec:\n  kubernetesVersion: v1.29.3+rke2r1\n"
        "  rkeConfig:\n    machineGlobalConfig:\n      kube-scheduler-arg: [FLAG=VALUE]\n",
    ),
    "Rancher, some machines": Place(
        "a.yaml",
        "apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nspec:\n  rkeConfig:\n    machineSelectorConfig:\n"
        "      - config:\n          kube-scheduler-arg: [FLAG=VALUE]\n",
    ),
    "k3s in Compose": Place(
        "compose.yaml",
        "services:\n  k3s:\n    image: rancher/k3s:v1.29.3-k3s1\n    command:\n      - server\n"
        "      - --kube-scheduler-arg\n      - FLAG=VALUE\n",
    ),
    "k3s, its installer": Place(
        "install.sh",
        'curl https://get.k3s.io |\n  INSTALL_K3S_EXEC="server --kube-scheduler-arg FLAG=VALUE" sh -\n',
    ),
    "k3d": Place(
        "a.yaml",
        "apiVersion: k3d.io/v1alpha5\nkind: Simple\noptions:\n  k3s:\n    extraArgs:\n"
        "      - arg: --kube-scheduler-arg=FLAG=VALUE\n        nodeFilters: [server:*]\n",
    ),
    "k3d, before": Place(
        "a.yaml",
        "apiVersion: k3d.io/v1alpha2\nkind: Simple\noptions:\n  k3s:\n    extraServerArgs:\n"
        "      - --kube-scheduler-arg=FLAG=VALUE\n",
    ),
    "k3d, its command": Place(
        "cluster.sh", 'k3d cluster create \\\n  --k3s-arg "--kube-scheduler-arg=FLAG=VALUE@server:*"\n'
    ),
    "Cluster API of k3s": Place(
        "a.yaml",
        "apiVersion: controlplane.cluster.x-k8s.io/v1beta2\nkind: KThreesControlPlane\nspec:\n"
        "  kthreesConfigSpec:\n    serverConfig:\n      kubeSchedulerArgs: [FLAG=VALUE]\n",
    ),
    "Cluster API of RKE2": Place(
        "a.yaml",
        "apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: RKE2ControlPlane\nspec:\n"
        "  serverConfig:\n    kubeScheduler:\n      extraArgs: [FLAG=VALUE]\n",
    ),
    "kOps": Place(
        "a.yaml",
        "apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nspec:\n  kubeScheduler:\n    leaderElection:\n"
        "      leaderElectLeaseDuration: VALUE\n",
    ),
    "kubespray": Place("k8s-cluster.yml", "kube_version: 1.29.3\nkube_kubeadm_scheduler_extra_args:\n  FLAG: VALUE\n"),
    "Talos": Place("a.yaml", "machine: {}\ncluster:\n  scheduler:\n    extraArgs:\n      FLAG: VALUE\n"),
    "Talos' document": Place("a.yaml", "apiVersion: v1alpha1\nkind: KubeSchedulerConfig\nextraArgs:\n  FLAG: VALUE\n"),
    "k0s": Place(
        "a.yaml",
        "apiVersion: k0s.k0sproject.io/v1beta1\nkind: ClusterConfig\nspec:\n  scheduler:\n    extraArgs:\n"
        "      FLAG: VALUE\n",
    ),
    "k0smotron, machines": Place(
        "a.yaml", K0S.replace("KIND", "K0sControlPlane", 1).replace("  WITHIN:\n", "  k0sConfigSpec:\n   k0s:\n")
    ),
    "k0smotron, Pods": Place("a.yaml", K0S.replace("KIND", "K0smotronControlPlane", 1).replace("WITHIN", "k0sConfig")),
    "Kamaji": Place(
        "a.yaml",
        "apiVersion: kamaji.clastix.io/v1alpha1\nkind: TenantControlPlane\nspec:\n"
        "  kubernetes: {version: v1.29.3}\n  controlPlane:\n    deployment:\n      extraArgs:\n        scheduler:\n"
        "        - --FLAG=VALUE\n",
    ),
    "Kamaji, by Cluster API": Place(
        "a.yaml",
        "apiVersion: controlplane.cluster.x-k8s.io/v1alpha1\nkind: KamajiControlPlane\nspec:\n  version: v1.29.3\n"
        "  scheduler:\n    extraArgs:\n    - --FLAG=VALUE\n",
    ),
    "RKE": Place("cluster.yml", "nodes: []\nservices:\n  scheduler:\n    extra_args:\n      FLAG: VALUE\n"),
    "RKE, repeated": Place(
        "cluster.yml", "nodes: []\nservices:\n  scheduler:\n    extra_args_array:\n      FLAG: [VALUE]\n"
    ),
    "Rancher's RKE": Place(
        "a.yaml",
        "rancher_kubernetes_engine_config:\n  kubernetes_version: v1.26.8-rancher1-1\n  services:\n    scheduler:\n"
        "      extra_args:\n        FLAG: VALUE\n",
    ),
    "KubeKey": Place(
        "a.yaml",
        "apiVersion: kubekey.kubesphere.io/v1alpha2\nkind: Cluster\nspec:\n  kubernetes:\n    version: v1.29.3\n"
        "    schedulerArgs:\n      - FLAG=VALUE\n",
    ),
    "KubeOne": Place(
        "a.yaml",
        "apiVersion: kubeone.k8c.io/v1beta2\nkind: KubeOneCluster\nversions: {kubernetes: 1.29.3}\n"
        "controlPlaneComponents:\n  scheduler:\n    flags:\n      FLAG: VALUE\n",
    ),
    "MicroK8s": Place("launch.yaml", "version: 0.2.0\nextraKubeSchedulerArgs:\n  --FLAG: VALUE\n"),
    "Canonical Kubernetes": Place("a.yaml", "extra-node-kube-scheduler-args:\n  --FLAG: VALUE\n"),
    "vCluster": Place(
        "vcluster.yaml",
        "controlPlane:\n  distro:\n    k8s:\n      enabled: true\n      version: v1.29.3\n      scheduler:\n"
        "        extraArgs:\n          - --FLAG=VALUE\n",
    ),
    "minikube": Place("start.sh", "#!/bin/sh\nminikube start \\\n  --extra-config=scheduler.FLAG=VALUE\n"),
    "minikube in a workflow": Place(
        "ci.yaml",
        "on: push\njobs:\n  test:\n    steps:\n      - run: |\n          minikube start --driver=docker\\\n"
        "            --extra-config scheduler.FLAG=VALUE\n          kubectl get nodes\n",
    ),
    "setup-minikube": Place(
        "ci.yaml",
        "on: push\njobs:\n  test:\n    steps:\n      - uses: medyagh/setup-minikube@latest\n        with:\n"
        "          kubernetes-version: v1.29.3\n          extra-config: scheduler.FLAG=VALUE\n",
    ),
    "setup-minikube, further": Place(
        "ci.yaml",
        "on: push\njobs:\n  test:\n    steps:\n      - uses: manusa/actions-setup-minikube@v2\n        with:\n"
        "          start args: '--cpus=4 --extra-config=scheduler.FLAG=VALUE'\n",
    ),
    "unit": Place("kube-scheduler.service", UNIT),
    "unit in cloud-init": Place(
        "user-data.yaml",
        "#cloud-config\nwrite_files:\n  - path: /etc/systemd/system/kube-scheduler.service\n    content: |\n"
        + indented(UNIT, 6),
    ),
    "unit in Butane": Place(
        "a.yaml",
        "variant: flatcar\nversion: 1.0.0\nsystemd:\n  units:\n    - name: kube-scheduler.service\n      contents: |\n"
        + indented(UNIT, 8),
    ),
    "unit in Ansible": Place(
        "tasks.yaml",
        "- name: Unit\n  ansible.builtin.copy:\n    dest: /etc/systemd/system/kube-scheduler.service\n    content: |\n"
        + indented(UNIT, 6),
    ),
    "unit in a script": Place(
        "install.sh",
        "#!/bin/bash\ncat <<'EOF' > /etc/systemd/system/kube-scheduler.service\n" + UNIT + "EOF\n",
    ),
    "unit that the shell expands": Place(
        "install.md",
        "# The hard way\n\n```\ncat <<EOF | sudo tee /etc/systemd/system/kube-scheduler.service\n"
        + UNIT.replace("\\\n", "\\\\\n").replace("--v=2", "--bind-address=${ADDRESS}")
        + "EOF\n```\n",
    ),
    "unit in Markdown": Place("unit.md", f"Write:\n\n```ini\n{UNIT}```\n"),
    "kubeadm in a script": Place("install.sh", f"cat <<EOF > kubeadm.yaml\n{kubeadm('v1beta3')}EOF\n"),
    "static Pod in Markdown": Place("pod.md", f"Write:\n\n```yaml\n{POD}```\n"),
}


def found(place: Place, value: str, folder: Path) -> list[Finding]:
    (folder / place.file).write_text(place.text.replace("FLAG", FLAG).replace("VALUE", value), encoding="utf-8")
    [report] = validate_files([str(folder / place.file)], Options())
    assert report.documents
    return [finding for document in report.documents for finding in document.findings]


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_a_wrong_value_is_found_in_its_line(place: Place, tmp_path: Path) -> None:
    [finding] = [one for one in found(place, WRONG, tmp_path) if one.rule == "flag-value"]
    line = next(number for number, line in enumerate(place.text.splitlines(), 1) if "VALUE" in line)
    assert (finding.start.line, finding.end.line) == (line, line)
    assert f"--{FLAG}={WRONG}" in finding.message


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_a_right_value_is_not(place: Place, tmp_path: Path) -> None:
    assert "flag-value" not in {one.rule for one in found(place, RIGHT, tmp_path)}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_a_search_finds_the_file(place: Place, tmp_path: Path) -> None:
    text = place.text.replace("FLAG", FLAG).replace("VALUE", WRONG)
    (tmp_path / place.file).write_text(text, encoding="utf-8")
    reports = list(validate_files([str(tmp_path)], Options(suffixes=with_suffixes([".md", ".sh"]))))
    assert [one.rule for report in reports for document in report.documents for one in document.findings]
