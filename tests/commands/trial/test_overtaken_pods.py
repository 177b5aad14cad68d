"""Pods that wait to be tried again while others come: said, where the release lets them wait."""

import asyncio
from pathlib import Path

import pytest

from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.commands.trial.log import SchedulerLog
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.run import run
from tests.commands.trial import programs

CASES = Path(__file__).with_name("cases")
BACKS_OFF = 99
"""The strategy of a program that tries Pods again later."""


def queued(pod: str, queue: str) -> bytes:
    begin = 'I1128 13:00:00.000000       1 scheduling_queue.go:1160] "Pod moved to an internal scheduling queue"'
    return f'{begin} pod="default/{pod}" event="AssignedPodAdd" queue="{queue}" hint=1\n'.encode()


def test_the_log_shows_which_pods_wait() -> None:
    log = SchedulerLog(frozenset())
    assert not log.is_backing_off(("default", "a"))
    log.add(queued("a", "Backoff"))
    assert log.is_backing_off(("default", "a"))
    assert not log.is_backing_off(("default", "b"))
    log.add(queued("a", "Unschedulable"))
    assert not log.is_backing_off(("default", "a"))
    log.add(queued("b", "Backoff"))
    log.begin("default/b")
    assert not log.is_backing_off(("default", "b")), "it comes anew"


@pytest.mark.parametrize(("release", "is_said"), [("1.29", True), ("1.32", True), ("1.33", False), ("1.37", False)])
def test_what_a_second_decides_is_said(release: str, is_said: bool, tmp_path: Path) -> None:
    program = programs.executable(tmp_path / "kube-scheduler", programs.OTHER_FITS)
    where = read_cluster(["1:cpu=1,memory=8Gi"], [str(CASES / "back-off.yaml")], release).cluster
    found = asyncio.run(run(TrialRequest(str(program), release, {"percentageOfNodesToScore": BACKS_OFF}), where))
    said = [note for note in found.notes if note.startswith("others came before default/first could be tried again")]
    assert bool(said) is is_said
    if is_said:
        assert f"kube-scheduler {release} waits a second or more with that, in a cluster too" in said[0]
