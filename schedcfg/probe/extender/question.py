"""What an extender is asked, and the bodies of the requests (`ExtenderArgs` and its like)."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from schedcfg.effective.model import Extender
from schedcfg.probe.extender.wire import Fields, node_on_wire, pod_on_wire
from schedcfg.results.extender_trial import Verb

_CONTAINERS = ("containers", "initContainers")
"""Whose requests make an extender interested (`hasManagedResources`)."""


class Question(NamedTuple):
    """What extenders are asked about.

    Attributes:
        pod: A Pod with name, namespace and UID.
        nodes: Nodes by their names, in order.
        built_in: Which of both are the built-in ones: `pod`, `nodes`.
    """

    pod: Fields
    nodes: dict[str, Fields]
    built_in: frozenset[str]

    @property
    def pod_name(self) -> str:
        """The Pod's `namespace/name`."""
        metadata = self.pod["metadata"]
        return f"{metadata['namespace']}/{metadata['name']}"

    def on_wire(self, release: int) -> "Question":
        """Give the same as a release (its minor number) sends it."""
        nodes = {name: node_on_wire(node, release) for name, node in self.nodes.items()}
        return self._replace(pod=pod_on_wire(self.pod, release), nodes=nodes)


def is_interested(extender: Extender, pod: Mapping[str, Any]) -> bool:
    """Tell whether kube-scheduler asks an extender about a Pod (`IsInterested`)."""
    managed = {resource.name for resource in extender.managed_resources}
    if not managed:
        return True
    spec = pod.get("spec") or {}
    return any(
        managed & (container.get("resources") or {}).get(kind, {}).keys()
        for containers in _CONTAINERS
        for container in spec.get(containers) or ()
        for kind in ("requests", "limits")
        if (container.get("resources") or {}).get(kind)
    )


def url_of(extender: Extender, verb: Verb) -> str:
    """Put together where an extender is asked (`send`)."""
    return f"{extender.url_prefix.rstrip('/')}/{written_verb(extender, verb)}"


def written_verb(extender: Extender, verb: Verb) -> str:
    """Give what the configuration calls a verb; empty where the extender is not asked for it."""
    return {
        Verb.FILTER: extender.filter_verb,
        Verb.PREEMPT: extender.preempt_verb,
        Verb.PRIORITIZE: extender.prioritize_verb,
        Verb.BIND: extender.bind_verb,
    }[verb]


def extender_args(extender: Extender, pod: Fields, nodes: Mapping[str, Fields]) -> bytes:
    """Ask about nodes: by their names where the extender keeps nodes itself, else whole."""
    names = list(nodes) if extender.node_cache_capable else None
    whole: Fields | None = (
        None if extender.node_cache_capable else {"metadata": {}, "items": list(nodes.values()) or None}
    )
    return _written({"Pod": pod, "Nodes": whole, "NodeNames": names})


def preemption_args(extender: Extender, pod: Fields, victims: Mapping[str, Fields]) -> bytes:
    """Ask which Pods may be preempted: each node's victims, whole or by their UIDs (`convertToMetaVictims`)."""
    whole: Fields | None = None
    meta: Fields | None = None
    if extender.node_cache_capable:
        meta = {
            node: {"Pods": [{"UID": victim["metadata"]["uid"]}], "NumPDBViolations": 0}
            for node, victim in victims.items()
        }
    else:
        whole = {node: {"Pods": [victim], "NumPDBViolations": 0} for node, victim in victims.items()}
    return _written({"Pod": pod, "NodeNameToVictims": whole, "NodeNameToMetaVictims": meta})


def binding_args(pod: Fields, node: str) -> bytes:
    """Ask to bind a Pod to a node."""
    metadata = pod["metadata"]
    return _written(
        {
            "PodName": metadata["name"],
            "PodNamespace": metadata["namespace"],
            "PodUID": metadata["uid"],
            "Node": node,
        }
    )


def names_of(nodes: Iterable[Mapping[str, Any]]) -> list[str]:
    """Name nodes, in their order."""
    return [str((node.get("metadata") or {}).get("name", "")) for node in nodes]


def _written(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
