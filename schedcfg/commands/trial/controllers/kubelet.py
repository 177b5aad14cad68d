"""What the kubelet of a node writes of a Pod that has come there: that it runs, and since when.

The scheduler looks at that where Pods have to leave for another: of Pods with the same priority, those leave that have
started last. One without a start counts as just started, so that chance would decide.

Upstream: `generateAPIPodStatus` in `pkg/kubelet/kubelet_pods.go`; `MoreImportantPod` and `GetPodStartTime` in
`pkg/scheduler/util/utils.go`.
"""

from datetime import timedelta
from functools import partial
from typing import ClassVar

from schedcfg.commands.trial.api.store import ChangeType, Name, Object, Store, StoredChange, name_of
from schedcfg.commands.trial.virtual_loop import present
from schedcfg.sources.manifests.pod import at, text

_STEP = timedelta(microseconds=1)
"""A kubelet writes whole seconds. Here Pods come faster, and Go reads fractions of a second too."""


class KubeletController:
    """Starts Pods, one after another, in the order in which they came to their nodes."""

    kinds: ClassVar[tuple[tuple[str, str], ...]] = (("", "pods"),)

    def __init__(self, store: Store) -> None:
        self._store = store
        self._due: dict[Name, None] = {}
        self._latest = present()

    def see(self, _plural: str, change: StoredChange) -> None:
        """Note a change."""
        if change.type is not ChangeType.DELETED and _is_to_start(change.after):
            self._due[name_of(change.after)] = None

    def work(self) -> None:
        """Start the Pods that have come to a node."""
        due, self._due = self._due, {}
        pods = self._store.collection("pods")
        for name in due:
            if name in pods.objects and _is_to_start(pods.objects[name]):
                self._store.update(pods, name, partial(_start, self._next_time()))

    def _next_time(self) -> str:
        """Return the time, later than any before."""
        self._latest = max(present(), self._latest + _STEP)
        return f"{self._latest:%Y-%m-%dT%H:%M:%S.%fZ}"


def _is_to_start(pod: Object) -> bool:
    is_there = text(at(pod, "spec", "nodeName")) and not at(pod, "metadata", "deletionTimestamp")
    return bool(is_there) and not at(pod, "status", "startTime")


def _start(since: str, pod: Object) -> None:
    status = pod.get("status") or {}
    phase = status.get("phase", "Pending")
    pod["status"] = {**status, "phase": "Running" if phase == "Pending" else phase, "startTime": since}
