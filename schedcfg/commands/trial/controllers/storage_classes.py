"""Which StorageClass a claim has, and volumes as its provisioner makes them: reachable where the driver says.

Upstream: `provisionClaimOperation` in `pkg/controller/volume/persistentvolume/pv_controller.go`;
`GenerateAccessibilityRequirements` in `pkg/controller/topology.go` of kubernetes-csi/external-provisioner;
`translateTopologyFromCSIToInTree` and the names of drivers in `staging/src/k8s.io/csi-translation-lib/plugins`.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping

from schedcfg.commands.trial.api.store import Object
from schedcfg.sources.manifests.pod import at, entries, fields, text

_OLD_CLASS = "volume.beta.kubernetes.io/storage-class"
_DEFAULT = ("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class")

PROVISIONED_BY = "pv.kubernetes.io/provisioned-by"
_NONE = "kubernetes.io/no-provisioner"
_DRIVERS: Mapping[str, str] = {
    "kubernetes.io/aws-ebs": "ebs.csi.aws.com",
    "kubernetes.io/azure-disk": "disk.csi.azure.com",
    "kubernetes.io/azure-file": "file.csi.azure.com",
    "kubernetes.io/cinder": "cinder.csi.openstack.org",
    "kubernetes.io/gce-pd": "pd.csi.storage.gke.io",
    "kubernetes.io/portworx-volume": "pxd.portworx.com",
    "kubernetes.io/rbd": "rbd.csi.ceph.com",
    "kubernetes.io/vsphere-volume": "csi.vsphere.vmware.com",
}
"""Provisioner that was in Kubernetes → the driver that took its place."""


def default_storage_class(classes: Iterable[Object]) -> str | None:
    """Return the name of the default class; None where none is one.

    Upstream: `GetDefaultClass` in `pkg/volume/util/storageclass.go`: of several the newest, then the first by name.
    """
    found = [
        (text(at(one, "metadata", "creationTimestamp")), text(at(one, "metadata", "name")))
        for one in classes
        if any(at(one, "metadata", "annotations", key) == "true" for key in _DEFAULT)
    ]
    newest = max((created for created, _ in found), default="")
    return min((name for created, name in found if created == newest), default=None)


def storage_class_of(claim: Object) -> str:
    """Return the name of a claim's StorageClass, or of a volume's; empty for none."""
    annotation = at(claim, "metadata", "annotations", _OLD_CLASS)
    return text(annotation) if annotation is not None else text(at(claim, "spec", "storageClassName"))


def is_provisioning(storage_class: Object) -> bool:
    """Return whether somebody makes volumes of a class."""
    return text(storage_class.get("provisioner")) not in {"", _NONE}


def provisioned(claim: Object, storage_class: Object, node: Object | None, csi_node: Object | None) -> Object:
    """Return the volume that a claim gets.

    Args:
        claim: The claim.
        storage_class: Its class.
        node: The node that the scheduler chose; None where the class does not wait for it.
        csi_node: The node's `CSINode`; None where there is none.
    """
    written = text(storage_class.get("provisioner"))
    driver = _DRIVERS.get(written, written)
    metadata, spec = claim["metadata"], fields(claim.get("spec"))
    name = f"pvc-{metadata['uid']}"
    reference = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "uid": metadata["uid"]}
    volume = {
        "capacity": {"storage": at(spec, "resources", "requests", "storage") or "0"},
        "accessModes": copy.deepcopy(spec.get("accessModes") or []),
        "claimRef": {**reference, "namespace": metadata["namespace"], "name": metadata["name"]},
        "persistentVolumeReclaimPolicy": storage_class.get("reclaimPolicy") or "Delete",
        "storageClassName": storage_class["metadata"]["name"],
        "volumeMode": spec.get("volumeMode") or "Filesystem",
        "csi": {"driver": driver, "volumeHandle": name},
    }
    requirements = list(_topology(storage_class, driver, node, csi_node))
    if requirements:
        volume["nodeAffinity"] = {"required": {"nodeSelectorTerms": [{"matchExpressions": requirements}]}}
    annotations = {PROVISIONED_BY: driver}
    return {"metadata": {"name": name, "annotations": annotations}, "spec": volume, "status": {"phase": "Bound"}}


def _topology(
    storage_class: Object, driver: str, node: Object | None, csi_node: Object | None
) -> Iterator[dict[str, object]]:
    """Yield where the volume can be reached: where its node is, as far as the driver or the class looks at that."""
    allowed = {
        text(one.get("key")): one.get("values")
        for term in entries(storage_class.get("allowedTopologies"))
        for one in entries(term.get("matchLabelExpressions"))
    }
    keys = [*_keys(driver, csi_node), *allowed]
    labels = fields(at(node, "metadata", "labels"))
    for key in dict.fromkeys(keys):
        possible = allowed.get(key)
        first = possible[:1] if isinstance(possible, list) else []
        values = [labels[key]] if key in labels else first if node is None else []
        if values:
            yield {"key": key, "operator": "In", "values": values}


def _keys(driver: str, csi_node: Object | None) -> list[str]:
    for one in entries(at(csi_node, "spec", "drivers")):
        keys = one.get("topologyKeys")
        if one.get("name") == driver and isinstance(keys, list):
            return [text(key) for key in keys]
    return []
