"""What the LimitRanges of a namespace fill in of a Pod, and what they refuse.

Upstream: `plugin/pkg/admission/limitranger/admission.go`; `SetDefaults_LimitRangeItem` in
`pkg/apis/core/v1/defaults.go`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.external.trial.given_objects import GivenObject, InputNotes
from schedcfg.external.trial.object_index import ObjectIndex, name_of_given
from schedcfg.external.trial.pod_defaults import containers
from schedcfg.sources.manifests.pod import at, fields, items

_KEYS = ("limits", "requests")


class LimitRanges:
    """The LimitRanges of a run."""

    def __init__(self, index: ObjectIndex, notes: InputNotes, release: str) -> None:
        self._index = index
        self._notes = notes
        self._release = release

    def _items(self, namespace: str, kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the items of a kind in a namespace, each with the name of its LimitRange."""
        for given in self._index.of("", "LimitRange"):
            if name_of_given(given)[0] == namespace:
                for item, _ in items(at(given.data, "spec", "limits"), ()):
                    if item.get("type") == kind:
                        yield given.data["metadata"]["name"], item

    def complete(self, given: GivenObject) -> None:
        """Fill in requests and limits of containers that have none."""
        for name, item in self._items(name_of_given(given)[0], "Container"):
            defaults = _defaults(item)
            if [container for container in containers(given.data) if _fill(container, defaults)]:
                self._notes.count(f"requests or limits from LimitRange {name}", "Pod")

    def check(self, given: GivenObject) -> None:
        """Check a Pod against the bounds."""


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
