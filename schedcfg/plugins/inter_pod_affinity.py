"""InterPodAffinity: places pods near or far from other pods."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Int32, Range, Shape, Since
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import IN_EVERY_VERSION, ArgsKind, ArgsProblem, Plugin, read_at
from schedcfg.plugins.typed_args import Always, TypedArgs

_HIGHEST = 100


class FreeFormInterPodAffinityArgs(Shape):
    """What 1.18 reads of the Args."""

    hard_pod_affinity_weight: Annotated[
        Int32 | None,
        Range(0, _HIGHEST),
        Field(
            description="Score that a running Pod's required affinity to the incoming Pod adds to its node, 0 to "
            "100; 0 turns it off. Default 1."
        ),
    ] = None


class InterPodAffinityArgs(FreeFormInterPodAffinityArgs, TypedArgs):
    """Arguments of the InterPodAffinity plugin."""

    ignore_preferred_terms_of_existing_pods: Annotated[
        bool | None,
        Since("1.27"),
        Always(False),  # noqa: FBT003  the zero of the type
        Field(
            description="Whether to ignore running Pods' preferred terms if the incoming Pod has no (anti-)affinity "
            "itself, which makes scoring faster. Default false. Since Kubernetes 1.27."
        ),
    ] = None


_Args = InterPodAffinityArgs | FreeFormInterPodAffinityArgs


def _complete(args: _Args, _context: Context) -> _Args:
    if args.hard_pod_affinity_weight is None:
        return args.model_copy(update={"hard_pod_affinity_weight": 1})
    return args


def _check(args: _Args, _context: Context) -> Iterator[ArgsProblem]:
    weight = args.hard_pod_affinity_weight or 0
    if not 0 <= weight <= _HIGHEST:
        yield ArgsProblem(
            ("hardPodAffinityWeight",),
            f"`hardPodAffinityWeight` is {weight}; it must be between 0 and {_HIGHEST}",
        )


PLUGIN = Plugin(
    name="InterPodAffinity",
    summary="Requires or prefers nodes near or far from other Pods, according to their affinity.",
    args=ArgsKind(
        kind="InterPodAffinityArgs",
        model=InterPodAffinityArgs,
        legacy_model=FreeFormInterPodAffinityArgs,
        served=IN_EVERY_VERSION,
        complete=_complete,
        check=_check,
        readers=read_at(hardPodAffinityWeight=("score",), ignorePreferredTermsOfExistingPods=("score",)),
        example={"hardPodAffinityWeight": 10, "ignorePreferredTermsOfExistingPods": True},
    ),
    concerns="Pods with affinity or anti-affinity to other Pods, and Pods that such terms of others select",
    source="pkg/scheduler/framework/plugins/interpodaffinity/plugin.go",
)
