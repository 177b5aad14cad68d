"""VolumeRestrictions: keeps volumes from being used twice."""

from schedcfg.plugins.plugin import Plugin
from schedcfg.releases.release import Release

GATE = "ReadWriteOncePod"
"""Feature gate without which the plugin lets every Pod pass at preFilter; on from 1.27, gone since 1.31."""

_FIRST_ON = 27


def limits_claims(release: Release) -> bool:
    """Return whether the plugin keeps a `ReadWriteOncePod` claim to one Pod, which is all that its preFilter is for."""
    return release.enables(GATE) if GATE in release.feature_gates else release.number >= _FIRST_ON


PLUGIN = Plugin(
    name="VolumeRestrictions",
    summary="Excludes nodes where a volume of the Pod must not be mounted again.",
    concerns="Pods with volumes",
    source="pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go",
)
