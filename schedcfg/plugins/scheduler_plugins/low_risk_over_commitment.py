"""LowRiskOverCommitment: prefers nodes on which pods are unlikely to use more than there is."""

from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Float64, Int64
from schedcfg.plugins.context import Context
from schedcfg.plugins.scheduler_plugins import trimaran
from schedcfg.plugins.scheduler_plugins.published import args_kind, plugin

_WINDOW = 5
_WEIGHT = 0.5


class LowRiskOverCommitmentArgs(trimaran.TrimaranArgs):
    """Arguments of the LowRiskOverCommitment plugin."""

    smoothing_window_size: Annotated[
        Int64 | None,
        Field(description="Number of measurements to smooth the load over, 1 or more; less counts as 5. Default 5."),
    ] = None
    risk_limit_weights: Annotated[
        dict[str, Float64 | None] | None,
        Field(
            description="By resource, `cpu` and `memory`: the weight of the Pods' limits in the risk, relative to the "
            "measured load, 0 to 1; other values count as 0.5. Default 0.5 each."
        ),
    ] = None


def _complete(args: LowRiskOverCommitmentArgs, context: Context) -> LowRiskOverCommitmentArgs:
    update: dict[str, object] = {"risk_limit_weights": _weights(args.risk_limit_weights)}
    if args.smoothing_window_size is None or args.smoothing_window_size <= 0:
        update["smoothing_window_size"] = _WINDOW
    return trimaran.complete(args, context).model_copy(update=update)


def _weights(written: dict[str, float | None] | None) -> dict[str, float]:
    if not written:
        return dict.fromkeys(("cpu", "memory"), _WEIGHT)
    plain = {resource: weight or 0 for resource, weight in written.items()}
    return {resource: weight if 0 <= weight <= 1 else _WEIGHT for resource, weight in plain.items()}


PLUGIN = plugin(
    name="LowRiskOverCommitment",
    summary="Prefers nodes with a low risk of overcommitment, by the limits of their Pods and their measured load.",
    points={"1.26": ("preScore", "score")},
    args=args_kind(
        LowRiskOverCommitmentArgs,
        served={"v1beta3": "1.26", "v1": "1.26"},
        complete=_complete,
        check=trimaran.check,
        example={
            "metricProvider": {
                "type": "Prometheus",
                "address": "http://prometheus.monitoring.svc:9090",
                "insecureSkipVerify": False,
            },
            "smoothingWindowSize": 10,
            "riskLimitWeights": {"cpu": 0.5, "memory": 0.8},
        },
    ),
    access=trimaran.NODE_METRICS,
    source="pkg/trimaran/lowriskovercommitment/lowriskovercommitment.go",
)
