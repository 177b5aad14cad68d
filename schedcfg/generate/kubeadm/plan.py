"""What kubeadm reads in each release, what a user may choose, and what kubeadm needs."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.configuration.effective.running_plugins import certificates
from schedcfg.errors import UnknownTarget
from schedcfg.generate import target
from schedcfg.generate.checks import place_of
from schedcfg.generate.generation import AcceptedConfig
from schedcfg.releases.release import KubeadmPatches, Release
from schedcfg.sources.manifests.kubeadm import API_VERSIONS, KUBECONFIG, KubeadmApiVersion, KubeadmScheduler


class KubeadmOptions(NamedTuple):
    """What a user may choose."""

    api_version: str | None = None  # That of kubeadm's configuration; None: the newest that the release's kubeadm reads
    # Where the configuration is on control plane nodes; None: in `/etc/kubernetes`, under its name
    config_path: str | None = None
    image: str | None = None  # The scheduler's image; None: the one that kubeadm chooses
    # The scheduler's part of the ClusterConfiguration that is there; None where it is not known
    existing: KubeadmScheduler | None = None
    carry_flags: bool = False


class FileMount(NamedTuple):
    """A file of the node that the scheduler reads."""

    name: str
    file: str


def config_path(config: AcceptedConfig, options: KubeadmOptions) -> str:
    """Return where the configuration is on control plane nodes."""
    return place_of(config, options.config_path)


def mounts(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[FileMount]:
    """Yield the files that kubeadm does not mount by itself, each once."""
    yield FileMount("scheduler-config", config_path(config, options))
    kubeconfig = config.configuration.client_connection.kubeconfig
    if kubeconfig != KUBECONFIG:
        yield FileMount("client-kubeconfig", kubeconfig)
    files = dict.fromkeys(one.name for one in certificates(config.configuration))
    for number, file in enumerate(files):
        yield FileMount(f"extender-file-{number}", file)


def arguments(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[tuple[str, str]]:
    """Yield the flags that kubeadm does not pass by itself, or passes otherwise, with their values, sorted."""
    yield "config", config_path(config, options)
    if gates := target.feature_gates_flag(config.release):
        yield "feature-gates", gates
    if overrides_election(config):
        yield "leader-elect", "false"


def overrides_election(config: AcceptedConfig) -> bool:
    """Check whether the `--leader-elect=true` that kubeadm passes would overrule the configuration.

    Upstream: `getSchedulerCommand` in cmd/kubeadm/app/phases/controlplane/manifests.go.
    """
    election = config.configuration.leader_election
    return not election.leader_elect and config.release.election_flags_win


_HOW_TO_PATCH: Mapping[KubeadmPatches, str] = {
    "flag": "`--experimental-patches` of `kubeadm init`, `join` and `upgrade`",
    "field": "`patches.directory` of InitConfiguration and JoinConfiguration, and `kubeadm upgrade … --patches`",
    "every configuration": "`patches.directory` of InitConfiguration and JoinConfiguration, and in "
    "UpgradeConfiguration that of `apply` and `node`",
}


def api_version_of(release: Release, requested: str | None) -> KubeadmApiVersion:
    """Choose the API version.

    Args:
        release: The release of kubeadm.
        requested: Its short or full name; None: the newest that the release reads.

    Raises:
        UnknownTarget: if there is none of this name, or this release's kubeadm does not read it.
    """
    read = [one for one in API_VERSIONS if one.is_read_by(release)]
    if requested is None:
        return read[-1]
    for one in read:
        if one.version == requested.removeprefix("kubeadm.k8s.io/"):
            return one
    names = ", ".join(one.version for one in read)
    raise UnknownTarget(f"kubeadm {release.name} does not read its API version {requested}", f"It reads: {names}.")


def takes_patches(release: Release) -> bool:
    """Check whether the kubeadm of a release patches what it writes."""
    return release.kubeadm_patches != "none"


def how_to_patch(release: Release) -> str:
    """Return how a folder of patches is named to the kubeadm of a release that takes any."""
    return _HOW_TO_PATCH[release.kubeadm_patches]
