"""Several replicas that all schedule."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem
from schedcfg.rules.rule import Rule
from schedcfg.rules.scene import Scene, advised

ID = "replicas-without-election"


def check(scene: Scene) -> Iterator[Problem]:
    """Yield `replicas` of more than one where leader election is off."""
    running, election = scene.running, scene.election
    if running is None or election is None or election.on or running.replicas < 2:  # noqa: PLR2004 - more than one
        return
    message = f"{running.replicas} replicas without leader election all place the same Pods"
    path = (*running.path, "spec", "replicas")
    yield advised(ID, path, message, "Write `leaderElection.leaderElect: true`, with a lease of its own.")


RULE = Rule(
    id=ID,
    title="Several replicas, no leader",
    why="They bind the same Pods, and count resources that the others have given away already.",
    source="cmd/kube-scheduler/app/server.go, Run",
    check=check,
)
