"""PodTopologySpread: spreads pods over zones, nodes and other domains."""

from collections.abc import Callable, Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.document.span import Path
from schedcfg.models.base import Int32, OneOf, Range, Shape, Since, Unchecked
from schedcfg.plugins.choices import unknown_choice
from schedcfg.plugins.context import Context
from schedcfg.plugins.label_syntax import key_objection
from schedcfg.plugins.plugin import IN_EVERY_VERSION, ArgsKind, ArgsProblem, Plugin
from schedcfg.plugins.typed_args import Always, OmitZero, TypedArgs, knows

_ACTIONS = ("DoNotSchedule", "ScheduleAnyway")
_TYPES = ("System", "List")
_Policy = Annotated[str | None, OneOf(("Honor", "Ignore")), Unchecked()]
_GATE = "DefaultPodTopologySpread"


class LabelSelectorRequirement(Shape):
    """One condition on a pod's labels."""

    key: Annotated[str | None, Always(""), Field(description="The label.")] = None
    operator: Annotated[str | None, Always(""), Field(description="`In`, `NotIn`, `Exists` or `DoesNotExist`.")] = None
    values: Annotated[list[str | None] | None, Field(description="The values for `In` and `NotIn`.")] = None


class LabelSelector(Shape):
    """Conditions on a pod's labels."""

    match_labels: Annotated[dict[str, str | None] | None, Field(description="Labels with their required values.")] = (
        None
    )
    match_expressions: Annotated[
        list[LabelSelectorRequirement | None] | None, Field(description="Further conditions.")
    ] = None


class FreeFormTopologySpreadConstraint(Shape):
    """What 1.18 reads of a constraint."""

    max_skew: Annotated[
        Int32 | None,
        Always(0),
        Range(1),
        Field(
            description="The largest allowed difference in the number of Pods between two domains, 1 or more. No "
            "default."
        ),
    ] = None
    topology_key: Annotated[
        str | None,
        Always(""),
        Field(description="Node label whose values are the domains, e.g. `topology.kubernetes.io/zone`. No default."),
    ] = None
    when_unsatisfiable: Annotated[
        str | None,
        Always(""),
        OneOf(_ACTIONS),
        Field(
            description="`DoNotSchedule` makes the Pod wait, `ScheduleAnyway` only prefers better domains. No default."
        ),
    ] = None
    label_selector: Annotated[
        LabelSelector | None,
        Field(description="Must be omitted: it is derived from the service or controller of each Pod."),
    ] = None


class TopologySpreadConstraint(FreeFormTopologySpreadConstraint):
    """A constraint, written as in a pod's spec but without a selector."""

    min_domains: Annotated[
        Int32 | None,
        Since("1.24"),
        Range(1),
        Unchecked(),
        Field(description="Minimum number of domains, 1 or more, for `DoNotSchedule`. Since Kubernetes 1.24."),
    ] = None
    node_affinity_policy: Annotated[
        _Policy,
        Since("1.25"),
        Field(
            description="`Honor` ignores nodes that the Pod's node affinity excludes, `Ignore` counts them. "
            "Default `Honor`. Since Kubernetes 1.25."
        ),
    ] = None
    node_taints_policy: Annotated[
        _Policy,
        Since("1.25"),
        Field(
            description="`Honor` ignores nodes with taints that the Pod does not tolerate, `Ignore` counts them. "
            "Default `Ignore`. Since Kubernetes 1.25."
        ),
    ] = None
    match_label_keys: Annotated[
        list[str | None] | None,
        Since("1.25"),
        Field(
            description="Labels of the Pod whose values must be the same in the Pods that are counted. Since "
            "Kubernetes 1.25."
        ),
    ] = None


class FreeFormPodTopologySpreadArgs(Shape):
    """What 1.18 reads of the Args."""

    default_constraints: Annotated[
        list[FreeFormTopologySpreadConstraint | None] | None,
        Field(description="Constraints for Pods that have none."),
    ] = None


class PodTopologySpreadArgs(TypedArgs):
    """Arguments of the PodTopologySpread plugin."""

    default_constraints: Annotated[
        list[TopologySpreadConstraint | None] | None,
        Always(None, until="1.19"),
        Field(
            description="Constraints for Pods that have none, no two with the same `topologyKey` and "
            "`whenUnsatisfiable`. Needs `defaultingType: List`. Default: none."
        ),
    ] = None
    defaulting_type: Annotated[
        str | None,
        Since("1.20"),
        OmitZero(),
        OneOf(_TYPES, or_empty=True),
        Field(
            description="`System` uses built-in constraints over nodes and zones; `List` uses "
            "`defaultConstraints`. Default `System`; in v1beta1 `List` if there are "
            "`defaultConstraints`. Since Kubernetes 1.20."
        ),
    ] = None


_Args = PodTopologySpreadArgs | FreeFormPodTopologySpreadArgs


def _complete(args: _Args, context: Context) -> _Args:
    has_gate = _GATE in context.release.feature_gates
    if not knows(PodTopologySpreadArgs, "defaulting_type", context):
        return _with_constraints(args) if has_gate and context.release.enables(_GATE) else args
    if not isinstance(args, PodTopologySpreadArgs) or args.defaulting_type:
        return args
    listed = context.api_version == "v1beta1" and bool(args.default_constraints)
    if has_gate and not context.release.enables(_GATE):
        listed = True
    return args.model_copy(update={"defaulting_type": "List" if listed else "System"})


def _with_constraints(args: _Args) -> _Args:
    """Write the built-in constraints out, as 1.19 does where the gate is on: it has no `defaultingType`."""
    if args.default_constraints is not None:
        return args
    constraints = [
        TopologySpreadConstraint.model_construct(
            topology_key=key, when_unsatisfiable="ScheduleAnyway", max_skew=max_skew
        )
        for key, max_skew in (("kubernetes.io/hostname", 3), ("topology.kubernetes.io/zone", 5))
    ]
    return args.model_copy(update={"default_constraints": constraints})


def _check(args: _Args, context: Context) -> Iterator[ArgsProblem]:
    if isinstance(args, PodTopologySpreadArgs) and knows(PodTopologySpreadArgs, "defaulting_type", context):
        yield from _check_type(args)
    seen: set[tuple[str, str]] = set()
    for index, constraint in enumerate(args.default_constraints or ()):
        one = constraint if constraint is not None else FreeFormTopologySpreadConstraint.model_construct()
        path: Path = ("defaultConstraints", index)
        yield from _check_constraint(one, path)
        key = (one.topology_key or "", one.when_unsatisfiable or "")
        if key in seen:
            yield ArgsProblem(
                path,
                f"an earlier constraint has the same topologyKey `{key[0]}` and whenUnsatisfiable `{key[1]}`",
                "Keep one of them.",
            )
        seen.add(key)


def _check_type(args: PodTopologySpreadArgs) -> Iterator[ArgsProblem]:
    if args.defaulting_type not in _TYPES:
        yield unknown_choice(("defaultingType",), args.defaulting_type, _TYPES)
    elif args.defaulting_type == "System" and args.default_constraints:
        yield ArgsProblem(
            ("defaultingType",),
            "`defaultConstraints` is set, but `defaultingType` is System (the default)",
            "Write `defaultingType: List`, or remove `defaultConstraints`.",
        )


def _check_constraint(constraint: FreeFormTopologySpreadConstraint, path: Path) -> Iterator[ArgsProblem]:
    """Check one constraint. Upstream: `ValidatePodTopologySpreadArgs` in `validation_pluginargs.go`."""
    skew = constraint.max_skew or 0
    if skew <= 0:
        yield ArgsProblem((*path, "maxSkew"), f"`maxSkew` is {skew}; it must be 1 or more")
    key = constraint.topology_key or ""
    objection = key_objection(key)
    if not key:
        yield ArgsProblem((*path, "topologyKey"), "`topologyKey` is missing; it must be a node label")
    elif objection is not None:
        yield ArgsProblem((*path, "topologyKey"), f'`topologyKey` is "{key}"; {objection}')
    action = constraint.when_unsatisfiable or ""
    if action not in _ACTIONS:
        yield unknown_choice((*path, "whenUnsatisfiable"), action, _ACTIONS)
    if constraint.label_selector is not None:
        yield ArgsProblem(
            (*path, "labelSelector"),
            "`labelSelector` is set, but it is derived from the service or controller of each Pod",
            "Remove `labelSelector`.",
        )


_READERS = {"DoNotSchedule": ("filter",), "ScheduleAnyway": ("score",)}
"""`whenUnsatisfiable` of a default constraint → where the constraint is read."""


def _readers(path: Path, value_at: Callable[[Path], object]) -> tuple[str, ...] | None:
    """Return where a value is read: of a default constraint where its kind is (`buildDefaultConstraints`)."""
    if path[:1] != ("defaultConstraints",) or len(path) < 2:  # noqa: PLR2004 - all of the list
        return None
    return _READERS.get(str(value_at((*path[:2], "whenUnsatisfiable"))))


PLUGIN = Plugin(
    name="PodTopologySpread",
    summary="Spreads Pods over zones, nodes and other domains, according to their spread constraints.",
    favors="nodes and zones with fewer Pods of the same workload",
    args=ArgsKind(
        kind="PodTopologySpreadArgs",
        model=PodTopologySpreadArgs,
        legacy_model=FreeFormPodTopologySpreadArgs,
        served=IN_EVERY_VERSION,
        complete=_complete,
        check=_check,
        readers=_readers,
        example={
            "defaultConstraints": [
                {
                    "maxSkew": 1,
                    "topologyKey": "topology.kubernetes.io/zone",
                    "whenUnsatisfiable": "DoNotSchedule",
                    "minDomains": 3,
                    "nodeAffinityPolicy": "Honor",
                    "nodeTaintsPolicy": "Honor",
                    "matchLabelKeys": ["pod-template-hash"],
                }
            ],
            "defaultingType": "List",
        },
    ),
    concerns="Pods with `topologySpreadConstraints`; by its default constraints also those of a Service, "
    "ReplicaSet, StatefulSet or ReplicationController",
    source="pkg/scheduler/framework/plugins/podtopologyspread/plugin.go",
)
