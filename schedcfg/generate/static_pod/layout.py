"""How kubeadm lays out the static Pod of kube-scheduler: its first known form, and what changed since.

Upstream: `getSchedulerCommand` and `GetStaticPodSpecs` in `cmd/kubeadm/app/phases/controlplane/manifests.go`,
`ComponentPod` and the probes in `cmd/kubeadm/app/util/staticpod/utils.go`. A change names the pull request of
kubernetes/kubernetes that made it, and the patch releases that it was carried back to.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from schedcfg.generate.static_pod.version import Version
from schedcfg.manifests.kubeadm import KUBECONFIG

PROBE_HOST = "127.0.0.1"
"""Where the kubelet asks: `--bind-address`, as `GetSchedulerProbeAddress` has it."""


class Probe(NamedTuple):
    """A probe by HTTPS; 0 is not written, the kubelet's default counts.

    Attributes:
        path: What it asks for.
        failure_threshold: After how many failures in a row it counts as failed.
        timeout_seconds: How long it waits for an answer.
        initial_delay_seconds: How long after the start it begins.
        period_seconds: How often it asks.
    """

    path: str
    failure_threshold: int
    timeout_seconds: int
    initial_delay_seconds: int = 0
    period_seconds: int = 0


class Layout(NamedTuple):
    """What differs from version to version.

    Attributes:
        registry: Where the image comes from.
        flags: Name without dashes → value.
        probes: `livenessProbe` …
        probe_port: The name of the port that probes ask; empty where they give its number.
        priority_class: `priorityClassName`.
        priority: `priority`; None where it is not written.
        seccomp: The type of the Pod's `seccompProfile`; empty where it has none.
        null_timestamp: Whether `creationTimestamp: null` is written.
    """

    registry: str
    flags: Mapping[str, str]
    probes: Mapping[str, Probe]
    probe_port: str
    priority_class: str
    priority: int | None
    seccomp: str
    null_timestamp: bool


class _Change(NamedTuple):
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
_LIVENESS = Probe("/healthz", 8, 15, initial_delay_seconds=10, period_seconds=10)
_STARTUP = Probe("/healthz", 24, 15, initial_delay_seconds=10, period_seconds=10)
_READINESS = Probe("/readyz", 3, 15, period_seconds=1)

_V1_18_0 = Layout(
    registry="k8s.gcr.io",
    flags=_FLAGS,
    probes={"livenessProbe": Probe("/healthz", 8, 15, initial_delay_seconds=15)},
    probe_port="",
    priority_class="system-cluster-critical",
    priority=None,
    seccomp="",
    null_timestamp=True,
)

_CHANGES = (
    # 92720: the unencrypted port is closed.
    _Change((Version(19, 0), Version(18, 6)), {"flags": {**_FLAGS, "port": "0"}}),
    # 91179: a slow start is no failure.
    _Change((Version(19, 0),), {"probes": {"livenessProbe": _LIVENESS, "startupProbe": _STARTUP}}),
    # 90063
    _Change((Version(19, 0),), {"priority_class": "system-node-critical"}),
    # 100234
    _Change((Version(22, 0),), {"seccomp": "RuntimeDefault"}),
    # 105034: there is no unencrypted port any more.
    _Change((Version(23, 0),), {"flags": _FLAGS}),
    # 109938; 113393 and its siblings carried it back.
    _Change((Version(25, 0), Version(24, 9), Version(23, 15), Version(22, 17)), {"registry": "registry.k8s.io"}),
    # 114338: the number of system-node-critical, which the kubelet reads when a node shuts down.
    _Change((Version(27, 0), Version(26, 7), Version(25, 12)), {"priority": 2_000_001_000}),
    # 126945: /healthz of the scheduler is deprecated.
    _Change(
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
    _Change((Version(34, 0),), {"probe_port": "probe-port"}),
    # 130989: apimachinery writes no null.
    _Change((Version(34, 0),), {"null_timestamp": False}),
)


def layout(version: Version) -> Layout:
    """Tell how kubeadm of a version lays the Pod out."""
    found = _V1_18_0
    for change in _CHANGES:
        if version.has(change.since):
            found = found._replace(**change.facts)
    return found
