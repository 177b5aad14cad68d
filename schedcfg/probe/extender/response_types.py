"""`v1.NodeList` as Go decodes it (`k8s.io/api/core/v1/types.go`); fields keep their types over the releases."""

from difflib import get_close_matches

from schedcfg.golang.json_types import (
    BOOL,
    INT32,
    INT64,
    STRING,
    MapType,
    PointerType,
    QuantityType,
    RawType,
    ScalarType,
    SliceType,
    StructType,
    TimeType,
)

_STRINGS = MapType(STRING)
_RESOURCES = MapType(QuantityType(), "v1.ResourceList")
_UID = ScalarType("string", "types.UID")

_OWNER = StructType(
    "OwnerReference",
    {
        "apiVersion": STRING,
        "kind": STRING,
        "name": STRING,
        "uid": _UID,
        "controller": PointerType(BOOL),
        "blockOwnerDeletion": PointerType(BOOL),
    },
)
_MANAGED_FIELDS = StructType(
    "ManagedFieldsEntry",
    {
        "manager": STRING,
        "operation": ScalarType("string", "v1.ManagedFieldsOperationType"),
        "apiVersion": STRING,
        "time": PointerType(TimeType()),
        "fieldsType": STRING,
        "fieldsV1": PointerType(RawType()),
        "subresource": STRING,
    },
)
_METADATA = StructType(
    "ObjectMeta",
    {
        "name": STRING,
        "generateName": STRING,
        "namespace": STRING,
        "selfLink": STRING,
        "uid": _UID,
        "resourceVersion": STRING,
        "generation": INT64,
        "creationTimestamp": TimeType(),
        "deletionTimestamp": PointerType(TimeType()),
        "deletionGracePeriodSeconds": PointerType(INT64),
        "labels": _STRINGS,
        "annotations": _STRINGS,
        "ownerReferences": SliceType(_OWNER),
        "finalizers": SliceType(STRING),
        "managedFields": SliceType(_MANAGED_FIELDS),
    },
)
_TAINT = StructType(
    "Taint",
    {
        "key": STRING,
        "value": STRING,
        "effect": ScalarType("string", "v1.TaintEffect"),
        "timeAdded": PointerType(TimeType()),
    },
)
_CONFIG_SOURCE = StructType(
    "NodeConfigSource",
    {
        "configMap": PointerType(
            StructType(
                "ConfigMapNodeConfigSource",
                {
                    "namespace": STRING,
                    "name": STRING,
                    "uid": _UID,
                    "resourceVersion": STRING,
                    "kubeletConfigKey": STRING,
                },
            )
        )
    },
)
_SPEC = StructType(
    "NodeSpec",
    {
        "podCIDR": STRING,
        "podCIDRs": SliceType(STRING),
        "providerID": STRING,
        "unschedulable": BOOL,
        "taints": SliceType(_TAINT),
        "configSource": PointerType(_CONFIG_SOURCE),
        "externalID": STRING,
    },
)
_CONDITION = StructType(
    "NodeCondition",
    {
        "type": ScalarType("string", "v1.NodeConditionType"),
        "status": ScalarType("string", "v1.ConditionStatus"),
        "lastHeartbeatTime": TimeType(),
        "lastTransitionTime": TimeType(),
        "reason": STRING,
        "message": STRING,
    },
)
_VOLUME_NAME = ScalarType("string", "v1.UniqueVolumeName")
_SYSTEM_INFO = (
    "machineID",
    "systemUUID",
    "bootID",
    "kernelVersion",
    "osImage",
    "containerRuntimeVersion",
    "kubeletVersion",
    "kubeProxyVersion",
    "operatingSystem",
    "architecture",
)
_NODE_INFO = StructType(
    "NodeSystemInfo",
    {
        **dict.fromkeys(_SYSTEM_INFO, STRING),
        "swap": PointerType(StructType("NodeSwapStatus", {"capacity": PointerType(INT64)})),
    },
)
_HANDLER_FEATURES = StructType(
    "NodeRuntimeHandlerFeatures", {"recursiveReadOnlyMounts": PointerType(BOOL), "userNamespaces": PointerType(BOOL)}
)
_STATUS = StructType(
    "NodeStatus",
    {
        "capacity": _RESOURCES,
        "allocatable": _RESOURCES,
        "phase": ScalarType("string", "v1.NodePhase"),
        "conditions": SliceType(_CONDITION),
        "addresses": SliceType(
            StructType("NodeAddress", {"type": ScalarType("string", "v1.NodeAddressType"), "address": STRING})
        ),
        "daemonEndpoints": StructType(
            "NodeDaemonEndpoints", {"kubeletEndpoint": StructType("DaemonEndpoint", {"Port": INT32})}
        ),
        "nodeInfo": _NODE_INFO,
        "images": SliceType(StructType("ContainerImage", {"names": SliceType(STRING), "sizeBytes": INT64})),
        "volumesInUse": SliceType(_VOLUME_NAME),
        "volumesAttached": SliceType(StructType("AttachedVolume", {"name": _VOLUME_NAME, "devicePath": STRING})),
        "config": PointerType(
            StructType(
                "NodeConfigStatus",
                {
                    "assigned": PointerType(_CONFIG_SOURCE),
                    "active": PointerType(_CONFIG_SOURCE),
                    "lastKnownGood": PointerType(_CONFIG_SOURCE),
                    "error": STRING,
                },
            )
        ),
        "runtimeHandlers": SliceType(
            StructType("NodeRuntimeHandler", {"name": STRING, "features": PointerType(_HANDLER_FEATURES)})
        ),
        "features": PointerType(StructType("NodeFeatures", {"supplementalGroupsPolicy": PointerType(BOOL)})),
    },
)
_TYPE_META = {"kind": STRING, "apiVersion": STRING}
_NODE = StructType("Node", {**_TYPE_META, "metadata": _METADATA, "spec": _SPEC, "status": _STATUS})

NODE_LIST = StructType(
    "NodeList",
    {
        **_TYPE_META,
        "metadata": StructType(
            "ListMeta",
            {
                "selfLink": STRING,
                "resourceVersion": STRING,
                "continue": STRING,
                "remainingItemCount": PointerType(INT64),
            },
        ),
        "items": SliceType(_NODE),
    },
)
SYSTEM_INFO = _SYSTEM_INFO
"""The fields of a node's `nodeInfo` that Go always writes."""


_FAILED_NODES = MapType(STRING, "v1.FailedNodesMap")

FILTER_RESULT = StructType(
    "ExtenderFilterResult",
    {
        "Nodes": PointerType(NODE_LIST),
        "NodeNames": PointerType(SliceType(STRING)),
        "FailedNodes": _FAILED_NODES,
        "FailedAndUnresolvableNodes": _FAILED_NODES,
        "Error": STRING,
    },
)
HOST_PRIORITY = StructType("HostPriority", {"Host": STRING, "Score": INT64})
HOST_PRIORITY_LIST = SliceType(HOST_PRIORITY, "v1.HostPriorityList")
_META_VICTIMS = StructType(
    "MetaVictims", {"Pods": SliceType(PointerType(StructType("MetaPod", {"UID": STRING}))), "NumPDBViolations": INT64}
)
PREEMPTION_RESULT = StructType(
    "ExtenderPreemptionResult", {"NodeNameToMetaVictims": MapType(PointerType(_META_VICTIMS))}
)
BINDING_RESULT = StructType("ExtenderBindingResult", {"Error": STRING})

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
