"""By what a profile decides which nodes fit: what programs simulate that choose which nodes to add or remove."""

from collections.abc import Mapping

from schedcfg.configuration.effective.registry import IN_TREE_ONLY
from schedcfg.configuration.effective.resolve import defaults
from schedcfg.releases.release import Release
from schedcfg.rules.known_profiles import KnownProfile

CONSTRAINTS = "`defaultConstraints`"
"""What messages call the constraints of Pods that have none of their own."""

HARD = "DoNotSchedule"
"""What `whenUnsatisfiable` says of a constraint that filters."""

_REQUIRED = "required_during_scheduling_ignored_during_execution"


def default_profile(version: str, release: Release) -> KnownProfile:
    """Return the profile of a scheduler without a configuration."""
    configuration = defaults(version, release, IN_TREE_ONLY)
    return KnownProfile(configuration.profiles[0], configuration, "")


def default_of(one: KnownProfile) -> KnownProfile:
    """Return the default profile of a profile's release and API version."""
    return default_profile(one.configuration.api_version, one.configuration.release)


def filters_of(one: KnownProfile) -> frozenset[str]:
    """Return the plugins that filter."""
    return frozenset(ref.name for ref in one.running_at("filter"))


def deviations(one: KnownProfile) -> frozenset[str]:
    """Return the plugins that filter, or do not, unlike by default: releases with other defaults are no difference."""
    return (filters_of(one) ^ filters_of(default_of(one))) & one.configuration.release.plugins


def settings_of(one: KnownProfile) -> Mapping[str, object]:
    """Return what of the Args decides whether a node fits, by what messages call it; the rest is for scores."""
    runs = filters_of(one)
    fit, affinity, spread = (
        one.args(name) if name in runs else None for name in ("NodeResourcesFit", "NodeAffinity", "PodTopologySpread")
    )
    constraints = getattr(spread, "default_constraints", None) or ()
    return {
        "`ignoredResources`": frozenset(getattr(fit, "ignored_resources", None) or ()),
        "`ignoredResourceGroups`": frozenset(getattr(fit, "ignored_resource_groups", None) or ()),
        "`addedAffinity`": getattr(getattr(affinity, "added_affinity", None), _REQUIRED, None),
        CONSTRAINTS: [each for each in constraints if each and each.when_unsatisfiable == HARD],
    }


def difference(plugins: frozenset[str], before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """Return in what filtering differs, as messages name it.

    Args:
        plugins: What filters in only one of both.
        before: The settings of one of them.
        after: Those of the other.
    """
    found = [f"whether `{name}` filters" for name in sorted(plugins)]
    return found + [name for name, value in after.items() if before[name] != value]
