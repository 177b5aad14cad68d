"""Objects that tests of a trial's inputs begin with, and how they are read."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.trial.inputs.given_cluster import GivenCluster, read_cluster
from schedcfg.errors import SchedcfgError

Object = dict[str, Any]

NODE: Object = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n", "labels": {"kubernetes.io/hostname": "n"}},
    "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"}},
}
NODES = "3:cpu=4,memory=8Gi,zone=a/b"
CONTAINERS = [{"name": "main", "image": "x", "resources": {"requests": {"cpu": "1"}}}]


def made(kind: str, name: str, api_version: str = "v1", **rest: Any) -> Object:
    """Return an object."""
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": name}, **rest}


def pod(name: str, *, labels: dict[str, str] | None = None, **spec: Any) -> Object:
    """Return a Pod."""
    data = made("Pod", name, spec={"containers": json.loads(json.dumps(CONTAINERS)), **spec})
    if labels:
        data["metadata"]["labels"] = labels
    return data


def workload(kind: str, name: str, api_version: str = "apps/v1", **spec: Any) -> Object:
    """Return a workload whose Pods have the label `app`."""
    template = {"metadata": {"labels": {"app": name}}, "spec": {"containers": CONTAINERS}}
    selector = {} if api_version.startswith("batch") else {"selector": {"matchLabels": {"app": name}}}
    return made(kind, name, api_version, spec={**selector, "template": template, **spec})


def written(folder: Path, *objects: Object, name: str = "objects.json") -> str:
    """Write objects to a file as a list, and return its path."""
    path = folder / name
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}, indent=1), encoding="utf-8")
    return str(path)


def read(folder: Path, *objects: Object, nodes: Iterable[str] = (NODES,), release: str = "1.29") -> GivenCluster:
    """Return what a file with some objects leads to."""
    return read_cluster(list(nodes), [written(folder, *objects)], release)


def names(given: GivenCluster, kind: str) -> list[str]:
    """Return the names of all objects of a kind, those that are to be placed too."""
    every = (*given.cluster.objects, *given.cluster.pods)
    return [one["metadata"]["name"] for one in every if one["kind"] == kind]


def placed(given: GivenCluster) -> dict[str, Object]:
    """Return the Pods that are to be placed, by name."""
    return {one["metadata"]["name"]: one for one in given.cluster.pods}


def refusal(tmp_path: Path, *objects: Object, release: str = "1.29") -> list[str]:
    """Return what is wrong with objects, each with its place in a file without its folder."""
    with pytest.raises(SchedcfgError) as error:
        read(tmp_path, *objects, release=release)
    return [line.replace(f"{tmp_path}/", "") for line in error.value.lines]


def dumped(data: Object, **status: object) -> Object:
    """Return an object as `kubectl get --output yaml` writes it."""
    data["metadata"] |= {"resourceVersion": "5", "uid": data["metadata"]["name"], "namespace": "default"}
    return {**data, "status": status}
