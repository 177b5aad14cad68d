"""One world on the stand-in of `schedcfg try`, with the real kube-scheduler: the other side of the comparison."""

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from schedcfg import releases
from schedcfg.commands.confirm import scheduler
from schedcfg.commands.trial.configured import given, read_configuration
from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.commands.trial.inputs.given_objects import WrongTrialInputs
from schedcfg.commands.trial.ongoing_run import TrialFailed
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import Placement, PodOutcome, TrialCluster
from schedcfg.commands.trial.run import run
from schedcfg.validation.options import Options
from tools.record.control_plane import ControlPlanePrograms
from tools.record.pod_by_pod import Outcome, key_of, without_address
from tools.record.worlds import Manifest, TrialCase

__all__ = ["StandIn", "TrialFailed", "WrongTrialInputs"]


class StandIn:
    """The stand-in with the scheduler of one release."""

    def __init__(self, programs: ControlPlanePrograms) -> None:
        self._programs = programs
        self._runs: Counter[str] = Counter()  # How often each world was run: each time, chance begins with another seed

    async def run(self, case: TrialCase, extender: str, refused: frozenset[str] = frozenset()) -> Outcome:
        """Return what becomes of a world.

        Args:
            case: The world.
            extender: Where its extender is.
            refused: Pods that an API server does not admit: all of the files would be refused.

        Raises:
            TrialFailed: if the scheduler does not go on.
            WrongTrialInputs: if other objects would be refused.
        """
        with tempfile.TemporaryDirectory(prefix="world-") as folder:
            if refused:
                self._check_refused(case, refused, Path(folder))
            cluster = self._cluster(case, refused, Path(folder))
            request = self._request(case, extender, Path(folder)).repeated(self._runs[case.name])
        self._runs[case.name] += 1
        done = await run(request, cluster)
        pods = {placement.pod: _became(placement) for placement in done.placements}
        pods |= {name: {"refused": True} for name in refused}
        return without_address(Outcome(pods, tuple(sorted(placement.pod for placement in done.evicted))), extender)

    def _check_refused(self, case: TrialCase, refused: frozenset[str], folder: Path) -> None:
        """Check that the Pods are refused.

        Raises:
            WrongTrialInputs: if they are not.
        """
        only = tuple(pod for pod in case.pods if "/".join(key_of(pod)) in refused)
        try:
            self._cluster(replace(case, pods=only), frozenset(), folder)
        except WrongTrialInputs:
            return
        raise WrongTrialInputs("Pods are admitted that an API server refuses")

    def _cluster(self, case: TrialCase, refused: frozenset[str], folder: Path) -> TrialCluster:
        pods = [pod for pod in case.pods if "/".join(key_of(pod)) not in refused]
        there, come = folder / "objects.json", folder / "pods.json"
        there.write_text(json.dumps(_list(case.objects)), encoding="utf-8")
        come.write_text(json.dumps(_list(pods)), encoding="utf-8")
        return read_cluster([str(there)], [str(come)], self._programs.release).cluster

    def _request(self, case: TrialCase, extender: str, folder: Path) -> TrialRequest:
        path = folder / "config.json"
        path.write_text(case.configuration_for(self._programs.release, extender), encoding="utf-8")
        tried = read_configuration(str(path), Options(kubernetes=self._programs.release))
        return TrialRequest(
            str(self._programs.scheduler),
            self._programs.release,
            given(tried, releases.at(self._programs.release)),
            flags=(*tried.flags, *(f"--feature-gates={gate}" for gate in case.gates)),
            extenders=tried.extenders,
            compiled=scheduler.binary(str(self._programs.scheduler), scheduler.SECONDS).compiled,
        )


def _list(objects: "tuple[Manifest, ...] | list[Manifest]") -> Manifest:
    return {"apiVersion": "v1", "kind": "List", "items": [*objects]}


def _became(placement: Placement) -> dict[str, object]:
    if placement.outcome is PodOutcome.BOUND:
        return {"node": placement.node}
    if placement.outcome is PodOutcome.EVICTED:
        return {"gone": True}
    return {"message": placement.message}


def refused_in(outcome: Manifest) -> Iterator[str]:
    """Yield the Pods of an outcome that were not admitted."""
    yield from (name for name, what in outcome["pods"].items() if "refused" in what)
