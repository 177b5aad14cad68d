"""The files of the node that a configuration makes the scheduler read."""

from typing import NamedTuple

from schedcfg.effective.needs import files
from schedcfg.generate.given import Given
from schedcfg.generate.static_pod.wishes import Wishes
from schedcfg.manifests.kubeadm import KUBECONFIG

_TLS = "extender-tls-"


class NodeFile(NamedTuple):
    """A file that the Pod has to mount, at the same path in the container.

    Attributes:
        volume: The name of its volume.
        path: Where it is.
        kind: The `type` of its hostPath.
        why: Why it is there; empty for what kubeadm's own manifest has.
    """

    volume: str
    path: str
    kind: str = "File"
    why: str = ""


def own_files(given: Given) -> list[NodeFile]:
    """List the files that the configuration names and that can be mounted, each once."""
    found: dict[str, NodeFile] = {}
    for file in files(given.configuration):
        if not file.name.startswith("/") or file.name in found:
            continue
        if file.path[0] == "extenders":
            number = 1 + sum(one.volume.startswith(_TLS) for one in found.values())
            found[file.name] = NodeFile(f"{_TLS}{number}", file.name, why="`tlsConfig` of an extender.")
        else:
            found[file.name] = NodeFile("client-kubeconfig", file.name, why="`clientConnection.kubeconfig`.")
    return list(found.values())


def config_file(given: Given, wishes: Wishes) -> NodeFile:
    """Give the configuration itself."""
    why = "The configuration. `type: File`: where it is missing the Pod waits, and says so."
    return NodeFile("scheduler-config", wishes.path_of(given), why=why)


def all_files(given: Given, wishes: Wishes) -> list[NodeFile]:
    """List what a new manifest mounts, sorted by volume as kubeadm does."""
    # `FileOrCreate` is kubeadm's: the kubelet may start before the file is written.
    found = {KUBECONFIG: NodeFile("kubeconfig", KUBECONFIG, "FileOrCreate")}
    for file in (config_file(given, wishes), *own_files(given)):
        found.setdefault(file.path, file)
    return sorted(found.values())
