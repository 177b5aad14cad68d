"""What stops a scheduler in flags that do not go together, or not with its release or configuration."""

from collections.abc import Iterable, Iterator
from itertools import chain

from schedcfg.configuration.effective.command_line import StartedConfiguration, flags_win, start
from schedcfg.configuration.effective.model import ClientConnection, Configuration, LeaderElection
from schedcfg.findings import Problem
from schedcfg.releases.cipher_suites import HTTP2_REQUIRED
from schedcfg.rules.flag_checks import FlagProblem, FlagReader, refusal
from schedcfg.rules.refused import leader_election_lock, leader_election_timing

_ENDS = {"help": "prints its help", "version": "prints its version", "write-config-to": "writes its configuration"}


def related_problems(reader: FlagReader, configuration: Configuration | None) -> Iterator[FlagProblem]:
    """Yield what is wrong with several flags together, or with a flag and what the file of `--config` has.

    Args:
        reader: The flags.
        configuration: That file, completed; None where there is no such flag, or it is not known.
    """
    yield from chain(_http2(reader), _hidden_metrics(reader), _user_ids(reader), _ends(reader))
    yield from _started(reader, configuration)


def _http2(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield cipher suites without those that HTTP/2 requires: the server does not start."""
    flag, suites = reader.line.get("tls-cipher-suites"), reader.value("tls-cipher-suites")
    if flag is None or not isinstance(suites, tuple) or not suites or not reader.serves:
        return
    if not HTTP2_REQUIRED.isdisjoint(suites) or reader.value("disable-http2-serving") is True:
        return
    if reader.is_known("tls-min-version") and reader.text("tls-min-version") != "VersionTLS13":
        required = " or ".join(f"`{name}`" for name in sorted(HTTP2_REQUIRED))
        yield refusal(flag, f"HTTP/2 needs {required} as well", f"Add {required}, or remove the flag.")


def _hidden_metrics(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield another release than the one before."""
    name, before = "show-hidden-metrics-for-version", f"1.{reader.release.number - 1}"
    flag, value = reader.line.get(name), reader.value(name)
    is_looked_at = flag is not None and reader.release.flags[name].form == "release before"
    if flag is not None and is_looked_at and value not in {None, "", before}:
        yield refusal(flag, f"it takes no other release than the one before, {before}", f"Write `{before}`, or remove it.")


def _user_ids(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield headers for user IDs without the usual one."""
    flag, names = reader.line.get("requestheader-uid-headers"), reader.value("requestheader-uid-headers")
    if flag is not None and isinstance(names, tuple) and names and "x-remote-uid" not in map(str.lower, names):
        yield refusal(flag, "`X-Remote-Uid` has to be among them", "Add `X-Remote-Uid`.")


def _ends(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield flags with which the program does something else, and ends."""
    for name, what in _ENDS.items():
        flag, value = reader.line.get(name), reader.value(name)
        if flag is not None and value and not str(value).startswith("v"):
            message = f"with `--{name}`, kube-scheduler {what} and ends: no Pod is scheduled"
            yield FlagProblem(flag, message, "Remove it.")


def _started(reader: FlagReader, configuration: Configuration | None) -> Iterator[FlagProblem]:
    """Yield what is wrong with the configuration as the flags make it, as far as they do.

    Before the flags of leader election win over a file, they are validated all the same, together with the defaults.
    """
    wins = flags_win(reader.release)
    started = start(reader.line, reader.release, configuration if wins else None)
    election, is_used = started.leader_election, configuration is None or wins
    problems: list[Problem] = []
    if election is not None and election.leader_elect:
        problems += leader_election_timing.problems(election) if is_used else leader_election_timing.validated(election)
        problems += leader_election_lock.problems(election, reader.release) if is_used else ()
        problems += _unnamed(election) if configuration is not None or not wins else ()
    if configuration is None:
        problems += _rates(started.configuration.client_connection)
    yield from _blamed(problems, started)


def _unnamed(election: LeaderElection) -> Iterator[Problem]:
    """Yield what is empty; in a file, the default takes its place. Upstream: `ValidateLeaderElectionConfiguration`."""
    for name, value in (
        ("resourceLock", election.resource_lock),
        ("resourceName", election.resource_name),
        ("resourceNamespace", election.resource_namespace),
    ):
        if not value:
            yield Problem("", ("leaderElection", name), "it must not be empty", "Remove it to use the default.")


def _rates(connection: ClientConnection) -> Iterator[Problem]:
    """Yield a burst that lets no request pass. Upstream: `NewForConfigAndClient` in client-go's `kubernetes/clientset.go`."""
    if connection.qps > 0 and connection.burst <= 0:
        message = f"requests are limited to {connection.qps:g} a second, so that more than 0 have to be allowed at once"
        yield Problem("", ("clientConnection", "burst"), message, "Remove it to use the default, 100.")


_INVOLVED = {"leaderElection.leaseDuration": "renewDeadline", "leaderElection.renewDeadline": "retryPeriod"}
"""Field that is compared with another one → that one, in the same part."""


def _blamed(problems: Iterable[Problem], started: StartedConfiguration) -> Iterator[FlagProblem]:
    """Yield problems at the flags that cause them; what the file has by itself is reported there."""
    for problem in problems:
        part, field = map(str, problem.path)
        names = (f"{part}.{field}", f"{part}.{_INVOLVED.get(f'{part}.{field}', field)}")
        flag = next((started.set_by[name] for name in names if name in started.set_by), None)
        if flag is not None:
            yield refusal(flag, problem.message, problem.help or "Remove it.")
