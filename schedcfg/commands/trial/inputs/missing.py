"""What is not among the inputs, and would make the scheduler wait or fail: said before the run."""

from collections.abc import Iterator

from schedcfg.commands.trial.admission.pod_defaults import affinity_terms
from schedcfg.commands.trial.api.store import Object
from schedcfg.commands.trial.controllers.storage_classes import storage_class_of
from schedcfg.commands.trial.inputs.given_objects import GivenObject, InputNotes
from schedcfg.commands.trial.inputs.object_index import Kind, ObjectIndex, name_of_given
from schedcfg.sources.manifests.pod import at, entries, fields, text

_CLAIM: Kind = ("", "PersistentVolumeClaim")
_DEVICES, _STORAGE = "resource.k8s.io", "storage.k8s.io"


def note_missing(index: ObjectIndex, notes: InputNotes) -> None:
    """Note what Pods and claims name that is not there."""
    for pod in index.of("", "Pod"):
        for kind, name in _named_by(pod.data):
            _look(index, notes, pod, (kind, name))
        node = text(at(pod.data, "spec", "nodeName"))
        if node and index.find(("", "Node"), "", node) is None:
            notes.count(f"on node {node}, which is not given", "Pod")
    for claim in index.of(*_CLAIM):
        name = storage_class_of(claim.data)
        is_open = not at(claim.data, "spec", "volumeName")
        if name and is_open and index.find((_STORAGE, "StorageClass"), "", name) is None:
            notes.count(f"StorageClass {name} is not given, so that no volumes are made for it", _CLAIM[1])
    _note_devices(index, notes)


def _look(index: ObjectIndex, notes: InputNotes, pod: GivenObject, named: tuple[Kind, str]) -> None:
    kind, name = named
    namespace = name_of_given(pod)[0]
    if index.find(kind, namespace, name) is None:
        notes.count(f"{kind[1]} {namespace}/{name} is not given, and the scheduler waits for it", "Pod")


def _named_by(pod: Object) -> Iterator[tuple[Kind, str]]:
    """Yield kind and name of what a Pod needs in its namespace."""
    for volume in entries(at(pod, "spec", "volumes")):
        claim = text(at(volume, "persistentVolumeClaim", "claimName"))
        if claim:
            yield _CLAIM, claim
    for wanted in entries(at(pod, "spec", "resourceClaims")):
        for key, kind in (
            ("resourceClaimName", "ResourceClaim"),
            ("resourceClaimTemplateName", "ResourceClaimTemplate"),
        ):
            if text(wanted.get(key)):
                yield (_DEVICES, kind), text(wanted.get(key))


def _note_devices(index: ObjectIndex, notes: InputNotes) -> None:
    claims = [*index.of(_DEVICES, "ResourceClaim"), *index.of(_DEVICES, "ResourceClaimTemplate")]
    for claim in claims:
        for name in dict.fromkeys(_classes(claim.data)):
            if index.find((_DEVICES, "DeviceClass"), "", name) is None:
                notes.count(f"DeviceClass {name} is not given, so that no device is of it", claim.kind)
    if claims and next(index.of(_DEVICES, "ResourceSlice"), None) is None:
        notes.add("no ResourceSlice is given: no node has devices that can be claimed")


def _classes(claim: Object) -> Iterator[str]:
    """Yield the classes of devices that a claim, or a template of claims, requests."""
    spec = fields(claim.get("spec"))
    inner = fields(spec.get("spec")) if claim.get("kind") == "ResourceClaimTemplate" else spec
    for request in entries(at(inner, "devices", "requests")):
        alternatives = list(entries(request.get("firstAvailable")))
        for part in (request, fields(request.get("exactly")), *alternatives):
            if text(part.get("deviceClassName")):
                yield text(part.get("deviceClassName"))


def note_namespaces(index: ObjectIndex, notes: InputNotes, made: list[str]) -> None:
    """Note that the labels of namespaces are not known where Pods select namespaces by them."""
    pods = index.of("", "Pod")
    if made and any(term.get("namespaceSelector") for pod in pods for term in affinity_terms(pod.data)):
        notes.add("Pods select namespaces by labels, and of namespaces that are not given only the name is known")
