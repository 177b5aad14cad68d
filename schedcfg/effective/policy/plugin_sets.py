"""The plugin sets of a legacy Policy: what its predicates and priorities bring, in running order.

Upstream: `createFromConfig` (from 1.22 on `createFromPolicy`) in `pkg/scheduler/factory.go`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.effective.model import PluginRef, PluginSet
from schedcfg.effective.plugin_sets import Sets
from schedcfg.effective.policy import entries
from schedcfg.effective.policy.entries import Named
from schedcfg.golang.numbers import wrapped_int32
from schedcfg.models.policy import Policy
from schedcfg.releases.policy import SUMMED_PRIORITIES, LegacyPolicy


class _Source(NamedTuple):
    """What puts a plugin: the user's entry, None where it comes by default; and the weight with which it scores."""

    path: Path | None = None
    weight: int = 0


_BY_DEFAULT = _Source()


def plugin_sets(policy: Policy, legacy: LegacyPolicy) -> Sets:
    """Return the plugin sets that a Policy turns into; points at which nothing runs are missing."""
    put = legacy.plugins(_predicates(policy, legacy), _priorities(policy, legacy))
    return {
        point: PluginSet(tuple(_ref(name, point, source or _BY_DEFAULT) for name, source in refs.items()))
        for point, refs in put.items()
    }


def _ref(name: str, point: str, source: _Source) -> PluginRef:
    return PluginRef(name, source.weight if point == "score" else 0, source.path)


def _predicates(policy: Policy, legacy: LegacyPolicy) -> Mapping[str, _Source]:
    """Map registered predicates to their entries: the first where several stand for the same."""
    if policy.predicates is None:
        return dict.fromkeys(legacy.default_predicates, _BY_DEFAULT)
    found: dict[str, _Source] = {}
    for named in entries.predicates(policy, legacy):
        found.setdefault(named.name, _Source(named.path))
    return found


def _priorities(policy: Policy, legacy: LegacyPolicy) -> Mapping[str, _Source]:
    """Map registered priorities to their entries: the last where several stand for the same."""
    if policy.priorities is None:
        return {name: _Source(None, weight) for name, weight in legacy.default_priorities.items()}
    named = entries.priorities(policy, legacy)
    return {one.name: _Source(one.path, _weight(one, named)) for one in named}


def _weight(one: Named, all_of_them: list[Named]) -> int:
    """Return the weight with which a priority's plugin scores, cut to 32 bits as the registry cuts it."""
    weight = wrapped_int32(one.weight)
    if one.name not in SUMMED_PRIORITIES:
        return weight
    return wrapped_int32(weight * sum(other.name == one.name and other.argument is not None for other in all_of_them))
