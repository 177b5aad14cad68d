"""DeschedulerPolicies: which strategies of the descheduler evict Pods, and by what arguments.

A policy is a file of its own, a text in a ConfigMap, or `deschedulerPolicy` in the values of the descheduler's Helm
chart. Upstream: `DeschedulerPolicy` in pkg/api/v1alpha2/types.go of kubernetes-sigs/descheduler, in older releases
also pkg/api/v1alpha1/types.go; charts/descheduler/templates/configmap.yaml.

Reading plain data of any shape: what is wrong with a policy itself is the descheduler's to report.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.sources.manifests.pod import Fields, at, fields, items, text

KIND = "DeschedulerPolicy"
_GROUP = "descheduler/"
_VALUES: tuple[Path, ...] = (
    ("deschedulerPolicy",),
    ("spec", "values", "deschedulerPolicy"),
    ("spec", "source", "helm", "valuesObject", "deschedulerPolicy"),
)
"""Where the chart's values have it: in a file of them, in Flux' HelmRelease, in Argo CD's Application."""

_EVICTOR = "DefaultEvictor"
_SELECTING = ("labelSelector", "namespaceLabelSelector", "nodeSelector", "priorityThreshold")
"""Arguments of the DefaultEvictor that leave Pods alone by what they are, or by where they run."""
_SELECTING_OWN = ("namespaces", "evictableNamespaces", "labelSelector")


class Strategy(NamedTuple):
    """One enabled strategy of a policy: a plugin of a profile, since v1alpha2."""

    name: str
    path: Path  # Where it is enabled
    args: Fields
    args_path: Path  # Where these are; where they are missing, where it is enabled
    is_selective: bool  # Whether it may leave alone the Pods of some schedulers: it selects by namespace or label
    is_legacy: bool  # Whether it is of v1alpha1, which has some arguments by other names

    @property
    def utilization(self) -> tuple[Fields, Path]:
        """The arguments of LowNodeUtilization and HighNodeUtilization, and where they are."""
        key = "nodeResourceUtilizationThresholds"
        if self.is_legacy:
            return fields(self.args.get(key)), (*self.args_path, key)
        return self.args, self.args_path


class DeschedulerPolicy(NamedTuple):
    """The strategies that a policy enables, in order."""

    path: Path  # Where it is in its document
    strategies: tuple[Strategy, ...]


def policy_at(data: object, path: Path) -> DeschedulerPolicy | None:
    """Return the policy that a manifest is, or that the values of a chart have; None where there is none."""
    if text(at(data, "kind")) == KIND:
        version = text(at(data, "apiVersion"))
        return _policy(fields(data), path, version) if version.startswith(_GROUP) else None
    for place in _VALUES:
        inner = at(data, *map(str, place))
        if isinstance(inner, dict):
            return _policy(inner, (*path, *place), text(at(data, *map(str, place[:-1]), "deschedulerPolicyAPIVersion")))
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
    if version != f"{_GROUP}v1alpha2":
        found += _of_strategies(fields(data.get("strategies")), data, (*path, "strategies"))
    if version != f"{_GROUP}v1alpha1":
        for profile, place in items(data.get("profiles"), (*path, "profiles")):
            found += _of_profile(profile, data, place)
    return DeschedulerPolicy(path, tuple(found))


def _of_strategies(strategies: Fields, policy: Fields, path: Path) -> Iterator[Strategy]:
    """Yield the enabled strategies of v1alpha1."""
    for name, written in strategies.items():
        if at(written, "enabled") is True:
            args = fields(at(written, "params"))
            is_selective = bool(policy.get("nodeSelector") or _selects(args, (*_SELECTING, *_SELECTING_OWN)))
            yield Strategy(name, (*path, name, "enabled"), args, (*path, name, "params"), is_selective, is_legacy=True)


def _of_profile(profile: Fields, policy: Fields, path: Path) -> Iterator[Strategy]:
    """Yield the plugins that a profile enables to evict Pods: at `deschedule`, and at `balance`.

    Upstream: `NewProfile` in pkg/framework/profile/profile.go.
    """
    configured: dict[str, tuple[Fields, Path]] = {}
    for entry, place in items(profile.get("pluginConfig"), (*path, "pluginConfig")):
        configured.setdefault(text(entry.get("name")), (fields(entry.get("args")), (*place, "args")))
    evictor, _ = configured.get(_EVICTOR, ({}, ()))
    is_selective = bool(policy.get("nodeSelector")) or _selects(evictor, _SELECTING)
    for point in ("deschedule", "balance"):
        written = at(profile, "plugins", point, "enabled")
        for index, name in enumerate(written if isinstance(written, list) else ()):
            if isinstance(name, str):
                where = (*path, "plugins", point, "enabled", index)
                args, args_path = configured.get(name, ({}, where))
                own = is_selective or _selects(args, _SELECTING_OWN)
                yield Strategy(name, where, args, args_path, own, is_legacy=False)


def _selects(args: Fields, keys: tuple[str, ...]) -> bool:
    return any(args.get(key) for key in keys)


def thresholds(data: Fields, key: str) -> dict[str, float]:
    """Return the resources of a list of thresholds, with their percentages; what is no number is left out."""
    written = fields(data.get(key)).items()
    return {name: value for name, value in written if isinstance(value, int | float) and not isinstance(value, bool)}


def names(data: Fields, key: str) -> tuple[str, ...]:
    """Return the texts in a list."""
    written = data.get(key)
    return tuple(name for name in written if isinstance(name, str)) if isinstance(written, list) else ()
