"""Objects as an API server keeps them: versions that grow, changes that are watched, writes that may conflict."""

import json
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from schedcfg.commands.trial.api.kinds import ApiResource, Kinds
from schedcfg.commands.trial.virtual_loop import present
from schedcfg.sources.manifests.pod import at, items, text

Object: TypeAlias = dict[str, Any]
Name: TypeAlias = tuple[str, str]
"""Namespace, empty where there is none, and name."""

GROUP_FIELD = "schedulingGroup"
"""Names the group of a Pod."""
_ENDED = frozenset({"Succeeded", "Failed"})
_KEPT = 50_000
"""Changes of a kind that a watch can begin before."""


class ApiRefusal(Exception):  # noqa: N818 - a response, not an accident
    """A request that an API server refuses, as `metav1.Status` says it."""

    def __init__(self, code: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason


class ChangeType(StrEnum):
    """What happened to an object, as watches name it."""

    ADDED = "ADDED"
    MODIFIED = "MODIFIED"
    DELETED = "DELETED"


class StoredChange(NamedTuple):
    """A change of an object."""

    version: int
    type: ChangeType
    before: Object | None  # What it was; None where it is new
    after: Object  # What it is; of one that is gone, what it last was


@dataclass
class Collection:
    """The objects of a kind, and what happened to them."""

    resource: ApiResource
    objects: dict[Name, Object] = field(default_factory=dict)
    changes: deque[StoredChange] = field(default_factory=lambda: deque(maxlen=_KEPT))
    listeners: dict[Callable[[StoredChange], None], None] = field(
        default_factory=dict
    )  # In the order in which they came
    forgotten: int = 0  # The version up to which changes are no longer kept

    def listen(self, listener: Callable[[StoredChange], None]) -> None:
        """Let something hear of each change from now on, after all that hear of it already."""
        self.listeners[listener] = None


def name_of(data: Object) -> Name:
    """Return the namespace and the name of an object."""
    metadata = data["metadata"]
    return metadata.get("namespace", ""), metadata["name"]


def full_name(data: Object) -> str:
    """Return namespace and name of an object that is in a namespace: `default/web-0`."""
    return "/".join(name_of(data))


def controller_of(data: Object) -> Mapping[str, Any]:
    """Return the reference to the controller of an object; an empty one where it has none."""
    references = items(at(data, "metadata", "ownerReferences"), ())
    return next((one for one, _ in references if one.get("controller") is True), {})


def group_of(pod: Object) -> Name | None:
    """Return namespace and name of the PodGroup that a Pod is of; None where it is of none."""
    name = text(at(pod, "spec", GROUP_FIELD, "podGroupName"))
    return (name_of(pod)[0], name) if name else None


def has_ended(pod: Object) -> bool:
    """Return whether a Pod takes nothing any more.

    Upstream: `addAllEventHandlers` in `pkg/scheduler/eventhandlers.go`.
    """
    return at(pod, "status", "phase") in _ENDED


class Store:
    """All objects. What is stored is never changed in place: a write replaces it."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds
        self.version = 1
        self._collections = {resource.key: Collection(resource) for resource in kinds.all}
        self._started = written_time()
        self._identified = 0

    def collection(self, plural: str, group: str = "") -> Collection:
        """Return the objects of a kind.

        Raises:
            ApiRefusal: if it is not served.
        """
        try:
            return self._collections[group, plural]
        except KeyError:
            raise ApiRefusal(404, "NotFound", "the server could not find the requested resource") from None

    def all(self, plural: str, group: str = "") -> Iterator[Object]:
        """Yield the objects of a kind, in the order in which they were made."""
        yield from self.collection(plural, group).objects.values()

    def get(self, collection: Collection, name: Name) -> Object:
        """Return an object.

        Raises:
            ApiRefusal: if there is none.
        """
        try:
            return collection.objects[name]
        except KeyError:
            raise not_found(collection.resource, name) from None

    def create(self, collection: Collection, data: Object) -> Object:
        """Keep a new object, and return it as it is kept.

        Raises:
            ApiRefusal: if there is one of that name.
        """
        metadata = data.setdefault("metadata", {})
        if not metadata.get("name") and metadata.get("generateName"):
            metadata["name"] = f"{metadata['generateName']}{self.new_uid()[:5]}"
        name = name_of(data)
        if name in collection.objects:
            message = f'{collection.resource.plural} "{name[1]}" already exists'
            raise ApiRefusal(409, "AlreadyExists", message)
        metadata.setdefault("uid", self.new_uid())
        metadata.setdefault("creationTimestamp", self._started)
        return self._keep(collection, name, data, ChangeType.ADDED)

    def new_uid(self) -> str:
        """Return an identifier that no other object has; in two runs it is the same."""
        self._identified += 1
        return str(uuid.uuid5(uuid.NAMESPACE_OID, str(self._identified)))

    def replace(self, collection: Collection, data: Object) -> Object:
        """Keep a new state of an object, and return it as it is kept.

        Raises:
            ApiRefusal: if there is none, or it has changed since the state that was read.
        """
        name = name_of(data)
        before = self.get(collection, name)
        read = data["metadata"].get("resourceVersion")
        if read and read != before["metadata"]["resourceVersion"]:
            raise conflict(collection.resource, name, "the object has been modified")
        if _is_same(before, data):
            return before
        return self._keep(collection, name, data, ChangeType.MODIFIED)

    def update(self, collection: Collection, name: Name, change: Callable[[Object], None]) -> Object:
        """Change a copy of an object, keep it, and return it."""
        data: Object = copied(self.get(collection, name))
        change(data)
        return self.replace(collection, data)

    def delete(self, collection: Collection, name: Name) -> Object:
        """Remove an object, and return what it last was.

        Raises:
            ApiRefusal: if there is none.
        """
        before = self.get(collection, name)
        del collection.objects[name]
        self.version += 1
        metadata = {**before["metadata"], "resourceVersion": str(self.version)}
        self._changed(
            collection, StoredChange(self.version, ChangeType.DELETED, before, {**before, "metadata": metadata})
        )
        return before

    def _keep(self, collection: Collection, name: Name, data: Object, type_: ChangeType) -> Object:
        self.version += 1
        data["metadata"]["resourceVersion"] = str(self.version)
        before = collection.objects.get(name)
        collection.objects[name] = data
        self._changed(collection, StoredChange(self.version, type_, before, data))
        return data

    def _changed(self, collection: Collection, change: StoredChange) -> None:
        if len(collection.changes) == _KEPT:
            collection.forgotten = collection.changes[0].version
        collection.changes.append(change)
        for listener in tuple(collection.listeners):
            listener(change)


def _is_same(before: Object, after: Object) -> bool:
    """Return whether a write changes nothing: an API server then keeps the version, and no watch sees it."""
    version = before["metadata"]["resourceVersion"]
    return before == {**after, "metadata": {**after["metadata"], "resourceVersion": version}}


def not_found(resource: ApiResource, name: Name) -> ApiRefusal:
    """Return the refusal of a request for an object that is not there."""
    return ApiRefusal(404, "NotFound", f'{resource.qualified} "{name[1]}" not found')


def conflict(resource: ApiResource, name: Name, reason: str) -> ApiRefusal:
    """Return the refusal of a write that another one was faster than."""
    return ApiRefusal(409, "Conflict", f'Operation cannot be fulfilled on {resource.qualified} "{name[1]}": {reason}')


def copied(data: Any) -> Any:
    """Return a copy of what JSON can hold; `copy.deepcopy` takes five times as long, as it looks for cycles."""
    if isinstance(data, dict):
        return {key: copied(value) for key, value in data.items()}
    return [copied(value) for value in data] if isinstance(data, list) else data


def encode(data: Mapping[str, Any]) -> bytes:
    """Return JSON as it is sent."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")


def written_time() -> str:
    """Return the time, as objects have it."""
    return f"{present():%Y-%m-%dT%H:%M:%SZ}"
