"""Pods and nodes as Go's `encoding/json` writes them, which is how kube-scheduler sends them.

Fields without `omitempty`, and structs, are written be they empty (`k8s.io/api/core/v1/types.go`). The scheduler's
objects come out of its cache, where they have lost `kind`, `apiVersion` and, from 1.29 on, `managedFields`.
"""

import copy
from collections.abc import Mapping
from typing import Any, TypeAlias

from schedcfg.golang.quantity import canonical
from schedcfg.probe.extender.node_types import SYSTEM_INFO

Fields: TypeAlias = dict[str, Any]

_LAST_WITH_NULL_TIMESTAMP = 33
"""Later an unset `creationTimestamp` is left out."""

_CONTAINERS = ("initContainers", "containers", "ephemeralContainers")


def pod_on_wire(pod: Mapping[str, Any], release: int) -> Fields:
    """Write a Pod as a release (its minor number) sends it; whatever else it holds is kept."""
    found = _object(pod, release)
    spec = _struct(found, "spec")
    spec.setdefault("containers", None)
    for kind in _CONTAINERS:
        for container in spec.get(kind) or ():
            container.setdefault("name", "")
            resources = _struct(container, "resources")
            for part in ("requests", "limits"):
                _amounts(resources, part)
    _struct(found, "status")
    return found


def node_on_wire(node: Mapping[str, Any], release: int) -> Fields:
    """Write a node likewise."""
    found = _object(node, release)
    _struct(found, "spec")
    status = _struct(found, "status")
    for part in ("capacity", "allocatable"):
        _amounts(status, part)
    _struct(_struct(status, "daemonEndpoints"), "kubeletEndpoint").setdefault("Port", 0)
    info = _struct(status, "nodeInfo")
    for name in SYSTEM_INFO:
        info.setdefault(name, "")
    return found


def _object(written: Mapping[str, Any], release: int) -> Fields:
    found = {key: copy.deepcopy(value) for key, value in written.items() if key not in {"kind", "apiVersion"}}
    metadata = _struct(found, "metadata")
    if release <= _LAST_WITH_NULL_TIMESTAMP:
        metadata.setdefault("creationTimestamp", None)
    elif metadata.get("creationTimestamp", "") is None:
        del metadata["creationTimestamp"]
    return found


def _amounts(parent: Fields, key: str) -> None:
    """Write amounts as Go does: `1` and `1000m` are `"1"`; what is none stays, and the extender sees it."""
    if isinstance(parent.get(key), dict):
        parent[key] = {name: _amount(value) for name, value in parent[key].items()}


def _amount(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return value
    try:
        return canonical(str(value))
    except ValueError:
        return value


def _struct(parent: Fields, key: str) -> Fields:
    """Give a struct of an object; Go writes structs even if they are empty."""
    if not isinstance(parent.get(key), dict):
        parent[key] = {}
    found: Fields = parent[key]
    return found
