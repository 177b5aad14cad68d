"""NodeAffinity: places pods on the nodes that they, or the administrator, select by label."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated

from pydantic import Field

from schedcfg.document.golang.numbers import parse_int
from schedcfg.document.span import Key, Path
from schedcfg.models.base import Int32, OneOf, Shape
from schedcfg.plugins.choices import unknown_choice
from schedcfg.plugins.context import Context
from schedcfg.plugins.label_syntax import key_objection, value_objection
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin
from schedcfg.plugins.typed_args import Always, TypedArgs

_OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")
_FIELD_OPERATORS = ("In", "NotIn")


class NodeSelectorRequirement(Shape):
    """One condition on a node: a key, an operator, and the values that it needs."""

    key: Annotated[
        str | None,
        Always(""),
        Field(description="Label of the node, e.g. `topology.kubernetes.io/zone`; in `matchFields`, a field."),
    ] = None
    operator: Annotated[
        str | None,
        Always(""),
        OneOf(_OPERATORS),
        Field(
            description="`In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`; in `matchFields`, `In` or "
            "`NotIn`. No default."
        ),
    ] = None
    values: Annotated[
        list[str | None] | None,
        Field(
            description="One or more for `In` and `NotIn`, one whole number for `Gt` and `Lt`, none for "
            "`Exists` and `DoesNotExist`; in `matchFields`, exactly one."
        ),
    ] = None


class NodeSelectorTerm(Shape):
    """Conditions that a node must all meet; an empty term selects no node."""

    match_expressions: Annotated[
        list[NodeSelectorRequirement | None] | None, Field(description="Conditions for the labels of the node.")
    ] = None
    match_fields: Annotated[
        list[NodeSelectorRequirement | None] | None,
        Field(description="Conditions for the fields of the node; `metadata.name` is the only one."),
    ] = None


class NodeSelector(Shape):
    """Terms of which a node must match one."""

    node_selector_terms: Annotated[
        list[NodeSelectorTerm | None] | None,
        Always(None),
        Field(description="The terms, of which one must match."),
    ] = None


class PreferredSchedulingTerm(Shape):
    """A term that adds to the score of the nodes it matches."""

    weight: Annotated[
        Int32 | None,
        Always(0),
        Field(description="Added to the score of matching nodes, 1 to 100; 0 turns the term off."),
    ] = None
    preference: Annotated[NodeSelectorTerm | None, Always({}), Field(description="Selects the preferred nodes.")] = None


class AddedAffinity(Shape):
    """Node affinity, written as in a pod's spec."""

    required_during_scheduling_ignored_during_execution: Annotated[
        NodeSelector | None, Field(description="Required: selects the nodes that are considered.")
    ] = None
    preferred_during_scheduling_ignored_during_execution: Annotated[
        list[PreferredSchedulingTerm | None] | None,
        Field(description="Preferred: terms that add to the score of nodes."),
    ] = None


class NodeAffinityArgs(TypedArgs):
    """Arguments of the NodeAffinity plugin."""

    added_affinity: Annotated[
        AddedAffinity | None,
        Field(
            description="Affinity that is added to that of every Pod of the profile, e.g. to reserve a set of "
            "nodes for a profile. Default: none."
        ),
    ] = None


def _check(args: NodeAffinityArgs, _context: Context) -> Iterator[ArgsProblem]:
    affinity = args.added_affinity
    if affinity is None:
        return
    required = affinity.required_during_scheduling_ignored_during_execution
    for index, term in enumerate((required and required.node_selector_terms) or ()):
        if term is not None:
            path: Path = ("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms", index)
            yield from _term(term, ("addedAffinity", *path), ())
    for index, preferred in enumerate(affinity.preferred_during_scheduling_ignored_during_execution or ()):
        if preferred is not None and preferred.weight and preferred.preference is not None:
            path = ("addedAffinity", "preferredDuringSchedulingIgnoredDuringExecution", index)
            yield from _term(preferred.preference, path, ("preference",))


def _term(term: NodeSelectorTerm, path: Path, left_out: Path) -> Iterator[ArgsProblem]:
    """Check a term; upstream leaves a step out of its path.

    Upstream: `newNodeSelectorTerm` in `component-helpers/scheduling/corev1/nodeaffinity`.
    """
    groups: Sequence[tuple[str, list[NodeSelectorRequirement | None] | None]] = (
        ("matchExpressions", term.match_expressions),
        ("matchFields", term.match_fields),
    )
    for group, requirements in groups:
        check = _expression if group == "matchExpressions" else _field
        for index, requirement in enumerate(requirements or ()):
            for problem in check(requirement or NodeSelectorRequirement.model_construct()):
                yield ArgsProblem(
                    (*path, group, index, *problem.path),
                    problem.message,
                    problem.help,
                    (*path, *left_out, group, index, *(problem.place or problem.path)),
                )


def _expression(requirement: NodeSelectorRequirement) -> Iterator[ArgsProblem]:
    """Check a condition on a label. Upstream: `labels.NewRequirement`."""
    key, operator = requirement.key or "", requirement.operator or ""
    values = [value or "" for value in requirement.values or ()]
    if operator not in _OPERATORS:
        yield unknown_choice(("operator",), operator, _OPERATORS)
        return
    objection = key_objection(key)
    if objection is not None:
        yield ArgsProblem(("key",), f'`key` is "{key}"; {objection}')
    yield from _number_of_values(operator, len(values))
    for index, value in enumerate(values):
        if operator in {"Gt", "Lt"} and parse_int(value) is None:
            yield ArgsProblem(
                ("values", index),
                f'`{operator}` compares with "{value}", which must be an integer, in quotes',
            )
        objection = value_objection(value)
        if objection is not None:
            # Upstream's path has the label's key behind the index.
            yield ArgsProblem(
                ("values", index, Key(key)), f'`values` contains "{value}"; {objection}', None, ("values", index)
            )


def _field(requirement: NodeSelectorRequirement) -> Iterator[ArgsProblem]:
    """Check a condition on a field. Upstream: `nodeSelectorRequirementsAsFieldSelector`."""
    operator, number = requirement.operator or "", len(requirement.values or ())
    if operator not in _FIELD_OPERATORS:
        yield unknown_choice(("operator",), operator, _FIELD_OPERATORS)
    elif number != 1:
        yield ArgsProblem(("values",), f"`values` has {number} entries; in `matchFields` it must have exactly one")


def _number_of_values(operator: str, number: int) -> Iterator[ArgsProblem]:
    if operator in {"In", "NotIn"} and number == 0:
        yield ArgsProblem(("values",), f"`values` is empty; `{operator}` needs at least one")
    elif operator in {"Exists", "DoesNotExist"} and number > 0:
        yield ArgsProblem(("values",), f"`values` has {number} entries; `{operator}` takes none", "Remove `values`.")
    elif operator in {"Gt", "Lt"} and number != 1:
        yield ArgsProblem(("values",), f"`values` has {number} entries; `{operator}` needs exactly one")


_READERS = {
    "requiredDuringSchedulingIgnoredDuringExecution": ("filter",),
    "preferredDuringSchedulingIgnoredDuringExecution": ("score",),
}
"""Field of `addedAffinity` → where it is read."""


def _readers(path: Path, _value_at: Callable[[Path], object]) -> tuple[str, ...] | None:
    return _READERS.get(str(path[1])) if len(path) > 1 else None


PLUGIN = Plugin(
    name="NodeAffinity",
    summary="Requires or prefers the nodes in the node selector and node affinity of the Pod.",
    args=ArgsKind(
        kind="NodeAffinityArgs",
        model=NodeAffinityArgs,
        served={"v1beta1": "1.20", "v1beta2": "1.22", "v1beta3": "1.23", "v1": "1.25"},
        check=_check,
        readers=_readers,
        example={
            "addedAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {
                    "nodeSelectorTerms": [
                        {
                            "matchExpressions": [{"key": "example.com/pool", "operator": "In", "values": ["batch"]}],
                            "matchFields": [{"key": "metadata.name", "operator": "NotIn", "values": ["node-1"]}],
                        }
                    ]
                },
                "preferredDuringSchedulingIgnoredDuringExecution": [
                    {
                        "weight": 10,
                        "preference": {
                            "matchExpressions": [{"key": "example.com/disk", "operator": "In", "values": ["ssd"]}]
                        },
                    }
                ],
            }
        },
    ),
    concerns="Pods with `nodeSelector` or node affinity, unless `addedAffinity` applies to all",
    source="pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go",
)
