"""The bodies of requests to extenders, as kube-scheduler sends them (`k8s.io/kube-scheduler/extender/v1/types.go`)."""

import json
from collections.abc import Mapping

from schedcfg.commands.probe.extender.results import ExtenderVerb
from schedcfg.commands.probe.inputs import ApiObject
from schedcfg.configuration.effective.model import Extender


def verb_of(extender: Extender, verb: ExtenderVerb) -> str:
    """Return the configuration's name for a verb; empty where the extender is not called for it."""
    return extender.verbs.get(f"{verb}Verb", "")


def is_interested(extender: Extender, pod: ApiObject) -> bool:
    """Check whether kube-scheduler calls an extender for a Pod (`IsInterested`): it requests a managed resource."""
    managed = {resource.name for resource in extender.managed_resources}
    spec = pod["spec"]
    containers = [*spec["containers"], *(spec.get("initContainers") or ())]
    resources = [container.get("resources") or {} for container in containers]
    return not managed or any(managed & {*(one.get("requests") or ()), *(one.get("limits") or ())} for one in resources)


def extender_args(extender: Extender, pod: ApiObject, nodes: Mapping[str, ApiObject]) -> bytes:
    """Return what asks about nodes: by their names where the extender keeps nodes itself, else whole."""
    if extender.node_cache_capable:
        return _body({"Pod": pod, "Nodes": None, "NodeNames": list(nodes)})
    return _body({"Pod": pod, "Nodes": {"metadata": {}, "items": list(nodes.values())}, "NodeNames": None})


def preemption_args(extender: Extender, pod: ApiObject, victims: Mapping[str, ApiObject]) -> bytes:
    """Return what asks which Pods may be preempted: a node's victim, whole or by its UID."""
    if extender.node_cache_capable:
        meta = {
            node: {"Pods": [{"UID": victim["metadata"]["uid"]}], "NumPDBViolations": 0}
            for node, victim in victims.items()
        }
        return _body({"Pod": pod, "NodeNameToVictims": None, "NodeNameToMetaVictims": meta})
    whole = {node: {"Pods": [victim], "NumPDBViolations": 0} for node, victim in victims.items()}
    return _body({"Pod": pod, "NodeNameToVictims": whole, "NodeNameToMetaVictims": None})


def binding_args(pod: ApiObject, node: str) -> bytes:
    """Return what asks to bind a Pod to a node."""
    metadata = pod["metadata"]
    return _body(
        {"PodName": metadata["name"], "PodNamespace": metadata["namespace"], "PodUID": metadata["uid"], "Node": node}
    )


def _body(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
