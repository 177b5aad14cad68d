"""The Args that a legacy Policy brings: collected over its entries, fixed by a priority, or taken from extenders.

Upstream: `ConfigProducerArgs` in `pkg/scheduler/framework/plugins/legacy_registry.go`, and `create` in
`pkg/scheduler/factory.go`.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from schedcfg import plugins, releases
from schedcfg.configuration.decode.args import decode_args
from schedcfg.configuration.effective import extenders
from schedcfg.configuration.effective.extenders import ignored_resources
from schedcfg.configuration.effective.model import ArgsEntry, Configuration, Extender, PluginRef, PluginSet
from schedcfg.configuration.effective.plugin_sets import Sets
from schedcfg.configuration.effective.registry import IN_TREE_ONLY
from schedcfg.configuration.effective.resolve import POLICY, Completion, defaults
from schedcfg.document.golang.numbers import wrapped_int32
from schedcfg.document.span import Path
from schedcfg.models.validators import validated
from schedcfg.plugins.plugin import ArgsKind, as_written
from schedcfg.releases import policy as tables
from schedcfg.releases.policy import SUMMED_PRIORITIES, LegacyPolicy
from schedcfg.releases.release import Release

if TYPE_CHECKING:
    # Few files are Policies; where one is, the decoder has loaded its shapes.
    from schedcfg.models.policy import Policy, PredicatePolicy, PriorityPolicy, RequestedToCapacityRatioArguments


class Argument(NamedTuple):
    """What an entry of the user's own naming does."""

    field: str  # The field of `argument` that holds it: `labelsPresence`
    value: Any


class NamedEntry(NamedTuple):
    """One entry, and the registered predicate or priority that it represents."""

    name: str
    path: Path  # The entry: `priorities[2]`
    weight: int = 0  # As written; 0 where none is, as for every predicate
    # What makes the entry represent `name`; None where its own name does, because a registered name never looks at
    # `argument`
    argument: Argument | None = None


def predicates(policy: "Policy", legacy: LegacyPolicy) -> list[NamedEntry]:
    """List the predicates of a Policy; entries that represent none are left out."""
    named_entries = (predicate(entry, index, legacy) for index, entry in enumerate(policy.predicates or ()))
    return [named for named in named_entries if named is not None]


def priorities(policy: "Policy", legacy: LegacyPolicy) -> list[NamedEntry]:
    """List the priorities of a Policy; entries that represent none, and those that bring nothing, are left out."""
    named_entries = (priority(entry, index, legacy) for index, entry in enumerate(policy.priorities or ()))
    return [named for named in named_entries if named is not None]


def predicate(entry: "PredicatePolicy | None", index: int, legacy: LegacyPolicy) -> NamedEntry | None:
    """Return the predicate that an entry represents; None where there is none."""
    name, argument = _meant(entry, legacy.predicates, tables.PREDICATE_ALIASES, tables.PREDICATE_ARGUMENTS)
    return None if name is None else NamedEntry(name, ("predicates", index), 0, argument)


def priority(entry: "PriorityPolicy | None", index: int, legacy: LegacyPolicy) -> NamedEntry | None:
    """Return the priority that an entry represents; None where there is none, or where it brings nothing."""
    if entry is None or entry.name in tables.IGNORED_PRIORITIES:
        return None
    name, argument = _meant(entry, legacy.priorities, tables.PRIORITY_ALIASES, tables.PRIORITY_ARGUMENTS)
    return None if name is None else NamedEntry(name, ("priorities", index), entry.weight or 0, argument)


def arguments(entry: "PredicatePolicy | PriorityPolicy | None") -> list[Argument]:
    """List what is written in an entry's `argument`; more or less than one is refused."""
    argument = entry.argument if entry is not None else None
    if argument is None:
        return []
    fields = type(argument).model_fields.items()
    found = (Argument(info.alias or attribute, getattr(argument, attribute)) for attribute, info in fields)
    return [one for one in found if one.value is not None]


def _meant(
    entry: "PredicatePolicy | PriorityPolicy | None",
    registered: Container[str],
    aliases: Mapping[str, str],
    by_argument: Mapping[str, str],
) -> tuple[str | None, Argument | None]:
    written = (entry and entry.name) or ""
    name = aliases.get(written, written)
    if name in registered:
        return name, None
    argument = next(iter(arguments(entry)), None)
    return (None, None) if argument is None else (by_argument[argument.field], argument)


_FIT = "NodeResourcesFit"
_RATIO = "requestedToCapacityRatioArguments"


class Brought(NamedTuple):
    """The Args that a Policy brings for one plugin."""

    path: Path  # What brings them, the first where several entries do; `()` where they come by default
    raw: dict[str, Any]  # Plain data, as in `pluginConfig`


def plugin_config(policy: "Policy", extenders: tuple[Extender, ...], release: Release) -> tuple[ArgsEntry, ...]:
    """Return the profile's `pluginConfig`, sorted by plugin, what follows from extenders last.

    Up to 1.19 the order is random upstream; later the framework sorts.
    """
    brought = brought_args(policy, tables.of(release))
    args_entries = [_entry(name, brought[name], _undefaulted(name), release) for name in sorted(brought)]
    ignored = ignored_resources(extenders)
    if ignored:
        args = Brought(("extenders",), {"ignoredResources": ignored})
        args_entries.append(_entry(_FIT, args, _kind(_FIT), release))
    return tuple(args_entries)


def brought_args(policy: "Policy", legacy: LegacyPolicy) -> dict[str, Brought]:
    """Return the Args that predicates and priorities bring: plugin → Args."""
    brought = dict(_by_priorities(policy, legacy))
    for named in (*predicates(policy, legacy), *priorities(policy, legacy)):
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


def _by_priorities(policy: "Policy", legacy: LegacyPolicy) -> Iterator[tuple[str, Brought]]:
    """Yield the Args that priorities bring whatever is written, and those of `hardPodAffinitySymmetricWeight`."""
    used: dict[str, Path] = {named_entry.name: named_entry.path for named_entry in priorities(policy, legacy)}
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


def _ratio(written: "RequestedToCapacityRatioArguments") -> dict[str, Any]:
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


class _Source(NamedTuple):
    """What puts a plugin: the user's entry, None where it comes by default; and the weight with which it scores."""

    path: Path | None = None
    weight: int = 0


_BY_DEFAULT = _Source()


def plugin_sets(policy: "Policy", legacy: LegacyPolicy) -> Sets:
    """Return the plugin sets that a Policy turns into; points at which nothing runs are missing."""
    put = legacy.plugins(_predicates(policy, legacy), _priorities(policy, legacy))
    return {
        point: PluginSet(tuple(_ref(name, point, source or _BY_DEFAULT) for name, source in refs.items()))
        for point, refs in put.items()
    }


def _ref(name: str, point: str, source: _Source) -> PluginRef:
    return PluginRef(name, source.weight if point == "score" else 0, source.path)


def _predicates(policy: "Policy", legacy: LegacyPolicy) -> Mapping[str, _Source]:
    """Map registered predicates to their entries: the first where several represent the same."""
    if policy.predicates is None:
        return dict.fromkeys(legacy.default_predicates, _BY_DEFAULT)
    found: dict[str, _Source] = {}
    for named in predicates(policy, legacy):
        found.setdefault(named.name, _Source(named.path))
    return found


def _priorities(policy: "Policy", legacy: LegacyPolicy) -> Mapping[str, _Source]:
    """Map registered priorities to their entries: the last where several represent the same."""
    if policy.priorities is None:
        return {name: _Source(None, weight) for name, weight in legacy.default_priorities.items()}
    named = priorities(policy, legacy)
    summed = Counter(entry.name for entry in named if entry.argument is not None)
    return {entry.name: _Source(entry.path, _weight(entry, summed)) for entry in named}


def _weight(one: NamedEntry, summed: Counter[str]) -> int:
    """Return the weight with which a priority's plugin scores, cut to 32 bits as the registry cuts it.

    Args:
        one: The priority.
        summed: How many entries with an argument represent each.
    """
    weight = wrapped_int32(one.weight)
    if one.name not in SUMMED_PRIORITIES:
        return weight
    return wrapped_int32(weight * summed[one.name])


def resolve_policy(policy: "Policy", release: Release) -> Configuration:
    """Complete a Policy, given with `--policy-config-file` and without `--config`.

    There is one profile, `default-scheduler`, with exactly the plugins that the Policy brings. All the rest is what
    the release gives an empty configuration, in the newest API version that it serves. What no
    release accepts is skipped: entries that represent no predicate or priority bring nothing.

    Args:
        policy: As decoded.
        release: By whose rules; one that reads a Policy.

    Upstream: `createFromConfig` (since 1.22 `createFromPolicy`) in `pkg/scheduler/factory.go`.
    """
    return with_policy(defaults(release.api_versions[-1], release, IN_TREE_ONLY), policy)


def with_policy(configuration: Configuration, policy: "Policy") -> Configuration:
    """Return a configuration whose plugins, their Args and extenders are those that a Policy brings.

    Args:
        configuration: All the rest, with one profile.
        policy: As decoded.
    """
    release, completed = configuration.release, extenders.complete(policy.extenders)
    profile = replace(
        configuration.profiles[0],
        validated={},
        merged=plugin_sets(policy, tables.of(release)),
        plugin_config=plugin_config(policy, completed, release),
    )
    return replace(
        configuration,
        profiles=(profile,),
        extenders=completed,
        has_extenders=policy.extenders is not None,
        provider=None,
        always_check_all_predicates=bool(policy.always_check_all_predicates),
    )


def without_plugins(configuration: Configuration) -> Configuration:
    """Return a configuration of whose one profile is not known what it runs: nothing is in it."""
    profile = replace(configuration.profiles[0], validated={}, merged={}, plugin_config=())
    return replace(configuration, profiles=(profile,), provider=None)


def of_policy(policy: "Policy") -> Completion:
    """Return how a Policy is completed."""
    return Completion(
        POLICY,
        tuple(release.name for release in releases.all_releases() if release.policy),
        lambda release: resolve_policy(policy, release),
        _empty_policy,
    )


@lru_cache(maxsize=16)
def _empty_policy(release: Release) -> Configuration:
    from schedcfg.models.policy import Policy  # noqa: PLC0415 - imported only where it is needed

    return resolve_policy(validated(Policy, {}), release)
