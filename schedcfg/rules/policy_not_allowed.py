"""What a legacy Policy may not contain; the same code of upstream decides about all of it, so it is one file.

Upstream: `ValidatePolicy` in `pkg/scheduler/apis/config/validation/validation.go`, and
`pkg/scheduler/framework/plugins/legacy_registry.go`.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from schedcfg import releases
from schedcfg.cards import RuleCard
from schedcfg.configuration.effective import extenders
from schedcfg.configuration.effective import policy as legacy_entries
from schedcfg.configuration.effective.model import Extender
from schedcfg.configuration.effective.policy import brought_args, plugin_config
from schedcfg.document.golang.numbers import MAX_INT64
from schedcfg.document.span import Path
from schedcfg.findings import FILE, FindingClass, Problem, Severity
from schedcfg.plugins.context import Context
from schedcfg.releases import policy as tables
from schedcfg.releases.policy import Brings, LegacyPolicy
from schedcfg.releases.release import Release
from schedcfg.rules import repeated_policy_entry
from schedcfg.rules.advised import old_api_version
from schedcfg.rules.names import nearest
from schedcfg.rules.refused import extender_not_allowed, extender_tls
from schedcfg.rules.registry import advised_rules
from schedcfg.rules.rule import advice

if TYPE_CHECKING:
    # This module is loaded for its card, too: the shapes are not needed for that.
    from schedcfg.models.policy import Policy, PredicatePolicy, PriorityPolicy

ID = "policy-not-allowed"

_MAX_WEIGHT = MAX_INT64 // 10
_FIT = "NodeResourcesFit"
_RATIO = "RequestedToCapacityRatio"
_SECTIONS = frozenset({("predicates",), ("priorities",)})


def problems(policy: "Policy", release: Release) -> Iterator[Problem]:
    """Yield what a release refuses in a Policy that it could decode, and what is advised about its extenders."""
    legacy = tables.of(release)
    yield _outdated()
    weight = policy.hard_pod_affinity_symmetric_weight or 0
    if not 0 <= weight <= 100:  # noqa: PLR2004 - a percentage
        yield Problem(
            ID,
            ("hardPodAffinitySymmetricWeight",),
            f"`hardPodAffinitySymmetricWeight` is {weight}; it must be between 0 and 100",
        )
    brought = brought_args(policy, legacy)
    yield from _predicates(policy, legacy, brought)
    yield from _priorities(policy, legacy, brought)
    yield from _args(policy, release)
    yield from repeated_policy_entry.problems(policy)
    completed = extenders.complete(policy.extenders)
    yield from extender_not_allowed.problems(completed)
    yield from extender_tls.problems(completed, release)
    for rule in advised_rules():
        if rule.of_extenders is not None:
            yield from rule.of_extenders(completed)
    if not release.appends_ignored_resources:
        yield from _ignored_resources(policy, completed, legacy)


def _outdated() -> Problem:
    """Return that a Policy is for releases that are older than all current ones."""
    message = (
        f"later releases of kube-scheduler read no Policy: Kubernetes {tables.NEWEST} is the last with "
        "`--policy-config-file` and `--policy-configmap`"
    )
    current = releases.at(releases.NEWEST).api_versions[-1]
    return advice(old_api_version.ID, ("kind",), message, f"Run `schedcfg migrate --to {current} {FILE}`.")


def _predicates(policy: "Policy", legacy: LegacyPolicy, brought: Container[str]) -> Iterator[Problem]:
    lacking = _lacking(legacy.predicates_needing_arguments, legacy.predicates, brought)
    for index, entry in enumerate(policy.predicates or ()):
        path: Path = ("predicates", index)
        named = legacy_entries.predicate(entry, index, legacy)
        yield from _one_argument(entry, path)
        if named is None:
            yield Problem(
                ID,
                (*path, "name"),
                f"there is no predicate `{entry.name}`" if entry and entry.name else "this predicate has no `name`",
                _REMOVED
                if entry is not None and entry.name in tables.REMOVED_PREDICATES
                else _known_names(entry.name if entry else None, legacy.predicates, tables.PREDICATE_ARGUMENTS),
            )
        elif named.name in lacking:
            message = f"predicate `{named.name}` ignores the arguments of its entry"
            yield Problem(ID, (*path, "name"), message, _OWN_NAME)
    if legacy.registers_twice:
        yield from _registered_twice(legacy, _used(policy, legacy))


_REMOVED = "Remove it: nodes in that condition have a taint, which `PodToleratesNodeTaints` checks in any case."


def _known_names(written: str | None, registered: Collection[str], arguments: Iterable[str]) -> str:
    """Return which name may be meant, or what makes it a name of the user's own and all that there are."""
    named_so = (name for name in registered if written and name in {f"{written}Priority", f"{written}Pred"})
    meant = next(named_so, None) or nearest(written or "", registered)
    own = "An entry with your own name needs an `argument`"
    if meant is not None:
        return f"Did you mean `{meant}`? {own}."
    return f"{own}, with one of {', '.join(f'`{field}`' for field in arguments)}. Known names: {', '.join(registered)}."


_OWN_NAME = "A registered name ignores `argument`: use your own name for the entry."


def _used(policy: "Policy", legacy: LegacyPolicy) -> dict[str, Path]:
    """Map the registered predicates that a Policy names to the first entry that represents each."""
    used: dict[str, Path] = {}
    for named in legacy_entries.predicates(policy, legacy):
        used.setdefault(named.name, named.path)
    return used


def _one_argument(entry: "PredicatePolicy | PriorityPolicy | None", path: Path) -> Iterator[Problem]:
    number = len(legacy_entries.arguments(entry))
    if entry is not None and entry.argument is not None and number != 1:
        yield Problem(ID, (*path, "argument"), f"exactly one argument is required, found {number}")


def _lacking(needing: Iterable[str], registered: Mapping[str, Brings], brought: Container[str]) -> list[str]:
    """Return the names that need Args for their plugin where no entry of the user's own naming brings them."""
    return [
        name
        for name in needing
        if not any(plugin in brought for plugins in registered[name].values() for plugin in plugins)
    ]


def _registered_twice(legacy: LegacyPolicy, used: Mapping[str, Path]) -> Iterator[Problem]:
    """Yield predicates that bring the same plugin: up to 1.19 both register it, which the framework refuses."""
    owner: dict[tuple[str, str], str] = {}
    for name, path in used.items():
        for point, plugins in legacy.predicates[name].items():
            for plugin in plugins:
                first = owner.setdefault((point, plugin), name)
                if first != name:
                    yield Problem(
                        ID,
                        (*path, "name"),
                        f"`{name}` and `{first}` both add the plugin {plugin}, which is then registered twice",
                        "Keep one of them; `GeneralPredicates` contains `HostName`, `MatchNodeSelector`, "
                        "`PodFitsHostPorts` and `PodFitsResources`.",
                    )
                    return


def _priorities(policy: "Policy", legacy: LegacyPolicy, brought: Container[str]) -> Iterator[Problem]:
    lacking = _lacking(legacy.priorities_needing_arguments, legacy.priorities, brought)
    weights: dict[str, tuple[int, str]] = {}
    for index, entry in enumerate(policy.priorities or ()):
        path: Path = ("priorities", index)
        written = (entry and entry.name) or ""
        weight = (entry and entry.weight) or 0
        if not 0 < weight < _MAX_WEIGHT:
            whose = f"priority `{written}`" if written else "a priority without a `name`"
            yield Problem(ID, (*path, "weight"), f"the weight of {whose} is {weight}; it must be positive")
        yield from _one_argument(entry, path)
        fields = [argument.field for argument in legacy_entries.arguments(entry)]
        yield from _redeclared(fields, written, weight, weights, path)
        if written in tables.IGNORED_PRIORITIES:
            continue
        named = legacy_entries.priority(entry, index, legacy)
        if named is None:
            yield Problem(
                ID,
                (*path, "name") if entry is not None else path,
                f"there is no priority `{written}`" if written else "this priority has no `name`",
                _known_names(written, legacy.priorities, tables.PRIORITY_ARGUMENTS),
            )
        elif named.name in lacking:
            message = f"priority `{named.name}` ignores the arguments of its entry"
            yield Problem(ID, (*path, "name"), message, _OWN_NAME)


def _redeclared(
    arguments: list[str], name: str, weight: int, weights: dict[str, tuple[int, str]], path: Path
) -> Iterator[Problem]:
    """Check several entries of one custom kind: the ratio may be there once, others must have the same weight."""
    for argument in arguments:
        earlier = weights.get(argument)
        if earlier is not None and tables.PRIORITY_ARGUMENTS[argument] == _RATIO:
            yield Problem(ID, path, f"priority `{name}` declares `{argument}` again, after `{earlier[1]}`")
        elif earlier is not None and earlier[0] != weight:
            yield Problem(
                ID,
                (*path, "weight"),
                f"priority `{name}` has weight {weight}, but `{earlier[1]}` of the same kind has {earlier[0]}; they "
                "must be equal",
            )
        weights[argument] = (weight, name)


def _args(policy: "Policy", release: Release) -> Iterator[Problem]:
    """Check the Args that entries of the user's own naming bring, with the checks of the plugins that they are for."""
    context = Context(api_version=release.api_versions[-1], release=release)
    for entry in plugin_config(policy, (), release):
        if entry.kind is None or entry.written is None or entry.path[:1] not in _SECTIONS:
            continue
        for problem in entry.kind.check(entry.written, context):
            where = (*entry.path, *problem.path) if entry.name == _RATIO else entry.path
            yield Problem(ID, where, problem.message, problem.help)


def _ignored_resources(policy: "Policy", completed: tuple[Extender, ...], legacy: LegacyPolicy) -> Iterator[Problem]:
    if not extenders.ignore_resources(completed):
        return
    names = legacy.default_predicates if policy.predicates is None else _used(policy, legacy)
    if not any(_FIT in plugins for name in names for plugins in legacy.predicates[name].values()):
        yield Problem(
            ID,
            ("extenders",),
            f"`ignoredByScheduler` needs the plugin {_FIT}, which no predicate of this Policy adds",
            "Add the predicate `PodFitsResources` or `GeneralPredicates`.",
        )


CARDS = (
    RuleCard(
        id="policy-not-allowed",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The legacy Policy is not accepted",
        why="Predicates and priorities are looked up by name when the scheduler is built; it stops at one that is "
        "unknown, has no positive weight, or has no argument although it needs one.",
        source="pkg/scheduler/apis/config/validation/validation.go, ValidatePolicy; "
        "pkg/scheduler/framework/plugins/legacy_registry.go up to 1.22",
        until="1.22",
        bad="""\
apiVersion: v1
kind: Policy
predicates:
  - name: PodFitsResources
priorities:
  - name: LeastRequestedPriority
    weight: 0
""",
        good="""\
apiVersion: v1
kind: Policy
predicates:
  - name: PodFitsResources
priorities:
  - name: LeastRequestedPriority
    weight: 1
""",
        options=("--kubernetes", "1.22", "--as-policy"),
    ),
)
