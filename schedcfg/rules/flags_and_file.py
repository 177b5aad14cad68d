"""A scheduler's flags together with its file: which release takes both, how it is elected, whether the two agree."""

from collections.abc import Callable
from typing import NamedTuple

from schedcfg import releases
from schedcfg.configuration.effective.model import Configuration
from schedcfg.document.golang import duration
from schedcfg.releases.release import Release
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag


def newest_release(line: CommandLine, api_version: str | None) -> Release:
    """Return the newest release that a scheduler can be of: one that reads its file and takes all of its flags.

    A release that takes a flag without any effect comes after those in which it has one. Flags that no release has, as
    misspelled ones, count for nothing. Where no release takes the rest, the newest that reads the file is returned.

    Args:
        line: Its flags.
        api_version: That of the file, short; None where it is not known, or served by no release.
    """
    names = releases.serving(api_version or "") or releases.names()
    candidates = [releases.at(name) for name in reversed(names)]
    flags = [flag for flag in line.flags if releases.having_flag(flag.name)]
    taking = [release for release in candidates if all(release.takes_flag(flag.name) for flag in flags)]
    working = [release for release in taking if not any(release.ignores_flag(flag.name) for flag in flags)]
    return next(iter((*working, *taking, *candidates)))


class EffectiveElection(NamedTuple):
    """Leader election as it takes place."""

    on: bool
    lock: str  # The kind of object that the leader holds: `leases`, `endpoints` …
    namespace: str
    name: str

    @property
    def is_by_default_lease(self) -> bool:
        """Whether it takes place, by the lease of the default scheduler."""
        return self.on and (self.namespace, self.name) == ("kube-system", "kube-scheduler")


ELECTION_FLAGS = (
    "leader-elect",
    "leader-elect-resource-lock",
    "leader-elect-resource-name",
    "leader-elect-resource-namespace",
    "lock-object-name",
    "lock-object-namespace",
)
"""Flags that determine whether there is one, and by which object."""


def election(line: CommandLine, release: Release, configuration: Configuration | None) -> EffectiveElection | None:
    """Return how a scheduler is elected; None where a flag that counts is not known, or stops the release.

    Args:
        line: Its flags.
        release: The release that it is of.
        configuration: What `--config` names; None where there is no such flag.
    """
    if any(line.get(name) is not None and name not in release.flags for name in ELECTION_FLAGS):
        return None
    is_effective = configuration is None or release.election_flags_win
    if is_effective and not all(line.settles(name) for name in ELECTION_FLAGS if name in release.flags):
        return None

    def flag(name: str) -> CommandLineFlag | None:
        return line.get(name) if is_effective and name in release.flags else None

    def value(name: str, written: str) -> str:
        found = flag(name)
        return written if found is None or found.value is None else found.value

    file = None if configuration is None else configuration.leader_election
    switch = flag("leader-elect")
    on = file is None or file.leader_elect if switch is None else not switch.is_off
    name, namespace = (
        ("kube-scheduler", "kube-system") if file is None else (file.resource_name, file.resource_namespace)
    )
    if file is None:
        name, namespace = value("lock-object-name", name), value("lock-object-namespace", namespace)
    return EffectiveElection(
        on=on,
        lock=value(
            "leader-elect-resource-lock",
            release.flags["leader-elect-resource-lock"].default if file is None else file.resource_lock,
        ),
        namespace=value("leader-elect-resource-namespace", namespace),
        name=value("leader-elect-resource-name", name),
    )


_IN_FILE: dict[str, Callable[[Configuration], object]] = {
    "contention-profiling": lambda file: file.enable_contention_profiling,
    "kube-api-burst": lambda file: file.client_connection.burst,
    "kube-api-content-type": lambda file: file.client_connection.content_type,
    "kube-api-qps": lambda file: file.client_connection.qps,
    "kubeconfig": lambda file: file.client_connection.kubeconfig,
    "leader-elect": lambda file: file.leader_election.leader_elect,
    "leader-elect-lease-duration": lambda file: file.leader_election.lease_duration,
    "leader-elect-renew-deadline": lambda file: file.leader_election.renew_deadline,
    "leader-elect-resource-lock": lambda file: file.leader_election.resource_lock,
    "leader-elect-resource-name": lambda file: file.leader_election.resource_name,
    "leader-elect-resource-namespace": lambda file: file.leader_election.resource_namespace,
    "leader-elect-retry-period": lambda file: file.leader_election.retry_period,
    "profiling": lambda file: file.enable_profiling,
}
"""Flag → the value of the completed configuration in its place."""


def agrees_with_file(flag: CommandLineFlag, configuration: Configuration) -> bool:
    """Return whether a flag and the file have the same value; False where they cannot be compared."""
    in_file = _IN_FILE.get(flag.name)
    return in_file is not None and flag.is_known and _is_same_value(flag, in_file(configuration))


def _is_same_value(flag: CommandLineFlag, value: object) -> bool:
    if isinstance(value, bool):
        return flag.is_off is not value
    written = flag.value or ""
    if isinstance(value, str):
        return written == value
    try:
        return (duration.parse(written) if written[-1:].isalpha() else float(written)) == value
    except ValueError:
        return False
