"""kind: a cluster whose control-plane container has the file, and whose kubeadm configuration names it.

Sources, in github.com/kubernetes-sigs/kind: pkg/apis/config/v1alpha4/types.go, and
pkg/cluster/internal/kubeadm/config.go for the version of kubeadm's API: v1beta2 before 1.23, v1beta3 before 1.36; in
both `extraArgs` is a mapping.
"""

from collections.abc import Iterator

from schedcfg.commands.generate import checks
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.target import CONFIG_FILE, DeploymentTarget, TargetOptions, leader_election_flags
from schedcfg.document import yaml_writer
from schedcfg.findings import Problem
from schedcfg.releases.kubeadm_layout import KUBECONFIG

_ON_NODE = f"/etc/kubernetes/{CONFIG_FILE}"


def files(config: AcceptedConfig, _options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the cluster, and the configuration beside it."""
    yield GeneratedFile(CONFIG_FILE, config.text)
    cluster = {
        "apiVersion": "kind.x-k8s.io/v1alpha4",
        "kind": "Cluster",
        "kubeadmConfigPatches": [yaml_writer.write(_kubeadm(config))],
        "nodes": [
            {
                "role": "control-plane",
                "extraMounts": [{"hostPath": f"./{CONFIG_FILE}", "containerPath": _ON_NODE, "readOnly": True}],
            }
        ],
    }
    yield GeneratedFile("kind.yaml", yaml_writer.write(cluster))


def _kubeadm(config: AcceptedConfig) -> dict[str, object]:
    """Make the merge patch. It names no `apiVersion`: kind would skip one that is not its own, without a word."""
    volume = {
        "name": "scheduler-config",
        "hostPath": _ON_NODE,
        "mountPath": _ON_NODE,
        "readOnly": True,
        "pathType": "File",
    }
    flags = {"config": _ON_NODE, **leader_election_flags(config.configuration)}
    return {"kind": "ClusterConfiguration", "scheduler": {"extraArgs": flags, "extraVolumes": [volume]}}


def problems(config: AcceptedConfig, _options: TargetOptions) -> Iterator[Problem]:
    """Yield what kind's node lacks."""
    yield from checks.unserved_default(config)
    yield from checks.stock_plugins_only(config, "kind")
    yield from checks.kubeconfig_at(config, KUBECONFIG, "kind")
    yield from checks.unmounted_files(config, "kind")
    yield from checks.host_dns(config, "kind")


def remarks(config: AcceptedConfig, _options: TargetOptions) -> Iterator[str]:
    """Yield how to start the cluster."""
    yield (
        "Run `kind create cluster --config kind.yaml` in the folder of the files; choose the release with `--image "
        f"kindest/node:v1.{config.release.number}.…`, see kind's release notes."
    )
    yield "Add the same `extraMounts` to every other control-plane node."


TARGET = DeploymentTarget(
    summary="Write a kind cluster whose kube-scheduler runs a configuration.",
    files=files,
    problems=problems,
    remarks=remarks,
    kubeconfig=KUBECONFIG,
)
