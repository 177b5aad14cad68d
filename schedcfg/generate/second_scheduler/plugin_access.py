"""What published out-of-tree plugins need of the API server beyond what kube-scheduler itself may do.

Upstream: kubernetes-sigs/scheduler-plugins, one branch per release. What is needed follows from the plugins' code, as
the chart manifests/install/charts/as-a-second-scheduler grants more: what its controller needs too.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.releases.release import Release

READ = ("get", "list", "watch")
"""The verbs of an informer or a cached client."""


class Access(NamedTuple):
    """What a plugin does with one kind of object.

    Attributes:
        group: The API group.
        resource: The resource, in the plural.
        verbs: What it does.
        first: The first minor release in which it does.
        last: The last one.
    """

    group: str
    resource: str
    verbs: tuple[str, ...] = READ
    first: int = 0
    last: int = 1000


_NODE_METRICS = (Access("metrics.k8s.io", "nodes", ("get", "list")),)
"""Unless another provider is set: pkg/trimaran/collector.go, by way of paypal/load-watcher."""

_APP_GROUPS = (
    # go.mod: diktyo-io/appgroup-api renames its group.
    Access("appgroup.diktyo.k8s.io", "appgroups", last=24),
    Access("appgroup.diktyo.x-k8s.io", "appgroups", first=25),
)

_ACCESS: dict[str, tuple[Access, ...]] = {
    # apis/scheduling/register.go: scheduling.x-k8s.io from 1.25 on.
    "CapacityScheduling": (
        Access("scheduling.sigs.k8s.io", "elasticquotas", last=24),
        Access("scheduling.x-k8s.io", "elasticquotas", first=25),
    ),
    "Coscheduling": (
        # The plugin of 1.18 goes by labels of Pods. pkg/coscheduling/core/core.go: PostBind patches up to 1.25.
        Access("scheduling.sigs.k8s.io", "podgroups", (*READ, "patch"), first=19, last=24),
        Access("scheduling.x-k8s.io", "podgroups", (*READ, "patch"), first=25, last=25),
        Access("scheduling.x-k8s.io", "podgroups", first=26),
    ),
    "CrossNodePreemption": (),
    "LoadVariationRiskBalancing": _NODE_METRICS,
    "LowRiskOverCommitment": _NODE_METRICS,
    "NetworkOverhead": (
        *_APP_GROUPS,
        Access("networktopology.diktyo.k8s.io", "networktopologies", last=24),
        Access("networktopology.diktyo.x-k8s.io", "networktopologies", first=25),
    ),
    # Asks Prometheus only.
    "NetworkTraffic": (),
    "NodeMetadata": (),
    "NodeResourceTopologyMatch": (Access("topology.node.k8s.io", "noderesourcetopologies"),),
    "NodeResourcesAllocatable": (),
    # Asks a load-watcher only.
    "Peaks": (),
    "PodState": (),
    "PreemptionToleration": (Access("scheduling.k8s.io", "priorityclasses"),),
    "QOSSort": (),
    "SySched": (Access("security-profiles-operator.x-k8s.io", "seccompprofiles"),),
    "TargetLoadPacking": _NODE_METRICS,
    "TopologicalSort": _APP_GROUPS,
}


def is_known(plugin: str) -> bool:
    """Tell whether it is known what a plugin needs."""
    return plugin in _ACCESS


def needed(plugins: Iterable[str], release: Release) -> Iterator[Access]:
    """Yield what plugins need in a release, sorted, each once."""
    found = {access for plugin in plugins for access in _ACCESS.get(plugin, ())}
    yield from sorted(access for access in found if access.first <= release.number <= access.last)
