"""DeschedulerPolicies: which strategies of the descheduler evict Pods, and by what arguments.

A policy is a file of its own, a text in a ConfigMap, or `deschedulerPolicy` in the values of the descheduler's Helm
chart. Upstream: `DeschedulerPolicy` in pkg/api/v1alpha2/types.go of kubernetes-sigs/descheduler, in older releases
also pkg/api/v1alpha1/types.go; charts/descheduler/templates/configmap.yaml.

Reading plain data of any shape: what is wrong with a policy itself is the descheduler's to report. Nothing is concluded
from a policy that it refuses. What it does with policies is recorded (`python -m tools.record policies`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.sources.manifests.chart_values import chart_values
from schedcfg.sources.manifests.descheduler_args import EVICTOR, HARD, HIGH, LOW, PLUGINS, SOFT, refuses
from schedcfg.sources.manifests.pod import Fields, at, fields, items, text

KIND = "DeschedulerPolicy"
_OLDER, _NEWER = "descheduler/v1alpha1", "descheduler/v1alpha2"
_VALUE = "deschedulerPolicy"
_PARAMS = {
    HIGH: "nodeResourceUtilizationThresholds",
    LOW: "nodeResourceUtilizationThresholds",
    "PodLifeTime": "podLifeTime",
    "RemoveDuplicates": "removeDuplicates",
    "RemoveFailedPods": "failedPods",
    "RemovePodsHavingTooManyRestarts": "podsHavingTooManyRestarts",
}
"""Strategies → where v1alpha1 has the parameters that others do not share.

Upstream: `StrategyParamsToPluginArgs` in pkg/api/v1alpha1/strategymigration.go.
"""
_METRICS = "KubernetesMetrics"

_SELECTING = ("labelSelector", "namespaceLabelSelector", "nodeSelector", "priorityThreshold")
"""Arguments of the DefaultEvictor that leave Pods alone by what they are, or by where they run."""
_SELECTING_OWN = ("namespaces", "evictableNamespaces", "labelSelector")
_PRIORITIES = ("thresholdPriority", "thresholdPriorityClassName")
"""By which a strategy of v1alpha1 selects Pods; both are an error."""


class Strategy(NamedTuple):
    """One strategy of a policy that is run: a plugin of a profile, since v1alpha2."""

    name: str
    path: Path  # Where it is enabled
    args: Fields  # As v1alpha2 has them
    args_path: Path  # Where these are; where they are missing, where it is enabled
    is_selective: bool  # Whether it may leave alone the Pods of some schedulers: it selects by namespace or label

    @property
    def constraints(self) -> tuple[str, ...]:
        """For which constraints RemovePodsViolatingTopologySpreadConstraint evicts.

        Up to 0.27 there was a switch in place of the list.
        """
        if self.args.get("includeSoftConstraints") is True:
            return HARD, SOFT
        return names(self.args, "constraints") or (HARD,)


class DeschedulerPolicy(NamedTuple):
    """The strategies that a policy enables, in order; none of a policy, or a profile, that is refused."""

    path: Path  # Where it is in its document
    strategies: tuple[Strategy, ...]


def policy_at(data: object, path: Path) -> DeschedulerPolicy | None:
    """Return the policy that a manifest is, or that the values of a chart have; None where there is none."""
    if text(at(data, "kind")) == KIND:
        version = text(at(data, "apiVersion"))
        return _policy(fields(data), path, version) if version in (_OLDER, _NEWER) else None
    for values, place in chart_values(data, path):
        policy = values.get(_VALUE)
        if isinstance(policy, dict):
            return _policy(policy, (*place, _VALUE), text(values.get("deschedulerPolicyAPIVersion")))
    return None


def policy_texts(kind: str, data: Fields, path: Path) -> Iterator[tuple[str, Path]]:
    """Yield the texts of a ConfigMap that may have a policy, each with its place."""
    if kind == "ConfigMap":
        for key, value in fields(data.get("data")).items():
            if isinstance(value, str) and KIND in value:
                yield value, (*path, "data", key)


def _policy(data: Fields, path: Path, version: str) -> DeschedulerPolicy:
    """Return what a policy enables by its version; without one, as values leave it to the chart, by its fields."""
    found: list[Strategy] = []
    if version != _NEWER:
        found += _of_strategies(fields(data.get("strategies")), data, (*path, "strategies"))
    if version != _OLDER:
        profiles = [_Profile(profile, place) for profile, place in items(data.get("profiles"), (*path, "profiles"))]
        if not any(profile.is_refused for profile in profiles):
            found += [strategy for profile in profiles for strategy in profile.strategies(data)]
    return DeschedulerPolicy(path, tuple(found))


def _of_strategies(strategies: Fields, policy: Fields, path: Path) -> list[Strategy]:
    """Return the enabled strategies of v1alpha1; none where one of all is refused.

    Up to 0.25, a refused strategy cost no other one. Upstream: `V1alpha1ToInternal`.
    """
    found: list[Strategy] = []
    for name, written in strategies.items():
        params, place = fields(at(written, "params")), (*path, name, "params")
        is_enabled = at(written, "enabled") is True
        if name not in PLUGINS or (is_enabled and _refuses_params(name, params)):
            return []
        if is_enabled:
            is_selective = bool(policy.get("nodeSelector")) or _selects(params, (*_SELECTING_OWN, *_PRIORITIES))
            args_path = (*place, _PARAMS[name]) if name in _PARAMS else place
            args = _converted(name, params)
            found.append(Strategy(name, (*path, name, "enabled"), args, args_path, is_selective))
    return found


def _refuses_params(name: str, params: Fields) -> bool:
    return name == EVICTOR or all(map(params.get, _PRIORITIES)) or refuses(name, _converted(name, params))


def _converted(name: str, params: Fields) -> Fields:
    """Return the parameters of a strategy of v1alpha1 as Args of v1alpha2; what does not concern it is ignored."""
    own = fields(params.get(_PARAMS.get(name, "")))
    written = {**own, **params, "evictableNamespaces": params.get("namespaces")}
    return {key: value for key, value in written.items() if key in PLUGINS[name].fields}


class _Profile:
    """A profile of v1alpha2, and the plugins that it enables to evict Pods: at `deschedule`, and at `balance`.

    Upstream: `NewProfile` in pkg/framework/profile/profile.go.
    """

    def __init__(self, data: Fields, path: Path) -> None:
        self._enabled = {point: at(data, "plugins", point, "enabled") for point in ("deschedule", "balance")}
        self._path = path
        self._entries = [
            (text(entry.get("name")), entry.get("args"), (*place, "args"))
            for entry, place in items(data.get("pluginConfig"), (*path, "pluginConfig"))
        ]
        # Of several for one plugin, the first counts.
        self._configured = {name: (args, place) for name, args, place in reversed(self._entries)}

    @property
    def is_refused(self) -> bool:
        """Whether the descheduler does not start with it."""
        written = [names for names in self._enabled.values() if names is not None]
        is_list = all(isinstance(names, list) and all(isinstance(name, str) for name in names) for names in written)
        return not is_list or any(refuses(name, args) for name, args, _ in self._entries)

    def strategies(self, policy: Fields) -> list[Strategy]:
        """Return its strategies; none where it cannot be built.

        Up to 0.34, the descheduler runs the others then; later, it does not start.
        """
        found: list[Strategy] = []
        evictor, _ = self._configured.get(EVICTOR, ({}, ()))
        is_selective = bool(policy.get("nodeSelector")) or _selects(fields(evictor), _SELECTING)
        for point, enabled in self._enabled.items():
            for index, name in enumerate(enabled if isinstance(enabled, list) else ()):
                known = PLUGINS.get(name)
                if name not in self._configured or (known is not None and known.point != point):
                    return []
                written, args_path = self._configured[name]
                args = fields(written)
                if not _has_metrics(args.get("metricsUtilization"), policy):
                    continue
                own = is_selective or _selects(args, _SELECTING_OWN)
                found.append(Strategy(name, (*self._path, "plugins", point, "enabled", index), args, args_path, own))
        return found


def _has_metrics(wanted: object, policy: Fields) -> bool:
    """Return whether a policy provides the metrics that a plugin wants: without them, it evicts nothing.

    Upstream: `usageClientForMetrics` in pkg/framework/plugins/nodeutilization/lownodeutilization.go.
    """
    if wanted is None:
        return True
    providers = {text(provider.get("source")) for provider, _ in items(policy.get("metricsProviders"), ())}
    source = text(at(wanted, "source"))
    if at(wanted, "metricsServer") is True or source == _METRICS:
        return _METRICS in providers or at(policy, "metricsCollector", "enabled") is True
    return bool(source) and source in providers


def _selects(args: Fields, keys: tuple[str, ...]) -> bool:
    return any(args.get(key) for key in keys)


def names(data: Fields, key: str) -> tuple[str, ...]:
    """Return the texts in a list."""
    written = data.get(key)
    return tuple(name for name in written if isinstance(name, str)) if isinstance(written, list) else ()
