"""What a new manifest says about itself: where it goes, and why it differs from kubeadm's."""

from collections.abc import Iterable

from schedcfg.document.path import Path
from schedcfg.effective.needs import cluster_services, out_of_tree_plugins
from schedcfg.generate.given import CHECKSUM_ANNOTATION, Given
from schedcfg.generate.static_pod.command import Command
from schedcfg.generate.static_pod.node_files import NodeFile
from schedcfg.generate.static_pod.version import version_of
from schedcfg.generate.static_pod.wishes import Wishes

_CONTAINER: Path = ("spec", "containers", 0)


def of(given: Given, wishes: Wishes, line: Command, files: list[NodeFile]) -> dict[Path, str]:
    """Give the comments, by the entry or item that each stands above."""
    version = version_of(given.release, wishes.kubernetes)
    comments: dict[Path, str] = {
        (): f"kube-scheduler {version} as kubeadm runs it, with a configuration of its own. On each control plane "
        f"node, put the configuration to {wishes.path_of(given)} first, then this file into /etc/kubernetes/manifests.",
        ("metadata", "annotations", CHECKSUM_ANNOTATION): "Changes with the configuration, so that the kubelet "
        "starts the Pod again: it watches this file, not the configuration.",
        (*_CONTAINER, "command", line.place("config")): _on_config(line),
    }
    if plugins := out_of_tree_plugins(given.configuration):
        comments[*_CONTAINER, "image"] = f"The stock image lacks {', '.join(plugins)}."
    if services := sorted({address.host for address in cluster_services(given.configuration)}):
        comments["spec", "dnsPolicy"] = f"In the node's network only this finds Services: {', '.join(services)}."
    for index, file in enumerate(files):
        if file.why:
            comments["spec", "volumes", index] = file.why
    return comments


def _on_config(line: Command) -> str:
    said = []
    if line.silent:
        verb = "has" if len(line.silent) == 1 else "have"
        said.append(f"{_listed(line.silent)} {verb} no effect beside it")
    if line.overriding:
        said.append(f"{_listed(line.overriding)} would win over the file")
    return f"{', '.join(said)}: left out." if said else "The configuration."


def _listed(flags: Iterable[str]) -> str:
    *others, last = (f"--{flag}" for flag in flags)
    return f"{', '.join(others)} and {last}" if others else last
