"""Nodes as files have them: taints that their conditions bring, and what makes them useless."""

from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.external.trial.inputs.given_objects import GivenObject, InputNotes
from schedcfg.sources.manifests.pod import at, fields, items

_NODE = "node.kubernetes.io/"
_TAINTS: Mapping[tuple[str, str], str] = {
    ("Ready", "False"): "not-ready",
    ("Ready", "Unknown"): "unreachable",
    ("MemoryPressure", "True"): "memory-pressure",
    ("DiskPressure", "True"): "disk-pressure",
    ("NetworkUnavailable", "True"): "network-unavailable",
    ("PIDPressure", "True"): "pid-pressure",
}
"""Condition → taint. Upstream: `nodeConditionToTaintKeyStatusMap` in `pkg/controller/nodelifecycle`."""
_HOSTNAME = "kubernetes.io/hostname"


def complete_node(given: GivenObject, notes: InputNotes) -> None:
    """Fill in what the API server and the node controller do, and note what keeps Pods away.

    Upstream: `SetDefaults_NodeStatus` in `pkg/apis/core/v1/defaults.go`; `doNoScheduleTaintingPass` in
    `pkg/controller/nodelifecycle/node_lifecycle_controller.go`.
    """
    status = given.data.setdefault("status", {})
    if "allocatable" not in status and status.get("capacity"):
        status["allocatable"] = dict(status["capacity"])
    allocatable = fields(status.get("allocatable"))
    if not allocatable:
        notes.count("no `status.allocatable`, so that nothing fits there", "Node")
    elif not allocatable.get("pods"):
        notes.count("no `pods` in `status.allocatable`, so that no Pod fits there", "Node")
    if _HOSTNAME not in fields(at(given.data, "metadata", "labels")):
        notes.count(f"without the label `{_HOSTNAME}`, so that rules about hosts do not see them", "Node")
    spec = given.data.setdefault("spec", {})
    there = {(one.get("key"), one.get("effect")) for one, _ in items(spec.get("taints"), ())}
    added = [taint for taint in _taints(given.data) if (taint["key"], taint["effect"]) not in there]
    if added:
        spec["taints"] = [*spec.get("taints", ()), *added]
        for taint in added:
            notes.count(f"taint {taint['key']} from what the node says of itself", "Node")


def _taints(node: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for condition, _ in items(at(node, "status", "conditions"), ()):
        key = _TAINTS.get((str(condition.get("type")), str(condition.get("status"))))
        if key is not None:
            yield {"key": f"{_NODE}{key}", "effect": "NoSchedule"}
    if at(node, "spec", "unschedulable") is True:
        yield {"key": f"{_NODE}unschedulable", "effect": "NoSchedule"}
