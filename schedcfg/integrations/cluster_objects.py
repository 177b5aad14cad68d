"""Objects of a cluster that have to do with schedulers, and how they are written."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.sources.config_map_texts import values
from schedcfg.sources.manifests.pod import Fields, at, entries, fields, items, pod_spec, text
from schedcfg.sources.manifests.running import running_in

_LEFT_OUT = ("managedFields", "resourceVersion", "uid", "generation", "creationTimestamp", "selfLink")
_MIRROR = "kubernetes.io/config.mirror"
_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


class ClusterObject(NamedTuple):
    """An object of a cluster."""

    data: Fields  # All of it that somebody chose: without its status, and what the API server keeps about it

    @property
    def kind(self) -> str:
        """Its kind."""
        return text(self.data.get("kind"))

    @property
    def name(self) -> str:
        """Its name."""
        return text(at(self.data, "metadata", "name"))

    @property
    def namespace(self) -> str:
        """Its namespace; empty where it is in none."""
        return text(at(self.data, "metadata", "namespace"))

    @property
    def path(self) -> str:
        """How reports name it: `cluster/kube-system/configmap/my-scheduler`."""
        return "/".join(filter(None, ("cluster", self.namespace, self.kind.lower(), self.name)))

    @property
    def spec(self) -> Fields:
        """The `spec` of its Pods; empty where it has none."""
        found = pod_spec(self.kind, self.data, ())
        return {} if found is None else found.data

    @property
    def may_run_scheduler(self) -> bool:
        """Whether one of its containers runs a scheduler, or is called one."""
        containers = list(entries(self.spec.get("containers")))
        named = (
            f"{container.get('image')} {container.get('command')} {container.get('args')}" for container in containers
        )
        return any(running_in(self.kind, self.data, ())) or any("scheduler" in words for words in named)

    @property
    def requests_scheduler(self) -> bool:
        """Whether its Pods request another scheduler than the default one."""
        return bool(self.spec.get("schedulerName"))

    @property
    def is_of_workload(self) -> bool:
        """Whether it is a Pod that a workload makes; the mirror of a static Pod belongs to its node."""
        owners = items(at(self.data, "metadata", "ownerReferences"), ())
        return self.kind == "Pod" and any(owner.get("kind") != "Node" for owner, _ in owners)

    @property
    def account(self) -> tuple[str, str]:
        """Namespace and name of the service account of its Pods."""
        return self.namespace, text(self.spec.get("serviceAccountName")) or "default"

    @property
    def config_maps(self) -> set[tuple[str, str]]:
        """Namespace and name of each ConfigMap that its Pods mount."""
        found = set()
        for volume in entries(self.spec.get("volumes")):
            sources = [volume, *entries(at(volume, "projected", "sources"))]
            found |= {(self.namespace, text(at(source, "configMap", "name"))) for source in sources}
        return found

    @property
    def is_of_kubeadm(self) -> bool:
        """Whether it is the ConfigMap from which kubeadm makes the static Pods of control planes.

        Upstream: `KubeadmConfigConfigMap` in `cmd/kubeadm/app/constants/constants.go`.
        """
        return (self.kind, self.namespace, self.name) == ("ConfigMap", "kube-system", "kubeadm-config")

    @property
    def node(self) -> str:
        """The node whose kubelet makes it from a file, if it is the mirror of a static Pod; empty otherwise."""
        is_mirror = _MIRROR in fields(at(self.data, "metadata", "annotations"))
        return text(self.spec.get("nodeName")) if self.kind == "Pod" and is_mirror else ""

    @property
    def has_configuration(self) -> bool:
        """Whether it is a ConfigMap with a configuration, or something that looks like one."""
        return self.kind == "ConfigMap" and any(values(self.data))


def chosen(data: Fields, kind: str) -> ClusterObject:
    """Return an object as somebody chose it: without defaults that say nothing.

    Args:
        data: What the API server has.
        kind: Its kind; in a list it may be missing.
    """
    metadata = {key: value for key, value in fields(data.get("metadata")).items() if key not in _LEFT_OUT}
    annotations = {key: value for key, value in fields(metadata.get("annotations")).items() if key != _APPLIED}
    metadata = {**metadata, "annotations": annotations} if annotations else _without(metadata, "annotations")
    rest = {key: value for key, value in data.items() if key not in {"apiVersion", "kind", "metadata", "status"}}
    cluster_object = ClusterObject({"apiVersion": data.get("apiVersion"), "kind": kind, "metadata": metadata, **rest})
    spec = cluster_object.spec
    if spec.get("schedulerName") == DEFAULT_SCHEDULER:
        # The API server writes it into every Pod that names none.
        return ClusterObject(fields(_with_replacement(cluster_object.data, spec, _without(spec, "schedulerName"))))
    return cluster_object


def _without(data: Fields, key: str) -> Fields:
    return {name: value for name, value in data.items() if name != key}


def _with_replacement(data: object, old: Fields, new: Fields) -> object:
    """Return data with one mapping of it replaced; the rest is shared."""
    if data is old:
        return new
    return {key: _with_replacement(value, old, new) for key, value in data.items()} if isinstance(data, dict) else data


def granting(objects: Iterable[ClusterObject], accounts: set[tuple[str, str]]) -> Iterator[ClusterObject]:
    """Yield the bindings to some service accounts, the roles that they name, and the accounts.

    Args:
        objects: Roles, bindings and service accounts.
        accounts: Namespace and name of each.
    """
    every = list(objects)
    bindings = [
        cluster_object
        for cluster_object in every
        if cluster_object.kind.endswith("Binding") and _binds(cluster_object, accounts)
    ]
    roles = {
        (binding.namespace, text(at(binding.data, "roleRef", "kind")), text(at(binding.data, "roleRef", "name")))
        for binding in bindings
    }
    for cluster_object in every:
        is_role = any(
            (kind, name) == (cluster_object.kind, cluster_object.name) and cluster_object.namespace in {"", namespace}
            for namespace, kind, name in roles
        )
        if (
            cluster_object in bindings
            or is_role
            or (cluster_object.kind == "ServiceAccount" and (cluster_object.namespace, cluster_object.name) in accounts)
        ):
            yield cluster_object


def _binds(binding: ClusterObject, accounts: set[tuple[str, str]]) -> bool:
    for subject in entries(binding.data.get("subjects")):
        kind, name = subject.get("kind"), text(subject.get("name"))
        if kind == "Group" and any(name in _groups(namespace) for namespace, _ in accounts):
            return True
        if kind == "ServiceAccount" and (text(subject.get("namespace")) or binding.namespace, name) in accounts:
            return True
    return False


def _groups(namespace: str) -> tuple[str, ...]:
    """Return the groups that every service account of a namespace is in."""
    return "system:serviceaccounts", f"system:serviceaccounts:{namespace}", "system:authenticated"
