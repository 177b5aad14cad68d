"""QOSSort: sorts the queue by priority, then by quality of service."""

from schedcfg.plugins.scheduler_plugins.published import plugin

PLUGIN = plugin(
    name="QOSSort",
    summary="Sorts Pods of the same priority by their quality of service: guaranteed, burstable, best effort.",
    points={"1.18": ("queueSort",)},
    source="pkg/qos/queue_sort.go",
)
