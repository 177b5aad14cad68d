"""The Pods of a DaemonSet: one for each node that its controller would choose.

Upstream: `NodeShouldRunDaemonPod` in `pkg/controller/daemon/daemon_controller.go`; `AddOrUpdateDaemonPodTolerations`
and `ReplaceDaemonSetPodNodeNameNodeAffinity` in `pkg/controller/daemon/util/daemonset_util.go`.
"""

import copy
from collections.abc import Iterable, Iterator
from typing import Any

from schedcfg.external.trial.admission.tolerations import has_untolerated
from schedcfg.external.trial.api.store import Object
from schedcfg.external.trial.inputs.given_objects import GivenObject
from schedcfg.external.trial.inputs.object_index import Kind
from schedcfg.external.trial.node_selection import is_selected
from schedcfg.sources.manifests.pod import at, fields, items, text

KIND: Kind = ("apps", "DaemonSet")

_NODE = "node.kubernetes.io/"
_TOLERATED = (
    ("not-ready", "NoExecute"),
    ("unreachable", "NoExecute"),
    ("disk-pressure", "NoSchedule"),
    ("memory-pressure", "NoSchedule"),
    ("pid-pressure", "NoSchedule"),
    ("unschedulable", "NoSchedule"),
)
_OF_HOST_NETWORK = ("network-unavailable", "NoSchedule")


def daemon_spec(daemon_set: GivenObject) -> dict[str, Any]:
    """Return the `spec` of a DaemonSet's Pods, but for the node of each."""
    spec: dict[str, Any] = copy.deepcopy(fields(at(daemon_set.data, "spec", "template", "spec")))
    tolerated = (*_TOLERATED, _OF_HOST_NETWORK) if spec.get("hostNetwork") is True else _TOLERATED
    added = [{"key": f"{_NODE}{key}", "operator": "Exists", "effect": effect} for key, effect in tolerated]
    names = [(one["key"], one["effect"]) for one in added]
    own = [one for one, _ in items(spec.get("tolerations"), ()) if (one.get("key"), one.get("effect")) not in names]
    spec["tolerations"] = [*own, *added]
    return spec


def chosen_nodes(spec: dict[str, Any], nodes: Iterable[Object]) -> Iterator[str]:
    """Yield the names of the nodes that get a Pod with a `spec`."""
    for node in nodes:
        name = text(at(node, "metadata", "name"))
        taints = [one for one, _ in items(at(node, "spec", "taints"), ())]
        is_there = spec.get("nodeName") in {None, "", name} and is_selected(spec, node)
        if is_there and not has_untolerated(taints, spec["tolerations"], "NoSchedule", "NoExecute"):
            yield name


def on_node(spec: dict[str, Any], node: str) -> dict[str, Any]:
    """Return the `spec` of the Pod for a node: it may be nowhere else."""
    own = copy.deepcopy(spec)
    affinity = own.setdefault("affinity", {}).setdefault("nodeAffinity", {})
    named = {"key": "metadata.name", "operator": "In", "values": [node]}
    affinity["requiredDuringSchedulingIgnoredDuringExecution"] = {"nodeSelectorTerms": [{"matchFields": [named]}]}
    return own
