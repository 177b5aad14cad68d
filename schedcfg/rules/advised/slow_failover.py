"""Leases that are kept so long that nothing is scheduled after their holder is gone."""

from collections.abc import Iterator

from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "slow-failover"

_MINUTE = 60 * 10**9
_LONG = 5 * _MINUTE


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a `leaseDuration` of five minutes or more."""
    election = subject.configuration.leader_election
    if election.lease_duration >= _LONG and election.leader_elect:
        yield advice(
            ID,
            ("leaderElection", "leaseDuration"),
            f"after a crash of the leader, no Pod is scheduled for {election.lease_duration // _MINUTE} minutes: the "
            "other replicas wait that long before they take over",
            "Write a few seconds; the default is 15 s.",
        )


RULE = Rule(
    id=ID,
    title="Failover takes minutes",
    why="The other replicas wait for the whole `leaseDuration` after the last renewal of the lease.",
    source="client-go/tools/leaderelection/leaderelection.go, tryAcquireOrRenew",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaseDuration: 15m
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaseDuration: 15s
""",
)
