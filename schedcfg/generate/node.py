"""What a configuration expects of the node, and of the command line, that kube-scheduler is started with."""

from schedcfg.effective import Configuration
from schedcfg.effective.needs import certificates


def mounted_files(configuration: Configuration) -> tuple[str, ...]:
    """List the files that extenders are reached with, each once; the kubeconfig is every target's own affair."""
    return tuple(dict.fromkeys(file.name for file in certificates(configuration)))


def leader_election_flags(configuration: Configuration) -> dict[str, str]:
    """Give the flags without which `leaderElect: false` has no effect beside a `--leader-elect=true`.

    kubeadm and Talos pass that, and from 1.22 on it wins.
    """
    heard = configuration.release.election_flags_win
    return {"leader-elect": "false"} if heard and not configuration.leader_election.leader_elect else {}
