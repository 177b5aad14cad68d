"""What a legacy Policy may not say; the same code of upstream decides about all of it, so it is one file.

Upstream: `ValidatePolicy` in `pkg/scheduler/apis/config/validation/validation.go`, and
`pkg/scheduler/framework/plugins/legacy_registry.go`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.decode.legacy_policy import decode_policy
from schedcfg.diagnostics import Problem
from schedcfg.document import Document
from schedcfg.document.path import Path
from schedcfg.effective import extenders
from schedcfg.effective.model import Extender
from schedcfg.plugins import find
from schedcfg.plugins.plugin import Context
from schedcfg.releases import policy as tables
from schedcfg.releases.policy import LegacyPolicy
from schedcfg.releases.release import Release
from schedcfg.rules.refused import extender_not_allowed

ID = "policy-not-allowed"

_MAX_WEIGHT = (2**63 - 1) // 10
_FIRST_WITH_FIT_ARGS = 22
_FIT = "NodeResourcesFit"
_RATIO = "RequestedToCapacityRatio"


def problems(document: Document, release: Release) -> Iterator[Problem]:
    """Yield what a release refuses in a Policy: shape, names, weights, arguments, extenders."""
    policy, found = decode_policy(document, release)
    yield from found
    if policy is None:
        return
    legacy = tables.of(release)
    weight = policy.hard_pod_affinity_symmetric_weight or 0
    if not 0 <= weight <= 100:  # noqa: PLR2004 - a percentage
        yield Problem(
            ID,
            ("hardPodAffinitySymmetricWeight",),
            f"`hardPodAffinitySymmetricWeight` is {weight}; it must be between 0 and 100",
        )
    predicates = dict[str, Path]()
    yield from _predicates(policy, legacy, predicates)
    yield from _priorities(policy, legacy, release)
    completed = extenders.complete(policy.extenders)
    yield from extender_not_allowed.problems(completed)
    if release.number >= _FIRST_WITH_FIT_ARGS:
        yield from _ignored_resources(policy, completed, legacy, predicates)


def _predicates(policy: Any, legacy: LegacyPolicy, used: dict[str, Path]) -> Iterator[Problem]:
    """Judge predicates; `used` takes the registered ones that they stand for."""
    for index, entry in enumerate(policy.predicates or ()):
        path: Path = ("predicates", index)
        written = (entry and entry.name) or ""
        name = tables.PREDICATE_ALIASES.get(written, written)
        arguments = _arguments(entry, tables.PREDICATE_ARGUMENTS)
        yield from _one_argument(entry, arguments, path)
        if name in legacy.predicates:
            used.setdefault(name, path)
        elif arguments:
            used.setdefault(tables.PREDICATE_ARGUMENTS[arguments[0]], path)
            continue
        else:
            yield Problem(
                ID,
                (*path, "name"),
                f"there is no predicate `{written}`",
                f"Known are {', '.join(legacy.predicates)}; one of your own naming needs an `argument`.",
            )
        if name in legacy.predicates_needing_arguments and not _brought(policy.predicates, name):
            yield Problem(ID, (*path, "name"), f"predicate `{name}` gets no arguments from its own entry", _OWN_NAME)
    if legacy.registers_twice:
        yield from _registered_twice(legacy, used)


_OWN_NAME = "A registered name never looks at `argument`: choose a name of your own for the entry."


def _arguments(entry: Any, known: Mapping[str, str]) -> list[str]:
    argument = entry.argument if entry is not None else None
    written = argument.model_dump(by_alias=True, exclude_none=True) if argument is not None else {}
    return [name for name in known if name in written]


def _one_argument(entry: Any, arguments: list[str], path: Path) -> Iterator[Problem]:
    if entry is not None and entry.argument is not None and len(arguments) != 1:
        yield Problem(ID, (*path, "argument"), f"exactly one argument must be given, here are {len(arguments)}")


def _brought(predicates: Any, name: str) -> bool:
    """Tell whether an entry of the user's own naming brings the arguments of a registered predicate."""
    return any(
        tables.PREDICATE_ARGUMENTS[argument] == name
        for entry in predicates
        if entry is not None and entry.name != name
        for argument in _arguments(entry, tables.PREDICATE_ARGUMENTS)
    )


def _registered_twice(legacy: LegacyPolicy, used: Mapping[str, Path]) -> Iterator[Problem]:
    """Up to 1.19 two predicates that bring the same plugin register it twice, which the framework refuses."""
    owner: dict[tuple[str, str], str] = {}
    for name, path in used.items():
        for point, plugins in legacy.predicates[name].items():
            for plugin in plugins:
                first = owner.setdefault((point, plugin), name)
                if first != name:
                    yield Problem(
                        ID,
                        (*path, "name"),
                        f"`{name}` and `{first}` both bring the plugin {plugin}, which is then registered twice",
                        "Keep one of them; `GeneralPredicates` contains `HostName`, `MatchNodeSelector`, "
                        "`PodFitsHostPorts` and `PodFitsResources`.",
                    )
                    return


def _priorities(policy: Any, legacy: LegacyPolicy, release: Release) -> Iterator[Problem]:
    weights: dict[str, tuple[int, str]] = {}
    for index, entry in enumerate(policy.priorities or ()):
        path: Path = ("priorities", index)
        written = (entry and entry.name) or ""
        weight = (entry and entry.weight) or 0
        if not 0 < weight < _MAX_WEIGHT:
            yield Problem(ID, (*path, "weight"), f"the weight of priority `{written}` is {weight}; it must be positive")
        arguments = _arguments(entry, tables.PRIORITY_ARGUMENTS)
        yield from _one_argument(entry, arguments, path)
        yield from _redeclared(arguments, written, weight, weights, path)
        if written in tables.IGNORED_PRIORITIES:
            continue
        yield from _priority(entry, written, arguments, legacy, path)
        if arguments == ["requestedToCapacityRatioArguments"]:
            yield from _ratio(entry.argument.requested_to_capacity_ratio_arguments, release, path)


def _priority(entry: Any, written: str, arguments: list[str], legacy: LegacyPolicy, path: Path) -> Iterator[Problem]:
    name = tables.PRIORITY_ALIASES.get(written, written)
    if name in legacy.priorities:
        if name in legacy.priorities_needing_arguments:
            yield Problem(ID, (*path, "name"), f"priority `{name}` gets no arguments from its own entry", _OWN_NAME)
    elif not arguments:
        yield Problem(
            ID,
            (*path, "name") if entry is not None else path,
            f"there is no priority `{written}`",
            f"Known are {', '.join(legacy.priorities)}; one of your own naming needs an `argument`.",
        )


def _redeclared(
    arguments: list[str], name: str, weight: int, weights: dict[str, tuple[int, str]], path: Path
) -> Iterator[Problem]:
    """Judge several entries of one custom kind: the ratio may stand once, others must weigh the same."""
    for argument in arguments:
        earlier = weights.get(argument)
        if earlier is not None and tables.PRIORITY_ARGUMENTS[argument] == _RATIO:
            yield Problem(ID, path, f"priority `{name}` declares `{argument}` again, after `{earlier[1]}`")
        elif earlier is not None and earlier[0] != weight:
            yield Problem(
                ID,
                (*path, "weight"),
                f"priority `{name}` weighs {weight}, `{earlier[1]}` of the same kind {earlier[0]}; they must be equal",
            )
        weights[argument] = (weight, name)


def _ratio(written: Any, release: Release, path: Path) -> Iterator[Problem]:
    """Judge the shape and resources with the checks of the plugin that they are for."""
    plugin = find(_RATIO)
    if plugin is None or plugin.args is None:
        return
    kind = plugin.args
    context = Context(api_version="v1beta1", release=release)
    args = kind.model.model_validate(written.model_dump(by_alias=True, exclude_none=True))
    for problem in kind.check(kind.complete(args, context), context):
        where = (*path, "argument", "requestedToCapacityRatioArguments", *problem.path)
        yield Problem(ID, where, problem.message, problem.help)


def _ignored_resources(
    policy: Any, completed: tuple[Extender, ...], legacy: LegacyPolicy, used: Mapping[str, Path]
) -> Iterator[Problem]:
    if not extenders.ignore_resources(completed):
        return
    names = legacy.default_predicates if policy.predicates is None else used
    if not any(_FIT in plugins for name in names for plugins in legacy.predicates[name].values()):
        yield Problem(
            ID,
            ("extenders",),
            f"`ignoredByScheduler` needs the plugin {_FIT}, which no predicate of this Policy brings",
            "Add the predicate `PodFitsResources` or `GeneralPredicates`.",
        )
