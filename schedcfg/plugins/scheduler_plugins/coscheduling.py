"""Coscheduling: schedules groups of pods, all of a group or none."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Int32, Int64, Only, Range, Since
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import READ, ApiAccess, ArgsProblem
from schedcfg.plugins.scheduler_plugins.published import FROM_START, args_kind, plugin
from schedcfg.plugins.typed_args import Always, TypedArgs, knows

_LAST_WITH_OWN_CLIENT = 21
_LAST_DENYING = 22
_FIRST_CHECKING_THE_WAIT = 32
_ALL_PERCENT = 100


class CoschedulingArgs(TypedArgs):
    """Arguments of the Coscheduling plugin."""

    permit_waiting_time_seconds: Annotated[
        Int64 | None,
        Range(0),
        Field(
            description="How long the Pods of a group wait for each other, in seconds, unless the PodGroup sets "
            "it; 0 or more, up to Kubernetes 1.31 unchecked. Default 60."
        ),
    ] = None
    pod_group_backoff_seconds: Annotated[
        Int64 | None,
        Since("1.26"),
        Range(0),
        Field(
            description="How long a group that did not fit is not tried again, in seconds, 0 or more. Default 0. Since "
            "Kubernetes 1.26."
        ),
    ] = None
    pod_group_reject_percentage: Annotated[
        Int32 | None,
        Since("1.34"),
        Range(0, _ALL_PERCENT),
        Field(
            description="Percentage of the minimum size of a group that may lack a node without the whole group being "
            "rejected, 0 (none) to 100. Default 10. Since Kubernetes 1.34."
        ),
    ] = None
    denied_pg_expiration_time_seconds: Annotated[
        Int64 | None,
        Only(("v1beta1", "v1beta2")),
        Field(
            alias="deniedPGExpirationTimeSeconds",
            description="How long a group that was rejected is not tried again, in seconds. Default 20. Since "
            "Kubernetes 1.23, it is read and discarded.",
        ),
    ] = None
    kube_master: Annotated[
        str | None,
        Only(("v1beta1",)),
        Always("", until="1.21"),
        Field(
            description="Address of the API server, if it is not that of `kubeConfigPath`. In Kubernetes 1.22, "
            "it is read and discarded."
        ),
    ] = None
    kube_config_path: Annotated[
        str | None,
        Only(("v1beta1",)),
        Always("", until="1.21"),
        Field(
            description="The kubeconfig of the client that reads PodGroups; default: the Pod's service account. In "
            "Kubernetes 1.22, it is read and discarded."
        ),
    ] = None


def _complete(args: CoschedulingArgs, context: Context) -> CoschedulingArgs:
    number = context.release.number
    update: dict[str, object] = {}
    if args.permit_waiting_time_seconds is None:
        update["permit_waiting_time_seconds"] = 60
    if args.pod_group_backoff_seconds is None and knows(CoschedulingArgs, "pod_group_backoff_seconds", context):
        update["pod_group_backoff_seconds"] = 0
    if args.pod_group_reject_percentage is None and knows(CoschedulingArgs, "pod_group_reject_percentage", context):
        update["pod_group_reject_percentage"] = 10
    if number > _LAST_DENYING:
        update["denied_pg_expiration_time_seconds"] = None
    elif args.denied_pg_expiration_time_seconds is None:
        update["denied_pg_expiration_time_seconds"] = 20
    if number > _LAST_WITH_OWN_CLIENT:
        update |= {"kube_master": None, "kube_config_path": None}
    return args.model_copy(update=update)


def _check(args: CoschedulingArgs, context: Context) -> Iterator[ArgsProblem]:
    number = context.release.number
    if number >= _FIRST_CHECKING_THE_WAIT:
        yield from _not_negative("permitWaitingTimeSeconds", args.permit_waiting_time_seconds)
    if knows(CoschedulingArgs, "pod_group_backoff_seconds", context):
        yield from _not_negative("podGroupBackoffSeconds", args.pod_group_backoff_seconds)
    percentage = args.pod_group_reject_percentage or 0
    if knows(CoschedulingArgs, "pod_group_reject_percentage", context) and not 0 <= percentage <= _ALL_PERCENT:
        yield ArgsProblem(
            ("podGroupRejectPercentage",),
            f"`podGroupRejectPercentage` is {percentage}; it must be between 0 and {_ALL_PERCENT}",
        )


def _not_negative(name: str, value: int | None) -> Iterator[ArgsProblem]:
    if value is not None and value < 0:
        yield ArgsProblem((name,), f"`{name}` is {value}; it must be 0 or more")


_GROUPING = ("queueSort", "preFilter", "postFilter", "reserve", "permit")

PLUGIN = plugin(
    name="Coscheduling",
    summary="Makes the Pods of a group wait until there is room for enough of them, and sorts the queue by group.",
    points={
        "1.18": ("queueSort", "preFilter", "permit", "unreserve"),
        "1.19": (*_GROUPING, "postBind"),
        "1.26": _GROUPING,
    },
    args=args_kind(
        CoschedulingArgs,
        served=FROM_START,
        complete=_complete,
        check=_check,
        example={"permitWaitingTimeSeconds": 120, "podGroupBackoffSeconds": 5, "podGroupRejectPercentage": 20},
    ),
    access=(
        # The plugin of 1.18 goes by labels of Pods. pkg/coscheduling/core/core.go: PostBind patches up to 1.25.
        ApiAccess("scheduling.sigs.k8s.io", "podgroups", (*READ, "patch"), first=19, last=24),
        ApiAccess("scheduling.x-k8s.io", "podgroups", (*READ, "patch"), first=25, last=25),
        ApiAccess("scheduling.x-k8s.io", "podgroups", first=26),
    ),
    source="pkg/coscheduling/coscheduling.go",
)
