"""A cache that waits for an election which does not take place."""

from collections.abc import Iterator

from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "cache-delay-without-election"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield `delayCacheUntilActive: true` where there is no leader election."""
    config = subject.configuration
    if config.delay_cache_until_active and not config.leader_election.leader_elect:
        yield advice(
            ID,
            ("delayCacheUntilActive",),
            "`delayCacheUntilActive: true` has no effect with `leaderElect: false`: there is no leader to wait for",
            "Remove it, or enable leader election.",
        )


RULE = Rule(
    id=ID,
    title="`delayCacheUntilActive` without leader election",
    why="Only a replica that is not the leader saves memory and requests with an empty cache.",
    source="cmd/kube-scheduler/app/server.go, Run",
    check=check,
    severity=Severity.WARNING,
    since="1.28",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
delayCacheUntilActive: true
leaderElection:
  leaderElect: false
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
delayCacheUntilActive: true
leaderElection:
  leaderElect: true
""",
)
