"""SchedulingGates: holds pods with scheduling gates back."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="SchedulingGates",
    summary="Keeps a Pod out of the queue until its `schedulingGates` are empty.",
    extension_points={"1.26": ("preEnqueue",)},
    concerns="Pods with `schedulingGates`",
    source="pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go",
)
