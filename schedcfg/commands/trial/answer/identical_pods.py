"""Pods that are the same for a scheduler: which of them gets which node means nothing.

A comparison looks at how many of them each node has; a report has one line for all of them.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from schedcfg.commands.trial.api.store import Object, controller_of, full_name, name_of
from schedcfg.sources.manifests.pod import at, fields, text

_OWN_LABELS = frozenset(
    {
        "statefulset.kubernetes.io/pod-name",
        "apps.kubernetes.io/pod-index",
        "batch.kubernetes.io/job-completion-index",
        "batch.kubernetes.io/controller-uid",
        "controller-uid",
    }
)
"""Labels by which controllers number their Pods. Upstream: `staging/src/k8s.io/api/apps/v1/types.go`, `batch/v1`."""

_OWN_FIELDS = frozenset({"hostname", "nodeName"})
_SEPARATORS = "-_."


@dataclass(frozen=True, slots=True)
class IdenticalPods:
    """Pods that are the same for a scheduler.

    Attributes:
        name: The namespace, and what their names begin with, or the name of the only one: `default/web`.
        pods: Their namespaces and names, in the order in which they come.
    """

    name: str
    pods: tuple[str, ...]

    @property
    def label(self) -> str:
        """The name, without the namespace where that is the usual one."""
        return short_name(self.name)


def short_name(full: str) -> str:
    """Return the name of Pods without their namespace, where that is the usual one."""
    return full.removeprefix("default/")


def identical_pods(pods: Iterable[Object]) -> tuple[IdenticalPods, ...]:
    """Return Pods by what is the same for a scheduler, in the order in which the first of each comes."""
    by_meaning: dict[str, list[Object]] = {}
    for pod in pods:
        by_meaning.setdefault(_meaning(pod), []).append(pod)
    groups = list(by_meaning.values())
    names = [_name(group) for group in groups]
    often = Counter(names)
    return tuple(
        IdenticalPods(
            f"{name} (as {name_of(group[0])[1]})" if often[name] > 1 else name,
            tuple(full_name(pod) for pod in group),
        )
        for name, group in zip(names, groups, strict=True)
    )


def _controller(pod: Object) -> tuple[str, str]:
    """Return the kind and the name of the controller that a Pod belongs to; empty texts where there is none."""
    owner = controller_of(pod)
    return text(owner.get("kind")), text(owner.get("name"))


def _name(pods: Sequence[Object]) -> str:
    """Name Pods by what their names have in common, up to a separator."""
    namespace, first = name_of(pods[0])
    if len(pods) == 1:
        return f"{namespace}/{first}"
    common = _beginning([name_of(pod)[1] for pod in pods])
    cut = max(common.rfind(separator) for separator in _SEPARATORS)
    begin = common[:cut] if cut > 0 else common
    return f"{namespace}/{begin or _controller(pods[0])[1] or first}"


def _beginning(names: Sequence[str]) -> str:
    """Return the letters that all names begin with: those of the first and the last in their order."""
    first, last = min(names), max(names)
    same = next((index for index, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), None)
    return first[:same] if same is not None else min(first, last, key=len)


def same_for_each_node(pod: Object) -> str:
    """Return what is equal for Pods only if each node says the same of them, with the claims and the node of each."""
    labels, spec = _seen(pod)
    return json.dumps([name_of(pod)[0], _controller(pod), labels, spec], sort_keys=True, default=str)


def _seen(pod: Object) -> tuple[dict[str, object], dict[str, object]]:
    """Return the labels and the fields that a scheduler sees, but for those that only number Pods."""
    labels = {key: value for key, value in fields(at(pod, "metadata", "labels")).items() if key not in _OWN_LABELS}
    return labels, {key: value for key, value in fields(pod.get("spec")).items() if key not in _OWN_FIELDS}


def _meaning(pod: Object) -> str:
    """Return what a scheduler sees of a Pod, without what is different between Pods of one controller."""
    namespace, name = name_of(pod)
    kind, controller = _controller(pod)
    labels, spec = _seen(pod)
    volumes = spec.get("volumes")
    if isinstance(volumes, list):
        spec["volumes"] = [_volume(volume, name) for volume in volumes]
    if kind == "DaemonSet":
        # Upstream: `ReplaceDaemonSetPodNodeNameNodeAffinity` in `pkg/controller/daemon/util`: each has its own node.
        spec.pop("affinity", None)
    return json.dumps([namespace, kind, controller, labels, spec], sort_keys=True, default=str)


def _volume(volume: Any, pod: str) -> Any:
    """Return a volume; of a claim that is made for one Pod of a StatefulSet, what it is called for all of them."""
    claim = text(at(volume, "persistentVolumeClaim", "claimName"))
    own = claim.removesuffix(f"-{pod}")
    if own == claim:
        return volume
    return {**volume, "persistentVolumeClaim": {**fields(volume["persistentVolumeClaim"]), "claimName": own}}


def group_of(groups: Iterable[IdenticalPods]) -> Mapping[str, IdenticalPods]:
    """Return by Pod the Pods that it is one of."""
    return {pod: group for group in groups for pod in group.pods}
