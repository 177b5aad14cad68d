"""Several replicas that all schedule."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "replicas-without-election"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `replicas` of more than one, and DaemonSets, where leader election is off."""
    running, election = context.running, context.election
    if running is None or election is None or election.leader_elect:
        return
    if running.kind == "DaemonSet":
        message = "the schedulers of all nodes schedule the same Pods: a DaemonSet has several, but no leader"
        path = (*running.path, "kind")
    elif running.replicas > 1:
        message = f"{running.replicas} replicas without leader election all schedule the same Pods"
        path = (*running.path, "spec", "replicas")
    else:
        return
    yield advice(ID, path, message, "Write `leaderElection.leaderElect: true`, with a separate lease.", Severity.ERROR)


RULE = Rule(
    id=ID,
    title="Several replicas without leader election",
    why="They bind the same Pods, and count on resources that the others have already assigned.",
    source="cmd/kube-scheduler/app/server.go, Run",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/136782", "several instances fill a node beyond its room"
        ),
        Citation(
            "https://github.com/openshift/instaslice-operator/pull/763", "leader election is added for a second replica"
        ),
    ),
    check=check,
    severity=Severity.ERROR,
)
