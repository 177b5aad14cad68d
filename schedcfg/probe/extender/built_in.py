"""A small Pod and some nodes for those who give none; everything that real ones have and extenders look at."""

from collections.abc import Iterable
from ipaddress import IPv4Address

from schedcfg.effective.model import Extender
from schedcfg.probe.extender.wire import Fields

_TIME = "2026-01-01T00:00:00Z"
NAMES = ("schedcfg-probe-node-1", "schedcfg-probe-node-2", "schedcfg-probe-node-3")
"""Of the nodes, where nobody gives others."""

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
    """Name the resources by which extenders choose their Pods."""
    return sorted({resource.name for extender in extenders for resource in extender.managed_resources if resource.name})


def pod(resources: Iterable[str]) -> Fields:
    """Make a Pod of one container that requests some CPU and memory, and one of each of these resources."""
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


def nodes(names: Iterable[str], resources: Iterable[str], release: int) -> dict[str, Fields]:
    """Make nodes of these names that offer some of each of these resources.

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


def victims(names: Iterable[str]) -> dict[str, Fields]:
    """Make for each node a Pod that runs there and could be preempted."""
    return {name: _victim(name, number) for number, name in enumerate(names, 1)}


def _node(name: str, number: int, offered: dict[str, str], release: int) -> Fields:
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


def _condition(kind: str, status: str, reason: str) -> Fields:
    return {
        "type": kind,
        "status": status,
        "lastHeartbeatTime": _TIME,
        "lastTransitionTime": _TIME,
        "reason": reason,
    }


def _victim(node: str, number: int) -> Fields:
    made = pod(())
    made["metadata"] |= {"name": f"schedcfg-probe-victim-{number}", "uid": _UID.format(number=100 + number)}
    made["spec"] |= {"nodeName": node, "priority": -1}
    made["status"] = {"phase": "Running", "qosClass": "Burstable"}
    return made
