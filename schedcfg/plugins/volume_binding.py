"""VolumeBinding: places pods where their volumes are, or can be made."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Int64, Range, Since
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin, PluginGate, read_at
from schedcfg.plugins.resources import (
    HIGHEST_SCORE,
    HIGHEST_UTILIZATION,
    Curve,
    UtilizationShapePoint,
    always_zero,
    check_curve,
)
from schedcfg.plugins.typed_args import TypedArgs, knows
from schedcfg.releases.gate_history import switch
from schedcfg.releases.release import Release

_LAST_REFUSING_ZERO = 20
_FREE_CAPACITY_GATE = "StorageCapacityScoring"


class VolumeBindingArgs(TypedArgs):
    """Arguments of the VolumeBinding plugin."""

    bind_timeout_seconds: Annotated[
        Int64 | None,
        Range(0),
        Field(
            description="How long to wait until the volumes of a Pod are bound, in seconds, 0 or more (1 or more up to "
            "Kubernetes 1.20). Default 600."
        ),
    ] = None
    shape: Annotated[
        Curve | None,
        Since("1.22"),
        Field(
            description="Curve that turns the utilization of a volume into a score. Must be omitted unless the "
            "feature gate VolumeCapacityPriority (1.22 to 1.32) or StorageCapacityScoring (since "
            "1.33; on by default since 1.37) is on; the default then prefers fuller volumes up to "
            "1.32, emptier ones since 1.33."
        ),
    ] = None


def gate(release: Release) -> str:
    """Return the feature gate without which the plugin rates every node 0."""
    return _FREE_CAPACITY_GATE if _FREE_CAPACITY_GATE in release.feature_gates else "VolumeCapacityPriority"


def rates_nodes(release: Release) -> bool:
    """Return whether the plugin's scores make a difference in a release, with the gates that are set there."""
    return _has_shape(Context(release.api_versions[-1], release)) and release.enables(gate(release))


def _has_shape(context: Context) -> bool:
    return knows(VolumeBindingArgs, "shape", context)


def _complete(args: VolumeBindingArgs, context: Context) -> VolumeBindingArgs:
    missing: dict[str, object] = {}
    if args.bind_timeout_seconds is None:
        missing["bind_timeout_seconds"] = 600
    if rates_nodes(context.release) and not args.shape:
        empty, full = 0, HIGHEST_SCORE
        if gate(context.release) == _FREE_CAPACITY_GATE:
            empty, full = full, empty
        missing["shape"] = [
            UtilizationShapePoint.model_construct(utilization=utilization, score=score)
            for utilization, score in ((0, empty), (HIGHEST_UTILIZATION, full))
        ]
    return args.model_copy(update=missing) if missing else args


def _check(args: VolumeBindingArgs, context: Context) -> Iterator[ArgsProblem]:
    timeout = args.bind_timeout_seconds or 0
    least = 1 if context.release.number <= _LAST_REFUSING_ZERO else 0
    if timeout < least:
        until = f" (since Kubernetes 1.{_LAST_REFUSING_ZERO + 1}, 0 is accepted)" if least else ""
        message = f"`bindTimeoutSeconds` is {timeout}; it must be {least} or more{until}"
        yield ArgsProblem(("bindTimeoutSeconds",), message)
    if not _has_shape(context):
        return
    if rates_nodes(context.release):
        yield from check_curve(args.shape, ("shape",))
    elif args.shape is not None:
        yield ArgsProblem(
            ("shape",),
            f"`shape` is set, but scoring by capacity is off in Kubernetes {context.release.name}",
            f"Remove `shape`, or turn the feature gate on: {switch(gate(context.release), context.release)}.",
        )


PLUGIN = Plugin(
    name="VolumeBinding",
    summary="Excludes nodes from which the Pod's volumes cannot be accessed or provisioned, and binds the volumes.",
    args=ArgsKind(
        kind="VolumeBindingArgs",
        model=VolumeBindingArgs,
        served={"v1beta1": "1.19", "v1beta2": "1.22", "v1beta3": "1.23", "v1": "1.25"},
        complete=_complete,
        check=_check,
        readers=read_at(bindTimeoutSeconds=("preBind",), shape=("score",)),
        example={"bindTimeoutSeconds": 300},
    ),
    scores_alike=lambda args: always_zero(args.shape),
    concerns="Pods with PersistentVolumeClaims",
    gates=(
        PluginGate(("VolumeCapacityPriority",), "score", "prefers nodes whose volumes fit a claim most closely"),
        PluginGate(
            (_FREE_CAPACITY_GATE,),
            "score",
            "prefers nodes where new volumes leave most storage free, unless `shape` has another order",
        ),
    ),
    source="pkg/scheduler/framework/plugins/volumebinding/volume_binding.go",
)
