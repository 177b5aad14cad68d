"""The Pod and the nodes that the user gives, as `kubectl get -o yaml` prints them or as manifests have them."""

import json
import re
from collections.abc import Iterable, Iterator

from schedcfg.errors import UnreadableInput
from schedcfg.manifests.fields import at, fields, text
from schedcfg.probe.extender.wire import Fields

_TEMPLATES: dict[str, tuple[str, ...]] = {
    "Deployment": ("spec", "template"),
    "StatefulSet": ("spec", "template"),
    "DaemonSet": ("spec", "template"),
    "ReplicaSet": ("spec", "template"),
    "ReplicationController": ("spec", "template"),
    "Job": ("spec", "template"),
    "CronJob": ("spec", "jobTemplate", "spec", "template"),
}
"""Workload → where its Pod template stands."""

_IDENTITY = {"name": "schedcfg-probe", "namespace": "default", "uid": "5c4edc0f-0000-4000-8000-000000000000"}
"""What every Pod in a cluster has, and manifests often lack."""

_LIST = re.compile(r"\w*List\Z")


def pod(documents: Iterable[object], path: str) -> Fields:
    """Find the Pod to ask about: the first Pod, or Pod template of a workload, with what a Pod in a cluster has.

    Args:
        documents: The file's documents, plain data.
        path: The file, as messages name it.

    Raises:
        UnreadableInput: if there is none.
    """
    kinds: list[str] = []
    for document in _objects(documents):
        kind = str(document.get("kind", ""))
        kinds.append(kind or "something without a kind")
        if kind == "Pod":
            return _checked(document, path)
        if kind in _TEMPLATES:
            return _checked(_of_template(document, _TEMPLATES[kind]), path)
    raise UnreadableInput(
        f"{path}: it holds no Pod, but {_spoken(kinds)}",
        f"Give a Pod, or one of {', '.join(_TEMPLATES)}: `kubectl get pod <name> -o yaml`.",
    )


def nodes(documents: Iterable[object], path: str) -> dict[str, Fields]:
    """Find the nodes to ask about, by their names, in order.

    Args:
        documents: The file's documents, plain data: nodes, or lists of nodes.
        path: The file, as messages name it.

    Raises:
        UnreadableInput: if there is none, or one has no name, or two have the same.
    """
    found: dict[str, Fields] = {}
    kinds: list[str] = []
    for document in _objects(documents):
        kind = str(document.get("kind", ""))
        if kind != "Node":
            kinds.append(kind or "something without a kind")
            continue
        name = text(at(document, "metadata", "name"))
        if not name:
            raise UnreadableInput(f"{path}: a Node has no `metadata.name`", "Give each node its name.")
        if name in found:
            raise UnreadableInput(f"{path}: there are two nodes `{name}`", "Give each node once.")
        found[name] = _of_mappings(document, path, f"Node `{name}`")
    if not found:
        raise UnreadableInput(f"{path}: it holds no Node, but {_spoken(kinds)}", "Give `kubectl get nodes -o yaml`.")
    return found


def _objects(documents: Iterable[object]) -> Iterator[Fields]:
    """Yield the objects of documents, and of lists; items of a NodeList need no kind."""
    for document in documents:
        if not isinstance(document, dict):
            continue
        kind, items = document.get("kind"), document.get("items")
        if isinstance(kind, str) and _LIST.match(kind) and isinstance(items, list):
            own = {} if kind == "List" else {"kind": kind.removesuffix("List")}
            yield from ({**own, **item} for item in items if isinstance(item, dict))
        else:
            yield document


def _of_template(workload: Fields, steps: tuple[str, ...]) -> Fields:
    """Make a Pod of a workload's template: it has the workload's name, and lives in its namespace."""
    made, owner = fields(at(workload, *steps)), fields(workload.get("metadata"))
    inherited = {key: owner[key] for key in ("name", "namespace") if key in owner}
    return {**made, "metadata": {**inherited, **fields(made.get("metadata"))}}


def _checked(found: Fields, path: str) -> Fields:
    """Give a Pod what every Pod in a cluster has, and check what is read of it."""
    made = _of_mappings(found, path, "the Pod")
    spec = made.get("spec")
    if not isinstance(spec, dict) or not isinstance(spec.get("containers"), list):
        raise UnreadableInput(f"{path}: the Pod has no `spec.containers`", "Give a whole Pod.")
    for kind in ("containers", "initContainers", "ephemeralContainers"):
        _check_containers(spec.get(kind) or [], kind, path)
    metadata = {**_IDENTITY, **{key: value for key, value in made["metadata"].items() if value is not None}}
    for key in _IDENTITY:
        if not isinstance(metadata[key], str):
            raise UnreadableInput(f"{path}: `metadata.{key}` of the Pod is no text", "Put it in quotes.")
    return {**made, "metadata": metadata, "status": made.get("status") or {"phase": "Pending"}}


def _check_containers(containers: object, kind: str, path: str) -> None:
    if not isinstance(containers, list) or not all(isinstance(one, dict) for one in containers):
        raise UnreadableInput(f"{path}: `spec.{kind}` is no list of containers", "Give a whole Pod.")
    for container in containers:
        resources = container.get("resources") or {}
        parts = [resources.get(part) or {} for part in ("requests", "limits")] if isinstance(resources, dict) else [0]
        if not all(isinstance(part, dict) for part in parts):
            raise UnreadableInput(
                f"{path}: `resources` in `spec.{kind}` is not as Kubernetes has it", "Write `requests: {cpu: 100m}`."
            )


def _of_mappings(found: Fields, path: str, what: str) -> Fields:
    """Check that the parts of an object are mappings, and that it can be sent."""
    for part in ("metadata", "spec", "status"):
        if not isinstance(found.get(part) or {}, dict):
            raise UnreadableInput(f"{path}: `{part}` of {what} is no mapping", "Give it as `kubectl get -o yaml` does.")
    try:
        json.dumps(found, allow_nan=False)
    except ValueError:
        raise UnreadableInput(f"{path}: {what} holds a number that JSON has none for", "Write it as text.") from None
    return {**found, "metadata": found.get("metadata") or {}}


def _spoken(kinds: list[str]) -> str:
    return ", ".join(dict.fromkeys(kinds)) or "nothing"
