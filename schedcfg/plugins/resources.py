"""Shapes that several plugins use, with their defaults and checks: weighted resources, and curves."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from schedcfg.document.span import Path
from schedcfg.models.base import Int32, Int64, Range, Shape
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsProblem
from schedcfg.plugins.typed_args import Always, OmitZero, TypedArgs

HIGHEST_WEIGHT = 100
HIGHEST_UTILIZATION = 100
HIGHEST_SCORE = 10


class ResourceSpec(Shape):
    """A resource and how much it counts."""

    name: Annotated[
        str | None,
        Always(""),
        Field(description="The resource: `cpu`, `memory`, `ephemeral-storage`, or an extended one."),
    ] = None
    weight: Annotated[
        Int64 | None,
        OmitZero(),
        Range(0),
        Field(description="Its weight among the resources. Default 1; the allowed range depends on the plugin."),
    ] = None


class UtilizationShapePoint(Shape):
    """One point of the curve that turns a node's utilization into a score."""

    utilization: Annotated[
        Int32 | None,
        Always(0),
        Range(0, HIGHEST_UTILIZATION),
        Field(description="Utilization in percent, 0 to 100; it must increase from point to point. Default 0."),
    ] = None
    score: Annotated[
        Int32 | None,
        Always(0),
        Range(0, HIGHEST_SCORE),
        Field(description="Score at that utilization, 0 to 10. Default 0."),
    ] = None


Resources = list[ResourceSpec | None]
Curve = list[UtilizationShapePoint | None]

_NO_RESOURCE = ResourceSpec.model_construct()
_NO_POINT = UtilizationShapePoint.model_construct()


def cpu_and_memory() -> Resources:
    """Return the resources that count when none are written: `cpu` and `memory`, with weight 1."""
    return [ResourceSpec.model_construct(name=name, weight=1) for name in ("cpu", "memory")]


def weighted(resources: Sequence[ResourceSpec | None] | None) -> Resources:
    """Complete resources: `cpu` and `memory` where none are written, weight 1 where it is 0 or missing."""
    if not resources:
        return cpu_and_memory()
    return [
        resource
        if resource is not None and resource.weight
        else (resource or _NO_RESOURCE).model_copy(update={"weight": 1})
        for resource in resources
    ]


def check_weights(
    resources: Sequence[ResourceSpec | None] | None, path: Path, highest: int | None = HIGHEST_WEIGHT
) -> Iterator[ArgsProblem]:
    """Yield each weight below 1 or above the highest allowed one; None allows any.

    Upstream: `validateResources` and `validateResourcesNoMax` in `validation_pluginargs.go`.
    """
    allowed = f"between 1 and {highest}" if highest is not None else "1 or more"
    for index, resource in enumerate(resources or ()):
        weight = (resource and resource.weight) or 0
        if weight < 1 or (highest is not None and weight > highest):
            name = (resource and resource.name) or ""
            yield ArgsProblem(
                (*path, index, "weight"), f"`weight` of resource `{name}` is {weight}; it must be {allowed}"
            )


class WeightedResourcesArgs(TypedArgs):
    """Arguments of plugins that score by weighted resources alone, up to 1.22."""

    resources: Annotated[
        Resources | None,
        Field(
            description="Resources to score, each with a weight of 1 to 100, which is required. Default: `cpu` and "
            "`memory` with weight 1."
        ),
    ] = None


def complete_resources(args: WeightedResourcesArgs, _context: Context) -> WeightedResourcesArgs:
    """Return such Args with the resources that count by default."""
    return args if args.resources else args.model_copy(update={"resources": cpu_and_memory()})


def check_resources(args: WeightedResourcesArgs, _context: Context) -> Iterator[ArgsProblem]:
    """Yield each weight of such Args that is not allowed."""
    yield from check_weights(args.resources, ("resources",))


def always_zero(curve: Sequence[UtilizationShapePoint | None] | None) -> str:
    """Return why every node gets the same score by a curve, as the end of a sentence; empty where they do not."""
    is_zero = bool(curve) and not any(point is not None and point.score for point in curve or ())
    return "every point of its `shape` has the score 0" if is_zero else ""


def check_curve(curve: Sequence[UtilizationShapePoint | None] | None, path: Path) -> Iterator[ArgsProblem]:
    """Yield what is wrong with a curve: no points, utilization that does not grow, values out of range.

    Upstream: `validateFunctionShape` in `validation_pluginargs.go`; it reports the first step back only.
    """
    points = [
        (point.utilization or 0, point.score or 0)
        for shape_point in curve or ()
        for point in [shape_point or _NO_POINT]
    ]
    if not points:
        yield ArgsProblem(
            path,
            "`shape` needs at least one point",
            "Write points, e.g. `{utilization: 0, score: 0}` and `{utilization: 100, score: 10}`.",
        )
    for index in range(1, len(points)):
        before, here = points[index - 1][0], points[index][0]
        if before >= here:
            yield ArgsProblem(
                (*path, index, "utilization"),
                f"`utilization` is {here} after {before}; it must increase from point to point",
                "Sort the points by utilization, and remove duplicates.",
            )
            break
    for index, (utilization, score) in enumerate(points):
        yield from _in_range((*path, index, "utilization"), utilization, HIGHEST_UTILIZATION)
        yield from _in_range((*path, index, "score"), score, HIGHEST_SCORE)


def _in_range(path: Path, value: int, highest: int) -> Iterator[ArgsProblem]:
    if not 0 <= value <= highest:
        yield ArgsProblem(path, f"`{path[-1]}` is {value}; it must be between 0 and {highest}")
