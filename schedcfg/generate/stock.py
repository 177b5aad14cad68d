"""The stock kube-scheduler of a release: its patch release and its image."""

from schedcfg.releases.release import Release

_REGISTRY = "registry.k8s.io"
"""Has the images of all releases, those too that were published as `k8s.gcr.io`, which is frozen since 2023."""


def patch_release(release: Release) -> str:
    """Name the patch release that the facts about a release were read from: `v1.29.14`."""
    return release.source_version.split()[0]


def image(release: Release) -> str:
    """Name the stock image of that patch release."""
    return f"{_REGISTRY}/kube-scheduler:{patch_release(release)}"


def feature_gates(release: Release) -> str | None:
    """Write the gates that were taken away from their defaults as `--feature-gates` takes them; None without any."""
    return ",".join(f"{gate}={str(on).lower()}" for gate, on in sorted(release.gates_set.items())) or None
