"""DefaultBinder: binds the pod to its node."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="DefaultBinder",
    summary="Binds a Pod to the chosen node through the API server.",
    extension_points={"1.18": ("bind",)},
    source="pkg/scheduler/framework/plugins/defaultbinder/default_binder.go",
)
