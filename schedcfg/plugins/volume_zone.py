"""VolumeZone: keeps pods in their volumes' zones."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="VolumeZone",
    summary="Excludes nodes outside of the zones of the Pod's bound volumes.",
    extension_points={
        "1.18": ("filter",),
        "1.27": ("preFilter", "filter"),
    },
    concerns="Pods with PersistentVolumeClaims",
    source="pkg/scheduler/framework/plugins/volumezone/volume_zone.go",
)
