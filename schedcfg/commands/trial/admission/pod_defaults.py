"""What an API server fills in of a Pod that is created, as far as it decides where the Pod goes.

Upstream: `SetDefaults_Pod` and `SetDefaults_PodSpec` in `pkg/apis/core/v1/defaults.go`; `PrepareForCreate` of
`podStrategy` in `pkg/registry/core/pod/strategy.go`.
"""

from collections.abc import Iterator
from typing import Any

from schedcfg.commands.trial.api.store import Object
from schedcfg.commands.trial.inputs.given_objects import GivenObject, InputNotes
from schedcfg.commands.trial.pod_requests import CPU, MEMORY, requests_of, written_amount
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.releases import is_on
from schedcfg.sources.manifests.pod import at, entries, fields

_CONTAINERS = ("initContainers", "containers")
_AFFINITIES = ("podAffinity", "podAntiAffinity")
_GATED = "Scheduling is blocked due to non-empty scheduling gates"
_SHARED = (CPU, MEMORY)


def containers(pod: Object) -> Iterator[dict[str, Any]]:
    """Yield all containers of a Pod, init containers first."""
    for key in _CONTAINERS:
        yield from entries(at(pod, "spec", key))


def complete_defaults(given: GivenObject, notes: InputNotes, release: str) -> None:
    """Fill in what does not depend on other objects."""
    spec = given.data["spec"]
    spec["schedulerName"] = spec.get("schedulerName") or DEFAULT_SCHEDULER
    spec["restartPolicy"] = spec.get("restartPolicy") or "Always"
    if [container for container in containers(given.data) if _request_limits(container)]:
        notes.count("requests taken from limits", "Pod")
    if fields(spec.get("resources")).get("limits") and is_on("PodLevelResources", release):
        _complete_pod_level(spec, release)
    if spec.get("hostNetwork") is True:
        for container in containers(given.data):
            for port in entries(container.get("ports")):
                port["hostPort"] = port.get("hostPort") or port.get("containerPort", 0)


def _request_limits(container: dict[str, Any]) -> bool:
    """Request what is only limited, and return whether there was something."""
    resources = fields(container.get("resources"))
    limits, requests = fields(resources.get("limits")), fields(resources.get("requests"))
    missing = {name: amount for name, amount in limits.items() if name not in requests}
    if missing:
        resources["requests"] = {**requests, **missing}
    return bool(missing)


def _complete_pod_level(spec: dict[str, Any], release: str) -> None:
    """Fill in what a whole Pod requests: what its containers do, or else its limits. Upstream: `defaultPodRequests`."""
    own = {key: spec[key] for key in _CONTAINERS if key in spec}
    together = requests_of({"spec": own}, release)
    requests = dict(fields(spec["resources"].get("requests")))
    for name in _SHARED:
        if together.get(name):
            requests.setdefault(name, written_amount(name, together[name]))
    for name, amount in fields(spec["resources"].get("limits")).items():
        requests.setdefault(name, amount)
    spec["resources"]["requests"] = requests


def begin_status(given: GivenObject, release: str) -> None:
    """Set the status of a Pod that is to be placed: what schedulers wrote before does not count."""
    pod = given.data
    if at(pod, "spec", "nodeName"):
        return
    kept = {key: value for key, value in fields(pod.get("status")).items() if key == "resourceClaimStatuses"}
    pod["status"] = {"phase": "Pending", **kept}
    if at(pod, "spec", "schedulingGates") and is_on("PodSchedulingReadiness", release):
        gated = {"type": "PodScheduled", "status": "False", "reason": "SchedulingGated", "message": _GATED}
        pod["status"]["conditions"] = [gated]


def follow_own_labels(given: GivenObject, release: str) -> None:
    """Add a Pod's own labels to the selectors of its rules, where those ask for it."""
    pod = given.data
    if is_on("MatchLabelKeysInPodAffinity", release):
        for term in affinity_terms(pod):
            _follow_labels(pod, term, "matchLabelKeys", "In")
            _follow_labels(pod, term, "mismatchLabelKeys", "NotIn")
    if is_on("MatchLabelKeysInPodTopologySpreadSelectorMerge", release):
        for constraint in entries(at(pod, "spec", "topologySpreadConstraints")):
            _follow_labels(pod, constraint, "matchLabelKeys", "In")


def affinity_terms(pod: Object) -> Iterator[dict[str, Any]]:
    """Yield the terms by which a Pod wants to be near other Pods, or away from them."""
    for kind in _AFFINITIES:
        affinity = at(pod, "spec", "affinity", kind)
        for weighted in entries(at(affinity, "preferredDuringSchedulingIgnoredDuringExecution")):
            yield fields(weighted.get("podAffinityTerm"))
        yield from entries(at(affinity, "requiredDuringSchedulingIgnoredDuringExecution"))


def _follow_labels(pod: Object, term: dict[str, Any], keys: str, operator: str) -> None:
    """Add the Pod's own values of some labels to a selector. Upstream: `applyLabelKeysToLabelSelector`."""
    selector, labels = term.get("labelSelector"), fields(at(pod, "metadata", "labels"))
    if not isinstance(selector, dict):
        return
    added = [
        {"key": key, "operator": operator, "values": [labels[key]]} for key in term.get(keys) or () if key in labels
    ]
    if added:
        selector["matchExpressions"] = [*selector.get("matchExpressions", ()), *added]
