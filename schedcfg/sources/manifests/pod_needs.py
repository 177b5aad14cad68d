"""What Pods ask for that one plugin of the scheduler sees to."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.sources.manifests.pod import Fields, pod_spec

_PLUGINS = {
    "resourceClaims": "DynamicResources",
    "schedulingGroup": "GangScheduling",
    "workloadRef": "GangScheduling",
}
"""Field of a Pod's `spec` → the plugin.

Upstream: pkg/scheduler/framework/plugins/dynamicresources and …/gangscheduling; in 1.35, a Pod has a `workloadRef`.
"""


class PodNeed(NamedTuple):
    """What the Pods of a manifest ask for."""

    field: str  # `resourceClaims`
    plugin: str
    path: Path
    scheduler_name: str  # That which is to place them; empty for the default one


def needs_in(kind: str, manifest: Fields, path: Path) -> Iterator[PodNeed]:
    """Yield what the Pods that a manifest makes ask for."""
    spec = pod_spec(kind, manifest, path)
    if spec is None:
        return
    for field, plugin in _PLUGINS.items():
        if spec.data.get(field):
            yield PodNeed(field, plugin, (*spec.path, field), spec.scheduler_name)
