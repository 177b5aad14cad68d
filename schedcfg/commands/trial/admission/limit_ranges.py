"""What the LimitRanges of a namespace fill in of a Pod, and what they refuse.

Upstream: `plugin/pkg/admission/limitranger/admission.go`; `SetDefaults_LimitRangeItem` in
`pkg/apis/core/v1/defaults.go`.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from schedcfg.commands.trial.admission.pod_defaults import containers
from schedcfg.commands.trial.api.store import Object
from schedcfg.commands.trial.inputs.given_objects import GivenObject, InputNotes
from schedcfg.commands.trial.inputs.object_index import ObjectIndex, name_of_given
from schedcfg.commands.trial.pod_requests import PODS, Amounts, amounts, requests_of
from schedcfg.sources.manifests.pod import at, entries, fields, text

_KEYS = ("limits", "requests")


class LimitRanges:
    """The LimitRanges of a run."""

    def __init__(self, index: ObjectIndex, notes: InputNotes, release: str) -> None:
        self._notes = notes
        self._release = release
        self._items: dict[tuple[str, str], list[tuple[str, Mapping[str, Any]]]] = {}
        for given in index.of("", "LimitRange"):
            namespace, name = name_of_given(given)
            for item in entries(at(given.data, "spec", "limits")):
                self._items.setdefault((namespace, text(item.get("type"))), []).append((name, item))

    def _of(self, given: GivenObject, kind: str) -> list[tuple[str, Mapping[str, Any]]]:
        """Return the items of a kind for the namespace of an object, each with the name of its LimitRange."""
        return self._items.get((name_of_given(given)[0], kind), [])

    def complete(self, given: GivenObject) -> None:
        """Fill in requests and limits of containers that have none."""
        for name, item in self._of(given, "Container"):
            defaults = _defaults(item)
            if [container for container in containers(given.data) if _fill(container, defaults)]:
                self._notes.count(f"requests or limits from LimitRange {name}", "Pod")

    def check(self, given: GivenObject) -> None:
        """Check a Pod against the bounds. Upstream: `PodValidateLimitFunc`."""
        for name, item in self._of(given, "Container"):
            for container in containers(given.data):
                resources = fields(container.get("resources"))
                taken = Taken(*(amounts(resources.get(key)) for key in _KEYS))
                self._refuse(given, name, f"container {container.get('name')}", taken.objection(item))
        for name, item in self._of(given, "Pod"):
            taken = Taken(*(self._of_pod(given.data, key) for key in _KEYS))
            self._refuse(given, name, "the Pod", taken.objection(item))

    def check_claim(self, given: GivenObject) -> None:
        """Check a claim of storage. Upstream: `PersistentVolumeClaimValidateLimitFunc`."""
        requested = amounts(at(given.data, "spec", "resources", "requests"))
        for name, item in self._of(given, "PersistentVolumeClaim"):
            # The most is compared with what is requested: claims have no limits.
            bounds = {"min": item.get("min")}, {"max": item.get("max")}
            objections = (Taken({}, requested).objection(bounds[0]), Taken(requested, {}).objection(bounds[1]))
            self._refuse(given, name, "the claim", next(filter(None, objections), ""))

    def _of_pod(self, pod: Object, key: str) -> Amounts:
        """Return the requests or the limits of a whole Pod, without its overhead."""
        spec = {name: list(_with_requests(at(pod, "spec", name), key)) for name in ("containers", "initContainers")}
        own = fields(at(pod, "spec", "resources")).get(key)
        total = requests_of({"spec": {**spec, "resources": {"requests": own}}}, self._release)
        return {name: number for name, number in total.items() if name != PODS}

    def _refuse(self, given: GivenObject, name: str, what: str, objection: str) -> None:
        if objection:
            self._notes.refuse(given, f"{given.label}: {what} {objection} by LimitRange {name}, and is refused")


class Taken(NamedTuple):
    """What a container or a Pod takes."""

    limits: Amounts
    requests: Amounts

    def objection(self, item: Mapping[str, Any]) -> str:
        """Return what is wrong with it by an item of a LimitRange; empty where nothing is."""
        for resource, least in amounts(item.get("min")).items():
            if self.requests.get(resource, Fraction(-1)) < least or self.limits.get(resource, least) < least:
                return f"has to request at least {_shown(item, 'min', resource)} of {resource}"
        for resource, most in amounts(item.get("max")).items():
            if resource not in self.limits or self.limits[resource] > most or self.requests.get(resource, most) > most:
                return f"may take at most {_shown(item, 'max', resource)} of {resource}, as a limit"
        for resource, most in amounts(item.get("maxLimitRequestRatio")).items():
            limit, request = self.limits.get(resource), self.requests.get(resource)
            if not limit or not request or limit / request > most:
                ratio = _shown(item, "maxLimitRequestRatio", resource)
                return f"has to request {resource}, and to limit it to at most {ratio} times that"
        return ""


def _shown(item: Mapping[str, Any], key: str, resource: str) -> str:
    return str(at(item, key, resource))


def _with_requests(listed: object, key: str) -> Iterator[Object]:
    for container in entries(listed):
        yield {**container, "resources": {"requests": fields(container.get("resources")).get(key)}}


def _defaults(item: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the default limits and requests: what is not said follows from the bounds."""
    limits = {**fields(item.get("max")), **fields(item.get("default"))}
    requests = {**fields(item.get("min")), **limits, **fields(item.get("defaultRequest"))}
    return {"limits": limits, "requests": requests}


def _fill(container: dict[str, Any], defaults: Mapping[str, Mapping[str, Any]]) -> bool:
    """Fill in what a container does not say, and return whether there was something."""
    resources = container.setdefault("resources", {})
    was_filled = False
    for key in _KEYS:
        missing = {name: amount for name, amount in defaults[key].items() if name not in fields(resources.get(key))}
        if missing:
            resources[key] = {**fields(resources.get(key)), **missing}
            was_filled = True
    return was_filled
