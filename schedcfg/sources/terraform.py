"""What `terraform show -json` prints of a plan or a state: the resources, and those that are objects of Kubernetes.

A plan has each text several times: as planned, as it was before, as a change, and as written in the code. What is
planned counts, with what its data sources have read.

Sources: developer.hashicorp.com/terraform/internals/json-format, "Plan Representation" and "Values Representation"; the
schemas of github.com/hashicorp/terraform-provider-kubernetes.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.span import Path, follow

_RBAC = "rbac.authorization.k8s.io/v1"
_OBJECTS = {
    "cluster_role": (_RBAC, "ClusterRole"),
    "cluster_role_binding": (_RBAC, "ClusterRoleBinding"),
    "config_map": ("v1", "ConfigMap"),
    "daemon_set": ("apps/v1", "DaemonSet"),
    "daemonset": ("apps/v1", "DaemonSet"),
    "deployment": ("apps/v1", "Deployment"),
    "pod": ("v1", "Pod"),
    "role": (_RBAC, "Role"),
    "role_binding": (_RBAC, "RoleBinding"),
    "service": ("v1", "Service"),
    "service_account": ("v1", "ServiceAccount"),
    "stateful_set": ("apps/v1", "StatefulSet"),
}
"""Type of a resource, without `kubernetes_` and `_v1` → API version and kind."""
_PLURALS = {
    "container": "containers",
    "init_container": "initContainers",
    "port": "ports",
    "rule": "rules",
    "subject": "subjects",
    "toleration": "tolerations",
    "topology_spread_constraint": "topologySpreadConstraints",
    "volume": "volumes",
    "volume_mount": "volumeMounts",
}
"""Blocks that may be repeated, whose name is the singular of the field → the field."""
_LISTS = frozenset({"env", "env_from", "image_pull_secrets", "items", "match_expressions"})
"""Blocks that may be repeated, and are called like the field. Any other block is an object."""
_MAPS = frozenset({"annotations", "data", "labels", "limits", "match_labels", "node_selector", "requests"})
"""Fields whose keys are the user's."""


class TerraformObject(NamedTuple):
    """A resource of a plan or a state, as an object where it is one of Kubernetes."""

    address: str  # `module.scheduler.kubernetes_config_map.this[0]`
    path: Path  # Where it is in the document
    data: dict[str, object]  # Its content; with the API's names where its resource has others
    texts: tuple[Path, ...] = ()  # Where it has manifests as a text


def is_plan(data: object) -> bool:
    """Return whether a document is a plan or a state, as JSON."""
    return isinstance(data, dict) and "format_version" in data and ("planned_values" in data or "values" in data)


def planned_objects(data: object) -> Iterator[TerraformObject]:
    """Yield what a plan's or a state's resources are, in order."""
    for values in (("planned_values",), ("values",)):
        for path, resource in _resources(data, (*values, "root_module")):
            yield _planned(path, resource)
    for path, resource in _resources(data, ("prior_state", "values", "root_module")):
        if resource.get("mode") == "data":
            yield _planned(path, resource)


def _resources(data: object, path: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    """Yield the resources of a module and of those in it, with their places."""
    resources = follow(data, (*path, "resources"))
    for index, resource in enumerate(resources if isinstance(resources, list) else ()):
        if isinstance(resource, dict) and isinstance(resource.get("values"), dict):
            yield (*path, "resources", index), resource
    modules = follow(data, (*path, "child_modules"))
    for index in range(len(modules) if isinstance(modules, list) else 0):
        yield from _resources(data, (*path, "child_modules", index))


def _planned(path: Path, resource: dict[str, object]) -> TerraformObject:
    kind, address, values = str(resource.get("type", "")), str(resource.get("address", "")), resource["values"]
    assert isinstance(values, dict)
    place = (*path, "values")
    name = kind.removeprefix("kubernetes_").removesuffix("_v1")
    if kind == "kubernetes_manifest" and isinstance(values.get("manifest"), dict):
        return TerraformObject(address, (*place, "manifest"), values["manifest"])
    if kind.startswith("kubernetes_") and name in _OBJECTS:
        api_version, own_kind = _OBJECTS[name]
        return TerraformObject(address, place, {"apiVersion": api_version, "kind": own_kind, **_object(values)})
    return TerraformObject(
        address, place, values, tuple((*place, key) for key in _TEXTS if isinstance(values.get(key), str))
    )


_TEXTS = ("yaml_body", "manifest")
"""Where resources of other providers have manifests: `kubectl_manifest`, `helm_template`, `helm_release`."""


def _object(values: dict[str, object]) -> dict[str, object]:
    """Return a resource's values by the names of the API, without those that are not set."""
    written = {key: value for key, value in values.items() if value not in (None, [])}
    return dict(_field(key, value) for key, value in written.items())


def _field(key: str, value: object) -> tuple[str, object]:
    first, *rest = key.split("_")
    name = first + "".join(word.capitalize() for word in rest)
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        items = [_object(item) for item in value]
        if key in _PLURALS or key in _LISTS:
            return _PLURALS.get(key, name), items
        return name, items[0]
    return name, _object(value) if isinstance(value, dict) and key not in _MAPS else value
