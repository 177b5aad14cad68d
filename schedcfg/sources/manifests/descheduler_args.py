"""Which Args the descheduler refuses: with them in a policy, it does not start, and evicts nothing.

What one of its releases takes counts as taken, since the release is seldom known. Args of plugins that are not its own
are left to who built it. Upstream: types.go and validation.go below pkg/framework/plugins of
kubernetes-sigs/descheduler, and `validateDeschedulerConfiguration` in pkg/descheduler/policyconfig.go.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from schedcfg.sources.manifests.pod import Fields, at, fields

HIGH, LOW = "HighNodeUtilization", "LowNodeUtilization"
EVICTOR = "DefaultEvictor"
HARD, SOFT = "DoNotSchedule", "ScheduleAnyway"

_FULL = 100
_BY_QUERY = "MetricResource"
"""What thresholds are of where a query of Prometheus gives the usage."""


def thresholds(data: Fields, key: str) -> dict[str, float]:
    """Return the resources of a list of thresholds, with their percentages; `null` is 0, what is no number left out."""
    written = ((name, 0 if value is None else value) for name, value in fields(data.get(key)).items())
    return {name: value for name, value in written if isinstance(value, int | float) and not isinstance(value, bool)}


def refuses(name: str, args: object) -> bool:
    """Return whether the descheduler refuses the Args of a plugin of its own.

    Args:
        name: The plugin.
        args: Its Args as v1alpha2 has them; None where none are written.
    """
    plugin = PLUGINS.get(name)
    if plugin is None:
        return False
    if args is not None and not isinstance(args, dict):
        return True
    written = fields(args)
    # Fields that it does not know are errors in Args, unlike in the rest of a policy.
    return not plugin.fields.issuperset(written) or _has_both_namespaces(written) or plugin.refuses(written)


def _has_both_namespaces(args: Fields) -> bool:
    return bool(at(args, "namespaces", "include") and at(args, "namespaces", "exclude"))


def _nothing(_args: Fields) -> bool:
    return False


def _high(args: Fields) -> bool:
    modes = args.get("evictionModes") or []
    return _is_wrong(args, "thresholds") or _includes(args) or modes not in ([], ["OnlyThresholdingResources"])


def _low(args: Fields) -> bool:
    if _is_wrong(args, "thresholds") or _is_wrong(args, "targetThresholds") or _includes(args):
        return True
    low, high = thresholds(args, "thresholds"), thresholds(args, "targetThresholds")
    by_deviation = args.get("useDeviationThresholds") is True
    if low.keys() != high.keys() or (not by_deviation and any(low[name] > high[name] for name in low)):
        return True
    metrics = fields(args.get("metricsUtilization"))
    source, prometheus = metrics.get("source"), metrics.get("prometheus")
    if source == "Prometheus":
        return not at(prometheus, "query") or low.keys() != {_BY_QUERY}
    return not {"metricsServer", "source", "prometheus"}.issuperset(metrics) or (
        source == "KubernetesMetrics" and bool(metrics.get("metricsServer") is True or prometheus is not None)
    )


def _is_wrong(args: Fields, key: str) -> bool:
    """Return whether there are no thresholds, or some that are no percentages."""
    values = thresholds(args, key)
    is_whole = len(values) == len(fields(args.get(key)))
    return not values or not is_whole or any(not 0 <= value <= _FULL for value in values.values())


def _includes(args: Fields) -> bool:
    return bool(at(args, "evictableNamespaces", "include"))


def _affinity(args: Fields) -> bool:
    return not isinstance(args.get("nodeAffinityType"), list) or not args["nodeAffinityType"]


def _taints(args: Fields) -> bool:
    return bool(args.get("includedTaints") and args.get("excludedTaints"))


def _spread(args: Fields) -> bool:
    written = args.get("constraints") or []
    return not isinstance(written, list) or any(one not in (HARD, SOFT) for one in written)


def _lifetime(args: Fields) -> bool:
    return args.get("maxPodLifeTimeSeconds") is None and not any(map(args.get, ("states", "conditions", "exitCodes")))


def _restarts(args: Fields) -> bool:
    threshold = args.get("podRestartThreshold")
    return not isinstance(threshold, int) or threshold < 1


def _evictor(args: Fields) -> bool:
    threshold = fields(args.get("priorityThreshold"))
    return threshold.get("value") is not None and bool(threshold.get("name"))


class _Plugin(NamedTuple):
    """A plugin of the descheduler: where it runs, which fields its Args have in any release, and which are refused."""

    point: str
    fields: frozenset[str]
    refuses: Callable[[Fields], bool] = _nothing


def _plugin(point: str, names: str, refuses: Callable[[Fields], bool] = _nothing) -> _Plugin:
    return _Plugin(point, frozenset({"apiVersion", "kind", *names.split()}), refuses)


_POD_ARGS = "namespaces labelSelector"

PLUGINS: Mapping[str, _Plugin] = {
    EVICTOR: _plugin(
        "filter",
        "nodeSelector labelSelector namespaceLabelSelector priorityThreshold nodeFit minReplicas minPodAge "
        "noEvictionPolicy podProtections evictLocalStoragePods evictDaemonSetPods evictSystemCriticalPods "
        "ignorePvcPods ignorePodsWithoutPDB evictFailedBarePods",
        _evictor,
    ),
    HIGH: _plugin("balance", "thresholds numberOfNodes evictionModes evictableNamespaces", _high),
    LOW: _plugin(
        "balance",
        "useDeviationThresholds thresholds targetThresholds numberOfNodes metricsUtilization evictableNamespaces "
        "evictionLimits",
        _low,
    ),
    "PodLifeTime": _plugin(
        "deschedule",
        f"{_POD_ARGS} ownerKinds maxPodLifeTimeSeconds states conditions exitCodes includingInitContainers "
        "includingEphemeralContainers",
        _lifetime,
    ),
    "RemoveDuplicates": _plugin("balance", "namespaces excludeOwnerKinds"),
    "RemoveFailedPods": _plugin(
        "deschedule",
        f"{_POD_ARGS} excludeOwnerKinds minPodLifetimeSeconds reasons exitCodes includingInitContainers",
    ),
    "RemovePodsHavingTooManyRestarts": _plugin(
        "deschedule", f"{_POD_ARGS} podRestartThreshold includingInitContainers states", _restarts
    ),
    "RemovePodsViolatingInterPodAntiAffinity": _plugin("deschedule", _POD_ARGS),
    "RemovePodsViolatingNodeAffinity": _plugin("deschedule", f"{_POD_ARGS} nodeAffinityType", _affinity),
    "RemovePodsViolatingNodeTaints": _plugin(
        "deschedule", f"{_POD_ARGS} includePreferNoSchedule excludedTaints includedTaints", _taints
    ),
    "RemovePodsViolatingTopologySpreadConstraint": _plugin(
        "balance", f"{_POD_ARGS} constraints topologyBalanceNodeFit includeSoftConstraints", _spread
    ),
}
"""The plugins of a stock descheduler. Upstream: `RegisterDefaultPlugins` in pkg/descheduler/setupplugins.go."""
