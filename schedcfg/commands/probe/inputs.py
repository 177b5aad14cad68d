"""What the user names for a probe: the file with the servers, validated; a Pod and nodes, or built-in ones."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from ipaddress import IPv4Address

from schedcfg.commands.probe.extender.wire import ApiObject
from schedcfg.configuration.effective.model import Extender
from schedcfg.document import Path, decode_text, parse, parse_bytes
from schedcfg.document.defect import DefectKind
from schedcfg.errors import UnreadableInput, unreadable
from schedcfg.findings import Verdict
from schedcfg.patterns import pattern
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import Source, TooLarge
from schedcfg.sources.configurations import Role
from schedcfg.sources.manifests.pod import at, fields, text
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import quiet
from schedcfg.validation.text import ValidatedFile, validate_stream

_OWNERS = ("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job")
_TEMPLATES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_OWNERS, ("spec", "template")),
    "CronJob": ("spec", "jobTemplate", "spec", "template"),
}
"""Workload → where its Pod template is."""

_LARGEST = 256 * 1024 * 1024
"""Bytes of a file with nodes: Kubernetes has 5,000 at most, each with 10 to 20 KB."""

_IDENTITY = {"name": "schedcfg-probe", "namespace": "default", "uid": "5c4edc0f-0000-4000-8000-000000000000"}
"""What every Pod in a cluster has, and manifests often lack."""

_LIST = pattern(r"\w*List\Z")


def documents(path: str) -> list[object]:
    """Read a file, or standard input, as plain data.

    Raises:
        UnreadableInput: if that is not possible.
    """
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
    return [document.data for document in stream.documents]


def given_pod(documents: Iterable[object], path: str) -> ApiObject:
    """Return the Pod to ask about: the first Pod, or Pod template of a workload, with what a Pod in a cluster has.

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
            return _checked_pod(document, path)
        if kind in _TEMPLATES:
            return _checked_pod(_of_template(document, _TEMPLATES[kind]), path)
    raise UnreadableInput(
        f"{path}: it does not contain a Pod, but {_spoken(kinds)}",
        f"Use a Pod, or one of {', '.join(_TEMPLATES)}: `kubectl get pod <name> -o yaml`.",
    )


def given_nodes(documents: Iterable[object], path: str) -> dict[str, ApiObject]:
    """Return the nodes to ask about, by their names, in order.

    Args:
        documents: The file's documents, plain data: nodes, or lists of nodes.
        path: The file, as messages name it.

    Raises:
        UnreadableInput: if there is none, or one has no name, or two have the same.
    """
    found: dict[str, ApiObject] = {}
    kinds: list[str] = []
    for document in _objects(documents):
        kind = str(document.get("kind", ""))
        if kind != "Node":
            kinds.append(kind or "something without a kind")
            continue
        name = text(at(document, "metadata", "name"))
        if not name:
            raise UnreadableInput(f"{path}: a Node has no `metadata.name`", "Give each node a name.")
        if name in found:
            raise UnreadableInput(f"{path}: there are two nodes `{name}`", "List each node once.")
        found[name] = _of_mappings(document, path, f"Node `{name}`")
    if not found:
        raise UnreadableInput(
            f"{path}: it does not contain a Node, but {_spoken(kinds)}",
            "Use the output of `kubectl get nodes -o yaml`.",
        )
    return found


def _objects(documents: Iterable[object]) -> Iterator[ApiObject]:
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


def _of_template(workload: ApiObject, steps: tuple[str, ...]) -> ApiObject:
    """Return the Pod of a workload's template: it has the workload's name, and lives in its namespace."""
    made, owner = fields(at(workload, *steps)), fields(workload.get("metadata"))
    inherited = {key: owner[key] for key in ("name", "namespace") if key in owner}
    return {**made, "metadata": {**inherited, **fields(made.get("metadata"))}}


def _checked_pod(found: ApiObject, path: str) -> ApiObject:
    """Return a Pod with what every Pod in a cluster has, after a check of what is read of it."""
    made = _of_mappings(found, path, "the Pod")
    spec = made.get("spec")
    if not isinstance(spec, dict) or not isinstance(spec.get("containers"), list):
        raise UnreadableInput(f"{path}: the Pod has no `spec.containers`", "Use a complete Pod.")
    for kind in ("containers", "initContainers", "ephemeralContainers"):
        _check_containers(spec.get(kind) or [], kind, path)
    metadata = {**_IDENTITY, **{key: value for key, value in made["metadata"].items() if value is not None}}
    for key in _IDENTITY:
        if not isinstance(metadata[key], str):
            raise UnreadableInput(f"{path}: `metadata.{key}` of the Pod is not a string", "Put it in quotes.")
    return {**made, "metadata": metadata, "status": made.get("status") or {"phase": "Pending"}}


def _check_containers(containers: object, kind: str, path: str) -> None:
    if not isinstance(containers, list) or not all(isinstance(one, dict) for one in containers):
        raise UnreadableInput(f"{path}: `spec.{kind}` is not a list of containers", "Use a complete Pod.")
    for container in containers:
        resources = container.get("resources") or {}
        parts = [resources.get(part) or {} for part in ("requests", "limits")] if isinstance(resources, dict) else [0]
        if not all(isinstance(part, dict) for part in parts):
            raise UnreadableInput(
                f"{path}: `resources` in `spec.{kind}` does not have the format of Kubernetes",
                "Write `requests: {cpu: 100m}`.",
            )


def _of_mappings(found: ApiObject, path: str, what: str) -> ApiObject:
    """Check that the parts of an object are mappings."""
    for part in ("metadata", "spec", "status"):
        if not isinstance(found.get(part) or {}, dict):
            raise UnreadableInput(
                f"{path}: `{part}` of {what} is not a mapping", "Write it as `kubectl get -o yaml` does."
            )
    return {**found, "metadata": found.get("metadata") or {}}


def _spoken(kinds: list[str]) -> str:
    return ", ".join(dict.fromkeys(kinds)) or "nothing"


_TIME = "2026-01-01T00:00:00Z"
BUILT_IN_NAMES = ("schedcfg-probe-node-1", "schedcfg-probe-node-2", "schedcfg-probe-node-3")
"""Of the built-in nodes."""

_ADDRESSES = IPv4Address("198.18.0.0")
"""From here on addresses are meant for trials (RFC 2544)."""

_POD_NETWORKS, _POD_NETWORK = IPv4Address("10.0.0.0"), 256
_RELEASE = "v1.{release}.0"
_CONDITIONS = {
    "MemoryPressure": ("False", "KubeletHasSufficientMemory"),
    "DiskPressure": ("False", "KubeletHasNoDiskPressure"),
    "PIDPressure": ("False", "KubeletHasSufficientPID"),
    "Ready": ("True", "KubeletReady"),
}
_UID = "5c4edc0f-0000-4000-8000-{number:012d}"


def managed_resources(extenders: Iterable[Extender]) -> list[str]:
    """Return the resources by which extenders choose their Pods."""
    return sorted({resource.name for extender in extenders for resource in extender.managed_resources if resource.name})


def built_in_pod(resources: Iterable[str]) -> ApiObject:
    """Return a Pod of one container that requests some CPU and memory, and one of each of these resources."""
    extended = dict.fromkeys(resources, "1")
    requests = {"cpu": "100m", "memory": "128Mi", **extended}
    return {
        "metadata": {
            "name": "schedcfg-probe",
            "namespace": "default",
            "uid": _UID.format(number=0),
            "creationTimestamp": _TIME,
            "labels": {"app": "schedcfg-probe"},
        },
        "spec": {
            "containers": [
                {
                    "name": "main",
                    "image": "registry.k8s.io/pause:3.9",
                    "resources": {"requests": requests, **({"limits": extended} if extended else {})},
                    "imagePullPolicy": "IfNotPresent",
                }
            ],
            "restartPolicy": "Always",
            "terminationGracePeriodSeconds": 30,
            "dnsPolicy": "ClusterFirst",
            "serviceAccountName": "default",
            "schedulerName": "default-scheduler",
            "priority": 0,
            "preemptionPolicy": "PreemptLowerPriority",
        },
        "status": {"phase": "Pending", "qosClass": "Burstable"},
    }


def built_in_nodes(names: Iterable[str], resources: Iterable[str], release: int) -> dict[str, ApiObject]:
    """Return nodes of these names that offer some of each of these resources.

    Args:
        names: Each once.
        resources: Names of extended resources.
        release: That of their kubelets, its minor number.
    """
    offered = {
        "cpu": "4",
        "memory": "16Gi",
        "ephemeral-storage": "100Gi",
        "pods": "110",
        **dict.fromkeys(resources, "8"),
    }
    return {name: _node(name, number, offered, release) for number, name in enumerate(names, 1)}


def built_in_victims(names: Iterable[str]) -> dict[str, ApiObject]:
    """Return for each node a Pod that runs there and could be preempted."""
    return {name: _victim(name, number) for number, name in enumerate(names, 1)}


def _node(name: str, number: int, offered: dict[str, str], release: int) -> ApiObject:
    network = f"{_POD_NETWORKS + number * _POD_NETWORK}/24"
    return {
        "metadata": {
            "name": name,
            "uid": _UID.format(number=number),
            "creationTimestamp": _TIME,
            "labels": {
                "kubernetes.io/arch": "amd64",
                "kubernetes.io/hostname": name,
                "kubernetes.io/os": "linux",
                "topology.kubernetes.io/region": "region-1",
                "topology.kubernetes.io/zone": f"zone-{number}",
            },
        },
        "spec": {"podCIDR": network, "podCIDRs": [network]},
        "status": {
            "capacity": dict(offered),
            "allocatable": dict(offered),
            "conditions": [_condition(kind, status, reason) for kind, (status, reason) in _CONDITIONS.items()],
            "addresses": [
                {"type": "InternalIP", "address": str(_ADDRESSES + number)},
                {"type": "Hostname", "address": name},
            ],
            "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}},
            "nodeInfo": {
                "kubeletVersion": _RELEASE.format(release=release),
                "operatingSystem": "linux",
                "architecture": "amd64",
                "containerRuntimeVersion": "containerd://2.0.0",
            },
        },
    }


def _condition(kind: str, status: str, reason: str) -> ApiObject:
    return {"type": kind, "status": status, "lastHeartbeatTime": _TIME, "lastTransitionTime": _TIME, "reason": reason}


def _victim(node: str, number: int) -> ApiObject:
    made = built_in_pod(())
    made["metadata"] |= {"name": f"schedcfg-probe-victim-{number}", "uid": _UID.format(number=100 + number)}
    made["spec"] |= {"nodeName": node, "priority": -1}
    made["status"] = {"phase": "Running", "qosClass": "Burstable"}
    return made


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
