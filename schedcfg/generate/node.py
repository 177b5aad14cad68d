"""What a configuration expects of the node, and of the command line, that kube-scheduler is started with."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.effective import Configuration

LEADER_ELECTION_FLAGS_WIN_SINCE = 22
"""First minor in which `--leader-elect…` is obeyed beside `--config`, and wins.

Upstream: `ApplyLeaderElectionTo` in `cmd/kube-scheduler/app/options/options.go`.
"""

_TLS_FILES = ("caFile", "certFile", "keyFile")


class NamedFile(NamedTuple):
    """A file that a configuration names.

    Attributes:
        file: Its path where the scheduler runs.
        path: Where it is written.
    """

    file: str
    path: Path


def named_files(configuration: Configuration) -> Iterator[NamedFile]:
    """Yield the files that extenders are reached with; the kubeconfig is every target's own affair."""
    for index, extender in enumerate(configuration.extenders):
        for field in _TLS_FILES:
            file = (extender.tls or {}).get(field)
            if isinstance(file, str) and file:
                yield NamedFile(file, ("extenders", index, "tlsConfig", field))


def mounted_files(configuration: Configuration) -> tuple[str, ...]:
    """List those files, each once."""
    return tuple(dict.fromkeys(named.file for named in named_files(configuration)))


def leader_election_flags(configuration: Configuration) -> dict[str, str]:
    """Give the flags without which `leaderElect: false` has no effect beside a `--leader-elect=true`.

    kubeadm and Talos pass that; see `LEADER_ELECTION_FLAGS_WIN_SINCE`.
    """
    silent = configuration.release.number < LEADER_ELECTION_FLAGS_WIN_SINCE
    return {} if silent or configuration.leader_election.leader_elect else {"leader-elect": "false"}
