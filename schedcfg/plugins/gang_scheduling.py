"""GangScheduling: schedules groups of pods together."""

from schedcfg.plugins.plugin import Plugin

PLUGIN = Plugin(
    name="GangScheduling",
    summary="Holds back the Pods of a group until enough of them can run at the same time.",
    extension_points={"1.35": ("preEnqueue", "reserve", "permit"), "1.36": ("preEnqueue", "permit")},
    source="pkg/scheduler/framework/plugins/gangscheduling/gangscheduling.go",
)
