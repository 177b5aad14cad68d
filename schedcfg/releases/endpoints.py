"""Where kube-scheduler answers: its ports, and the paths of its health.

Upstream: `cmd/kube-scheduler/app/server.go`; up to 1.22 also `options/insecure_serving.go`.

Flags that have no effect together with `--config`: the file's fields count instead.

Upstream: `ApplyTo`, `ApplyDeprecated`, `ApplyLeaderElectionTo` in `cmd/kube-scheduler/app/options/options.go`; up to
1.22 also `ApplyToFromLoadedConfig` in `insecure_serving.go`. `--algorithm-provider` and the flags of a Policy are not
among them: they choose the plugins even together with a file.
"""

from schedcfg.releases.release import Release

SECURE_PORT = 10259
"""Where it serves HTTPS without `--secure-port`."""

INSECURE_PORT = 10251
"""Where it served without encryption, up to 1.22, unless the file, or `--port`, changed it.

In 1.23 its flags are there, and mean nothing.
"""

_LONGEST_PORT = 5

LATER_PATHS = frozenset({"/livez", "/readyz"})
"""Paths that came later than `/healthz`, with 1.31."""

HEALTH_PATHS = LATER_PATHS | {"/healthz"}


def answers_at(path: str, release: Release) -> bool:
    """Return whether a release answers at a path of its health; of other paths nothing is known, and they pass."""
    return path not in LATER_PATHS or release.answers_livez


def port_number(text: str) -> int | None:
    """Read a port; None where it is no number of at most five digits."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_PORT else None


_FIELDS = {
    "address": "healthzBindAddress",
    "contention-profiling": "enableContentionProfiling",
    "hard-pod-affinity-symmetric-weight": "profiles[].pluginConfig: InterPodAffinity, hardPodAffinityWeight",
    "kube-api-burst": "clientConnection.burst",
    "kube-api-content-type": "clientConnection.contentType",
    "kube-api-qps": "clientConnection.qps",
    "kubeconfig": "clientConnection.kubeconfig",
    "lock-object-name": "leaderElection.resourceName",
    "lock-object-namespace": "leaderElection.resourceNamespace",
    "port": "healthzBindAddress",
    "profiling": "enableProfiling",
    "scheduler-name": "profiles[].schedulerName",
}
"""Flag → its field in the file."""

_ELECTION = {
    "leader-elect": "leaderElection.leaderElect",
    "leader-elect-lease-duration": "leaderElection.leaseDuration",
    "leader-elect-renew-deadline": "leaderElection.renewDeadline",
    "leader-elect-resource-lock": "leaderElection.resourceLock",
    "leader-elect-resource-name": "leaderElection.resourceName",
    "leader-elect-resource-namespace": "leaderElection.resourceNamespace",
    "leader-elect-retry-period": "leaderElection.retryPeriod",
}
"""Likewise; since 1.22 these take effect together with a file, and win over it."""

OVERRIDING = frozenset(_ELECTION)
"""Flags that win over the file since 1.22, and have no effect alongside it before."""


def silenced(release: Release) -> dict[str, str]:
    """Map the flags without effect together with `--config` to the field of the file that counts instead."""
    silent = _FIELDS if release.election_flags_win else {**_FIELDS, **_ELECTION}
    return {name: field for name, field in silent.items() if name in release.flags}


def election_field(flag: str) -> tuple[str, ...]:
    """Return the keys of the field that a flag of leader election corresponds to.

    Raises:
        KeyError: for another flag.
    """
    return tuple(_ELECTION[flag].split("."))
