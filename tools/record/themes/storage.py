"""Themes about volumes: those that wait for a Pod, those that are where they are, and how many a node takes."""

import random
from typing import Any

from tools.record.themes.drafts import HOST, ZONE, ZONES, Draft, some_nodes
from tools.record.worlds import Manifest, pod


def _claim(name: str, storage_class: str, size: str, mode: str = "ReadWriteOnce") -> Manifest:
    spec = {"accessModes": [mode], "storageClassName": storage_class, "resources": {"requests": {"storage": size}}}
    metadata = {"name": name, "namespace": "default"}
    return {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "spec": spec}


def _storage_class(name: str, **more: Any) -> Manifest:
    return {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": name}, **more}


def _local_volume(name: str, where: Manifest, gibibytes: int) -> Manifest:
    terms = [{"matchExpressions": [{**where, "operator": "In"}]}]
    spec = {
        "accessModes": ["ReadWriteOnce"],
        "capacity": {"storage": f"{gibibytes}Gi"},
        "storageClassName": "local",
        "local": {"path": f"/mnt/{name}"},
        "nodeAffinity": {"required": {"nodeSelectorTerms": terms}},
    }
    return {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": name}, "spec": spec}


def volumes(chance: random.Random) -> Draft:
    """Return Pods with claims of all kinds of classes, and local volumes."""
    nodes = some_nodes(chance)
    late = "WaitForFirstConsumer"
    allowed = [{"matchLabelExpressions": [{"key": ZONE, "values": [chance.choice(ZONES)]}]}]
    objects: list[Manifest] = [
        _storage_class("late", provisioner="disks.example", volumeBindingMode=late),
        _storage_class("zonal", provisioner="disks.example", volumeBindingMode=late, allowedTopologies=allowed),
        _storage_class("soon", provisioner="disks.example"),
        _storage_class("local", provisioner="kubernetes.io/no-provisioner", volumeBindingMode=late),
    ]
    for number in range(chance.randrange(1, 4)):
        where = {"key": HOST, "values": [f"n{chance.randrange(len(nodes))}"]}
        objects.append(_local_volume(f"disk-{number}", where, chance.randrange(1, 12)))
    pods = []
    for number in range(chance.randrange(1, 4)):
        name = chance.choice(("late", "zonal", "soon", "local", "local"))
        objects.append(_claim(f"c{number}", name, f"{chance.randrange(1, 9)}Gi"))
        used = [{"name": "data", "persistentVolumeClaim": {"claimName": f"c{number}"}}]
        pods.append(pod(f"p{number}", cpu=f"{chance.randrange(100, 700, 50)}m", volumes=used))
    if chance.random() < 0.4:  # noqa: PLR2004
        used = [{"name": "data", "persistentVolumeClaim": {"claimName": "c0"}}]
        pods.append(pod("shares", cpu="100m", volumes=used))
    return Draft(nodes, pods, objects)


def attach_limits(chance: random.Random) -> Draft:
    """Return nodes that take few volumes, and Pods with one each."""
    nodes = some_nodes(chance)
    driver = {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "disks.example"}}
    objects: list[Manifest] = [{**driver, "spec": {"attachRequired": True}}]
    for one in nodes:
        name = one["metadata"]["name"]
        limits = {
            "name": "disks.example",
            "nodeID": name,
            "topologyKeys": [],
            "allocatable": {"count": chance.randrange(1, 3)},
        }
        csi_node = {"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": name}}
        objects.append({**csi_node, "spec": {"drivers": [limits]}})
    pods = []
    for number in range(chance.randrange(3, 7)):
        volume = {
            "accessModes": ["ReadWriteOnce"],
            "capacity": {"storage": "1Gi"},
            "storageClassName": "",
            "claimRef": {"namespace": "default", "name": f"c{number}"},
            "csi": {"driver": "disks.example", "volumeHandle": f"disk-{number}"},
        }
        objects.append(
            {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": f"disk-{number}"}, "spec": volume}
        )
        claim = _claim(f"c{number}", "", "1Gi")
        claim["spec"]["volumeName"] = f"disk-{number}"
        objects.append(claim)
        used = [{"name": "data", "persistentVolumeClaim": {"claimName": f"c{number}"}}]
        pods.append(pod(f"p{number}", cpu=f"{chance.randrange(100, 700, 50)}m", volumes=used))
    return Draft(nodes, pods, objects)
