"""How kubeadm lays out the static Pod of kube-scheduler: its first known form, and what changed since.

Upstream: `getSchedulerCommand` and `GetStaticPodSpecs` in `cmd/kubeadm/app/phases/controlplane/manifests.go`,
`ComponentPod` and the probes in `cmd/kubeadm/app/util/staticpod/utils.go`. A change names the pull request of
kubernetes/kubernetes that made it, and the patch releases that it was backported to.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from schedcfg.patterns import pattern
from schedcfg.releases.release import Release

_EXACT = pattern(r"v?1\.(?P<minor>\d{1,9})\.(?P<patch>\d{1,9})(?!\d)", re.ASCII)


class Version(NamedTuple):
    """A patch release: `Version(29, 3)` is v1.29.3."""

    minor: int
    patch: int

    def __str__(self) -> str:
        return f"v1.{self.minor}.{self.patch}"

    def has(self, since: tuple["Version", ...]) -> bool:
        """Check whether a change is in this version.

        Args:
            since: The version that brought it, and those that brought it to older minors.
        """
        return self.minor > max(since).minor or any(
            self.minor == brought.minor and self.patch >= brought.patch for brought in since
        )


def version_of(release: Release, written: str | None) -> Version:
    """Choose the exact version of a release.

    Args:
        release: The release.
        written: How it was requested: `1.29.3`, `v1.29.3-eks-abc123`; where it names no patch release of this
            minor, or is None, the patch that was chosen with the release counts or, without one, the version whose
            code the release was read from.
    """
    match = _EXACT.match(written or "")
    if match is None or int(match["minor"]) != release.number:
        if release.patch is not None:
            return Version(release.number, release.patch)
        match = _EXACT.match(release.source_version)
    assert match is not None
    return Version(int(match["minor"]), int(match["patch"]))


KUBECONFIG = "/etc/kubernetes/scheduler.conf"
"""The credentials that kubeadm makes for the scheduler, the one file that it mounts by itself.

Upstream: `getHostPathVolumesForTheControlPlane` in `cmd/kubeadm/app/phases/controlplane/volumes.go`.
"""

PROBE_HOST = "127.0.0.1"
"""Where the kubelet asks: `--bind-address`, as `GetSchedulerProbeAddress` has it."""


class ProbeLayout(NamedTuple):
    """A probe by HTTPS; 0 is not written, the kubelet's default counts."""

    path: str
    failure_threshold: int
    timeout_seconds: int
    initial_delay_seconds: int = 0
    period_seconds: int = 0


class PodLayout(NamedTuple):
    """What differs from version to version."""

    registry: str  # Where the image comes from
    flags: Mapping[str, str]  # Name without dashes → value
    probes: Mapping[str, ProbeLayout]  # `livenessProbe` …
    probe_port: str  # The name of the port that probes ask; empty where they give its number
    priority_class: str  # `priorityClassName`
    priority: int | None  # `priority`; None where it is not written
    seccomp: str  # The type of the Pod's `seccompProfile`; empty where it has none
    null_timestamp: bool  # Whether `creationTimestamp: null` is written


class _LayoutChange(NamedTuple):
    since: tuple[Version, ...]
    facts: Mapping[str, Any]


_FLAGS = {
    "authentication-kubeconfig": KUBECONFIG,
    "authorization-kubeconfig": KUBECONFIG,
    "bind-address": "127.0.0.1",
    "kubeconfig": KUBECONFIG,
    "leader-elect": "true",
}

# `LivenessProbe`, `StartupProbe` and `ReadinessProbe`; a start may take `timeoutForControlPlane`, 4 minutes.
_LIVENESS = ProbeLayout("/healthz", 8, 15, initial_delay_seconds=10, period_seconds=10)
_STARTUP = ProbeLayout("/healthz", 24, 15, initial_delay_seconds=10, period_seconds=10)
_READINESS = ProbeLayout("/readyz", 3, 15, period_seconds=1)

_V1_18_0 = PodLayout(
    registry="k8s.gcr.io",
    flags=_FLAGS,
    probes={"livenessProbe": ProbeLayout("/healthz", 8, 15, initial_delay_seconds=15)},
    probe_port="",
    priority_class="system-cluster-critical",
    priority=None,
    seccomp="",
    null_timestamp=True,
)

_CHANGES = (
    # 92720: the unencrypted port is closed.
    _LayoutChange((Version(19, 0), Version(18, 6)), {"flags": {**_FLAGS, "port": "0"}}),
    # 91179: a slow start is no failure.
    _LayoutChange((Version(19, 0),), {"probes": {"livenessProbe": _LIVENESS, "startupProbe": _STARTUP}}),
    # 90063
    _LayoutChange((Version(19, 0),), {"priority_class": "system-node-critical"}),
    # 100234
    _LayoutChange((Version(22, 0),), {"seccomp": "RuntimeDefault"}),
    # 105034: there is no unencrypted port any more.
    _LayoutChange((Version(23, 0),), {"flags": _FLAGS}),
    # 109938; 113393 and its siblings backported it.
    _LayoutChange((Version(25, 0), Version(24, 9), Version(23, 15), Version(22, 17)), {"registry": "registry.k8s.io"}),
    # 114338: the number of system-node-critical, which the kubelet reads when a node shuts down.
    _LayoutChange((Version(27, 0), Version(26, 7), Version(25, 12)), {"priority": 2_000_001_000}),
    # 126945: /healthz of the scheduler is deprecated.
    _LayoutChange(
        (Version(32, 0),),
        {
            "probes": {
                "livenessProbe": _LIVENESS._replace(path="/livez"),
                "startupProbe": _STARTUP._replace(path="/livez"),
                "readinessProbe": _READINESS,
            }
        },
    ),
    # 132776
    _LayoutChange((Version(34, 0),), {"probe_port": "probe-port"}),
    # 130989: apimachinery writes no null.
    _LayoutChange((Version(34, 0),), {"null_timestamp": False}),
)


def layout(version: Version) -> PodLayout:
    """Return how kubeadm of a version lays the Pod out."""
    found = _V1_18_0
    for change in _CHANGES:
        if version.has(change.since):
            found = found._replace(**change.facts)
    return found
