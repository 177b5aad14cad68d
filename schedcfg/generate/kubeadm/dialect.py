"""What kubeadm reads in each release: API versions, and how it takes patches."""

from collections.abc import Mapping
from typing import NamedTuple

from schedcfg.errors import UnknownTarget
from schedcfg.releases.release import KubeadmPatches, Release


class Dialect(NamedTuple):
    """An API version of kubeadm's configuration.

    Attributes:
        version: Its short name: `v1beta4`.
        first: The first minor release whose kubeadm reads it.
        last: The last one; None where none is known that does not.
        lists_args: Whether `extraArgs` is a list of names and values rather than a map.
    """

    version: str
    first: int
    last: int | None
    lists_args: bool = False

    def is_read_by(self, release: Release) -> bool:
        """Tell whether the kubeadm of a release reads it."""
        return self.first <= release.number <= (self.last or release.number)


# cmd/kubeadm/app/util/config/common.go, validateSupportedVersion, tells what each release reads;
# cmd/kubeadm/app/apis/kubeadm/<version>/types.go what it looks like.
DIALECTS = (
    Dialect("v1beta2", first=15, last=26),
    Dialect("v1beta3", first=22, last=None),
    Dialect("v1beta4", first=31, last=None, lists_args=True),
)
"""The API versions, the oldest first."""

_HOW_TO_PATCH: Mapping[KubeadmPatches, str] = {
    "flag": "`--experimental-patches` of `kubeadm init`, `join` and `upgrade`",
    "field": "`patches.directory` of InitConfiguration and JoinConfiguration, and `kubeadm upgrade … --patches`",
    "every configuration": "`patches.directory` of InitConfiguration and JoinConfiguration, and in "
    "UpgradeConfiguration that of `apply` and `node`",
}


def dialect(release: Release, wished: str | None) -> Dialect:
    """Choose the API version.

    Args:
        release: The release of kubeadm.
        wished: Its short or full name; None: the newest that the release reads.

    Raises:
        UnknownTarget: if there is none of this name, or this release's kubeadm does not read it.
    """
    read = [one for one in DIALECTS if one.is_read_by(release)]
    if wished is None:
        return read[-1]
    for one in read:
        if one.version == wished.removeprefix("kubeadm.k8s.io/"):
            return one
    names = ", ".join(one.version for one in read)
    raise UnknownTarget(f"kubeadm {release.name} does not read its API version {wished}", f"It reads: {names}.")


def takes_patches(release: Release) -> bool:
    """Tell whether the kubeadm of a release patches what it writes."""
    return release.kubeadm_patches != "none"


def how_to_patch(release: Release) -> str:
    """Tell how a folder of patches is named to the kubeadm of a release that takes any."""
    return _HOW_TO_PATCH[release.kubeadm_patches]
