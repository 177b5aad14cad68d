"""The Args that a legacy Policy brings: collected over its entries, fixed by a priority, or taken from extenders.

Upstream: `ConfigProducerArgs` in `pkg/scheduler/framework/plugins/legacy_registry.go`, and `create` in
`pkg/scheduler/factory.go`.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from schedcfg import plugins
from schedcfg.decode.args import decode_args
from schedcfg.document.path import Path
from schedcfg.effective.extenders import ignored_resources
from schedcfg.effective.model import ArgsEntry, Extender
from schedcfg.effective.policy import entries
from schedcfg.effective.policy.entries import Argument
from schedcfg.models.policy import Policy, RequestedToCapacityRatioArguments
from schedcfg.plugins.plugin import ArgsKind, as_written
from schedcfg.releases import policy as tables
from schedcfg.releases.policy import LegacyPolicy
from schedcfg.releases.release import Release

_FIT = "NodeResourcesFit"
_RATIO = "requestedToCapacityRatioArguments"


class Brought(NamedTuple):
    """The Args that a Policy brings for one plugin.

    Attributes:
        path: What brings them, the first where several entries do; `()` where they come by default.
        raw: Plain data, as in `pluginConfig`.
    """

    path: Path
    raw: dict[str, Any]


def plugin_config(policy: Policy, extenders: tuple[Extender, ...], release: Release) -> tuple[ArgsEntry, ...]:
    """Return what stands in the profile's `pluginConfig`, sorted by plugin, what follows from extenders last.

    Up to 1.19 the order is random upstream; later the framework sorts.
    """
    brought = brought_args(policy, tables.of(release))
    found = [_entry(name, brought[name], _undefaulted(name), release) for name in sorted(brought)]
    ignored = ignored_resources(extenders)
    if ignored:
        args = Brought(("extenders",), {"ignoredResources": ignored})
        found.append(_entry(_FIT, args, _kind(_FIT), release))
    return tuple(found)


def brought_args(policy: Policy, legacy: LegacyPolicy) -> dict[str, Brought]:
    """Return the Args that predicates and priorities bring: plugin → Args."""
    brought = dict(_by_priorities(policy, legacy))
    for named in (*entries.predicates(policy, legacy), *entries.priorities(policy, legacy)):
        argument = named.argument
        if argument is None:
            continue
        if argument.field == _RATIO:
            brought[named.name] = Brought((*named.path, "argument", _RATIO), _ratio(argument.value))
            continue
        plugin, field, labels = _labels(argument)
        raw = brought.setdefault(plugin, Brought(named.path, {})).raw
        if labels:
            raw.setdefault(field, []).extend(label or "" for label in labels)
    return brought


def _by_priorities(policy: Policy, legacy: LegacyPolicy) -> Iterator[tuple[str, Brought]]:
    """Yield the Args that priorities bring whatever is written, and those of `hardPodAffinitySymmetricWeight`."""
    used: dict[str, Path] = {one.name: one.path for one in entries.priorities(policy, legacy)}
    if policy.priorities is None:
        used = dict.fromkeys(legacy.default_priorities, ())
    # Of two priorities that bring Args for one plugin the later one wins.
    for name in sorted(used):
        for plugin, raw in legacy.args.get(name, {}).items():
            yield plugin, Brought(used[name], dict(raw))
    weight = policy.hard_pod_affinity_symmetric_weight
    if weight and tables.HARD_POD_AFFINITY_PRIORITY in used:
        yield "InterPodAffinity", Brought(("hardPodAffinitySymmetricWeight",), {"hardPodAffinityWeight": weight})


def _labels(argument: Argument) -> tuple[str, str, list[str | None]]:
    """Return which field of which plugin's Args the labels of an argument are added to."""
    value = argument.value
    match argument.field:
        case "serviceAffinity":
            return "ServiceAffinity", "affinityLabels", value.labels or []
        case "serviceAntiAffinity":
            return "ServiceAffinity", "antiAffinityLabelsPreference", [value.label]
        case "labelsPresence":
            return "NodeLabel", "presentLabels" if value.presence else "absentLabels", value.labels or []
        case _:
            field = "presentLabelsPreference" if value.presence else "absentLabelsPreference"
            return "NodeLabel", field, [value.label]


def _ratio(written: RequestedToCapacityRatioArguments) -> dict[str, Any]:
    return {
        "shape": [
            {"utilization": (point and point.utilization) or 0, "score": (point and point.score) or 0}
            for point in written.shape or ()
        ],
        "resources": [
            {"name": (resource and resource.name) or "", "weight": (resource and resource.weight) or 0}
            for resource in written.resources or ()
        ],
    }


def _entry(name: str, brought: Brought, kind: ArgsKind, release: Release) -> ArgsEntry:
    args, _ = decode_args(kind, brought.raw, brought.path, release.api_versions[-1], release)
    return ArgsEntry(name, brought.path, kind, brought.raw, args.written)


@lru_cache(maxsize=16)
def _undefaulted(name: str) -> ArgsKind:
    """Return the kind of a plugin's Args without its defaults: upstream adds none to what a Policy brings."""
    return replace(_kind(name), complete=as_written)


def _kind(name: str) -> ArgsKind:
    plugin = plugins.find(name)
    assert plugin is not None
    assert plugin.args is not None
    return plugin.args
