"""For which release, and in which API version, a configuration is generated."""

from typing import NamedTuple

from schedcfg import releases
from schedcfg.effective import World
from schedcfg.errors import UnknownTarget
from schedcfg.generate.profile.ground import Ground
from schedcfg.migrations import documents as migrating
from schedcfg.releases import chosen_gates

WITHOUT_PROFILES = "v1alpha1"
"""The API version that has no profiles."""


class Target(NamedTuple):
    """What a generated configuration is for, as it was asked for.

    Attributes:
        kubernetes: The release; None: the newest that serves the API version, or the newest of all.
        api_version: The API version, `v1` or with its group; None: the newest that the release serves.
        feature_gates: What is set in the release.
    """

    kubernetes: str | None = None
    api_version: str | None = None
    feature_gates: chosen_gates.FeatureGates = None

    def ground(self, world: World, kubeconfig: str | None) -> Ground:
        """Give what profiles are built on.

        Args:
            world: Which plugins exist.
            kubeconfig: The file by which clients find the API server, if one is named.

        Raises:
            UnknownTarget: if one of both is not known, they do not fit, or the API version has no profiles.
            WrongFeatureGates: if the release does not start with the feature gates.
        """
        named = self.kubernetes if self.kubernetes or self.api_version else releases.NEWEST
        version, release = migrating.target(self.api_version, named, self.feature_gates)
        if release is None:
            release = chosen_gates.target(releases.newest_serving(version), self.feature_gates)
        assert release is not None
        return Ground(release, _with_profiles(version), world, kubeconfig)


def _with_profiles(version: str) -> str:
    """Return an API version.

    Raises:
        UnknownTarget: if it has no profiles.
    """
    if version == WITHOUT_PROFILES:
        raise UnknownTarget(f"{version} has no profiles", "Kubernetes 1.18 serves v1alpha2 as well, which has.")
    return version
