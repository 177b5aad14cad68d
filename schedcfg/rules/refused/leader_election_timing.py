"""Leader election durations that do not fit together."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.model import LeaderElection
from schedcfg.document.golang import duration
from schedcfg.document.golang.numbers import float_to_int64
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, at_written

ID = "leader-election-timing"

_JITTER_FACTOR = 1.2
"""That of client-go's `tools/leaderelection/leaderelection.go`."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each duration of leader election that validation or the leader elector refuses."""
    fields = [("leaderElection", name) for name in ("renewDeadline", "retryPeriod")]
    for problem in problems(subject.configuration.leader_election):
        yield at_written(problem, subject, *fields)


def problems(election: LeaderElection) -> Iterator[Problem]:
    """Yield each duration that stops a scheduler which elects a leader, whether a file or a flag sets it."""
    yield from validated(election)
    renew, retry = election.renew_deadline, election.retry_period
    if election.leader_elect and min(election.lease_duration, renew, retry) > 0 and renew <= _jittered(retry):
        yield Problem(
            ID,
            ("leaderElection", "renewDeadline"),
            f"`renewDeadline`, {duration.render(renew)}, must be longer than 1.2 times `retryPeriod`, "
            f"{duration.render(retry)}",
            "Validation accepts this, but the leader elector does not start. The defaults are 10s and 2s.",
        )


def _jittered(retry: int) -> int:
    """Return the retry period with its jitter, which is negative where that is too long for a duration."""
    return float_to_int64(_JITTER_FACTOR * retry)


def validated(election: LeaderElection) -> Iterator[Problem]:
    """Yield each duration that validation refuses, before a leader is elected."""
    if not election.leader_elect:
        return
    lease, renew = election.lease_duration, election.renew_deadline
    for name, value in (("leaseDuration", lease), ("renewDeadline", renew), ("retryPeriod", election.retry_period)):
        if value <= 0:
            yield Problem(
                ID,
                ("leaderElection", name),
                f"`{name}` is {duration.render(value)}; it must be greater than zero",
                "Remove it to use the default (leaseDuration 15s, renewDeadline 10s, retryPeriod 2s).",
            )
    if lease <= renew:
        yield Problem(
            ID,
            ("leaderElection", "leaseDuration"),
            f"`leaseDuration`, {duration.render(lease)}, must be longer than `renewDeadline`, {duration.render(renew)}",
            "The defaults are 15s and 10s.",
        )


RULE = Rule(
    id=ID,
    title="Leader election durations do not match",
    why="Validation or the leader elector refuses them, and the scheduler stops.",
    source="component-base/config/validation/validation.go; client-go/tools/leaderelection, NewLeaderElector",
    check=check,
    severity=Severity.WARNING,
    refuses=True,
    flags_override=True,
    bad=v1_configuration("""\
leaderElection:
  leaderElect: true
  leaseDuration: 10s
  renewDeadline: 15s
  retryPeriod: 2s
"""),
    good=v1_configuration("""\
leaderElection:
  leaderElect: true
  leaseDuration: 15s
  renewDeadline: 10s
  retryPeriod: 2s
"""),
)
