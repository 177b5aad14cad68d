"""The standard of an organization, from the settings to what configurations are checked against."""

from collections.abc import Iterator
from typing import TypedDict

from schedcfg.findings import Severity, Standard
from schedcfg.rules.organization import (
    HostRequirement,
    LeaseRequirement,
    PluginRequirement,
    ReleaseRequirement,
    Requirement,
    WeightRequirement,
)
from schedcfg.validation.options import Patterns, RequirementFor
from schedcfg.validation.settings.model import Organization, OrganizationRule


def requirements(values: Organization, folder: str) -> tuple[RequirementFor, ...]:
    """Return what is required of which files.

    Args:
        values: The table.
        folder: The folder that paths start from.
    """
    return tuple(
        RequirementFor(None if rule.paths is None else Patterns(folder, tuple(rule.paths)), requirement)
        for rule, requirement in _each(values)
    )


class _Shown(TypedDict):
    """What every requirement has."""

    standard: Standard
    severity: Severity


def _each(values: Organization) -> Iterator[tuple[OrganizationRule, Requirement]]:
    for plugin in values.plugins:
        allowed = None if plugin.allowed is None else tuple(plugin.allowed)
        forbidden, required = tuple(plugin.forbidden), tuple(plugin.required)
        shown = _values_of_rule(plugin, values)
        yield plugin, PluginRequirement(**shown, allowed=allowed, forbidden=forbidden, required=required)
    for weight in values.weights:
        least, most = weight.minimum, weight.maximum
        yield (
            weight,
            WeightRequirement(**_values_of_rule(weight, values), plugin=weight.plugin, minimum=least, maximum=most),
        )
    for lease in values.leases:
        yield lease, LeaseRequirement(**_values_of_rule(lease, values), required=tuple(lease.required.items()))
    for hosts in values.extender_hosts:
        yield hosts, HostRequirement(**_values_of_rule(hosts, values), allowed=tuple(hosts.allowed))
    for releases in values.releases:
        yield releases, ReleaseRequirement(**_values_of_rule(releases, values), required=tuple(releases.required))


def _values_of_rule(rule: OrganizationRule, values: Organization) -> _Shown:
    standard = Standard(rule.id, rule.reason, rule.link, values.suppressible)
    return {"standard": standard, "severity": Severity(rule.severity or values.severity)}
