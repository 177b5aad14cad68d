"""VolumeRestrictions: keeps volumes from being used twice."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="VolumeRestrictions",
    summary="Keeps a pod off nodes where one of its volumes must not be mounted once more.",
    extension_points={
        "1.18": ("filter",),
        "1.22": ("preFilter", "filter"),
    },
    source="pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go",
)
