"""How many Pods of each PodDisruptionBudget may leave: the scheduler looks at it when Pods have to leave for others.

Upstream: `pkg/controller/disruption/disruption.go`. No kubelet runs here: a Pod without a condition `Ready` counts as
healthy once it has a node.
"""

from fractions import Fraction
from math import ceil
from typing import Any, ClassVar

from schedcfg.document.golang.numbers import parse_int
from schedcfg.external.trial.node_selection import matches_labels
from schedcfg.external.trial.store import ChangeType, Name, Object, Store, StoredChange, name_of
from schedcfg.sources.manifests.pod import at, fields, items, text

_POLICY = "policy"
_SCALED = {("apps", "ReplicaSet"): "replicasets", ("apps", "StatefulSet"): "statefulsets"}
_REPLICATION = ("", "ReplicationController")


class DisruptionController:
    """Keeps the status of budgets."""

    kinds: ClassVar[tuple[tuple[str, str], ...]] = ((_POLICY, "poddisruptionbudgets"), ("", "pods"))

    def __init__(self, store: Store) -> None:
        self._store = store
        self._due: dict[Name, None] = {}
        self._covered: dict[Name, dict[Name, Object]] = {}  # Budget → its Pods

    def see(self, plural: str, change: StoredChange) -> None:
        """Note a change."""
        name = name_of(change.after)
        if plural == "pods":
            for budget in tuple(self._covered):
                if budget[0] == name[0]:
                    self._see_pod(budget, name, change)
        elif change.type is ChangeType.DELETED:
            self._covered.pop(name, None)
            self._due.pop(name, None)
        elif name not in self._covered or at(change.before, "spec") != at(change.after, "spec"):
            pods = self._store.collection("pods").objects.items()
            self._covered[name] = {pod: data for pod, data in pods if pod[0] == name[0] and _covers(change.after, data)}
            self._due[name] = None

    def _see_pod(self, budget: Name, name: Name, change: StoredChange) -> None:
        there = self._covered[budget]
        data = self._store.collection("poddisruptionbudgets", _POLICY).objects[budget]
        if change.type is not ChangeType.DELETED and _covers(data, change.after):
            there[name] = change.after
            self._due[budget] = None
        elif there.pop(name, None) is not None:
            self._due[budget] = None

    def work(self) -> None:
        """Write the status of budgets whose Pods have changed."""
        due, self._due = self._due, {}
        budgets = self._store.collection("poddisruptionbudgets", _POLICY)
        for name in due:
            if name in budgets.objects:
                self._store.update(budgets, name, lambda data, name=name: self._write(data, name))  # type: ignore[misc]

    def _write(self, budget: Object, name: Name) -> None:
        pods = list(self._covered[name].values())
        status = fields(budget.get("status"))
        leaving = fields(status.get("disruptedPods"))
        healthy = sum(_is_healthy(pod) and text(at(pod, "metadata", "name")) not in leaving for pod in pods)
        expected, desired = self._expected(fields(budget.get("spec")), pods)
        allowed = max(healthy - desired, 0) if expected > 0 else 0
        budget["status"] = {
            **status,
            "currentHealthy": healthy,
            "desiredHealthy": desired,
            "expectedPods": expected,
            "disruptionsAllowed": allowed,
            "observedGeneration": budget["metadata"].get("generation", 0),
        }

    def _expected(self, spec: dict[str, Any], pods: list[Object]) -> tuple[int, int]:
        """Return how many Pods there should be, and how many have to be healthy. Upstream: `getExpectedPodCount`."""
        least, most = spec.get("minAvailable"), spec.get("maxUnavailable")
        if most is not None:
            expected = self._scale(pods)
            return expected, max(expected - _scaled(most, expected), 0)
        if isinstance(least, str):
            expected = self._scale(pods)
            return expected, _scaled(least, expected)
        return len(pods), least if isinstance(least, int) else 0

    def _scale(self, pods: list[Object]) -> int:
        """Return how many Pods the controllers of some Pods want in all; those without a controller do not count.

        A controller that is not among the objects wants as many as there are.
        """
        owned: dict[tuple[str, ...], int] = {}
        for pod in pods:
            references = items(at(pod, "metadata", "ownerReferences"), ())
            owner = next((one for one, _ in references if one.get("controller") is True), None)
            if owner is not None:
                group = text(owner.get("apiVersion")).rpartition("/")[0]
                key = (group, text(owner.get("kind")), name_of(pod)[0], text(owner.get("name")))
                owned[key] = owned.get(key, 0) + 1
        return sum(self._replicas(key, number) for key, number in owned.items())

    def _replicas(self, owner: tuple[str, ...], there: int) -> int:
        group, kind, namespace, name = owner
        plural = "replicationcontrollers" if (group, kind) == _REPLICATION else _SCALED.get((group, kind))
        data = None if plural is None else self._store.collection(plural, group).objects.get((namespace, name))
        replicas = at(data, "spec", "replicas")
        return replicas if isinstance(replicas, int) else there if data is None else 1


def _covers(budget: Object, pod: Object) -> bool:
    return matches_labels(at(budget, "spec", "selector"), fields(at(pod, "metadata", "labels")))


def _is_healthy(pod: Object) -> bool:
    if at(pod, "metadata", "deletionTimestamp"):
        return False
    conditions = items(at(pod, "status", "conditions"), ())
    ready = next((one for one, _ in conditions if one.get("type") == "Ready"), None)
    return bool(at(pod, "spec", "nodeName")) if ready is None else ready.get("status") == "True"


def _scaled(value: object, total: int) -> int:
    """Return a number, or a percentage of a total, rounded up. Upstream: `GetScaledValueFromIntOrPercent`."""
    if isinstance(value, int):
        return value
    percent = parse_int(text(value).removesuffix("%")) or 0
    return ceil(Fraction(total * percent, 100))
