"""EBSLimits: counts EBS volumes."""

from schedcfg.plugins.plugin import Plugin, Replacement

PLUGIN = Plugin(
    name="EBSLimits",
    summary="Excludes nodes that cannot attach as many more EBS volumes as the Pod needs.",
    extension_points={
        "1.18": ("filter",),
        "1.28": ("preFilter", "filter"),
        "1.32": (),
    },
    source="pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go",
    successor="`NodeVolumeLimits` counts the CSI driver's volumes instead: remove it.",
    replacement=Replacement("NodeVolumeLimits", "filter", "disable `NodeVolumeLimits`"),
)
