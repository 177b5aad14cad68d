"""What a user may choose, and what kubeadm has to be told."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.effective.needs import certificates
from schedcfg.generate import stock
from schedcfg.generate.given import Given
from schedcfg.generate.place import place_of
from schedcfg.manifests.kubeadm import KUBECONFIG

_FIRST_WITH_OVERRIDING_FLAGS = 22
"""From then on `--leader-elect*` win over the file: `ApplyLeaderElectionTo` in cmd/kube-scheduler/app/options."""


class Wishes(NamedTuple):
    """What a user may choose.

    Attributes:
        api_version: That of kubeadm's configuration; None: the newest that the release's kubeadm reads.
        config_path: Where the configuration is on control plane nodes; None: in `/etc/kubernetes`, under its name.
        image: The scheduler's image; None: the one that kubeadm chooses.
    """

    api_version: str | None = None
    config_path: str | None = None
    image: str | None = None


class Mount(NamedTuple):
    """A file of the node that the scheduler reads.

    Attributes:
        name: Of its volume.
        file: Its path, the same on the node and in the Pod.
    """

    name: str
    file: str


def config_path(given: Given, wishes: Wishes) -> str:
    """Tell where the configuration is on control plane nodes."""
    return place_of(given, wishes.config_path)


def mounts(given: Given, wishes: Wishes) -> Iterator[Mount]:
    """Yield the files that kubeadm does not mount by itself, each once."""
    yield Mount("scheduler-config", config_path(given, wishes))
    kubeconfig = given.configuration.client_connection.kubeconfig
    if kubeconfig != KUBECONFIG:
        yield Mount("client-kubeconfig", kubeconfig)
    files = dict.fromkeys(one.name for one in certificates(given.configuration))
    for number, file in enumerate(files):
        yield Mount(f"extender-file-{number}", file)


def arguments(given: Given, wishes: Wishes) -> Iterator[tuple[str, str]]:
    """Yield the flags that kubeadm does not pass by itself, or passes otherwise, with their values, sorted."""
    yield "config", config_path(given, wishes)
    if gates := stock.feature_gates(given.release):
        yield "feature-gates", gates
    if overrides_election(given):
        yield "leader-elect", "false"


def overrides_election(given: Given) -> bool:
    """Tell whether the `--leader-elect=true` that kubeadm passes would overrule the configuration.

    Upstream: `getSchedulerCommand` in cmd/kubeadm/app/phases/controlplane/manifests.go.
    """
    election = given.configuration.leader_election
    return not election.leader_elect and given.release.number >= _FIRST_WITH_OVERRIDING_FLAGS
