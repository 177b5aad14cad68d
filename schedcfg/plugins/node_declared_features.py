"""NodeDeclaredFeatures: matches features that nodes declare."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="NodeDeclaredFeatures",
    summary="Excludes nodes that do not declare the features that the Pod needs.",
    extension_points={"1.35": ("preFilter", "filter")},
    source="pkg/scheduler/framework/plugins/nodedeclaredfeatures/nodedeclaredfeatures.go",
)
