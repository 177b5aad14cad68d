"""Where a migration leads: an API version, and the release that is to run the result."""

from typing import NamedTuple

from schedcfg import releases
from schedcfg.errors import UnknownTarget, near_or
from schedcfg.models import API_VERSIONS
from schedcfg.releases import gate_settings
from schedcfg.releases.release import GROUP, Release


class MigrationTarget(NamedTuple):
    """Where a migration leads."""

    version: str  # The API version, short: `v1`
    release: Release | None  # The requested release, with feature gates set; None where none was


def target(to: str | None, kubernetes: str | None, feature_gates: gate_settings.FeatureGates = None) -> MigrationTarget:
    """Find out where to go.

    Args:
        to: The API version, `v1` or `kubescheduler.config.k8s.io/v1`; None: the newest that the release serves.
        kubernetes: The release that has to take the result; None: any that serves the version.
        feature_gates: What is set in it.

    Raises:
        UnknownTarget: if neither is given, one is not known, or the release does not serve the version.
        WrongFeatureGates: if the release does not start with these gates or, where none was named, none does.
    """
    version = None if to is None else _known(to)
    release = gate_settings.target(kubernetes, feature_gates)
    if release is None:
        if version is None:
            raise UnknownTarget(
                "there is no target to migrate to", "Name an API version, a Kubernetes release, or both."
            )
        return MigrationTarget(version, None)
    if version is not None and version not in release.api_versions:
        served = ", ".join(release.api_versions)
        raise UnknownTarget(f"Kubernetes {release.name} does not serve {version}", f"It serves: {served}.")
    return MigrationTarget(version or release.api_versions[-1], release)


def _known(to: str) -> str:
    version = to.removeprefix(f"{GROUP}/")
    if version in API_VERSIONS:
        return version
    releases.refuse_release(to)
    known = ", ".join(f"{name} (Kubernetes {_served(name)})" for name in API_VERSIONS)
    raise UnknownTarget(
        f"`{to}` is not an API version of {GROUP}", near_or(version, API_VERSIONS, f"Known versions: {known}.")
    )


def _served(version: str) -> str:
    served = releases.serving(version)
    if served[-1] == releases.NEWEST:
        return f"{served[0]} on"
    return served[0] if len(served) == 1 else f"{served[0]}-{served[-1]}"
