"""Small worlds for the proof of `schedcfg try`: what is there, the Pods that come, and the scheduler's configuration.

Those written by hand are in `tests/commands/trial/placements/worlds/`, a file for each theme. Nodes and Pods are
written as sketches there, or in full.
"""

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tools.record.module import minor

Manifest = dict[str, Any]

FOLDER = Path(__file__).parents[2] / "tests" / "commands" / "trial" / "placements" / "worlds"
RELEASES = ("1.22", "1.29", "1.33", "1.37")
EXTENDER = "http://extender.example"
_SET = {"leaderElection": {"leaderElect": False}, "podInitialBackoffSeconds": 1}
"""What every scheduler is given, as `schedcfg try` does."""
"""How configurations name the extender of the worlds, wherever it listens."""

_SINCE = "1.22"


@dataclass(frozen=True)
class TrialCase:
    """A world with a configuration.

    Attributes:
        name: Theme and name: `taints/no-schedule`.
        objects: What is there before, in the order of creation.
        pods: The Pods that come, in their order.
        configuration: The fields of a KubeSchedulerConfiguration, but for its version and kind.
        gates: Feature gates, of the scheduler and of the API server: `DynamicResourceAllocation=true`.
        since: The first release that it makes sense for.
        until: The last one.
        runs: How often it is run at least, as its outcome is known to be open.
    """

    name: str
    objects: tuple[Manifest, ...]
    pods: tuple[Manifest, ...]
    configuration: Mapping[str, Any] = field(default_factory=dict)
    gates: tuple[str, ...] = ()
    since: str = _SINCE
    until: str = RELEASES[-1]
    runs: int = 1

    def is_for(self, release: str) -> bool:
        """Return whether the world makes sense for a release."""
        return minor(self.since) <= minor(release) <= minor(self.until)

    def configuration_for(self, release: str, extender: str = "") -> str:
        """Return the text of the configuration in the newest version that a release reads."""
        version = "v1" if minor(release) >= 25 else "v1beta2"  # noqa: PLR2004 - the first release with v1
        head = {"apiVersion": f"kubescheduler.config.k8s.io/{version}", "kind": "KubeSchedulerConfiguration"}
        text = json.dumps({**head, **_SET, **self.configuration})
        return text.replace(EXTENDER, extender) if extender else text

    def needs_extender(self) -> bool:
        """Return whether the configuration names the extender."""
        return EXTENDER in json.dumps(dict(self.configuration))


def by_hand(folder: Path = FOLDER) -> Iterator[TrialCase]:
    """Yield the worlds that were written by hand."""
    for path in sorted(folder.glob("*.yaml")):
        # Of libyaml, ten times as fast: each process that runs tests reads them.
        for world in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader):
            yield _world(path.stem, world)


def _world(theme: str, written: Mapping[str, Any]) -> TrialCase:
    nodes = (node(**sketch) for sketch in written.get("nodes", ()))
    pods = [pod(**sketch) for sketch in written["pods"] for sketch in _copies(sketch)]
    there = (pod(**sketch) for sketch in written.get("running", ()))
    return TrialCase(
        name=f"{theme}/{written['name']}",
        objects=(*written.get("objects", ()), *nodes, *there),
        pods=tuple(pods),
        configuration=written.get("configuration", {}),
        gates=tuple(written.get("gates", ())),
        since=str(written.get("since", _SINCE)),
        until=str(written.get("until", RELEASES[-1])),
        runs=written.get("runs", 1),
    )


def _copies(sketch: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a sketch, or `copies` of it whose names are numbered."""
    copies = sketch.get("copies")
    rest = {key: copy.deepcopy(value) for key, value in sketch.items() if key != "copies"}
    if copies is None:
        yield rest
        return
    for number in range(copies):
        yield {**copy.deepcopy(rest), "name": f"{sketch['name']}-{number}"}


def node(name: str, **sketch: Any) -> Manifest:
    """Return a node.

    Args:
        name: Its name, and its host name.
        sketch: `cpu`, `memory`, `pods`, `resources` (others), `labels`, `annotations`, `images`; the rest is `spec`.
    """
    amounts = {
        "cpu": str(sketch.pop("cpu", 4)),
        "memory": sketch.pop("memory", "8Gi"),
        "ephemeral-storage": sketch.pop("storage", "100Gi"),
        "pods": str(sketch.pop("pods", 110)),
        **{key: str(value) for key, value in sketch.pop("resources", {}).items()},
    }
    metadata = {"name": name, "labels": {"kubernetes.io/hostname": name, **sketch.pop("labels", {})}}
    metadata |= {"annotations": sketch.pop("annotations")} if "annotations" in sketch else {}
    status: Manifest = {"capacity": amounts, "allocatable": amounts}
    status["conditions"] = [{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "ready"}]
    images = sketch.pop("images", {})
    if images:
        status["images"] = [{"names": [image], "sizeBytes": size} for image, size in images.items()]
    return {"apiVersion": "v1", "kind": "Node", "metadata": metadata, "spec": sketch, "status": status}


def pod(name: str, **sketch: Any) -> Manifest:
    """Return a Pod of one container.

    Args:
        name: Its name.
        sketch: `namespace`, `labels`, `cpu` and `memory` (requests), `resources` (others), `limits`, `ports`, `image`,
            `node` (where it runs), `ready`; the rest is its `spec`.
    """
    requests = {key: str(sketch.pop(key)) for key in ("cpu", "memory") if key in sketch}
    requests |= {key: str(value) for key, value in sketch.pop("resources", {}).items()}
    limits = {key: str(value) for key, value in sketch.pop("limits", {}).items()}
    # Extended resources are not overcommitted: the API server refuses requests without equal limits.
    limits |= {key: value for key, value in requests.items() if "/" in key}
    container: Manifest = {"name": "main", "image": sketch.pop("image", "registry.example/app:1")}
    amounts = {key: value for key, value in (("requests", requests), ("limits", limits)) if value}
    container |= {"resources": amounts} if amounts else {}
    container |= {"ports": ports} if (ports := sketch.pop("ports", ())) else {}
    container |= sketch.pop("container", {})
    metadata: Manifest = {"name": name, "namespace": sketch.pop("namespace", "default")}
    metadata |= {"labels": labels} if (labels := sketch.pop("labels", {})) else {}
    spec = {"containers": [container], **sketch}
    if "node" in spec:
        spec["nodeName"] = spec.pop("node")
    found: Manifest = {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}
    if spec.pop("ready", False):
        now = "2026-01-01T00:00:00Z"
        conditions = [{"type": "Ready", "status": "True", "lastTransitionTime": now}]
        found["status"] = {"phase": "Running", "startTime": now, "conditions": conditions}
    return found
