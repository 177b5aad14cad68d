"""Themes about devices that are claimed (dynamic resource allocation), and about groups of Pods (gangs)."""

import random
from collections.abc import Sequence
from typing import Any

from tools.record.themes.drafts import Draft
from tools.record.worlds import Manifest, node, pod

DRIVER = "gpu.example"
_MODELS = ("small", "large")


def device_class(version: str) -> Manifest:
    """Return the class of all devices of the driver."""
    selectors = [{"cel": {"expression": f'device.driver == "{DRIVER}"'}}]
    head = {"apiVersion": f"resource.k8s.io/{version}", "kind": "DeviceClass", "metadata": {"name": DRIVER}}
    return {**head, "spec": {"selectors": selectors}}


def resource_slice(version: str, where: str, models: Sequence[str]) -> Manifest:
    """Return the devices of a node, one for each model."""
    devices = []
    for number, model in enumerate(models):
        described = {"attributes": {"model": {"string": model}}}
        flat = {"basic": described} if version == "v1beta1" else described
        devices.append({"name": f"{model}-{number}", **flat})
    pool = {"name": where, "generation": 1, "resourceSliceCount": 1}
    head = {"apiVersion": f"resource.k8s.io/{version}", "kind": "ResourceSlice", "metadata": {"name": f"{where}-gpus"}}
    return {**head, "spec": {"driver": DRIVER, "nodeName": where, "pool": pool, "devices": devices}}


def claim_spec(version: str, count: int, model: str | None) -> Manifest:
    """Return the `spec` of a claim of so many devices, of a model where one is named."""
    exactly: Manifest = {"deviceClassName": DRIVER, "allocationMode": "ExactCount", "count": count}
    if model is not None:
        expression = f'device.attributes["{DRIVER}"].model == "{model}"'
        exactly["selectors"] = [{"cel": {"expression": expression}}]
    request = {"name": "gpu", **(exactly if version == "v1beta1" else {"exactly": exactly})}
    return {"devices": {"requests": [request]}}


def claiming_pod(name: str, claims: Sequence[Manifest], **sketch: Any) -> Manifest:
    """Return a Pod whose container uses all of its claims."""
    uses = {"resources": {"claims": [{"name": claim["name"]} for claim in claims]}}
    made = pod(name, **sketch, resourceClaims=list(claims))
    container = made["spec"]["containers"][0]
    container["resources"] = {**container.get("resources", {}), **uses["resources"]}
    return made


def claimed_devices(version: str, chance: random.Random) -> Draft:
    """Return nodes with devices, and Pods that claim some: each for itself, or together."""
    nodes, objects = [], [device_class(version)]
    for number in range(chance.randrange(2, 5)):
        name = f"n{number}"
        nodes.append(node(name, cpu=f"{chance.randrange(2000, 9000, 10)}m"))
        if models := [chance.choice(_MODELS) for _ in range(chance.randrange(0, 4))]:
            objects.append(resource_slice(version, name, models))
    head = {"apiVersion": f"resource.k8s.io/{version}"}
    pods = []
    for number in range(chance.randrange(2, 6)):
        spec = claim_spec(version, chance.randrange(1, 3), chance.choice((None, *_MODELS)))
        metadata = {"name": f"c{number}", "namespace": "default"}
        if chance.random() < 0.5:  # noqa: PLR2004
            objects.append({**head, "kind": "ResourceClaim", "metadata": metadata, "spec": spec})
            entry = {"name": "gpu", "resourceClaimName": f"c{number}"}
        else:
            objects.append({**head, "kind": "ResourceClaimTemplate", "metadata": metadata, "spec": {"spec": spec}})
            entry = {"name": "gpu", "resourceClaimTemplateName": f"c{number}"}
        pods.append(claiming_pod(f"p{number}", [entry], cpu=f"{chance.randrange(100, 900, 50)}m"))
    if chance.random() < 0.3:  # noqa: PLR2004
        shared = next(
            (
                one["spec"]["resourceClaims"][0]
                for one in pods
                if "resourceClaimName" in one["spec"]["resourceClaims"][0]
            ),
            None,
        )
        pods += [claiming_pod("shares", [shared], cpu="100m")] if shared else []
    return Draft(nodes, pods, objects)


def gangs(chance: random.Random) -> Draft:
    """Return groups of Pods, which start together or not at all."""
    nodes = [node(f"n{number}", cpu=f"{chance.randrange(1500, 4000, 10)}m") for number in range(chance.randrange(2, 4))]
    groups, pods = [], []
    for number in range(chance.randrange(1, 3)):
        size, cpu = chance.randrange(2, 5), f"{chance.randrange(500, 1500, 50)}m"
        gang = chance.random() < 0.8  # noqa: PLR2004
        policy: Manifest = {"gang": {"minCount": chance.randrange(2, size + 1)}} if gang else {"basic": {}}
        head = {"apiVersion": "scheduling.k8s.io/v1beta1", "kind": "PodGroup"}
        groups.append(
            {**head, "metadata": {"name": f"g{number}", "namespace": "default"}, "spec": {"schedulingPolicy": policy}}
        )
        membership = {"podGroupName": f"g{number}"}
        pods += [pod(f"g{number}-{member}", cpu=cpu, schedulingGroup=membership) for member in range(size)]
    pods.append(pod("alone", cpu="300m"))
    return Draft(nodes, pods, groups, runs=2)
