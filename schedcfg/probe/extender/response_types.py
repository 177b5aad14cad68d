"""`v1.NodeList` as Go decodes it (`k8s.io/api/core/v1/types.go`); fields keep their types over the releases."""

from difflib import get_close_matches

from schedcfg.probe.extender.go_json import Pointer, Quantity, Raw, Scalar, Slice, Struct, Table, Time
from schedcfg.probe.extender.go_json.shapes import BOOL, INT32, INT64, STRING

_STRINGS = Table(STRING)
_RESOURCES = Table(Quantity(), "v1.ResourceList")
_UID = Scalar("string", "types.UID")

_OWNER = Struct(
    "OwnerReference",
    {
        "apiVersion": STRING,
        "kind": STRING,
        "name": STRING,
        "uid": _UID,
        "controller": Pointer(BOOL),
        "blockOwnerDeletion": Pointer(BOOL),
    },
)
_MANAGED_FIELDS = Struct(
    "ManagedFieldsEntry",
    {
        "manager": STRING,
        "operation": Scalar("string", "v1.ManagedFieldsOperationType"),
        "apiVersion": STRING,
        "time": Pointer(Time()),
        "fieldsType": STRING,
        "fieldsV1": Pointer(Raw()),
        "subresource": STRING,
    },
)
_METADATA = Struct(
    "ObjectMeta",
    {
        "name": STRING,
        "generateName": STRING,
        "namespace": STRING,
        "selfLink": STRING,
        "uid": _UID,
        "resourceVersion": STRING,
        "generation": INT64,
        "creationTimestamp": Time(),
        "deletionTimestamp": Pointer(Time()),
        "deletionGracePeriodSeconds": Pointer(INT64),
        "labels": _STRINGS,
        "annotations": _STRINGS,
        "ownerReferences": Slice(_OWNER),
        "finalizers": Slice(STRING),
        "managedFields": Slice(_MANAGED_FIELDS),
    },
)
_TAINT = Struct(
    "Taint",
    {"key": STRING, "value": STRING, "effect": Scalar("string", "v1.TaintEffect"), "timeAdded": Pointer(Time())},
)
_CONFIG_SOURCE = Struct(
    "NodeConfigSource",
    {
        "configMap": Pointer(
            Struct(
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
_SPEC = Struct(
    "NodeSpec",
    {
        "podCIDR": STRING,
        "podCIDRs": Slice(STRING),
        "providerID": STRING,
        "unschedulable": BOOL,
        "taints": Slice(_TAINT),
        "configSource": Pointer(_CONFIG_SOURCE),
        "externalID": STRING,
    },
)
_CONDITION = Struct(
    "NodeCondition",
    {
        "type": Scalar("string", "v1.NodeConditionType"),
        "status": Scalar("string", "v1.ConditionStatus"),
        "lastHeartbeatTime": Time(),
        "lastTransitionTime": Time(),
        "reason": STRING,
        "message": STRING,
    },
)
_VOLUME_NAME = Scalar("string", "v1.UniqueVolumeName")
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
_NODE_INFO = Struct(
    "NodeSystemInfo",
    {**dict.fromkeys(_SYSTEM_INFO, STRING), "swap": Pointer(Struct("NodeSwapStatus", {"capacity": Pointer(INT64)}))},
)
_HANDLER_FEATURES = Struct(
    "NodeRuntimeHandlerFeatures", {"recursiveReadOnlyMounts": Pointer(BOOL), "userNamespaces": Pointer(BOOL)}
)
_STATUS = Struct(
    "NodeStatus",
    {
        "capacity": _RESOURCES,
        "allocatable": _RESOURCES,
        "phase": Scalar("string", "v1.NodePhase"),
        "conditions": Slice(_CONDITION),
        "addresses": Slice(Struct("NodeAddress", {"type": Scalar("string", "v1.NodeAddressType"), "address": STRING})),
        "daemonEndpoints": Struct(
            "NodeDaemonEndpoints", {"kubeletEndpoint": Struct("DaemonEndpoint", {"Port": INT32})}
        ),
        "nodeInfo": _NODE_INFO,
        "images": Slice(Struct("ContainerImage", {"names": Slice(STRING), "sizeBytes": INT64})),
        "volumesInUse": Slice(_VOLUME_NAME),
        "volumesAttached": Slice(Struct("AttachedVolume", {"name": _VOLUME_NAME, "devicePath": STRING})),
        "config": Pointer(
            Struct(
                "NodeConfigStatus",
                {
                    "assigned": Pointer(_CONFIG_SOURCE),
                    "active": Pointer(_CONFIG_SOURCE),
                    "lastKnownGood": Pointer(_CONFIG_SOURCE),
                    "error": STRING,
                },
            )
        ),
        "runtimeHandlers": Slice(
            Struct("NodeRuntimeHandler", {"name": STRING, "features": Pointer(_HANDLER_FEATURES)})
        ),
        "features": Pointer(Struct("NodeFeatures", {"supplementalGroupsPolicy": Pointer(BOOL)})),
    },
)
_TYPE_META = {"kind": STRING, "apiVersion": STRING}
_NODE = Struct("Node", {**_TYPE_META, "metadata": _METADATA, "spec": _SPEC, "status": _STATUS})

NODE_LIST = Struct(
    "NodeList",
    {
        **_TYPE_META,
        "metadata": Struct(
            "ListMeta",
            {"selfLink": STRING, "resourceVersion": STRING, "continue": STRING, "remainingItemCount": Pointer(INT64)},
        ),
        "items": Slice(_NODE),
    },
)
SYSTEM_INFO = _SYSTEM_INFO
"""The fields of a node's `nodeInfo` that Go always writes."""


_FAILED_NODES = Table(STRING, "v1.FailedNodesMap")

FILTER_RESULT = Struct(
    "ExtenderFilterResult",
    {
        "Nodes": Pointer(NODE_LIST),
        "NodeNames": Pointer(Slice(STRING)),
        "FailedNodes": _FAILED_NODES,
        "FailedAndUnresolvableNodes": _FAILED_NODES,
        "Error": STRING,
    },
)
HOST_PRIORITY = Struct("HostPriority", {"Host": STRING, "Score": INT64})
HOST_PRIORITY_LIST = Slice(HOST_PRIORITY, "v1.HostPriorityList")
_META_VICTIMS = Struct(
    "MetaVictims", {"Pods": Slice(Pointer(Struct("MetaPod", {"UID": STRING}))), "NumPDBViolations": INT64}
)
PREEMPTION_RESULT = Struct("ExtenderPreemptionResult", {"NodeNameToMetaVictims": Table(Pointer(_META_VICTIMS))})
BINDING_RESULT = Struct("ExtenderBindingResult", {"Error": STRING})

_SHORTEST = 4
"""Letters of a name that is looked for inside longer ones."""


def likely_meant(struct: Struct, key: str) -> str | None:
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
