"""Leader election durations that do not fit together."""

from collections.abc import Iterator

from schedcfg.document.golang import duration
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject

ID = "leader-election-timing"

JITTER_TENTHS = 12
"""client-go's `JitterFactor` of 1.2, in tenths, so that the comparison stays exact."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each duration of leader election that validation or the leader elector refuses."""
    election = subject.configuration.leader_election
    if not election.leader_elect:
        return
    positive = True
    for name, value in (
        ("leaseDuration", election.lease_duration),
        ("renewDeadline", election.renew_deadline),
        ("retryPeriod", election.retry_period),
    ):
        if value <= 0:
            positive = False
            yield Problem(
                ID,
                ("leaderElection", name),
                f"`{name}` is {duration.render(value)}; it must be greater than zero",
                "Remove it to use the default (leaseDuration 15s, renewDeadline 10s, retryPeriod 2s).",
            )
    lease, renew = election.lease_duration, election.renew_deadline
    if lease <= renew:
        yield Problem(
            ID,
            ("leaderElection", "leaseDuration"),
            f"`leaseDuration`, {duration.render(lease)}, must be longer than `renewDeadline`, {duration.render(renew)}",
            "The defaults are 15s and 10s.",
        )
    if positive and renew * 10 <= election.retry_period * JITTER_TENTHS:
        yield Problem(
            ID,
            ("leaderElection", "renewDeadline"),
            f"`renewDeadline`, {duration.render(renew)}, must be longer than 1.2 times `retryPeriod`, "
            f"{duration.render(election.retry_period)}",
            "Validation accepts this, but the leader elector does not start. The defaults are 10s and 2s.",
        )


RULE = Rule(
    id=ID,
    title="Leader election durations do not match",
    why="Validation or the leader elector refuses them, and the scheduler stops.",
    source="component-base/config/validation/validation.go; client-go/tools/leaderelection, NewLeaderElector",
    check=check,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
  leaseDuration: 10s
  renewDeadline: 15s
  retryPeriod: 2s
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
  leaseDuration: 15s
  renewDeadline: 10s
  retryPeriod: 2s
""",
)
