"""An exact version of Kubernetes: kubeadm's manifests change in patch releases, too."""

import re
from typing import NamedTuple

from schedcfg.releases.release import Release

_EXACT = re.compile(r"v?1\.(?P<minor>\d+)\.(?P<patch>\d+)", re.ASCII)


class Version(NamedTuple):
    """A patch release: `Version(29, 3)` is v1.29.3."""

    minor: int
    patch: int

    def __str__(self) -> str:
        return f"v1.{self.minor}.{self.patch}"

    def has(self, since: tuple["Version", ...]) -> bool:
        """Tell whether a change is in this version.

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
        written: How it was asked for: `1.29.3`, `v1.29.3-eks-abc123`; where it names no patch release of this
            minor, or is None, the version counts whose code the release was read from.
    """
    found = _EXACT.match(written or "")
    if found is None or int(found["minor"]) != release.number:
        found = _EXACT.match(release.source_version)
    assert found is not None
    return Version(int(found["minor"]), int(found["patch"]))
