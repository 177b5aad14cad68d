"""How many Pods of each PodDisruptionBudget may leave: the scheduler looks at it when Pods have to leave for others.

Upstream: `pkg/controller/disruption/disruption.go`. No kubelet runs here: a Pod without a condition `Ready` counts as
healthy once it has a node.
"""

from collections import Counter
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any, ClassVar

from schedcfg.commands.trial.api.store import ChangeType, Name, Object, Store, StoredChange, controller_of, name_of
from schedcfg.commands.trial.node_selection import matches_labels
from schedcfg.document.golang.numbers import parse_int
from schedcfg.sources.manifests.pod import at, fields, items, text

_POLICY = "policy"
_SCALED = {
    ("apps", "ReplicaSet"): "replicasets",
    ("apps", "StatefulSet"): "statefulsets",
    ("", "ReplicationController"): "replicationcontrollers",
}

Owner = tuple[str, str, str]
"""Group, kind and name of a controller."""


class CoveredPods:
    """The Pods of a budget, counted."""

    def __init__(self) -> None:
        self.healthy: set[str] = set()
        self.owners: Counter[Owner] = Counter()
        self._pods: dict[str, Owner | None] = {}

    def __len__(self) -> int:
        return len(self._pods)

    def put(self, name: str, pod: Object) -> None:
        """Count a Pod, or count it anew."""
        self.drop(name)
        owner = self._pods[name] = _owner(pod)
        if owner is not None:
            self.owners[owner] += 1
        if _is_healthy(pod):
            self.healthy.add(name)

    def drop(self, name: str) -> bool:
        """Count a Pod no more, and return whether it was counted."""
        if name not in self._pods:
            return False
        owner = self._pods.pop(name)
        self.healthy.discard(name)
        if owner is not None:
            self.owners[owner] -= 1
            if not self.owners[owner]:
                del self.owners[owner]
        return True


class DisruptionController:
    """Keeps the status of budgets."""

    kinds: ClassVar[tuple[tuple[str, str], ...]] = ((_POLICY, "poddisruptionbudgets"), ("", "pods"))

    def __init__(self, store: Store) -> None:
        self._store = store
        self._due: dict[Name, None] = {}
        self._covered: dict[str, dict[str, CoveredPods]] = {}  # Namespace → budget → its Pods

    def see(self, plural: str, change: StoredChange) -> None:
        """Note a change."""
        namespace, name = name_of(change.after)
        budgets = self._covered.setdefault(namespace, {})
        if plural == "pods":
            for budget in budgets:
                self._see_pod((namespace, budget), name, change)
        elif change.type is ChangeType.DELETED:
            budgets.pop(name, None)
        elif name not in budgets or at(change.before, "spec") != at(change.after, "spec"):
            budgets[name] = CoveredPods()
            for pod_name, pod in self._store.collection("pods").objects.items():
                if pod_name[0] == namespace and _covers(change.after, pod):
                    budgets[name].put(pod_name[1], pod)
            self._due[namespace, name] = None

    def _see_pod(self, budget: Name, name: str, change: StoredChange) -> None:
        there = self._covered[budget[0]][budget[1]]
        data = self._store.collection("poddisruptionbudgets", _POLICY).objects[budget]
        if change.type is not ChangeType.DELETED and _covers(data, change.after):
            there.put(name, change.after)
            self._due[budget] = None
        elif there.drop(name):
            self._due[budget] = None

    def work(self) -> None:
        """Write the status of budgets whose Pods have changed."""
        due, self._due = self._due, {}
        budgets = self._store.collection("poddisruptionbudgets", _POLICY)
        for name in due:
            if name in budgets.objects:
                self._store.update(budgets, name, partial(self._write, name))

    def _write(self, name: Name, budget: Object) -> None:
        pods, status = self._covered[name[0]][name[1]], fields(budget.get("status"))
        healthy = len(pods.healthy) - len(pods.healthy & fields(status.get("disruptedPods")).keys())
        expected, desired = self._expected(fields(budget.get("spec")), pods, name[0])
        allowed = max(healthy - desired, 0) if expected > 0 else 0
        budget["status"] = {
            **status,
            "currentHealthy": healthy,
            "desiredHealthy": desired,
            "expectedPods": expected,
            "disruptionsAllowed": allowed,
            "observedGeneration": budget["metadata"].get("generation", 0),
        }

    def _expected(self, spec: dict[str, Any], pods: CoveredPods, namespace: str) -> tuple[int, int]:
        """Return how many Pods there should be, and how many have to be healthy. Upstream: `getExpectedPodCount`."""
        least, most = spec.get("minAvailable"), spec.get("maxUnavailable")
        if most is not None:
            expected = self._scale(pods, namespace)
            return expected, max(expected - _scaled(most, expected), 0)
        if isinstance(least, str):
            expected = self._scale(pods, namespace)
            return expected, _scaled(least, expected)
        return len(pods), least if isinstance(least, int) else 0

    def _scale(self, pods: CoveredPods, namespace: str) -> int:
        """Return how many Pods the controllers of some Pods want in all; those without a controller do not count.

        A controller that is not among the objects wants as many as there are.
        """
        return sum(self._replicas(owner, namespace, number) for owner, number in pods.owners.items())

    def _replicas(self, owner: Owner, namespace: str, there: int) -> int:
        group, kind, name = owner
        plural = _SCALED.get((group, kind))
        data = None if plural is None else self._store.collection(plural, group).objects.get((namespace, name))
        replicas = at(data, "spec", "replicas")
        return replicas if isinstance(replicas, int) else there if data is None else 1


def _owner(pod: Object) -> Owner | None:
    owner = controller_of(pod)
    group = text(owner.get("apiVersion")).rpartition("/")[0]
    return (group, text(owner.get("kind")), text(owner.get("name"))) if owner else None


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
