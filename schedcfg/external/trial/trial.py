"""Everything that is tried with one cluster: each variant as often as was requested, in turn."""

from collections.abc import Sequence
from typing import NamedTuple

from schedcfg.external.trial.request import TrialRequest
from schedcfg.external.trial.results import TrialRun, TrialVariant
from schedcfg.external.trial.run import run
from schedcfg.external.trial.trial_cluster import TrialCluster


class RequestedVariant(NamedTuple):
    """A variant that is to be tried."""

    name: str  # What it is called beside others
    request: TrialRequest


async def try_all(
    requested: Sequence[RequestedVariant], cluster: TrialCluster, runs: int = 1
) -> tuple[TrialVariant, ...]:
    """Run every variant, in turn, and return them in their order.

    Args:
        requested: What is to be tried; the first is what the others are compared with.
        cluster: The cluster.
        runs: How often.

    Raises:
        TrialFailed: if a program ends by itself, or does not go on.
    """
    made: list[list[TrialRun]] = [[] for _ in requested]
    for _ in range(runs):
        for variant, own in zip(requested, made, strict=True):
            own.append(await run(variant.request, cluster))
    return tuple(
        TrialVariant(name=variant.name, release=variant.request.release, runs=tuple(own))
        for variant, own in zip(requested, made, strict=True)
    )
