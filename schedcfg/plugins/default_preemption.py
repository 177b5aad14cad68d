"""DefaultPreemption: evicts pods of lower priority so that a pod fits."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Int32, Range
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin, read_at
from schedcfg.plugins.typed_args import TypedArgs

_ALL_PERCENT = 100


class DefaultPreemptionArgs(TypedArgs):
    """Arguments of the DefaultPreemption plugin: how many nodes a search for victims looks at.

    It looks at the larger of both numbers, at most at all nodes; both must not be 0.
    """

    min_candidate_nodes_percentage: Annotated[
        Int32 | None,
        Range(0, _ALL_PERCENT),
        Field(
            description="Minimum number of nodes to try preemption on, in percent of all nodes, 0 to 100. Default 10."
        ),
    ] = None
    min_candidate_nodes_absolute: Annotated[
        Int32 | None,
        Range(0),
        Field(description="Minimum number of nodes to try preemption on, 0 or more. Default 100."),
    ] = None


def complete(args: DefaultPreemptionArgs, _context: Context) -> DefaultPreemptionArgs:
    """Fill in what was not written."""
    missing: dict[str, object] = {}
    if args.min_candidate_nodes_percentage is None:
        missing["min_candidate_nodes_percentage"] = 10
    if args.min_candidate_nodes_absolute is None:
        missing["min_candidate_nodes_absolute"] = 100
    return args.model_copy(update=missing) if missing else args


def check(args: DefaultPreemptionArgs, _context: Context) -> Iterator[ArgsProblem]:
    """Yield numbers out of range, and both being 0."""
    percentage = args.min_candidate_nodes_percentage or 0
    absolute = args.min_candidate_nodes_absolute or 0
    if not 0 <= percentage <= _ALL_PERCENT:
        yield ArgsProblem(
            ("minCandidateNodesPercentage",),
            f"`minCandidateNodesPercentage` is {percentage}; it must be between 0 and {_ALL_PERCENT}",
        )
    if absolute < 0:
        yield ArgsProblem(
            ("minCandidateNodesAbsolute",),
            f"`minCandidateNodesAbsolute` is {absolute}; it must be 0 or more",
        )
    if percentage == absolute == 0:
        for name in ("minCandidateNodesPercentage", "minCandidateNodesAbsolute"):
            yield ArgsProblem(
                (name,),
                "`minCandidateNodesPercentage` and `minCandidateNodesAbsolute` are both 0; preemption would try no "
                "node",
                "Set one of them to 1 or more, or omit one: the defaults are 10 percent and 100 nodes.",
            )


PLUGIN = Plugin(
    name="DefaultPreemption",
    summary="Evicts Pods of lower priority if that makes room for a Pod that fits on no node.",
    args=ArgsKind(
        kind="DefaultPreemptionArgs",
        model=DefaultPreemptionArgs,
        served={"v1beta1": "1.20", "v1beta2": "1.22", "v1beta3": "1.23", "v1": "1.25"},
        complete=complete,
        check=check,
        readers=read_at(
            minCandidateNodesPercentage=("postFilter", "podGroupPostFilter"),
            minCandidateNodesAbsolute=("postFilter", "podGroupPostFilter"),
        ),
        example={"minCandidateNodesPercentage": 20, "minCandidateNodesAbsolute": 50},
    ),
    source="pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go",
)
