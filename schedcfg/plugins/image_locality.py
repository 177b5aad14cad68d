"""ImageLocality: prefers nodes that have the pod's images."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="ImageLocality",
    summary="Scores nodes by the size of the Pod's container images that they have already pulled.",
    extension_points={"1.18": ("score",)},
    concerns="Pods of which some node already has an image of more than 23 MB",
    source="pkg/scheduler/framework/plugins/imagelocality/image_locality.go",
)
