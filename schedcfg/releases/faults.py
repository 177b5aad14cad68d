"""Patch releases of kube-scheduler with a fault that is known, and corrected in a later one: few, and sure."""

from collections.abc import Iterator
from typing import NamedTuple


class SchedulerFault(NamedTuple):
    """A fault of some patch releases of one minor release."""

    minor: str  # `1.30`
    patches: range
    effect: str  # What happens, as a clause
    thread: str  # Where that was reported

    @property
    def fixed(self) -> str:
        """The first patch release without it."""
        return f"{self.minor}.{self.patches.stop}"


_NO_NODE = "it panics (`integer divide by zero`) on each Pod that is for a node which is gone, as of a DaemonSet"
_NO_NODE_THREAD = "https://github.com/kubernetes/kubernetes/issues/124930"

_FAULTS = (
    SchedulerFault("1.27", range(14, 15), _NO_NODE, _NO_NODE_THREAD),
    SchedulerFault("1.29", range(5, 6), _NO_NODE, _NO_NODE_THREAD),
    SchedulerFault("1.30", range(2), _NO_NODE, _NO_NODE_THREAD),
    SchedulerFault(
        "1.33",
        range(4),
        "it panics on Pods with the status of an init container that requests nothing",
        "https://github.com/kubernetes/kubernetes/pull/133285",
    ),
)


def faults_of(patch_release: str) -> Iterator[SchedulerFault]:
    """Yield the faults of a patch release, `1.30.1`."""
    minor, _, patch = patch_release.rpartition(".")
    yield from (fault for fault in _FAULTS if fault.minor == minor and int(patch) in fault.patches)
