"""Objects at another version than the scheduler reads: converted, as an API server does it.

Devices are described in two ways. Upstream: `pkg/apis/resource/v1beta1/conversion.go`, and `v1alpha3` beside it, to
which `v1beta1` is the same but for capacities.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from schedcfg.commands.trial.api.store import Object
from schedcfg.releases.release import minor
from schedcfg.sources.manifests.pod import at, entries, fields, text

GROUP = "resource.k8s.io"
_FLAT = frozenset({"v1beta1", "v1alpha3"})
_OLDEST_BETA, _OLDEST_STABLE = 32, 34
"""Minor releases whose scheduler reads another version first.

Upstream: the imports of `pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go`.
"""
_OF_REQUEST = ("name", "firstAvailable")
"""What a request has itself in v1; the rest is in its `exactly`."""


def version_read(release: str) -> str:
    """Return the version of devices and their claims that the scheduler of a release reads."""
    number = minor(release)
    return "v1" if number >= _OLDEST_STABLE else "v1beta1" if number >= _OLDEST_BETA else "v1alpha3"


def converted(data: Object, release: str) -> Object:
    """Return an object as the scheduler of a release reads it, with what an API server fills in; others as they are."""
    group, _, version = text(data.get("apiVersion")).partition("/")
    if group != GROUP:
        return data
    target = version_read(release)
    stable = _mapped(data, _to_stable, version) if version in _FLAT else data
    completed = _mapped(stable, _with_defaults, "v1")
    written = _mapped(completed, _from_stable, target) if target in _FLAT else completed
    return {**written, "apiVersion": f"{GROUP}/{target}"}


Mapper = Callable[[str, Mapping[str, Any], str], dict[str, Any]]


def _mapped(data: Object, change: Mapper, version: str) -> Object:
    """Return an object with its requests and devices changed."""
    kind, spec = text(data.get("kind")), fields(data.get("spec"))
    if kind == "ResourceSlice":
        devices = [change("device", one, version) for one in entries(spec.get("devices"))]
        return {**data, "spec": {**spec, "devices": devices}} if "devices" in spec else data
    if kind == "ResourceClaim":
        return {**data, "spec": _claim(spec, change, version)}
    if kind == "ResourceClaimTemplate":
        return {**data, "spec": {**spec, "spec": _claim(fields(spec.get("spec")), change, version)}}
    return data


def _claim(spec: Mapping[str, Any], change: Mapper, version: str) -> dict[str, Any]:
    requests = [change("request", one, version) for one in entries(at(spec, "devices", "requests"))]
    return {**spec, "devices": {**fields(spec.get("devices")), "requests": requests}} if requests else dict(spec)


def _to_stable(what: str, data: Mapping[str, Any], version: str) -> dict[str, Any]:
    if what == "device":
        inner = dict(fields(data.get("basic")))
        if version == "v1alpha3" and "capacity" in inner:
            inner["capacity"] = {key: {"value": value} for key, value in fields(inner["capacity"]).items()}
        return {**{key: value for key, value in data.items() if key != "basic"}, **inner}
    exactly = {key: value for key, value in data.items() if key not in _OF_REQUEST}
    own = {key: data[key] for key in _OF_REQUEST if key in data}
    return {**own, "exactly": exactly} if exactly else own


def _from_stable(what: str, data: Mapping[str, Any], version: str) -> dict[str, Any]:
    if what == "device":
        inner = {key: value for key, value in data.items() if key != "name"}
        if version == "v1alpha3" and "capacity" in inner:
            capacity = fields(inner["capacity"])
            inner["capacity"] = {key: fields(value).get("value", "0") for key, value in capacity.items()}
        return {"name": data.get("name", ""), "basic": inner}
    own = {key: value for key, value in data.items() if key != "exactly"}
    return {**own, **fields(data.get("exactly"))}


def _with_defaults(what: str, data: Mapping[str, Any], _version: str) -> dict[str, Any]:
    """Fill in how many devices are requested. Upstream: `pkg/apis/resource/v1/defaults.go`."""
    if what == "device":
        return dict(data)
    filled = dict(data)
    if isinstance(data.get("exactly"), dict):
        filled["exactly"] = _counted(data["exactly"])
    if "firstAvailable" in data:
        filled["firstAvailable"] = [_counted(one) for one in entries(data["firstAvailable"])]
    return filled


def _counted(request: Mapping[str, Any]) -> dict[str, Any]:
    mode = request.get("allocationMode") or "ExactCount"
    count = {"count": request.get("count") or 1} if mode == "ExactCount" else {}
    return {**request, "allocationMode": mode, **count}


def completed(data: Object) -> Iterator[tuple[str, Any]]:
    """Yield what an API server fills in of an object beside Pods, as far as a scheduler looks at it.

    Upstream: `SetDefaults_StorageClass` in `pkg/apis/storage/v1/defaults.go`, `SetDefaults_PriorityClass` in
    `pkg/apis/scheduling/v1/defaults.go`.
    """
    kind = text(data.get("kind"))
    if kind == "StorageClass":
        yield "reclaimPolicy", data.get("reclaimPolicy") or "Delete"
        yield "volumeBindingMode", data.get("volumeBindingMode") or "Immediate"
    elif kind == "PriorityClass":
        yield "preemptionPolicy", data.get("preemptionPolicy") or "PreemptLowerPriority"
