"""The port without encryption, which kube-scheduler had up to 1.22."""

from schedcfg.releases.release import Release


def serves_insecurely(release: Release) -> bool:
    """Tell whether a release still has the port; in 1.23 its flags are there, and mean nothing."""
    port = release.flags.get("port")
    return port is not None and port.section == "insecure serving"
