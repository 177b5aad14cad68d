"""The types of the extender API (`k8s.io/kube-scheduler/extender/v1/types.go`), and keys that miss them."""

from difflib import get_close_matches

from schedcfg.golang.json_types import INT64, STRING, MapType, PointerType, SliceType, StructType
from schedcfg.probe.extender.node_types import NODE_LIST

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
    """Name the field that a key which is none seems to mean; None where it resembles none."""
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
