"""What to know about the files for kubeadm."""

from collections.abc import Iterator

from schedcfg.generate.given import Given
from schedcfg.generate.kubeadm.dialect import how_to_patch, takes_patches
from schedcfg.generate.kubeadm.plan import Wishes, mounts, overrides_election
from schedcfg.manifests.kubeadm import KUBECONFIG


def remarks(given: Given, wishes: Wishes) -> Iterator[str]:
    """Yield what to know, a sentence or two each."""
    files = ", ".join(f"`{mount.file}`" for mount in mounts(given, wishes))
    yield f"on every control plane node there have to be, before kubeadm runs: {files}"
    if takes_patches(given.release):
        yield f"the folder `patches` has to be there too, named in {how_to_patch(given.release)}"
    else:
        yield (
            f"kubeadm {given.release.name} takes no such patches, so that the Pod does not change with the "
            "configuration: move its manifest out of /etc/kubernetes/manifests and back to start it anew"
        )
    yield (
        "kubeadm writes the Pod at init, join and upgrade only: after a change, run `kubeadm init phase control-plane "
        "scheduler` with your configuration on each of these nodes"
    )
    yield (
        f"kubeadm passes `--kubeconfig={KUBECONFIG}` in any case; beside `--config` it has no effect and does no harm"
    )
    if overrides_election(given):
        yield "leader election is off, as the configuration wants it: with several control plane nodes, all schedule"
