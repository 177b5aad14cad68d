"""What an API server refuses of a Pod, as far as the scheduler looks at it: it would fail there, or wait forever.

Upstream: `ValidatePodSpec` in `pkg/apis/core/validation/validation.go`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from schedcfg.commands.trial.admission.pod_defaults import affinity_terms, containers
from schedcfg.commands.trial.api.store import Object
from schedcfg.commands.trial.inputs.given_objects import GivenObject, InputNotes
from schedcfg.commands.trial.pod_requests import amounts
from schedcfg.plugins.label_syntax import key_objection, value_objection
from schedcfg.releases import is_on
from schedcfg.sources.manifests.pod import at, entries, fields

_HUGE = "hugepages-"
_NATIVE = frozenset({"cpu", "memory", "ephemeral-storage"})
"""Resources of which a container may use more than it requests. Upstream: `IsOvercommitAllowed`."""
_EFFECTS = frozenset({None, "", "NoSchedule", "PreferNoSchedule", "NoExecute"})
_NODE_OPERATORS = frozenset({"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"})
_LABEL_OPERATORS = frozenset({"In", "NotIn", "Exists", "DoesNotExist"})
_TOLERATION_OPERATORS = frozenset({None, "", "Equal", "Exists"})
_COMPARING, _COMPARISONS = "TaintTolerationComparisonOperators", frozenset({"Lt", "Gt"})
_UNSATISFIABLE = frozenset({"DoNotSchedule", "ScheduleAnyway"})
_POLICIES = frozenset({None, "Honor", "Ignore"})
_SPREAD = "topologySpreadConstraints"
_WEIGHTS = range(1, 101)
_AFFINITIES = ("nodeAffinity", "podAffinity", "podAntiAffinity")
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


def has_containers(given: GivenObject, notes: InputNotes) -> bool:
    """Check that a Pod has what everything else is about, and return whether it does."""
    spec = given.data.get("spec")
    if not isinstance(spec, dict) or not spec.get("containers"):
        what = "containers" if isinstance(spec, dict) else "`spec`"
        notes.refuse(given, f"{given.label} has no {what}", ("spec",))
        return False
    return True


def check_pod(given: GivenObject, notes: InputNotes, release: str) -> None:
    """Check a Pod that admission has let pass."""
    for objection in _objections(given.data, release):
        notes.refuse(given, f"{given.label}: {objection}", ("spec",))


def _objections(pod: Object, release: str) -> Iterator[str]:
    yield from _names(pod)
    for container in containers(pod):
        yield from (f"container {container.get('name')} {reason}" for reason in _resources(container))
    yield from _ports(pod)
    yield from _labels(fields(at(pod, "metadata", "labels")), "label")
    yield from _labels(fields(at(pod, "spec", "nodeSelector")), "nodeSelector")
    yield from _affinity(pod)
    operators = _TOLERATION_OPERATORS | (_COMPARISONS if is_on(_COMPARING, release) else frozenset())
    for toleration in entries(at(pod, "spec", "tolerations")):
        yield from _toleration(toleration, operators)
    constraints = list(entries(at(pod, "spec", _SPREAD)))
    for constraint in constraints:
        yield from _constraint(constraint)
    if len({(one.get("topologyKey"), one.get("whenUnsatisfiable")) for one in constraints}) < len(constraints):
        yield f"two rules in its {_SPREAD} have the same `topologyKey` and `whenUnsatisfiable`"


def _names(pod: Object) -> Iterator[str]:
    """Yield what is wrong with the names of parts: each has one of its own."""
    parts = {key: list(entries(at(pod, "spec", key))) for key in (*_NAMED, "containers", "initContainers")}
    named = {
        "container": [*parts["initContainers"], *parts["containers"]],
        **{what: parts[key] for key, what in _NAMED.items()},
    }
    for what, listed in named.items():
        names = Counter(one.get("name") for one in listed)
        if not all(names):
            yield f"a {what} has no name"
        yield from (f"two {what}s have the name {name}" for name, number in names.items() if name and number > 1)
    for volume in parts["volumes"]:
        if "persistentVolumeClaim" in volume and not at(volume, "persistentVolumeClaim", "claimName"):
            yield f"volume {volume.get('name')} names no claim"
    for claim in parts["resourceClaims"]:
        if len(_CLAIMED & claim.keys()) != 1:
            yield f"resource claim {claim.get('name')} needs either `resourceClaimName` or `resourceClaimTemplateName`"


_CLAIMED = frozenset({"resourceClaimName", "resourceClaimTemplateName", "source"})
"""Where a claim comes from; up to 1.30 the first two are in the last."""
_NAMED = {"volumes": "volume", "schedulingGates": "scheduling gate", "resourceClaims": "resource claim"}


def _resources(container: Object) -> Iterator[str]:
    """Yield what is wrong with requests and limits. Upstream: `ValidateResourceRequirements`."""
    resources = fields(container.get("resources"))
    limits, requests = amounts(resources.get("limits")), amounts(resources.get("requests"))
    yield from _amounts((*limits.items(), *requests.items()))
    for resource, amount in requests.items():
        if resource not in _NATIVE and amount != limits.get(resource):
            yield f"has to limit {resource} to what it requests: only cpu, memory and ephemeral-storage may differ"
        elif amount > limits.get(resource, amount):
            yield f"requests more {resource} than its limit"
    every = limits.keys() | requests.keys()
    if any(name.startswith(_HUGE) for name in every) and not every & {"cpu", "memory"}:
        yield "has to request cpu or memory beside huge pages"


def _amounts(listed: Iterable[tuple[str, Fraction]]) -> Iterator[str]:
    for resource, amount in listed:
        if not (resource in _NATIVE or resource.startswith(_HUGE) or _is_extended(resource)):
            yield f"names {resource}, which is no resource of containers: others have a slash, as `nvidia.com/gpu`"
        if amount < 0:
            yield f"has a negative amount of {resource}"
        if "/" in resource and amount.denominator != 1:
            yield f"has an amount of {resource} that is no whole number"


def _is_extended(resource: str) -> bool:
    """Return whether a resource is one of devices and others beside Kubernetes. Upstream: `IsExtendedResourceName`."""
    return "/" in resource and not resource.startswith("requests.") and key_objection(resource) is None


def _ports(pod: Object) -> Iterator[str]:
    """Yield what is wrong with ports of the host. Upstream: `checkHostPortConflicts`."""
    used: Counter[tuple[object, ...]] = Counter()
    for container in entries(at(pod, "spec", "containers")):
        for port in entries(container.get("ports")):
            number = port.get("hostPort")
            if number and at(pod, "spec", "hostNetwork") is True and number != port.get("containerPort"):
                yield f"with `hostNetwork`, port {number} of the host has to be the `containerPort`, too"
            if number:
                used[port.get("protocol") or "TCP", port.get("hostIP") or "", number] += 1
    yield from (f"two ports take {key[2]} of the host" for key, number in used.items() if number > 1)


def _labels(labels: Mapping[str, Any], what: str) -> Iterator[str]:
    for key, value in labels.items():
        objection = key_objection(key) or value_objection(str(value))
        if objection:
            yield f"{what} {key} is refused: {objection}"


def _affinity(pod: Object) -> Iterator[str]:
    """Yield what is wrong with rules about nodes and other Pods. Upstream: `validateAffinity`."""
    for kind in _AFFINITIES:
        for weighted in entries(at(pod, "spec", "affinity", kind, _PREFERRED)):
            if weighted.get("weight") not in _WEIGHTS:
                yield f"a weight in its {kind} is not from 1 to 100"
    yield from _node_affinity(at(pod, "spec", "affinity", "nodeAffinity"))
    for term in affinity_terms(pod):
        if key_objection(str(term.get("topologyKey", ""))):
            yield "a term of its affinity has no `topologyKey`, or a wrong one"
        yield from _selector(term, "a term of its affinity")


def _node_affinity(affinity: object) -> Iterator[str]:
    required = at(affinity, _REQUIRED)
    terms = list(entries(at(required, "nodeSelectorTerms")))
    if required is not None and not terms:
        yield "its required node affinity has no `nodeSelectorTerms`"
    for term in (*terms, *(fields(one.get("preference")) for one in entries(at(affinity, _PREFERRED)))):
        for requirement in entries(term.get("matchExpressions")):
            yield from _requirement(requirement)
        if not all(_names_node(requirement) for requirement in entries(term.get("matchFields"))):
            yield "`matchFields` of its node affinity may only compare `metadata.name` with one value"


def _names_node(requirement: Object) -> bool:
    is_comparing = requirement.get("operator") in {"In", "NotIn"} and requirement.get("key") == "metadata.name"
    return is_comparing and len(requirement.get("values") or ()) == 1


def _selector(data: Object, what: str) -> Iterator[str]:
    """Yield what is wrong with the `labelSelector` of a rule. Upstream: `ValidateLabelSelectorRequirement`."""
    if data.get("labelSelector") is None and (data.get("matchLabelKeys") or data.get("mismatchLabelKeys")):
        yield f"{what} has `matchLabelKeys` or `mismatchLabelKeys` without a `labelSelector`"
    for requirement in entries(at(data, "labelSelector", "matchExpressions")):
        if requirement.get("operator") not in _LABEL_OPERATORS:
            yield f"{what} has the operator {requirement.get('operator')}, which no `labelSelector` has"


def _requirement(requirement: Object) -> Iterator[str]:
    operator, number = requirement.get("operator"), len(requirement.get("values") or ())
    if operator not in _NODE_OPERATORS:
        yield f"its node affinity has the operator {operator}, which is none of {', '.join(sorted(_NODE_OPERATORS))}"
    elif operator in {"In", "NotIn"} and not number:
        yield f"its node affinity needs values for {operator}"
    elif operator in {"Gt", "Lt"} and number != 1:
        yield f"its node affinity needs one value for {operator}"
    elif operator in {"Exists", "DoesNotExist"} and number:
        yield f"its node affinity may have no values for {operator}"


def _toleration(toleration: Object, operators: Collection[object]) -> Iterator[str]:
    """Yield what is wrong with a toleration. Upstream: `ValidateTolerations`."""
    operator, key, value = toleration.get("operator"), toleration.get("key"), toleration.get("value", "")
    if operator not in operators:
        yield f"a toleration has the operator {operator}: it is Equal or Exists"
    elif not key and operator != "Exists":
        yield "a toleration without a key needs the operator Exists"
    elif operator == "Exists" and value:
        yield "a toleration with the operator Exists may have no value"
    if (key and key_objection(key)) or value_objection(value):
        yield f"a toleration has a key or a value that no taint has: {key}={value}"
    if toleration.get("effect") not in _EFFECTS:
        yield f"a toleration has the effect {toleration.get('effect')}, which there is not"
    if toleration.get("tolerationSeconds") is not None and toleration.get("effect") != "NoExecute":
        yield "a toleration with `tolerationSeconds` needs the effect NoExecute"


def _constraint(constraint: Object) -> Iterator[str]:
    """Yield what is wrong with a rule of spreading. Upstream: `validateTopologySpreadConstraints`."""
    if constraint.get("maxSkew", 0) <= 0:
        yield f"`maxSkew` in its {_SPREAD} has to be 1 or more"
    if key_objection(str(constraint.get("topologyKey", ""))):
        yield f"a rule in its {_SPREAD} has no `topologyKey`, or a wrong one"
    if constraint.get("whenUnsatisfiable") not in _UNSATISFIABLE:
        yield f"`whenUnsatisfiable` in its {_SPREAD} has to be DoNotSchedule or ScheduleAnyway"
    if constraint.get("minDomains", 1) <= 0:
        yield f"`minDomains` in its {_SPREAD} has to be 1 or more"
    if not {constraint.get("nodeAffinityPolicy"), constraint.get("nodeTaintsPolicy")} <= _POLICIES:
        yield f"a policy in its {_SPREAD} has to be Honor or Ignore"
    yield from _selector(constraint, f"a rule in its {_SPREAD}")
    if constraint.get("minDomains") is not None and constraint.get("whenUnsatisfiable") != "DoNotSchedule":
        yield f"`minDomains` in its {_SPREAD} needs `whenUnsatisfiable: DoNotSchedule`"
