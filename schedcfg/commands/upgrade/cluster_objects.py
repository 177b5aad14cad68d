"""How objects of a cluster are saved and changed by hand, and what a plan for them cannot know."""

import shlex
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.upgrade.folder import FoundScheduler
from schedcfg.commands.upgrade.results import PlannedObject, UnseenPart
from schedcfg.integrations.cluster_objects import ClusterObject
from schedcfg.integrations.cluster_reading import ClusterReading
from schedcfg.patterns import pattern
from schedcfg.releases.release import Release
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.pod import at, entries, fields, text
from schedcfg.sources.manifests.running import RunningScheduler

_FOLDER = "saved"
"""Where the commands put what they save."""
_STATIC_PODS = "/etc/kubernetes/manifests"
"""Where kubeadm puts static Pods. Upstream: `KubernetesDir` and `ManifestsSubDirName` in
`cmd/kubeadm/app/constants/constants.go`."""
_SOURCE = "kubernetes.io/config.source"
_FROM_URL = "http"
"""Upstream: `ConfigSourceAnnotationKey` and `HTTPSource` in `pkg/kubelet/types/pod_update.go`."""
_MANAGER = "app.kubernetes.io/managed-by"
_NAME = pattern(r"[a-z0-9]([-a-z0-9.]*[a-z0-9])?")
"""What objects, namespaces and nodes are called; nothing else gets into a command."""
_BY_URL = "the kubelet of node `{node}` gets it from a URL (`staticPodURL`), as with Talos: change what serves it"
_BY_FILE = (
    "the kubelet of node `{node}` runs it from a file in the folder of its `staticPodPath`, which is this one with "
    "kubeadm: changing the Pod has no effect"
)
_BY_KUBEADM = (
    "`kubeadm upgrade` writes the file again, from `scheduler` in the ConfigMap kube-system/kubeadm-config and from "
    "the patches on the node: what is only in the file is then lost"
)
_OF_KUBEADM = (
    "`kubeadm upgrade` creates the static Pods of all control planes from it, and writes `kubernetesVersion` itself"
)
_POD = "the command line of a Pod cannot change: change what is saved, delete the Pod, and create it again"
_ROLLED_OUT = frozenset({"DaemonSet", "Deployment", "StatefulSet"})


class ObjectCommands(NamedTuple):
    """Commands for people, about the objects of a cluster."""

    context: str | None  # The context of kubectl; None: the current one
    has_kubeadm: bool

    def planned(self, one: ClusterObject, readers: Iterable[FoundScheduler]) -> PlannedObject:
        """Return how an object is saved and changed.

        Args:
            one: The object.
            readers: The schedulers that are started with a configuration in it.
        """
        if one.node:
            return self._mirror(one)
        notes = [*_owners(one), *self._restarts(readers)]
        if one.is_of_kubeadm:
            notes.append(_OF_KUBEADM)
        if one.kind == "Pod":
            return PlannedObject(one.path, None, None, self.command_saving(one), None, (*notes, _POD))
        change = self.kubectl(one, "edit", one.kind.lower(), one.name)
        return PlannedObject(one.path, None, None, self.command_saving(one), change, tuple(notes))

    def kubectl(self, one: ClusterObject, *words: str) -> str | None:
        """Return a command about an object, or about others in its namespace; None where its name is none."""
        if not all(_NAME.fullmatch(name) for name in (one.name, one.namespace)):
            return None
        return self._kubectl(f"--namespace={one.namespace}", *words)

    def _kubectl(self, *words: str) -> str:
        context = [] if self.context is None else [f"--context={self.context}"]
        return shlex.join(["kubectl", *context, *words])

    def command_saving(self, one: ClusterObject) -> str | None:
        """Return the command that saves an object; None where its name is none."""
        output = "--output=jsonpath={.data.ClusterConfiguration}" if one.is_of_kubeadm else "--output=yaml"
        shown = self.kubectl(one, "get", one.kind.lower(), one.name, output)
        return None if shown is None else _saving(shown, one.namespace, f"{one.kind.lower()}-{one.name}.yaml")

    def _mirror(self, one: ClusterObject) -> PlannedObject:
        """Return how a static Pod is changed: what the API server has of it, the kubelet only shows."""
        node = one.node
        if text(at(one.data, "metadata", "annotations", _SOURCE)) == _FROM_URL:
            return PlannedObject(one.path, node, None, None, None, (_BY_URL.format(node=node),))
        file = f"{_STATIC_PODS}/{one.name.removesuffix(f'-{node}')}.yaml"
        notes = (_BY_FILE.format(node=node), *([_BY_KUBEADM] if self.has_kubeadm else []))
        if not all(_NAME.fullmatch(name) for name in (node, one.name)):
            return PlannedObject(one.path, node, file, None, None, notes)
        shown = f"`{self._kubectl('get', '--raw', f'/api/v1/nodes/{node}/proxy/configz')}` shows that folder"
        change = f"ssh -t {node} sudoedit {file}"
        return PlannedObject(one.path, node, file, command_saving_file(node, file), change, (*notes, shown))

    def _restarts(self, readers: Iterable[FoundScheduler]) -> Iterator[str]:
        """Yield how schedulers read a configuration again."""
        for reader in readers:
            running = reader.running
            own = ClusterObject({"metadata": {"name": running.name, "namespace": running.namespace}})
            if running.kind in _ROLLED_OUT:
                restart = self.kubectl(own, "rollout", "restart", running.kind.lower(), running.name)
                yield f"{running.described} reads it when it starts{'' if restart is None else f': `{restart}`'}"


def commands_of(reading: ClusterReading, context: str | None) -> ObjectCommands:
    """Return the commands for a cluster.

    Args:
        reading: What was read.
        context: The context of kubectl; None: the current one.
    """
    return ObjectCommands(context, any(cluster_object.is_of_kubeadm for cluster_object in reading.objects))


def command_saving_file(node: str, file: str) -> str | None:
    """Return the command that saves a file of a node; None where the name of the node is none."""
    if not _NAME.fullmatch(node):
        return None
    # Two shells read it: that of the user, and that of the node.
    shown = f"ssh {node} sudo cat {shlex.quote(shlex.quote(file))}"
    return _saving(shown, f"nodes/{node}", PurePosixPath(file).name)


def _saving(command: str, folder: str, name: str) -> str:
    folder = shlex.quote(f"{_FOLDER}/{folder}")
    return f"mkdir -p {folder} && {command} > {folder}/{shlex.quote(name)}"


def _owners(one: ClusterObject) -> Iterator[str]:
    """Yield what made an object, and may write it again."""
    for owner in entries(at(one.data, "metadata", "ownerReferences")):
        owned_by = f"{text(owner.get('kind'))}/{text(owner.get('name'))}"
        yield f"`{owned_by}` created it, and may overwrite it: change it there"
    manager = text(fields(at(one.data, "metadata", "labels")).get(_MANAGER))
    if manager:
        yield f"{manager} manages it, according to its label, and may overwrite it: change it there"


def unseen_parts(
    schedulers: Iterable[FoundScheduler], reading: ClusterReading, source: Release, shown: ObjectCommands
) -> Iterator[UnseenPart]:
    """Yield what a plan for a cluster cannot know, besides what could not be read.

    Args:
        schedulers: What was found.
        reading: What was read.
        source: The release that the plan starts from.
        shown: Makes commands.
    """
    found = list(schedulers)
    if reading.namespaces:
        listed = ", ".join(f"`{name}`" for name in reading.namespaces)
        yield UnseenPart("cluster", f"only the namespaces {listed} were read, and the static Pods of kube-system")
    if reading.undecided:
        rules = " and ".join(sorted(reading.undecided))
        yield UnseenPart("cluster", f"not everything was read, so that nothing is reported by {rules}")
    missed = {one.path for one in reading.unseen}
    if f"cluster/{_SYSTEM}/pods" not in missed and not any(
        scheduler.running.namespace == _SYSTEM for scheduler in found
    ):
        yield UnseenPart("cluster", _HIDDEN)
    for scheduler in found:
        flag = scheduler.running.flag("config") or scheduler.running.policy_flag
        if flag is not None and (scheduler.configuration or scheduler.policy) is None:
            yield UnseenPart(scheduler.manifest.file, *_elsewhere(scheduler.running, flag, shown))
        yield from _older(scheduler, source)


def _older(one: FoundScheduler, source: Release) -> Iterator[UnseenPart]:
    """Yield that a scheduler is behind: the plan takes it as one of the release that it starts from."""
    own = releases.known(one.running.kubernetes)
    if own is not None and own.number < source.number:
        message = (
            f"it runs Kubernetes {own.name}: what changes for it up to {source.name} is only in a plan "
            f"`--from {own.name}`"
        )
        yield UnseenPart(one.manifest.file, message)


_SYSTEM = "kube-system"
_HIDDEN = (
    "no scheduler of the control plane is shown: a managed control plane hides it, and k3s runs it inside of its own "
    "program; what becomes of it and of its configuration is not in this plan"
)
_NOT_PLANNED = "what becomes of it is not in this plan"


def _elsewhere(running: RunningScheduler, flag: CommandLineFlag, shown: ObjectCommands) -> tuple[str, str | None]:
    """Return that a configuration is not among the objects, and how to see it."""
    value, mount = flag.value or "", running.mount_of(flag.value or "")
    file = None if mount is None else mount.host_file(value)
    node = text(running.spec.data.get("nodeName"))
    its = ClusterObject({"metadata": {"name": running.name, "namespace": running.namespace}})
    if file is not None and node:
        where = f"its configuration is {file} on node `{node}`, not in the cluster: {_NOT_PLANNED}"
        return where, command_saving_file(node, file)
    if file is not None:
        return f"its configuration is {file} on the nodes that run it, not in the cluster: {_NOT_PLANNED}", None
    volume = None if mount is None else mount.volume
    if volume is not None and volume.kind == "secret":
        name = text(volume.source.get("secretName"))
        where = f"its configuration is in Secret `{name}`, and no Secret is read: {_NOT_PLANNED}"
        return where, shown.kubectl(its, "get", "secret", name, "--output=yaml") if _NAME.fullmatch(name) else None
    keys = [] if mount is None else mount.config_map_keys(value)
    if keys:
        name = keys[0].config_map
        where = (
            f"its configuration is key `{keys[0].key}` of ConfigMap `{name}`, in which none was found: {_NOT_PLANNED}"
        )
        return where, shown.kubectl(its, "get", "configmap", name, "--output=yaml") if _NAME.fullmatch(name) else None
    return f"its configuration, `{value}`, is a file of its own container: {_NOT_PLANNED}", None
