"""All that is tried with one cluster, one run after another."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from schedcfg.external.trial.results import TrialVariant
from schedcfg.external.trial.run import TrialRequest, run
from schedcfg.external.trial.trial_cluster import TrialCluster


class NamedRequest(NamedTuple):
    """What is to be run, and what reports call it."""

    name: str
    request: TrialRequest


def try_all(requests: Sequence[NamedRequest], cluster: TrialCluster, runs: int) -> tuple[TrialVariant, ...]:
    """Return what each request brings, run as often as is wanted.

    Raises:
        TrialFailed: if a program does not do what a scheduler does.
    """
    return tuple(
        TrialVariant(
            name=name,
            release=request.release,
            runs=tuple(asyncio.run(run(request, cluster)) for _ in range(runs)),
        )
        for name, request in requests
    )
