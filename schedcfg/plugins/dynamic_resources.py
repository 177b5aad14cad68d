"""DynamicResources: schedules pods that claim devices (dynamic resource allocation)."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.document.golang import duration
from schedcfg.models.base import Duration, Since
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin, PluginGate, read_at
from schedcfg.plugins.typed_args import Always, TypedArgs, knows
from schedcfg.releases.gate_history import switch

_FILTER_TIMEOUT = "DRASchedulerFilterTimeout"
_BINDING_TIMEOUT = ("DRADeviceBindingConditions", "DRAResourceClaimDeviceStatus")
_SHORTEST_BINDING = 1_000_000_000


class DynamicResourcesArgs(TypedArgs):
    """Arguments of the DynamicResources plugin."""

    filter_timeout: Annotated[
        Duration | None,
        Always(None),
        Field(
            description="How long the search for devices on one node may take, 0s or more; 0s: no limit. Default 10s. "
            "Needs the feature gate DRASchedulerFilterTimeout (on by default)."
        ),
    ] = None
    binding_timeout: Annotated[
        Duration | None,
        Since("1.35"),
        Field(
            description="How long to wait until the devices of a Pod are ready to be bound, 1s or more. Default "
            "10m if the feature gates DRADeviceBindingConditions and DRAResourceClaimDeviceStatus "
            "are both on, as by default since 1.36; must be omitted otherwise. Since Kubernetes 1.35."
        ),
    ] = None


def _binds_with_conditions(context: Context) -> bool:
    return all(context.release.enables(gate) for gate in _BINDING_TIMEOUT)


def _complete(args: DynamicResourcesArgs, context: Context) -> DynamicResourcesArgs:
    missing: dict[str, object] = {}
    if args.filter_timeout is None and context.release.enables(_FILTER_TIMEOUT):
        missing["filter_timeout"] = "10s"
    if (
        args.binding_timeout is None
        and knows(DynamicResourcesArgs, "binding_timeout", context)
        and _binds_with_conditions(context)
    ):
        missing["binding_timeout"] = "10m"
    return args.model_copy(update=missing) if missing else args


def _check(args: DynamicResourcesArgs, context: Context) -> Iterator[ArgsProblem]:
    if args.filter_timeout is not None:
        if not context.release.enables(_FILTER_TIMEOUT):
            yield _switched_off("filterTimeout", (_FILTER_TIMEOUT,), context)
        elif duration.parse(args.filter_timeout) < 0:
            yield ArgsProblem(("filterTimeout",), f"`filterTimeout` is {args.filter_timeout}; it must be 0s or more")
    if args.binding_timeout is not None:
        if not _binds_with_conditions(context):
            yield _switched_off("bindingTimeout", _BINDING_TIMEOUT, context)
        elif duration.parse(args.binding_timeout) < _SHORTEST_BINDING:
            yield ArgsProblem(("bindingTimeout",), f"`bindingTimeout` is {args.binding_timeout}; it must be 1s or more")


def _switched_off(name: str, gates: tuple[str, ...], context: Context) -> ArgsProblem:
    off = [gate for gate in gates if not context.release.enables(gate)]
    return ArgsProblem(
        (name,),
        f"`{name}` is set, but its feature is off",
        f"Remove `{name}`, or turn on {' and '.join(switch(gate, context.release) for gate in off)}.",
    )


PLUGIN = Plugin(
    name="DynamicResources",
    summary="Finds, reserves and waits for the devices in the resource claims of a Pod.",
    args=ArgsKind(
        kind="DynamicResourcesArgs",
        model=DynamicResourcesArgs,
        served={"v1": "1.34"},
        complete=_complete,
        check=_check,
        readers=read_at(filterTimeout=("filter",)),
        example={"filterTimeout": "20s"},
    ),
    concerns="Pods with `resourceClaims`",
    gates=(
        PluginGate(("DynamicResourceAllocation",)),
        PluginGate(
            ("DRAPrioritizedList",),
            "score",
            "prefers nodes where claims with a list of choices (`firstAvailable`) get an earlier one",
        ),
    ),
    source="pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go",
)
