"""Where kube-scheduler answers: its ports, and the paths of its health.

Upstream: `cmd/kube-scheduler/app/server.go`; up to 1.22 also `options/insecure_serving.go`.
"""

from schedcfg.releases.release import Release

SECURE_PORT = 10259
"""Where it serves HTTPS without `--secure-port`."""

INSECURE_PORT = 10251
"""Where it served without encryption, up to 1.22, unless the file, or `--port`, changed it.

In 1.23 its flags are there, and mean nothing.
"""

METRICS_PATH = "/metrics"
"""Where it serves its metrics."""

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
