"""VolumeRestrictions: keeps volumes from being used twice."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="VolumeRestrictions",
    summary="Excludes nodes where a volume of the Pod must not be mounted again.",
    extension_points={
        "1.18": ("filter",),
        "1.22": ("preFilter", "filter"),
    },
    source="pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go",
)
