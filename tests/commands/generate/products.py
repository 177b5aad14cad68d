"""What each product makes of the files that are generated for it: the configuration that its kube-scheduler reads."""

from collections.abc import Callable, Mapping
from typing import Any

import yaml

from schedcfg.sources.products import targets
from tests import quick_yaml

MANAGED = frozenset({"eks", "gardener", "openshift-profile"})
"""Products that take a few settings, not a configuration: see `test_managed`."""
WHOLE = tuple(name for name in targets() if name not in MANAGED)

Files = Mapping[str, str]


def kubespray(files: Files) -> str:
    """Fill in roles/kubernetes/control-plane/templates/kubescheduler-config.yaml.j2, with the defaults beside it."""
    given = quick_yaml.load(files["group_vars/k8s_cluster/kube-scheduler.yml"])
    lines = [
        "apiVersion: kubescheduler.config.k8s.io/v1",
        "kind: KubeSchedulerConfiguration",
        "clientConnection:",
        '  kubeconfig: "/etc/kubernetes/scheduler.conf"',
        *(f"  {key}: {value}" for key, value in given.get("kube_scheduler_client_conn_extra_opts", {}).items()),
    ]
    if extenders := given.get("kube_scheduler_extenders"):
        lines += ["extenders:", to_nice_yaml(extenders)]
    lines += [
        "leaderElection:",
        f"  leaseDuration: {given.get('kube_scheduler_leader_elect_lease_duration', '15s')}",
        f"  renewDeadline: {given.get('kube_scheduler_leader_elect_renew_deadline', '10s')}",
        *(f"  {key}: {value}" for key, value in given.get("kube_scheduler_leader_elect_extra_opts", {}).items()),
    ]
    if profiles := given.get("kube_scheduler_profiles"):
        lines += ["profiles:", to_nice_yaml(profiles)]
    lines += [f"{key}: {value}" for key, value in given.get("kube_scheduler_config_extra_opts", {}).items()]
    return "\n".join(lines) + "\n"


def to_nice_yaml(data: object) -> str:
    """Write as Ansible's filter of this name does: PyYAML, block style."""
    return yaml.safe_dump(data, indent=2, width=256, allow_unicode=True, default_flow_style=False)


def talos(files: Files) -> str:
    """Set what `ControlPlaneSchedulerFinalController` sets."""
    patch = quick_yaml.load(files["kube-scheduler-patch.yaml"])
    config = (patch.get("cluster", {}).get("scheduler") or patch)["config"]
    config["apiVersion"] = "kubescheduler.config.k8s.io/v1"
    config["kind"] = "KubeSchedulerConfiguration"
    config.setdefault("clientConnection", {})["kubeconfig"] = "/system/secrets/kubernetes/kube-scheduler/kubeconfig"
    return quick_yaml.dump(config)


def kops(files: Files) -> str:
    """Set what `buildSchedulerConfig` sets; like its `SetNestedField`, fail where a null is in the way."""
    config = quick_yaml.load(files["scheduler-config.yaml"])
    connection = config.setdefault("clientConnection", {})
    assert "kubeconfig" not in connection
    connection["kubeconfig"] = "/var/lib/kube-scheduler/kubeconfig"
    return quick_yaml.dump(config)


def kind(files: Files) -> str:
    """Follow the mounts: the host's file into the node, the node's into the Pod, where the flag names it."""
    cluster = quick_yaml.load(files["kind.yaml"])
    scheduler = quick_yaml.load(cluster["kubeadmConfigPatches"][0])["scheduler"]
    in_node = {volume["mountPath"]: volume["hostPath"] for volume in scheduler["extraVolumes"]}
    on_host = {mount["containerPath"]: mount["hostPath"] for mount in cluster["nodes"][0]["extraMounts"]}
    return files[on_host[in_node[scheduler["extraArgs"]["config"]]].removeprefix("./")]


def minikube(files: Files) -> str:
    """Follow the mount of the static Pod: minikube copies all files to the node, each below `/`."""
    pod = quick_yaml.load(files["etc/kubernetes/manifests/kube-scheduler.yaml"])
    (container,) = pod["spec"]["containers"]
    (place,) = [word.removeprefix("--config=") for word in container["command"] if word.startswith("--config=")]
    (volume,) = [mount["name"] for mount in container["volumeMounts"] if mount["mountPath"] == place]
    on_node = {volume["name"]: volume["hostPath"]["path"] for volume in pod["spec"]["volumes"]}
    return files[on_node[volume].removeprefix("/")]


def k3s(files: Files) -> str:
    return _named_by_flag(files, "etc/rancher/k3s")


def rke2(files: Files) -> str:
    return _named_by_flag(files, "etc/rancher/rke2")


def _named_by_flag(files: Files, folder: str) -> str:
    """Read the file that the flag names; both products read all of `config.yaml.d`."""
    options = quick_yaml.load(files[f"{folder}/config.yaml.d/kube-scheduler.yaml"])
    flags = dict(flag.split("=", 1) for flag in options["kube-scheduler-arg+"])
    return files[flags["config"].removeprefix("/")]


def openshift(files: Files) -> str:
    """Mount the ConfigMap that the resource names, and read `--config=/etc/kubernetes/config.yaml`."""
    config_map = quick_yaml.load(files["configmap.yaml"])
    resource = quick_yaml.load(files["secondaryscheduler.yaml"])
    assert resource["spec"]["schedulerConfig"] == config_map["metadata"]["name"]
    assert resource["metadata"]["namespace"] == config_map["metadata"]["namespace"]
    return str(config_map["data"]["config.yaml"])


def aks(files: Files) -> str:
    return str(quick_yaml.load(files["schedulerconfiguration.yaml"])["spec"]["rawConfig"])


READ: dict[str, Callable[[Files], str]] = {
    "aks": aks,
    "k3s": k3s,
    "kind": kind,
    "kops": kops,
    "kubespray": kubespray,
    "minikube": minikube,
    "openshift": openshift,
    "rke2": rke2,
    "talos": talos,
}

EMBEDDED = {"aks", "k3s", "kind", "minikube", "openshift", "rke2"}
"""Those that take the text as it is."""


def without_kubeconfig(configuration: dict[str, Any]) -> dict[str, Any]:
    """Leave out the one field that the products set themselves."""
    connection = {key: value for key, value in configuration["clientConnection"].items() if key != "kubeconfig"}
    return {**configuration, "clientConnection": connection}
