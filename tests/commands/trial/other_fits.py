"""Programs like the one in `first_fit.py` that do more with Pods which do not fit.

What comes is decided by `percentageOfNodesToScore` in the configuration: see `STRATEGIES`.
"""

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.commands.trial import first_fit

_PODS, _NODES = "/api/v1/pods", "/api/v1/nodes"
_GROUPS = "/apis/scheduling.k8s.io/v1beta1/podgroups"
_WATCHED = (_NODES, _GROUPS, _PODS)
_NO_ROOM = "0 nodes are available: no room."


class Scheduler:
    """A scheduler that has seen some objects."""

    def __init__(self, connection: first_fit.Connection) -> None:
        self.connection = connection
        self.seen: dict[str, Any] = {}
        self.changed = threading.Condition()
        for path in _WATCHED:
            given = connection, path, self.seen, self.changed
            threading.Thread(target=first_fit.watch, args=given, daemon=True).start()
        with self.changed:
            self.changed.wait_for(lambda: len(self.seen) == len(_WATCHED))

    def run(self, strategy: Callable[["Scheduler", list[Any]], list[Any]]) -> None:
        """Decide about Pods as they come; a strategy returns those that it has decided about."""
        done: set[str] = set()
        while True:
            with self.changed:
                pods = [pod for pod in self.seen[_PODS].values() if not pod["spec"].get("nodeName")]
                decided = strategy(self, [pod for pod in pods if pod["metadata"]["uid"] not in done])
                done.update(pod["metadata"]["uid"] for pod in decided)
                if not decided:
                    self.changed.wait()

    def node_for(self, pod: Any) -> str | None:
        """Return the first node with room."""
        return first_fit.node_for(pod, self.seen[_NODES], self.seen[_PODS])

    def place(self, pod: Any, node: str | None, message: str = _NO_ROOM) -> None:
        """Write what was decided, and remember it."""
        first_fit.place(self.connection, pod, node, message)
        pod["spec"]["nodeName"] = node


def preempting(scheduler: Scheduler, pending: list[Any]) -> list[Any]:
    """Let the Pod of lower priority leave that has started last; one without a start counts as the oldest."""
    for pod in pending[:1]:
        node = scheduler.node_for(pod)
        lower = [one for one in scheduler.seen[_PODS].values() if one["spec"].get("nodeName") and _is_lower(one, pod)]
        if node is None and lower:
            victim = max(lower, key=lambda one: one.get("status", {}).get("startTime", ""))
            scheduler.connection.ask("DELETE", f"/api/v1/namespaces/default/pods/{victim['metadata']['name']}")
            node = victim["spec"]["nodeName"]
        scheduler.place(pod, node)
    return pending[:1]


def _is_lower(one: Any, other: Any) -> bool:
    return bool(one["spec"].get("priority", 0) < other["spec"].get("priority", 0))


def grouping(scheduler: Scheduler, pending: list[Any]) -> list[Any]:
    """Place the Pods of a PodGroup together or not at all, once they are as many as it has to have."""
    for name, group in scheduler.seen[_GROUPS].items():
        members = [pod for pod in pending if pod["spec"].get("schedulingGroup", {}).get("podGroupName") == name]
        least = group["spec"]["schedulingPolicy"]["gang"]["minCount"]
        if len(members) >= least:
            _place_group(scheduler, name, members)
            return members
    alone = [pod for pod in pending if "schedulingGroup" not in pod["spec"]][:1]
    for pod in alone:
        scheduler.place(pod, scheduler.node_for(pod))
    return alone


def _place_group(scheduler: Scheduler, name: str, members: list[Any]) -> None:
    for pod in members:
        pod["spec"]["nodeName"] = scheduler.node_for(pod)
    places = [pod["spec"]["nodeName"] for pod in members]
    fitting = sum(node is not None for node in places)
    message = f"minCount ({len(members)}) cannot be satisfied: {fitting} scheduled, 0 remaining"
    for pod, node in zip(members, places, strict=True):
        said = _NO_ROOM if node is None else f"pod group is unschedulable, {message}"
        scheduler.place(pod, node if fitting == len(members) else None, said)
    if fitting < len(members):
        condition = {"type": "PodGroupInitiallyScheduled", "status": "False", "message": message}
        url = _GROUPS.replace("podgroups", f"namespaces/default/podgroups/{name}/status")
        patch = {"status": {"conditions": [condition]}}
        scheduler.connection.ask("PATCH", url, patch, "application/merge-patch+json")


def backing_off(scheduler: Scheduler, pending: list[Any]) -> list[Any]:
    """Log of Pods without a node that they are tried again later."""
    for pod in pending[:1]:
        node = scheduler.node_for(pod)
        if node is None:
            name = f"default/{pod['metadata']['name']}"
            moved = f'"Pod moved to an internal scheduling queue" pod="{name}" queue="Backoff"'
            sys.stderr.write(f"I0101 00:00:00.000000       1 scheduling_queue.go:1] {moved}\n")
            sys.stderr.flush()
        scheduler.place(pod, node)
    return pending[:1]


STRATEGIES = {97: preempting, 98: grouping, 99: backing_off}


def main(arguments: list[str]) -> None:
    """Run as `kube-scheduler --config=FILE`."""
    if "--version" in arguments:
        print("Kubernetes v1.37.1")
        return
    named = next(one.partition("=")[2] for one in arguments if one.startswith("--config="))
    configuration = json.loads(Path(named).read_text(encoding="utf-8"))
    connection = first_fit.Connection(configuration["clientConnection"]["kubeconfig"])
    Scheduler(connection).run(STRATEGIES[configuration["percentageOfNodesToScore"]])


if __name__ == "__main__":
    main(sys.argv[1:])
