"""What the user names for a probe: the file with the servers, validated; a Pod and nodes, or built-in ones."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from schedcfg.document import Path, decode_text, parse, parse_bytes
from schedcfg.document.defect import DefectKind
from schedcfg.errors import UnreadableInput, unreadable
from schedcfg.findings import Verdict
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import Source, TooLarge
from schedcfg.sources.configurations import Role
from schedcfg.sources.manifests.pod import TEMPLATES, at, fields, text
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.selection.suppression import quiet
from schedcfg.validation.text import validate_stream
from schedcfg.validation.validated_file import ValidatedFile

ApiObject: TypeAlias = dict[str, Any]

_LARGEST = 256 * 1024 * 1024
"""Bytes of a file with nodes: Kubernetes has 5,000 at most, each with 10 to 20 KB."""

_UID = "5c4edc0f-0000-4000-8000-{number:012d}"
_IDENTITY = {"name": "schedcfg-probe", "namespace": "default", "uid": _UID.format(number=0)}
"""What every Pod in a cluster has, and manifests often lack."""

BUILT_IN_NAMES = ("schedcfg-probe-node-1", "schedcfg-probe-node-2", "schedcfg-probe-node-3")
"""Of the built-in nodes."""


def given_pod(path: str) -> ApiObject:
    """Return the Pod of a file: the first Pod, or Pod template of a workload, with what a Pod in a cluster has.

    Raises:
        UnreadableInput: if the file cannot be read, or holds none.
    """
    objects = list(_objects(path))
    found = next((one for one in objects if text(one.get("kind")) in TEMPLATES), None)
    if found is None:
        raise UnreadableInput(
            f"{path}: it does not contain a Pod, but {_kinds(objects)}",
            f"Use one of {', '.join(TEMPLATES)}: `kubectl get pod <name> -o yaml`.",
        )
    pod = fields(at(found, *TEMPLATES[str(found["kind"])][:-1]))
    if not _is_complete(pod):
        raise UnreadableInput(
            f"{path}: the Pod is not one of Kubernetes: it lacks `spec.containers`, or has other types",
            "Use a complete Pod: `kubectl get pod <name> -o yaml`.",
        )
    # A template's Pod has the workload's name, and lives in its namespace.
    owner = {key: value for key, value in fields(found.get("metadata")).items() if key in {"name", "namespace"}}
    metadata = {**_IDENTITY, **owner, **fields(pod.get("metadata"))}
    return {**_without_type(pod), "metadata": metadata, "status": pod.get("status") or {"phase": "Pending"}}


def _is_complete(pod: ApiObject) -> bool:
    """Check that what is read of a Pod is there, and has the types of Kubernetes."""
    spec, metadata = fields(pod.get("spec")), pod.get("metadata") or {}
    kinds = [spec.get("containers"), spec.get("initContainers") or []]
    if not all(isinstance(kind, list) for kind in kinds):
        return False
    containers = [one for kind in kinds if isinstance(kind, list) for one in kind]
    resources = [fields(one).get("resources") or {} for one in containers]
    amounts = [fields(one).get(part) or {} for one in resources for part in ("requests", "limits")]
    mappings = [metadata, pod.get("status") or {}, *containers, *resources, *amounts]
    return all(isinstance(one, dict) for one in mappings) and all(
        isinstance(fields(metadata).get(key, ""), str) for key in _IDENTITY
    )


def given_nodes(path: str) -> dict[str, ApiObject]:
    """Return the nodes of a file, by their names, in order.

    Raises:
        UnreadableInput: if the file cannot be read, or holds none, or one has no name, or two have the same.
    """
    objects = list(_objects(path))
    nodes: dict[str, ApiObject] = {}
    for one in objects:
        if one.get("kind") == "Node":
            name = text(at(one, "metadata", "name"))
            if not name or name in nodes:
                problem = f"there are two nodes `{name}`" if name else "a Node has no `metadata.name`"
                raise UnreadableInput(f"{path}: {problem}", "Give each node a name of its own.")
            nodes[name] = _without_type(one)
    if not nodes:
        raise UnreadableInput(
            f"{path}: it does not contain a Node, but {_kinds(objects)}",
            "Use the output of `kubectl get nodes -o yaml`.",
        )
    return nodes


def _without_type(found: ApiObject) -> ApiObject:
    """Return an object as kube-scheduler's cache has it."""
    return {key: value for key, value in found.items() if key not in {"kind", "apiVersion"}}


def _kinds(objects: Iterable[ApiObject]) -> str:
    kinds = dict.fromkeys(text(one.get("kind")) or "something without a kind" for one in objects)
    return ", ".join(kinds) or "nothing"


def _objects(path: str) -> Iterator[ApiObject]:
    """Yield the objects of a file, or of standard input, and of the lists in it; items of a NodeList need no kind."""
    for document in _documents(path):
        if not isinstance(document, dict):
            continue
        kind, items = text(document.get("kind")), document.get("items")
        if kind.endswith("List") and isinstance(items, list):
            own = {} if kind == "List" else {"kind": kind.removesuffix("List")}
            yield from ({**own, **item} for item in items if isinstance(item, dict))
        else:
            yield document


def _documents(path: str) -> Iterator[object]:
    try:
        stream = parse(decode_text(Source(path).read(_LARGEST)))
    except TooLarge as error:
        raise UnreadableInput(unreadable(path, f"{error}. Use fewer nodes.")) from None
    except UnreadableInput as error:
        raise UnreadableInput(unreadable(path, error.sentence)) from None
    if stream.error is not None:
        line = stream.error.span.start.line
        raise UnreadableInput(f"{path}:{line}: {stream.error.message}", stream.error.help)
    for document in stream.documents:
        for defect in document.defects:
            if defect.kind is DefectKind.UNSUPPORTED_VALUE:
                where = f"{path}:{defect.span.start.line}"
                raise UnreadableInput(f"{where}: this is a number that JSON cannot express", "Write it as a string.")
        yield document.data


def built_in_pod(resources: Iterable[str]) -> ApiObject:
    """Return a Pod of one container that requests some CPU and memory, and one of each of these resources."""
    extended = dict.fromkeys(resources, "1")
    amounts = {"requests": {"cpu": "100m", "memory": "128Mi", **extended}, "limits": extended}
    return {
        "metadata": {**_IDENTITY, "labels": {"app": "schedcfg-probe"}},
        "spec": {
            "containers": [{"name": "main", "image": "registry.k8s.io/pause:3.9", "resources": amounts}],
            "schedulerName": "default-scheduler",
            "priority": 0,
        },
        "status": {"phase": "Pending", "qosClass": "Burstable"},
    }


def built_in_nodes(names: Iterable[str], resources: Iterable[str]) -> dict[str, ApiObject]:
    """Return nodes of these names, each once, that offer some of each of these resources."""
    offered = {"cpu": "4", "memory": "16Gi", "pods": "110", **dict.fromkeys(resources, "8")}
    return {
        name: {
            "metadata": {
                "name": name,
                "uid": _UID.format(number=number),
                "labels": {
                    "kubernetes.io/arch": "amd64",
                    "kubernetes.io/hostname": name,
                    "kubernetes.io/os": "linux",
                    "topology.kubernetes.io/region": "region-1",
                    "topology.kubernetes.io/zone": f"zone-{number}",
                },
            },
            "spec": {},
            "status": {
                "capacity": offered,
                "allocatable": offered,
                "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}],
                "addresses": [{"type": "Hostname", "address": name}],
            },
        }
        for number, name in enumerate(names, 1)
    }


def built_in_victims(nodes: Iterable[str]) -> dict[str, ApiObject]:
    """Return for each node a Pod that runs there and could be preempted."""
    victims = {}
    for number, node in enumerate(nodes, 1):
        victim = built_in_pod(())
        victim["metadata"] |= {"name": f"schedcfg-probe-victim-{number}", "uid": _UID.format(number=100 + number)}
        victims[node] = victim | {"spec": {**victim["spec"], "nodeName": node, "priority": -1}}
    return victims


def validate_file(raw: bytes, path: str, options: Options) -> ValidatedFile:
    """Validate a file that was named on the command line.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    options = options.at(path)
    stream = parse_bytes(raw)
    validated = validate_stream(stream, options, path, ContextCache(options.suffixes))
    if stream.undecodable is not None:
        return validated
    if validated.report.verdict is Verdict.SKIPPED:
        # A file that was named must hold what was requested: the report names what it is instead.
        validated = validate_stream(stream, replace(options, role=Role.CONFIG), path)
    return validated._replace(report=quiet(validated.report, stream, options.selection))


def release_of(validated: ValidatedFile) -> str | None:
    """Return the release that a file was validated for; None where it holds nothing to validate."""
    return validated.report.documents[0].kubernetes if validated.report.documents else None


def line_of(validated: ValidatedDocument, path: Path) -> int:
    """Return the line of an entry in the file; of a configuration without lines of its own, the line of that."""
    assert validated.document is not None
    if validated.span is not None:
        return validated.span.start.line
    place = validated.document.locate(path)
    return (place.value if place.key is None else place.key).start.line
