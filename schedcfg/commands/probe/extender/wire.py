"""What goes over the wire: the types of extenders' answers, as Go decodes them, and the bodies of requests.

Pods and nodes are written as Go's `encoding/json` writes them, which is how kube-scheduler sends them. Fields without
`omitempty`, and structs, are written be they empty. The scheduler's objects come out of its cache, where they have
lost `kind`, `apiVersion` and, since 1.29, `managedFields`.

Upstream: `k8s.io/kube-scheduler/extender/v1/types.go` and, for whole nodes, `k8s.io/api/core/v1/types.go` with
`meta/v1`. Fields keep their types over the releases.
"""

import copy
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, TypeAlias

from schedcfg.commands.probe.extender.results import ExtenderVerb
from schedcfg.configuration.effective.model import Extender
from schedcfg.document.golang.json_decoding import (
    BOOL,
    INT32,
    INT64,
    STRING,
    GoType,
    MapType,
    PointerType,
    QuantityType,
    RawType,
    ScalarType,
    SliceType,
    StructType,
    TimeType,
)
from schedcfg.document.golang.numbers import canonical
from schedcfg.releases.release import Release

_STRUCTS = """
OwnerReference: apiVersion, kind, name string; uid types.UID; controller, blockOwnerDeletion *bool
ManagedFieldsEntry: manager string; operation v1.ManagedFieldsOperationType; apiVersion string; time *Time
ManagedFieldsEntry: fieldsType string; fieldsV1 *FieldsV1; subresource string
ObjectMeta: name, generateName, namespace, selfLink string; uid types.UID; resourceVersion string; generation int64
ObjectMeta: creationTimestamp Time; deletionTimestamp *Time; deletionGracePeriodSeconds *int64
ObjectMeta: labels, annotations map[string]string; ownerReferences []OwnerReference; finalizers []string
ObjectMeta: managedFields []ManagedFieldsEntry
Taint: key, value string; effect v1.TaintEffect; timeAdded *Time
ConfigMapNodeConfigSource: namespace, name string; uid types.UID; resourceVersion, kubeletConfigKey string
NodeConfigSource: configMap *ConfigMapNodeConfigSource
NodeSpec: podCIDR string; podCIDRs []string; providerID string; unschedulable bool; taints []Taint
NodeSpec: configSource *NodeConfigSource; externalID string
NodeCondition: type v1.NodeConditionType; status v1.ConditionStatus; lastHeartbeatTime, lastTransitionTime Time
NodeCondition: reason, message string
NodeAddress: type v1.NodeAddressType; address string
DaemonEndpoint: Port int32
NodeDaemonEndpoints: kubeletEndpoint DaemonEndpoint
NodeSwapStatus: capacity *int64
NodeSystemInfo: machineID, systemUUID, bootID, kernelVersion, osImage, containerRuntimeVersion, kubeletVersion string
NodeSystemInfo: kubeProxyVersion, operatingSystem, architecture string; swap *NodeSwapStatus
ContainerImage: names []string; sizeBytes int64
AttachedVolume: name v1.UniqueVolumeName; devicePath string
NodeConfigStatus: assigned, active, lastKnownGood *NodeConfigSource; error string
NodeRuntimeHandlerFeatures: recursiveReadOnlyMounts, userNamespaces *bool
NodeRuntimeHandler: name string; features *NodeRuntimeHandlerFeatures
NodeFeatures: supplementalGroupsPolicy *bool
NodeStatus: capacity, allocatable v1.ResourceList; phase v1.NodePhase; conditions []NodeCondition
NodeStatus: addresses []NodeAddress; daemonEndpoints NodeDaemonEndpoints; nodeInfo NodeSystemInfo
NodeStatus: images []ContainerImage; volumesInUse []v1.UniqueVolumeName; volumesAttached []AttachedVolume
NodeStatus: config *NodeConfigStatus; runtimeHandlers []NodeRuntimeHandler; features *NodeFeatures
Node: kind, apiVersion string; metadata ObjectMeta; spec NodeSpec; status NodeStatus
ListMeta: selfLink, resourceVersion, continue string; remainingItemCount *int64
NodeList: kind, apiVersion string; metadata ListMeta; items []Node
ExtenderFilterResult: Nodes *NodeList; NodeNames *[]string
ExtenderFilterResult: FailedNodes, FailedAndUnresolvableNodes v1.FailedNodesMap; Error string
HostPriority: Host string; Score int64
MetaPod: UID string
MetaVictims: Pods []*MetaPod; NumPDBViolations int64
ExtenderPreemptionResult: NodeNameToMetaVictims map[string]*MetaVictims
ExtenderBindingResult: Error string
"""
"""Structs with their JSON keys and Go's types; parts of a struct come before it."""


def _structs() -> dict[str, StructType]:
    """Read the structs; types that are no struct but have a package before their name are texts."""
    made: dict[str, dict[str, GoType]] = {}
    known: dict[str, GoType] = {
        "string": STRING,
        "bool": BOOL,
        "int32": INT32,
        "int64": INT64,
        "Time": TimeType(),
        "FieldsV1": RawType(),
        "v1.ResourceList": MapType(QuantityType(), "v1.ResourceList"),
        "v1.FailedNodesMap": MapType(STRING, "v1.FailedNodesMap"),
    }

    def shape(text: str) -> GoType:
        if text.startswith("*"):
            return PointerType(shape(text[1:]))
        if text.startswith("[]"):
            return SliceType(shape(text[2:]))
        if text.startswith("map[string]"):
            return MapType(shape(text.removeprefix("map[string]")))
        return known[text] if text in known else ScalarType("string", text)

    for line in _STRUCTS.strip().splitlines():
        name, _, fields = line.partition(": ")
        if name not in made:
            known[name] = StructType(name, made.setdefault(name, {}))
        for field in fields.split("; "):
            keys, _, kind = field.rpartition(" ")
            made[name].update(dict.fromkeys(keys.split(", "), shape(kind)))
    return {name: found for name, found in known.items() if isinstance(found, StructType)}


_READ = _structs()
FILTER_RESULT = _READ["ExtenderFilterResult"]
HOST_PRIORITY_LIST = SliceType(_READ["HostPriority"], "v1.HostPriorityList")
PREEMPTION_RESULT = _READ["ExtenderPreemptionResult"]
BINDING_RESULT = _READ["ExtenderBindingResult"]

OF_THE_API = frozenset(name for name in _READ if name.startswith(("Extender", "Host", "Meta")))
"""Structs whose keys extenders write themselves; those of nodes come from the API server."""

_SYSTEM_INFO = tuple(key for key, shape in _READ["NodeSystemInfo"].fields.items() if shape is STRING)
"""The fields of a node's `nodeInfo` that Go always writes."""

_SHORTEST = 4
"""Letters of a name that is looked for inside longer ones."""


def likely_meant(struct: StructType, key: str) -> str | None:
    """Return the field that a key which is none seems to mean; None where it resembles none."""
    letters = _letters(key)
    names = {_letters(name): name for name in struct.fields}
    if letters in names:
        return names[letters]
    close = get_close_matches(letters, names, 1, 0.88)
    if close:
        return names[close[0]]
    inside = [name for name in names if len(name) >= _SHORTEST and name in letters]
    return names[max(inside, key=len)] if inside else None


def _letters(key: str) -> str:
    return "".join(filter(str.isalnum, key)).lower()


ApiObject: TypeAlias = dict[str, Any]

_ALL_CONTAINERS = ("initContainers", "containers", "ephemeralContainers")


def pod_on_wire(pod: Mapping[str, Any], release: Release) -> ApiObject:
    """Write a Pod as a release sends it; whatever else it holds is kept."""
    found = _object(pod, release)
    spec = _struct(found, "spec")
    spec.setdefault("containers", None)
    for kind in _ALL_CONTAINERS:
        for container in spec.get(kind) or ():
            container.setdefault("name", "")
            resources = _struct(container, "resources")
            for part in ("requests", "limits"):
                _amounts(resources, part)
    _struct(found, "status")
    return found


def node_on_wire(node: Mapping[str, Any], release: Release) -> ApiObject:
    """Write a node likewise."""
    found = _object(node, release)
    _struct(found, "spec")
    status = _struct(found, "status")
    for part in ("capacity", "allocatable"):
        _amounts(status, part)
    _struct(_struct(status, "daemonEndpoints"), "kubeletEndpoint").setdefault("Port", 0)
    info = _struct(status, "nodeInfo")
    for name in _SYSTEM_INFO:
        info.setdefault(name, "")
    return found


def _object(written: Mapping[str, Any], release: Release) -> ApiObject:
    found = {key: copy.deepcopy(value) for key, value in written.items() if key not in {"kind", "apiVersion"}}
    metadata = _struct(found, "metadata")
    if release.sends_null_timestamps:
        metadata.setdefault("creationTimestamp", None)
    elif metadata.get("creationTimestamp", "") is None:
        del metadata["creationTimestamp"]
    return found


def _amounts(parent: ApiObject, key: str) -> None:
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


def _struct(parent: ApiObject, key: str) -> ApiObject:
    """Return a struct of an object; Go writes structs even if they are empty."""
    if not isinstance(parent.get(key), dict):
        parent[key] = {}
    found: ApiObject = parent[key]
    return found


_ASKING_CONTAINERS = ("containers", "initContainers")
"""Whose requests make an extender interested (`hasManagedResources`)."""


@dataclass(frozen=True, slots=True)
class TrialInputs:
    """What extenders are asked about."""

    pod: ApiObject
    nodes: dict[str, ApiObject]  # Nodes by their names, in order
    built_in: frozenset[str]  # Which of both are the built-in ones: `pod`, `nodes`

    @property
    def pod_name(self) -> str:
        """The Pod's `namespace/name`."""
        metadata = self.pod["metadata"]
        return f"{metadata['namespace']}/{metadata['name']}"

    def on_wire(self, release: Release) -> "TrialInputs":
        """Return the same as a release sends it."""
        nodes = {name: node_on_wire(node, release) for name, node in self.nodes.items()}
        return replace(self, pod=pod_on_wire(self.pod, release), nodes=nodes)


def is_interested(extender: Extender, pod: Mapping[str, Any]) -> bool:
    """Check whether kube-scheduler asks an extender about a Pod (`IsInterested`)."""
    managed = {resource.name for resource in extender.managed_resources}
    if not managed:
        return True
    spec = pod.get("spec") or {}
    return any(
        managed & (container.get("resources") or {}).get(kind, {}).keys()
        for containers in _ASKING_CONTAINERS
        for container in spec.get(containers) or ()
        for kind in ("requests", "limits")
        if (container.get("resources") or {}).get(kind)
    )


def url_of(extender: Extender, verb: ExtenderVerb) -> str:
    """Return the URL at which an extender is asked (`send`)."""
    return f"{extender.url_prefix.rstrip('/')}/{written_verb(extender, verb)}"


def written_verb(extender: Extender, verb: ExtenderVerb) -> str:
    """Return the configuration's name for a verb; empty where the extender is not called for it."""
    return {
        ExtenderVerb.FILTER: extender.filter_verb,
        ExtenderVerb.PREEMPT: extender.preempt_verb,
        ExtenderVerb.PRIORITIZE: extender.prioritize_verb,
        ExtenderVerb.BIND: extender.bind_verb,
    }[verb]


def extender_args(extender: Extender, pod: ApiObject, nodes: Mapping[str, ApiObject]) -> bytes:
    """Return what asks about nodes: by their names where the extender keeps nodes itself, else whole."""
    names = list(nodes) if extender.node_cache_capable else None
    whole: ApiObject | None = (
        None if extender.node_cache_capable else {"metadata": {}, "items": list(nodes.values()) or None}
    )
    return _body_bytes({"Pod": pod, "Nodes": whole, "NodeNames": names})


def preemption_args(extender: Extender, pod: ApiObject, victims: Mapping[str, ApiObject]) -> bytes:
    """Return what asks which Pods may be preempted: a node's victims, whole or by UIDs (`convertToMetaVictims`)."""
    whole: ApiObject | None = None
    meta: ApiObject | None = None
    if extender.node_cache_capable:
        meta = {
            node: {"Pods": [{"UID": victim["metadata"]["uid"]}], "NumPDBViolations": 0}
            for node, victim in victims.items()
        }
    else:
        whole = {node: {"Pods": [victim], "NumPDBViolations": 0} for node, victim in victims.items()}
    return _body_bytes({"Pod": pod, "NodeNameToVictims": whole, "NodeNameToMetaVictims": meta})


def binding_args(pod: ApiObject, node: str) -> bytes:
    """Return what asks to bind a Pod to a node."""
    metadata = pod["metadata"]
    return _body_bytes(
        {"PodName": metadata["name"], "PodNamespace": metadata["namespace"], "PodUID": metadata["uid"], "Node": node}
    )


def names_of(nodes: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of nodes, in their order."""
    return [str((node.get("metadata") or {}).get("name", "")) for node in nodes]


def _body_bytes(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
