"""One world on the stand-in of `schedcfg try`, with the real kube-scheduler: the other side of the comparison."""

import copy
import json

from schedcfg.configuration.effective.model import Extender
from schedcfg.external.trial.kinds import Kinds
from schedcfg.external.trial.results import Placement, PodOutcome
from schedcfg.external.trial.run import TrialFailed, TrialRequest, run
from schedcfg.external.trial.trial_cluster import TrialCluster
from schedcfg.validation import DocumentValidator
from tools.record.control_plane import ControlPlanePrograms
from tools.record.world_run import Outcome, with_namespaces, without_address
from tools.record.worlds import TrialCase

__all__ = ["StandIn", "TrialFailed"]


class StandIn:
    """The stand-in with the scheduler of one release."""

    def __init__(self, programs: ControlPlanePrograms, version: str) -> None:
        self._programs = programs
        self._version = version

    async def run(self, case: TrialCase, extender: str) -> Outcome:
        """Return what becomes of a world.

        Raises:
            TrialFailed: if nothing does.
        """
        objects = [*with_namespaces(case)]
        cluster = TrialCluster(Kinds(), tuple(copy.deepcopy(objects)), tuple(copy.deepcopy(case.pods)))
        request = TrialRequest(
            str(self._programs.scheduler),
            self._programs.release,
            json.loads(case.configuration_for(self._programs.release, extender)),
            flags=tuple(f"--feature-gates={gate}" for gate in case.gates),
        )
        done = await run(request, cluster)
        pods = {placement.pod: _became(placement) for placement in done.placements}
        return without_address(Outcome(pods, tuple(sorted(placement.pod for placement in done.evicted))), extender)


def _became(placement: Placement) -> dict[str, object]:
    if placement.outcome is PodOutcome.BOUND:
        return {"node": placement.node}
    if placement.outcome is PodOutcome.EVICTED:
        return {"gone": True}
    return {"message": placement.message}
