"""What keeps a configuration from being run in a static Pod, and what to know about it."""

from collections.abc import Iterable, Iterator

from schedcfg.configuration.effective.needs import is_loopback
from schedcfg.document.golang.net import split_host_port
from schedcfg.document.span import Path, render
from schedcfg.findings import Problem, Severity
from schedcfg.generate.checks import (
    missing_kubeconfig,
    missing_plugins,
    relative_files,
    taken_place,
    unserved_default,
    warning,
)
from schedcfg.generate.generation import AcceptedConfig
from schedcfg.releases.kubeadm_layout import KUBECONFIG


def problems(config: AcceptedConfig, its_image: str, places: Iterable[str]) -> Iterator[Problem]:
    """Yield what would keep the scheduler from working, as errors, and what is worth knowing.

    Args:
        config: The configuration.
        its_image: The image that is to run it.
        places: Where it would be, on the node and in the container.
    """
    for place in dict.fromkeys(places):
        yield from taken_place(config, place, KUBECONFIG)
    yield from unserved_default(config)
    yield from missing_kubeconfig(config, KUBECONFIG)
    yield from missing_plugins(config, its_image)
    yield from relative_files(config)
    yield from _open_port(config)
    yield from _no_election(config)


def _open_port(config: AcceptedConfig) -> Iterator[Problem]:
    """Warn where the file opens the unencrypted port that kubeadm closes by `--port=0`, unheard beside `--config`."""
    addresses = config.configuration.bind_addresses if config.release.serves_insecure_port else {}
    opened = {field: address for field, address in addresses.items() if _is_open(address)}
    if opened:
        closed = "` and `".join(f"{field}: 127.0.0.1:{address.rpartition(':')[2]}" for field, address in opened.items())
        yield warning(
            "open-port",
            (next(iter(opened)),),
            f"`{'` and `'.join(opened)}` open {' and '.join(dict.fromkeys(opened.values()))} to everyone who can "
            "reach the node, without encryption or authentication (kubeadm's `--port=0` has no effect with "
            "`--config`)",
            f"Write `{closed}`. Since 1.23, there is no such port.",
        )


def _is_open(address: str) -> bool:
    found = split_host_port(address)
    return found is not None and not is_loopback(found[0])


def _no_election(config: AcceptedConfig) -> Iterator[Problem]:
    election = config.configuration.leader_election
    path: Path = ("leaderElection", "leaderElect")
    if not election.leader_elect:
        yield warning(
            "no-leader-election",
            path,
            f"`{render(path)}` is off: with several control plane nodes, all schedulers would schedule the same Pods",
            "Remove it, unless there is and will be only one control plane node.",
        )._replace(severity=Severity.INFO)
