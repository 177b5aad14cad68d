"""The three kinds of patches, as far as a kube-scheduler and its plugins send them.

Upstream: `staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go`; RFC 7386 for merge patches.
"""

from collections.abc import Callable, Mapping
from typing import Any

from schedcfg.commands.trial.api.store import ApiRefusal, Object

_MERGE_KEYS: Mapping[str, str] = {
    "conditions": "type",
    "containers": "name",
    "initContainers": "name",
    "ephemeralContainers": "name",
    "volumes": "name",
    "env": "name",
    "resourceClaims": "name",
    "resourceClaimStatuses": "name",
    "podIPs": "ip",
    "hostIPs": "ip",
    "imagePullSecrets": "name",
    "topologySpreadConstraints": "topologyKey",
    "ownerReferences": "uid",
    "addresses": "type",
    "taints": "key",
}
"""List → the field by which its entries are the same. Upstream: `patchMergeKey` in `staging/src/k8s.io/api/core/v1`."""

_SETS = frozenset({"finalizers"})
"""Lists of values that are merged."""


def json_merge(data: Any, patch: Any) -> Any:
    """Return data with a JSON merge patch applied."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(data) if isinstance(data, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = json_merge(merged.get(key), value)
    return merged


def strategic_merge(data: Any, patch: Any) -> Any:
    """Return data with a strategic merge patch applied."""
    if not isinstance(patch, dict):
        return patch
    if patch.get("$patch") == "replace":
        return {key: value for key, value in patch.items() if key != "$patch"}
    merged = dict(data) if isinstance(data, dict) else {}
    for key, value in patch.items():
        if key.startswith("$"):
            _directive(merged, key, value)
        elif value is None:
            merged.pop(key, None)
        elif isinstance(value, list):
            merged[key] = _list(merged.get(key), value, key)
        else:
            merged[key] = strategic_merge(merged.get(key), value)
    return merged


def _directive(merged: Object, key: str, value: Any) -> None:
    """Apply what a patch says about a list beside it; the order of entries is left as it is."""
    action, _, name = key.partition("/")
    kept = merged.get(name)
    if action == "$deleteFromPrimitiveList" and isinstance(kept, list) and isinstance(value, list):
        merged[name] = [one for one in kept if one not in value]
    if action == "$retainKeys" and isinstance(value, list):
        for gone in merged.keys() - set(value):
            del merged[gone]


def _list(before: Any, patch: list[Any], name: str) -> list[Any]:
    merge_key = _MERGE_KEYS.get(name)
    kept = list(before) if isinstance(before, list) else []
    if name in _SETS:
        return [*kept, *(one for one in patch if one not in kept)]
    if merge_key is None or not all(isinstance(one, dict) and merge_key in one for one in patch):
        return patch
    for one in patch:
        place = next((index for index, old in enumerate(kept) if old.get(merge_key) == one[merge_key]), None)
        if one.get("$patch") == "delete":
            kept = [old for old in kept if old.get(merge_key) != one[merge_key]]
        elif place is None:
            kept.append(strategic_merge({}, one))
        else:
            kept[place] = strategic_merge(kept[place], one)
    return kept


PATCHES: Mapping[str, Callable[[Any, Any], Any]] = {
    "application/merge-patch+json": json_merge,
    "application/strategic-merge-patch+json": strategic_merge,
}
"""Content type → how it is applied."""


def patched(data: Object, patch: Any, content_type: str) -> Object:
    """Return an object with a patch applied.

    Raises:
        ApiRefusal: if it is of a kind that is not known here, or leaves no object.
    """
    apply = PATCHES.get(content_type)
    if apply is None:
        raise ApiRefusal(415, "UnsupportedMediaType", f"patches of type {content_type} are not applied")
    result = apply(data, patch)
    if not isinstance(result, dict):
        raise ApiRefusal(400, "BadRequest", "the patch is no object")
    return result
