"""Nodes and Pods that are sketched in a line: `20:cpu=8,memory=32Gi,zone=a/b/c`, `100:cpu=500m,memory=1Gi`."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from schedcfg.commands.trial.api.store import Object
from schedcfg.commands.trial.inputs.given_objects import GivenObject, InputNotes, WrongTrialInputs
from schedcfg.document.golang.numbers import canonical, parse_int
from schedcfg.document.texts import printable
from schedcfg.errors import near_or
from schedcfg.patterns import pattern
from schedcfg.plugins.label_syntax import is_dns_name, key_objection, value_objection

MOST_NODES, MOST_PODS = 20_000, 50_000
"""What a trial takes; a cluster has 5,000 nodes at most."""

_FORM = pattern(r"(?P<count>[0-9]{1,12}):(?P<rest>.*)")
_TAINT = pattern(r"(?P<key>[^=:]+)(?:=(?P<value>[^:]*))?:(?P<effect>[^:]*)")
_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
HOSTNAME = "kubernetes.io/hostname"
"""The label with the name of a node."""
_LABEL = "label."
_PLACES = {"zone": "topology.kubernetes.io/zone", "region": "topology.kubernetes.io/region"}
_NATIVE = ("cpu", "memory", "ephemeral-storage")
_HUGE = "hugepages-"
_PODS = "110"
"""Pods of a node where nothing else is said. Upstream: `MaxPods` in `pkg/kubelet/apis/config/v1beta1/defaults.go`."""
_LARGEST_PRIORITY = 1_000_000_000
"""Upstream: `HighestUserDefinablePriority` in `pkg/apis/scheduling/types.go`."""
_LEAST_PRIORITY = -(2**31)


def is_sketch(value: str) -> bool:
    """Return whether a value is a sketch, and no path: it begins with a number and a colon."""
    return _FORM.fullmatch(value) is not None


class SketchPart(NamedTuple):
    """One `key=value` of a sketch."""

    option: str  # `--nodes` or `--pods`
    sketch: str
    key: str
    value: str

    def refusal(self, reason: str) -> WrongTrialInputs:
        """Return the error about it."""
        shown = f"{self.key}={self.value}" if self.key else self.value
        return WrongTrialInputs(printable(f"`{self.option} {self.sketch}`: in `{shown}`, {reason}"))


@dataclass
class SketchedGroup:
    """What the parts of a sketch say."""

    name: str
    namespace: str = "default"
    resources: dict[str, str] = field(default_factory=dict)
    labels: dict[str, list[str]] = field(default_factory=dict)  # Key → the values that are dealt out in turn
    taints: list[Object] = field(default_factory=list)
    tolerations: list[Object] = field(default_factory=list)
    priority: int | None = None
    priority_class: str = ""
    scheduler: str = ""

    def labels_of(self, index: int) -> dict[str, str]:
        """Return the labels of one of them."""
        return {key: values[index % len(values)] for key, values in self.labels.items()}


Setter = Callable[[SketchedGroup, SketchPart], None]


class Sketches:
    """All sketches of a run: names go on where those of the one before end."""

    def __init__(self, notes: InputNotes) -> None:
        self._notes = notes
        self._used: Counter[tuple[str, str, str]] = Counter()

    def nodes(self, sketch: str) -> Iterator[GivenObject]:
        """Yield the nodes of a sketch.

        Raises:
            WrongTrialInputs: if a part of it is wrong.
        """
        group, count = _read("--nodes", sketch, MOST_NODES, SketchedGroup("node"))
        group.resources.setdefault("pods", _PODS)
        for name in ("cpu", "memory"):
            if name not in group.resources:
                self._notes.add(f"the nodes of `{sketch}` have no {name}: only Pods that request none fit")
        for index, name in enumerate(self._names("Node", "", group.name, count)):
            yield GivenObject(_node(group, index, name), sketch)

    def pods(self, sketch: str) -> Iterator[GivenObject]:
        """Yield the Pods of a sketch, behind the PriorityClass that they need.

        Raises:
            WrongTrialInputs: if a part of it is wrong.
        """
        group, count = _read("--pods", sketch, MOST_PODS, SketchedGroup("pod"))
        if group.priority is not None:
            yield GivenObject(_priority_class(group), sketch)
        for index, name in enumerate(self._names("Pod", group.namespace, group.name, count)):
            yield GivenObject(_pod(group, index, name), sketch)

    def _names(self, kind: str, namespace: str, prefix: str, count: int) -> Iterator[str]:
        first = self._used[kind, namespace, prefix]
        self._used[kind, namespace, prefix] += count
        return (f"{prefix}-{number}" for number in range(first, first + count))


def _read(option: str, sketch: str, most: int, group: SketchedGroup) -> tuple[SketchedGroup, int]:
    match = _FORM.fullmatch(sketch)
    assert match is not None
    count = int(match["count"])
    if not 0 < count <= most:
        raise SketchPart(option, sketch, "", match["count"]).refusal(f"the number has to be from 1 to {most:,}")
    seen: set[str] = set()
    for written in filter(None, match["rest"].split(",")):
        key, sign, value = written.partition("=")
        part = SketchPart(option, sketch, key, value) if sign else SketchPart(option, sketch, "", written)
        if not sign:
            raise part.refusal("there is no `=`: write `key=value`")
        if key in seen and key not in _REPEATED:
            raise part.refusal(f"`{key}` is set for the second time")
        seen.add(key)
        _set(group, part)
    return group, count


def _set(group: SketchedGroup, part: SketchPart) -> None:
    is_nodes = part.option == "--nodes"
    setters = _OF_NODES if is_nodes else _OF_PODS
    if part.key in setters:
        setters[part.key](group, part)
    elif part.key.startswith(_LABEL):
        _label(group, part._replace(key=part.key.removeprefix(_LABEL)))
    elif part.key in _NATIVE or part.key.startswith(_HUGE) or (is_nodes and part.key == "pods"):
        group.resources[part.key] = _amount(part)
    elif "/" in part.key:
        _extended(group, part)
    else:
        known = (*setters, *_NATIVE, *(("pods",) if is_nodes else ()))
        others = "labels are `label.KEY=VALUE`, resources of devices have a slash: `nvidia.com/gpu=1`"
        listed = ", ".join(known)
        raise part.refusal(f"the key is not known. {near_or(part.key, known, f'Known are {listed}; {others}.')}")


def _amount(part: SketchPart) -> str:
    try:
        amount = canonical(part.value)
    except ValueError:
        raise part.refusal("the value is no quantity, such as 4, 500m or 16Gi") from None
    if amount.startswith("-"):
        raise part.refusal("the value is negative")
    if part.key == "pods" and parse_int(part.value) is None:
        raise part.refusal("the value is no whole number")
    return part.value


def _extended(group: SketchedGroup, part: SketchPart) -> None:
    """Set how many of some devices there are. Upstream: `ValidateResourceQuantityValue` in validation.go of core."""
    objection = key_objection(part.key)
    if objection:
        raise part.refusal(f"the key is no name of a resource: {objection}")
    number = parse_int(part.value)
    if number is None or number < 0:
        raise part.refusal("the value is no whole number")
    group.resources[part.key] = part.value


def _label(group: SketchedGroup, part: SketchPart) -> None:
    values = part.value.split("/")
    objection = key_objection(part.key) or next(filter(None, map(value_objection, values)), None)
    if objection:
        raise part.refusal(f"there is no label: {objection}")
    group.labels[part.key] = values


def _place(group: SketchedGroup, part: SketchPart) -> None:
    if not all(part.value.split("/")):
        raise part.refusal(f"a {part.key} is empty")
    _label(group, part._replace(key=_PLACES[part.key]))


def _name(group: SketchedGroup, part: SketchPart) -> None:
    if not is_dns_name(part.value):
        raise part.refusal("the value is no name: small letters, digits, `-` and `.`")
    group.name = part.value


def _namespace(group: SketchedGroup, part: SketchPart) -> None:
    if "." in part.value or not is_dns_name(part.value):
        raise part.refusal("the value is no name of a namespace: small letters, digits and `-`")
    group.namespace = part.value


def _taint_of(part: SketchPart) -> tuple[str, str | None, str]:
    match = _TAINT.fullmatch(part.value)
    if match is None:
        raise part.refusal("the value is no taint, such as key=value:NoSchedule")
    objection = key_objection(match["key"]) or value_objection(match["value"] or "")
    if objection:
        raise part.refusal(f"there is no taint: {objection}")
    if match["effect"] not in _EFFECTS:
        raise part.refusal(f"the effect has to be {', '.join(_EFFECTS[:-1])} or {_EFFECTS[-1]}")
    return match["key"], match["value"], match["effect"]


def _taint(group: SketchedGroup, part: SketchPart) -> None:
    key, value, effect = _taint_of(part)
    group.taints.append({"key": key, "effect": effect} | ({"value": value} if value else {}))


def _toleration(group: SketchedGroup, part: SketchPart) -> None:
    key, value, effect = _taint_of(part)
    matched = {"operator": "Exists"} if value is None else {"operator": "Equal", "value": value}
    group.tolerations.append({"key": key, "effect": effect, **matched})


def _priority(group: SketchedGroup, part: SketchPart) -> None:
    number = parse_int(part.value)
    if number is None or not _LEAST_PRIORITY <= number <= _LARGEST_PRIORITY:
        raise part.refusal(f"the value is no whole number up to {_LARGEST_PRIORITY:,}")
    if group.priority_class:
        raise part.refusal("`priorityClass` sets the priority already")
    group.priority = number


def _class(group: SketchedGroup, part: SketchPart) -> None:
    if not is_dns_name(part.value):
        raise part.refusal("the value is no name of a PriorityClass")
    if group.priority is not None:
        raise part.refusal("`priority` sets the priority already")
    group.priority_class = part.value


def _scheduler(group: SketchedGroup, part: SketchPart) -> None:
    if not part.value:
        raise part.refusal("the name is empty")
    group.scheduler = part.value


_REPEATED = frozenset({"taint", "toleration"})
_OF_NODES: Mapping[str, Setter] = {"name": _name, "taint": _taint, **dict.fromkeys(_PLACES, _place)}
_OF_PODS: Mapping[str, Setter] = {
    "name": _name,
    "namespace": _namespace,
    "priority": _priority,
    "priorityClass": _class,
    "scheduler": _scheduler,
    "toleration": _toleration,
}


def _node(group: SketchedGroup, index: int, name: str) -> Object:
    spec: dict[str, Any] = {"taints": group.taints} if group.taints else {}
    resources = dict(group.resources)
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {HOSTNAME: name, **group.labels_of(index)}},
        "spec": spec,
        "status": {
            "capacity": resources,
            "allocatable": resources,
            "conditions": [{"type": "Ready", "status": "True"}],
        },
    }


def _pod(group: SketchedGroup, index: int, name: str) -> Object:
    # What is not shared between Pods has to be limited to what is requested.
    limited = {key: value for key, value in group.resources.items() if key not in _NATIVE}
    resources = {"requests": group.resources} | ({"limits": limited} if limited else {})
    spec: dict[str, Any] = {"containers": [{"name": "main", "image": "sketch", "resources": resources}]}
    named = group.priority_class or ("" if group.priority is None else _class_name(group.priority))
    written = {"priorityClassName": named, "schedulerName": group.scheduler, "tolerations": group.tolerations}
    spec.update({key: value for key, value in written.items() if value})
    labels = group.labels_of(index)
    metadata = {"name": name, "namespace": group.namespace} | ({"labels": labels} if labels else {})
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def _class_name(priority: int) -> str:
    return f"priority-{priority}" if priority >= 0 else f"priority-minus-{-priority}"


def _priority_class(group: SketchedGroup) -> Object:
    assert group.priority is not None
    metadata = {"name": _class_name(group.priority)}
    return {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": metadata,
        "value": group.priority,
    }
