"""What a Pod requests, and what a node has, as the scheduler counts it.

Upstream: `PodRequests` in `staging/src/k8s.io/component-helpers/resource/helpers.go`, before 1.32 in
`pkg/api/v1/resource/helpers.go`; `Resource.Add` in `pkg/scheduler/framework/types.go`.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import TypeAlias

from schedcfg import releases
from schedcfg.commands.trial.api.store import Object
from schedcfg.document.golang.numbers import amount, binary_amount, decimal_amount
from schedcfg.releases.release import Release, minor
from schedcfg.sources.manifests.pod import Fields, at, entries, fields, text

Amounts: TypeAlias = Mapping[str, Fraction]
"""Resource → how much of it."""

CPU, MEMORY, STORAGE, PODS = "cpu", "memory", "ephemeral-storage", "pods"
_BYTES = (MEMORY, STORAGE, "hugepages-")
_OF_PODS = (CPU, MEMORY, "hugepages-")
"""What a Pod may request for all of its containers. Upstream: `IsSupportedPodLevelResource`."""
_SIDECARS = 28
"""The minor release since which init containers that keep running count beside the others (KEP-753)."""
_MILLI = 1000


def requests_of(pod: Object, release: str) -> Amounts:
    """Return what a Pod requests, with its init containers, sidecars and overhead; one of `pods` too.

    Amounts are rounded up as the scheduler keeps them: CPU to thousandths, all others to whole numbers.

    Args:
        pod: The Pod.
        release: The release of the scheduler.
    """
    known = releases.at(release)
    total = _of_containers(pod, known)
    if known.enables("PodLevelResources"):
        own = amounts(at(pod, "spec", "resources", "requests"))
        total.update((name, number) for name, number in own.items() if name.startswith(_OF_PODS))
    _add(total, amounts(at(pod, "spec", "overhead")))
    return {**{name: _kept(name, number) for name, number in total.items()}, PODS: Fraction(1)}


def amounts(data: object) -> dict[str, Fraction]:
    """Return the amounts of a `ResourceList`; what is no amount counts as not written."""
    return dict(_amounts(fields(data)))


def is_in_bytes(resource: str) -> bool:
    """Return whether a resource is counted in bytes."""
    return resource.startswith(_BYTES)


@lru_cache(maxsize=4096)
def written_amount(resource: str, number: Fraction) -> str:
    """Write an amount of a resource as Kubernetes does."""
    return binary_amount(number) if is_in_bytes(resource) else decimal_amount(number)


def written_amounts(numbers: Amounts) -> dict[str, str]:
    """Return amounts as Kubernetes writes them, by resource."""
    return {resource: written_amount(resource, number) for resource, number in numbers.items()}


def _amounts(data: Fields) -> Iterator[tuple[str, Fraction]]:
    for name, written in data.items():
        if isinstance(written, str | int | float) and not isinstance(written, bool):
            number = _amount(str(written).strip())
            if number is not None:
                yield name, number


@lru_cache(maxsize=4096)
def _amount(written: str) -> Fraction | None:
    try:
        return amount(written)
    except ValueError:
        return None


def _kept(resource: str, number: Fraction) -> Fraction:
    """Round as `Quantity.MilliValue` and `Quantity.Value` do."""
    return Fraction(ceil(number * _MILLI), _MILLI) if resource == CPU else Fraction(ceil(number))


def _of_containers(pod: Object, release: Release) -> dict[str, Fraction]:
    total: dict[str, Fraction] = {}
    beside: dict[str, Fraction] = {}  # What sidecars take that were started before
    most: dict[str, Fraction] = {}  # What init containers need at a time
    resized = _resized(pod) if release.enables("InPlacePodVerticalScaling") else {}
    for container in entries(at(pod, "spec", "containers")):
        _add(total, _of_container(container, resized))
    for container in entries(at(pod, "spec", "initContainers")):
        own = _of_container(container, resized)
        if container.get("restartPolicy") == "Always" and minor(release.name) >= _SIDECARS:
            _add(total, own)
            _add(beside, own)
            own = dict(beside)
        else:
            _add(own, beside)
        _raise_to(most, own)
    _raise_to(total, most)
    return total


def _resized(pod: Object) -> Mapping[str, list[Fields]]:
    """Return by container what a Pod that is being resized has, beside what it requests."""
    statuses = [
        status for key in ("containerStatuses", "initContainerStatuses") for status in entries(at(pod, "status", key))
    ]
    return {
        text(status.get("name")): [
            fields(status.get("allocatedResources")),
            fields(at(status, "resources", "requests")),
        ]
        for status in statuses
    }


def _of_container(container: Fields, resized: Mapping[str, list[Fields]]) -> dict[str, Fraction]:
    own = amounts(at(container, "resources", "requests"))
    for taken in resized.get(text(container.get("name")), ()):
        _raise_to(own, amounts(taken))
    return own


def _add(total: dict[str, Fraction], more: Amounts) -> None:
    for name, number in more.items():
        total[name] = total.get(name, Fraction(0)) + number


def _raise_to(total: dict[str, Fraction], least: Amounts) -> None:
    for name, number in least.items():
        total[name] = max(total.get(name, number), number)


def sums(many: Iterable[Amounts]) -> dict[str, Fraction]:
    """Return the sum of amounts, by resource."""
    total: dict[str, Fraction] = {}
    for one in many:
        _add(total, one)
    return total
