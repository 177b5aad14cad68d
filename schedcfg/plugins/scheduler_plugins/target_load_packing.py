"""TargetLoadPacking: packs pods until nodes are used to a target, by measured load."""

from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, WithJsonSchema

from schedcfg.document.golang.numbers import JSON_PATTERN, canonical, parse_float
from schedcfg.models.base import Int64, Sensible
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsProblem
from schedcfg.plugins.scheduler_plugins import trimaran
from schedcfg.plugins.scheduler_plugins.published import FROM_START, args_kind, plugin

_LAST_CHOOSING_WHEN_BUILT = 20
"""Up to 1.20 defaulting leaves the metric provider's type alone; the constructor fills it in."""

_TARGET = 40


def _read_quantity(value: Any) -> Any:
    """Read a number or a text; anything else is left to the type to refuse."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return value
    return canonical(value.strip() if isinstance(value, str) else repr(value))


Quantity: TypeAlias = Annotated[
    str, BeforeValidator(_read_quantity), WithJsonSchema({"type": ["string", "number"], "pattern": JSON_PATTERN})
]
"""An amount, in its canonical form; files may have a number."""


class TargetLoadPackingArgs(trimaran.TrimaranArgs):
    """Arguments of the TargetLoadPacking plugin."""

    default_requests: Annotated[
        dict[str, Quantity | None] | None,
        Field(description="Assumed usage of containers without requests and limits. Default `{cpu: 1}`."),
    ] = None
    default_requests_multiplier: Annotated[
        str | None,
        Field(
            description="Assumed factor between the usage and the requests of containers with requests but no "
            'limits; a number, as a string. Default `"1.5"`.'
        ),
    ] = None
    target_utilization: Annotated[
        Int64 | None,
        Sensible(minimum=1, maximum=100),
        Field(
            description="Target utilization of a node's CPU, in percent, 1 to 100; 0 or less counts as 40. Default 40."
        ),
    ] = None


def _complete(args: TargetLoadPackingArgs, context: Context) -> TargetLoadPackingArgs:
    update: dict[str, object] = {"default_requests": _requests(args.default_requests)}
    if args.default_requests_multiplier is None:
        update["default_requests_multiplier"] = "1.5"
    if args.target_utilization is None or args.target_utilization <= 0:
        update["target_utilization"] = _TARGET
    if context.release.number > _LAST_CHOOSING_WHEN_BUILT:
        args = trimaran.complete(args, context)
    return args.model_copy(update=update)


def _requests(written: dict[str, str | None] | None) -> dict[str, str]:
    if written is None:
        return {"cpu": "1"}
    return {resource: "0" if amount is None else amount for resource, amount in written.items()}


def _check(args: TargetLoadPackingArgs, context: Context) -> Iterator[ArgsProblem]:
    if context.release.number <= _LAST_CHOOSING_WHEN_BUILT:
        args = trimaran.with_default_type(args)
    yield from trimaran.check(args, context)
    multiplier = args.default_requests_multiplier or ""
    if not _is_number(multiplier):
        yield ArgsProblem(
            ("defaultRequestsMultiplier",), f'`defaultRequestsMultiplier` is "{multiplier}", which is not a number'
        )


def _is_number(text: str) -> bool:
    try:
        parse_float(text)
    except ValueError:
        return False
    return True


PLUGIN = plugin(
    name="TargetLoadPacking",
    summary="Prefers nodes with the highest CPU utilization up to a target; beyond it, those with the lowest.",
    points={"1.19": ("score",)},
    args=args_kind(
        TargetLoadPackingArgs,
        served=FROM_START,
        complete=_complete,
        check=_check,
        example={
            "metricProvider": {
                "type": "Prometheus",
                "address": "http://prometheus.monitoring.svc:9090",
                "insecureSkipVerify": False,
            },
            "defaultRequests": {"cpu": "500m"},
            "defaultRequestsMultiplier": "2",
            "targetUtilization": 70,
        },
    ),
    access=trimaran.NODE_METRICS,
    source="pkg/trimaran/targetloadpacking/targetloadpacking.go",
)
