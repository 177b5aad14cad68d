"""The entries of a legacy Policy, and the registered predicates and priorities that they stand for.

Upstream: `ProcessPredicatePolicy` and `ProcessPriorityPolicy` in
`pkg/scheduler/framework/plugins/legacy_registry.go`.
"""

from collections.abc import Container, Mapping
from typing import Any, NamedTuple

from schedcfg.document.path import Path
from schedcfg.models.policy import Policy, PredicatePolicy, PriorityPolicy
from schedcfg.releases import policy as tables
from schedcfg.releases.policy import LegacyPolicy


class Argument(NamedTuple):
    """What an entry of the user's own naming does.

    Attributes:
        field: The field of `argument` that says it: `labelsPresence`.
        value: What is written there.
    """

    field: str
    value: Any


class Named(NamedTuple):
    """One entry, and the registered predicate or priority that it stands for.

    Attributes:
        name: The registered name.
        path: The entry: `priorities[2]`.
        weight: As written; 0 where none is, as for every predicate.
        argument: What makes the entry stand for `name`; None where its own name does, because a registered
            name never looks at `argument`.
    """

    name: str
    path: Path
    weight: int = 0
    argument: Argument | None = None


def predicates(policy: Policy, legacy: LegacyPolicy) -> list[Named]:
    """List the predicates of a Policy; entries that stand for none are left out."""
    found = (predicate(entry, index, legacy) for index, entry in enumerate(policy.predicates or ()))
    return [named for named in found if named is not None]


def priorities(policy: Policy, legacy: LegacyPolicy) -> list[Named]:
    """List the priorities of a Policy; entries that stand for none, and those that bring nothing, are left out."""
    found = (priority(entry, index, legacy) for index, entry in enumerate(policy.priorities or ()))
    return [named for named in found if named is not None]


def predicate(entry: PredicatePolicy | None, index: int, legacy: LegacyPolicy) -> Named | None:
    """Tell which predicate an entry stands for; None where there is no such one."""
    name, argument = _meant(entry, legacy.predicates, tables.PREDICATE_ALIASES, tables.PREDICATE_ARGUMENTS)
    return None if name is None else Named(name, ("predicates", index), 0, argument)


def priority(entry: PriorityPolicy | None, index: int, legacy: LegacyPolicy) -> Named | None:
    """Tell which priority an entry stands for; None where there is no such one, or where it brings nothing."""
    if entry is None or entry.name in tables.IGNORED_PRIORITIES:
        return None
    name, argument = _meant(entry, legacy.priorities, tables.PRIORITY_ALIASES, tables.PRIORITY_ARGUMENTS)
    return None if name is None else Named(name, ("priorities", index), entry.weight or 0, argument)


def arguments(entry: PredicatePolicy | PriorityPolicy | None) -> list[Argument]:
    """List what is written in an entry's `argument`; more or less than one is refused."""
    argument = entry.argument if entry is not None else None
    if argument is None:
        return []
    fields = type(argument).model_fields.items()
    found = (Argument(info.alias or attribute, getattr(argument, attribute)) for attribute, info in fields)
    return [one for one in found if one.value is not None]


def _meant(
    entry: PredicatePolicy | PriorityPolicy | None,
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
