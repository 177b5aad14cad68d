"""A release derived from the one before it: only what changed is written down."""

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Any, TypedDict, Unpack

from schedcfg.releases.default_plugins import Edit, edited
from schedcfg.releases.gate_history import NO_FLAGS, NO_GATES, Flags, Gates, LazyMapping
from schedcfg.releases.release import DefaultPlugins, KubeadmPatches, LockCheck, Release

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Replaced(TypedDict, total=False):
    """Fields of a release that are written in full where they change, and stay the same where they are left out."""

    deprecated: Mapping[str, str]
    policy: bool
    leader_election_locks: tuple[str, ...]
    unvalidated_locks: tuple[str, ...]
    leader_election_lock_check: LockCheck
    removed_plugins: Mapping[str, frozenset[str]]
    algorithm_providers: Mapping[str, Mapping[str, str]]
    conflicting_score_plugins: Mapping[str, frozenset[str]]
    reads_args_as_kinds: bool
    reads_args_as_named_kind: bool
    decodes_with_json_iterator: bool
    names_paths_of_unknown_fields: bool
    validates_merged_plugins: bool
    validates_args: bool
    validates_queue_sort: bool
    compares_queue_sort_pointers: bool
    adds_score_weights_in_order: bool
    appends_ignored_resources: bool
    checks_extender_authorities: bool
    shifts_multi_point: bool
    multi_point_fixed_in: str
    refuses_arguments: bool
    serves_insecure_port: bool
    answers_livez: bool
    default_resource_lock: str
    election_flags_win: bool
    takes_component_gates: bool
    writes_profiles_as_built: bool
    written_api_version: str | None
    has_parallelism: bool
    extender_source: str
    knows_unresolvable_nodes: bool
    needs_victims: bool
    scores_returned_nodes: bool
    skips_failing_binders: bool
    logs_failing_scores: bool
    sends_null_timestamps: bool
    has_seccomp_field: bool
    kubeadm_patches: KubeadmPatches
    gated_points: Mapping[str, str]
    points_without_default_args: frozenset[str]
    normalizes_flags: bool
    reports_any_version: bool


def following(  # noqa: PLR0913 - one keyword for each kind of fact that changes
    previous: Release,
    *,
    number: int,
    source_version: str,
    serves: Mapping[str, DefaultPlugins] = _NOTHING,
    stops_serving: tuple[str, ...] = (),
    default_plugins: Mapping[str, Mapping[str, tuple[Edit, ...]]] = _NOTHING,
    plugins_added: tuple[str, ...] = (),
    plugins_removed: tuple[str, ...] = (),
    gates: Gates = NO_GATES,
    flags: Flags = NO_FLAGS,
    upgrade_notes: tuple[str, ...] = (),
    **replaced: Unpack[Replaced],
) -> Release:
    """Return a release derived from the one before it; a change that changes nothing is an AssertionError.

    Args:
        previous: The release right before.
        number: The minor.
        source_version: The exact patch release that was read.
        serves: API versions that are new, each with all of its default plugins.
        stops_serving: API versions that go.
        default_plugins: API version → extension point → changes, for versions that were served before.
        plugins_added: Names that are new in the registry.
        plugins_removed: Names that go from it.
        gates: Changes of the feature gates.
        flags: Changes of the flags.
        upgrade_notes: What an operator has to look at besides.
        replaced: What else changes.
    """
    assert number == previous.number + 1, f"1.{number} does not follow {previous.name}"
    defaults = _default_plugins(previous, serves, stops_serving, default_plugins)
    return Release(
        number=number,
        source_version=source_version,
        api_versions=tuple(defaults),
        default_plugins=defaults,
        plugins=_plugins(previous, plugins_added, plugins_removed),
        feature_gates=LazyMapping(lambda: gates.after(previous.feature_gates)),
        gate_dependencies=gates.dependencies_after(previous.gate_dependencies),
        flags=LazyMapping(lambda: flags.after(previous.flags)),
        upgrade_notes=upgrade_notes,
        **_facts(previous, dict(replaced), defaults),
    )


def _facts(previous: Release, replaced: dict[str, Any], served: Container[str]) -> dict[str, Any]:
    """Return what `Replaced` names: as it was in the release before, or as it is now."""
    for name, value in replaced.items():
        assert getattr(previous, name) != value, f"{name} does not change"
    facts = {name: getattr(previous, name) for name in Replaced.__annotations__} | replaced
    for name in ("deprecated", "removed_plugins", "conflicting_score_plugins"):
        assert all(version in served for version in facts[name]), f"{name} speaks of a version that is not served"
    return facts


def _default_plugins(
    previous: Release,
    serves: Mapping[str, DefaultPlugins],
    stops_serving: tuple[str, ...],
    edits: Mapping[str, Mapping[str, tuple[Edit, ...]]],
) -> Mapping[str, DefaultPlugins]:
    """Map the served API versions, the oldest first, to their default plugins."""
    before = previous.default_plugins
    assert before.keys() >= set(stops_serving), "a version that is not served cannot go"
    assert before.keys().isdisjoint(serves), "a version is already served"
    kept = {version: plugins for version, plugins in before.items() if version not in stops_serving}
    assert kept.keys() >= edits.keys(), "default plugins change in a version that is not kept"
    changed = {version: edited(kept[version], changes) for version, changes in edits.items()}
    return {**kept, **changed, **serves}


def _plugins(previous: Release, added: tuple[str, ...], removed: tuple[str, ...]) -> frozenset[str]:
    assert previous.plugins >= set(removed), "a plugin is not there to be removed"
    assert previous.plugins.isdisjoint(added), "a plugin is already there"
    return previous.plugins.difference(removed).union(added)
