"""NodeVolumeLimits: counts CSI volumes."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodeVolumeLimits",
    summary="Excludes nodes that cannot attach as many more CSI volumes as the Pod needs.",
    extension_points={
        "1.18": ("filter",),
        "1.28": ("preFilter", "filter"),
    },
    concerns="Pods with volumes",
    source="pkg/scheduler/framework/plugins/nodevolumelimits/csi.go",
)
