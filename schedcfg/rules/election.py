"""How a scheduler is elected: its file and its flags together."""

from typing import NamedTuple

from schedcfg.effective import Configuration
from schedcfg.manifests.command_line import CommandLine, Flag
from schedcfg.releases.release import Release
from schedcfg.releases.silenced_flags import election_flags_are_heard


class Election(NamedTuple):
    """Leader election as it takes place.

    Attributes:
        on: Whether there is any.
        lock: The kind of object that the leader holds: `leases`, `endpoints` …
        namespace: Its namespace.
        name: Its name.
    """

    on: bool
    lock: str
    namespace: str
    name: str


_FLAGS = (
    "leader-elect",
    "leader-elect-resource-lock",
    "leader-elect-resource-name",
    "leader-elect-resource-namespace",
    "lock-object-name",
    "lock-object-namespace",
)
"""Flags that say whether there is one, and by which object."""


def election(line: CommandLine, release: Release, configuration: Configuration | None) -> Election | None:
    """Tell how a scheduler is elected; None where a flag that counts is not known.

    Args:
        line: Its flags.
        release: The release that it is of.
        configuration: What `--config` names; None where there is no such flag.
    """
    heard = configuration is None or election_flags_are_heard(release)
    if heard and not all(line.settles(name) for name in _FLAGS if name in release.flags):
        return None

    def flag(name: str) -> Flag | None:
        return line.get(name) if heard and name in release.flags else None

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
    return Election(
        on=on,
        lock=value(
            "leader-elect-resource-lock",
            release.flags["leader-elect-resource-lock"].default if file is None else file.resource_lock,
        ),
        namespace=value("leader-elect-resource-namespace", namespace),
        name=value("leader-elect-resource-name", name),
    )
