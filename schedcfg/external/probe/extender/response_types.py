"""The types of extenders' answers, as Go decodes them; and keys that miss them.

Upstream: `k8s.io/kube-scheduler/extender/v1/types.go` and, for whole nodes, `k8s.io/api/core/v1/types.go` with
`meta/v1`. Fields keep their types over the releases.
"""

from difflib import get_close_matches

from schedcfg.document.golang.json_types import (
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

SYSTEM_INFO = tuple(key for key, shape in _READ["NodeSystemInfo"].fields.items() if shape is STRING)
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
