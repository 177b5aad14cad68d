"""The files of the node that a configuration makes the scheduler read."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.effective import Configuration
from schedcfg.generate.given import Given
from schedcfg.generate.static_pod.layout import KUBECONFIG
from schedcfg.generate.static_pod.wishes import Wishes

_TLS_FILES = ("caFile", "certFile", "keyFile")


class NamedFile(NamedTuple):
    """A file that a configuration names.

    Attributes:
        name: As written.
        path: Where it is written.
    """

    name: str
    path: Path

    @property
    def is_absolute(self) -> bool:
        """Whether it can be mounted."""
        return self.name.startswith("/")


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


def kubeconfig(configuration: Configuration) -> NamedFile:
    """Give the kubeconfig that a configuration names; its name is empty where it names none."""
    return NamedFile(configuration.client_connection.kubeconfig, ("clientConnection", "kubeconfig"))


def certificates(configuration: Configuration) -> Iterator[NamedFile]:
    """Yield the certificates and keys that extenders name."""
    for index, extender in enumerate(configuration.extenders):
        for field in _TLS_FILES:
            if name := (extender.tls or {}).get(field):
                yield NamedFile(str(name), ("extenders", index, "tlsConfig", field))


def named_files(configuration: Configuration) -> Iterator[NamedFile]:
    """Yield all of them."""
    if (found := kubeconfig(configuration)).name:
        yield found
    yield from certificates(configuration)


def own_files(given: Given) -> list[NodeFile]:
    """List the files that the configuration names and that can be mounted, each once."""
    files: dict[str, NodeFile] = {}
    connection = kubeconfig(given.configuration)
    if connection.is_absolute:
        files[connection.name] = NodeFile("client-kubeconfig", connection.name, why="`clientConnection.kubeconfig`.")
    for file in certificates(given.configuration):
        if file.is_absolute and file.name not in files:
            number = len([one for one in files.values() if one.volume.startswith("extender-tls-")]) + 1
            files[file.name] = NodeFile(f"extender-tls-{number}", file.name, why="`tlsConfig` of an extender.")
    return list(files.values())


def config_file(given: Given, wishes: Wishes) -> NodeFile:
    """Give the configuration itself."""
    why = "The configuration. `type: File`: where it is missing the Pod waits, and says so."
    return NodeFile("scheduler-config", wishes.path_of(given), why=why)


def all_files(given: Given, wishes: Wishes) -> list[NodeFile]:
    """List what a new manifest mounts, sorted by volume as kubeadm does."""
    # `FileOrCreate` is kubeadm's: the kubelet may start before the file is written.
    files = {KUBECONFIG: NodeFile("kubeconfig", KUBECONFIG, "FileOrCreate")}
    for file in (config_file(given, wishes), *own_files(given)):
        files.setdefault(file.path, file)
    return sorted(files.values())
