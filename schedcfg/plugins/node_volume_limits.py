"""NodeVolumeLimits: counts CSI volumes."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodeVolumeLimits",
    summary="Keeps a pod off nodes that cannot attach as many more CSI volumes as it needs.",
    extension_points={
        "1.18": ("filter",),
        "1.28": ("preFilter", "filter"),
    },
    source="pkg/scheduler/framework/plugins/nodevolumelimits/csi.go",
)
