"""The objects that a trial begins with, by kind and name, as an API server would keep them; which belongs to which."""

import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from schedcfg.commands.trial.api.kinds import Kinds
from schedcfg.commands.trial.api.object_fields import check, described_release, fields_beside
from schedcfg.commands.trial.api.store import Object, controller_of, has_ended
from schedcfg.commands.trial.inputs.given_objects import GivenObject, InputNotes
from schedcfg.commands.trial.inputs.object_versions import completed, converted
from schedcfg.document import Path, render
from schedcfg.document.golang.numbers import parse_int
from schedcfg.document.texts import shown_name
from schedcfg.plugins.label_syntax import is_dns_label, is_dns_name
from schedcfg.sources.manifests.pod import DEFAULT_NAMESPACE, at, fields, text
from schedcfg.spelling import nearest

Kind = tuple[str, str]
"""Group, empty for the core group, and kind."""

Owner = tuple[str, str, str]
"""Namespace, kind and name."""

_WITH_LABEL_NAMES = frozenset({("", "Namespace"), ("", "Service")})
_CLUSTER_WIDE = frozenset({("apiextensions.k8s.io", "CustomResourceDefinition")})
_MOST_UNKNOWN = 3
_REVISION = "deployment.kubernetes.io/revision"


def kind_of(given: GivenObject) -> Kind:
    """Return the group and the kind of an object."""
    return given.api_version.rpartition("/")[0], given.kind


class ObjectIndex:
    """The objects, each once."""

    def __init__(self, kinds: Kinds, notes: InputNotes, release: str) -> None:
        self._kinds = kinds
        self._release = release
        self._notes = notes
        self._generated: Counter[tuple[str, str, str]] = Counter()  # Kind, namespace and prefix → names that are made
        self._objects: dict[Kind, dict[tuple[str, str], GivenObject]] = {}

    def add(self, given: GivenObject) -> GivenObject | None:
        """Keep an object as the API server decodes it, and return it; None where it is refused, or is there already."""
        given = self._with_name(given)
        is_named = self._check_name(given)
        checked = check(given.data, given.api_version, given.kind)
        for path, fault in checked.faults:
            self._notes.refuse(given, f"{given.label}: {fault}", path)
        if given.is_stored:
            self._note_fields(given, checked.unknown)
        else:
            self._refuse_fields(given, checked.unknown)
        self._note_fields(given, checked.former)
        if checked.faults or (checked.unknown and not given.is_stored) or not is_named:
            return None
        data = converted(checked.data, self._release)
        decoded = given._replace(data={**data, **dict(completed(data))})
        self._complete_namespace(decoded)
        return self._keep(decoded)

    def _note_fields(self, given: GivenObject, paths: Sequence[Path]) -> None:
        """Note fields that the last release does not have, and another one may: a scheduler reads what it knows."""
        for path in paths[:_MOST_UNKNOWN]:
            what = f"{shown_name(given.kind)} has no field `{shown_name(str(path[-1]))}`"
            self._notes.add(f"{given.place(path)}: {what} in Kubernetes {described_release()}")

    def _refuse_fields(self, given: GivenObject, paths: Sequence[Path]) -> None:
        """Refuse fields that no release has, as `kubectl` does."""
        for path in paths:
            field = str(path[-1])
            near = nearest(field, fields_beside(given.api_version, given.kind, path))
            behind = f"; did you mean `{near}`?" if near else ""
            where = shown_name(render(path))
            self._notes.refuse(given, f"{given.label}: no API server knows the field `{where}`{behind}", path)

    def add_stored(self, given: GivenObject) -> bool:
        """Keep an object that an API server has checked, unless there is one of that name; return whether it is kept.

        One that no scheduler can read, or of a kind that is not served, is left out, and counts as kept.
        """
        if not self.is_served(given) or not text(at(given.data, "metadata", "name")):
            return True
        checked = check(given.data, given.api_version, given.kind)
        if checked.faults:
            self._notes.count(f"of {given.source} cannot be read, and are left out", shown_name(given.kind))
            return True
        return self.make(converted(checked.data, self._release), given) is not None

    def is_served(self, given: GivenObject) -> bool:
        """Return whether the scheduler can read objects of this kind."""
        return self._kinds.of(given.data) is not None

    def is_defined(self, given: GivenObject) -> bool:
        """Return whether a definition among the objects adds the kind of an object."""
        return self._kinds.is_defined(given.data)

    def _with_name(self, given: GivenObject) -> GivenObject:
        """Return an object with the name that is made of its `generateName`: numbered here, where upstream draws."""
        metadata = fields(given.data.get("metadata"))
        prefix = text(metadata.get("generateName"))
        if not prefix or metadata.get("name"):
            return given
        key = given.kind, text(metadata.get("namespace")), prefix
        number = self._generated[key]
        self._generated[key] += 1
        return given._replace(data={**given.data, "metadata": {**metadata, "name": f"{prefix}{number}"}})

    def _check_name(self, given: GivenObject) -> bool:
        """Return whether an object has a name that an API server takes."""
        kind = shown_name(given.kind)
        metadata = given.data.get("metadata")
        name, namespace = at(metadata, "name"), at(metadata, "namespace")
        if not given.api_version:
            self._notes.refuse(given, f"{kind} has no `apiVersion`")
        elif not isinstance(name, str) or not name:
            self._notes.refuse(given, f"{kind} has no `metadata.name`", ("metadata",))
        elif not (is_dns_label(name) if kind_of(given) in _WITH_LABEL_NAMES else is_dns_name(name)):
            shown = shown_name(name[:80])
            self._notes.refuse(given, f"{kind} has a name that none may have: {shown!r}", ("metadata", "name"))
        elif namespace and not (isinstance(namespace, str) and is_dns_label(namespace)):
            self._notes.refuse(
                given, f"{given.kind} {name} has a namespace that none may be", ("metadata", "namespace")
            )
        else:
            return True
        return False

    def _complete_namespace(self, given: GivenObject) -> None:
        metadata = given.data["metadata"]
        resource = self._kinds.of(given.data)
        is_namespaced = kind_of(given) not in _CLUSTER_WIDE if resource is None else resource.is_namespaced
        if is_namespaced:
            metadata["namespace"] = metadata.get("namespace") or DEFAULT_NAMESPACE
        else:
            metadata.pop("namespace", None)

    def _keep(self, given: GivenObject) -> GivenObject | None:
        named = self._objects.setdefault(kind_of(given), {})
        name = name_of_given(given)
        before = named.get(name)
        if before is None:
            named[name] = given
            return given
        if before.data != given.data:
            self._notes.refuse(given, f"{given.label} is already in {before.place()}, and differs")
        return None

    def make(self, data: Object, source: GivenObject) -> GivenObject | None:
        """Keep an object that another one leads to, unless there is one of that name; return it where it is new."""
        made = source._replace(data=data)
        named = self._objects.setdefault(kind_of(made), {})
        return named.setdefault(name_of_given(made), made) if name_of_given(made) not in named else None

    def of(self, group: str, kind: str) -> Iterator[GivenObject]:
        """Yield the objects of a kind, in the order in which they were given."""
        yield from self._objects.get((group, kind), {}).values()

    def find(self, kind: Kind, namespace: str, name: str) -> GivenObject | None:
        """Return an object; None where there is none."""
        return self._objects.get(kind, {}).get((namespace, name))

    def all(self) -> Iterator[GivenObject]:
        """Yield all objects."""
        for named in self._objects.values():
            yield from named.values()


def name_of_given(given: GivenObject) -> tuple[str, str]:
    """Return the namespace, empty where there is none, and the name of an object."""
    metadata = given.data["metadata"]
    return metadata.get("namespace", ""), metadata["name"]


def ensure_uid(given: GivenObject) -> str:
    """Return the uid of an object; one without gets the same in every run."""
    metadata = given.data["metadata"]
    if not metadata.get("uid"):
        name = "/".join((given.api_version, given.kind, *name_of_given(given)))
        metadata["uid"] = str(uuid.uuid5(uuid.NAMESPACE_URL, name))
    return str(metadata["uid"])


def reference_to(given: GivenObject) -> dict[str, Any]:
    """Return the reference by which an object of a controller names it."""
    return {
        "apiVersion": given.api_version,
        "kind": given.kind,
        "name": given.data["metadata"]["name"],
        "uid": ensure_uid(given),
        "controller": True,
        "blockOwnerDeletion": True,
    }


class OwnedObjects:
    """What was given of workloads: their ReplicaSets and Pods."""

    def __init__(self, index: ObjectIndex) -> None:
        self._pods: dict[Owner, list[GivenObject]] = {}
        self._replica_sets: dict[Owner, list[GivenObject]] = {}
        for one in index.of("apps", "ReplicaSet"):
            self._replica_sets.setdefault(_owner(one), []).append(one)
        for one in index.of("", "Pod"):
            if not has_ended(one.data):
                self._pods.setdefault(_owner(one), []).append(one)

    def pods(self, workload: GivenObject) -> list[GivenObject]:
        """Return the Pods of a workload; of a Deployment those of all its ReplicaSets."""
        namespace, name = name_of_given(workload)
        found = list(self._pods.get((namespace, workload.kind, name), ()))
        if workload.kind == "Deployment":
            for one in self._replica_sets.get((namespace, workload.kind, name), ()):
                found += self._pods.get((namespace, one.kind, one.data["metadata"]["name"]), ())
        return found

    def replica_set(self, deployment: GivenObject) -> GivenObject | None:
        """Return the newest ReplicaSet of a Deployment; None where none was given."""
        found = self._replica_sets.get((name_of_given(deployment)[0], deployment.kind, name_of_given(deployment)[1]))
        return max(found, key=_revision) if found else None


def _owner(given: GivenObject) -> Owner:
    controller = controller_of(given.data)
    return name_of_given(given)[0], text(controller.get("kind")), text(controller.get("name"))


def _revision(replica_set: GivenObject) -> int:
    return parse_int(text(at(replica_set.data, "metadata", "annotations", _REVISION))) or 0
