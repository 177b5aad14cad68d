"""What keeps a configuration from being run by kubeadm's scheduler."""

from collections.abc import Iterator

from schedcfg.effective.needs import cluster_services
from schedcfg.findings import Problem
from schedcfg.generate.given import Given
from schedcfg.generate.kubeadm.dialect import dialect, takes_patches
from schedcfg.generate.kubeadm.plan import Wishes, config_path
from schedcfg.generate.obstacles import missing_kubeconfig, missing_plugins, obstacle, relative_files
from schedcfg.generate.place import taken_place
from schedcfg.manifests.kubeadm import KUBECONFIG

_STATIC_POD = "`schedcfg generate static-pod` writes the whole manifest"


def problems(given: Given, wishes: Wishes) -> Iterator[Problem]:
    """Yield what would keep it from working, as errors.

    Raises:
        UnknownTarget: if the release's kubeadm does not read the API version that is wished for.
    """
    dialect(given.release, wishes.api_version)
    yield from taken_place(given, config_path(given, wishes), KUBECONFIG)
    yield from missing_kubeconfig(given, KUBECONFIG)
    yield from relative_files(given)
    yield from missing_plugins(given, wishes.image)
    if not takes_patches(given.release):
        yield from _unpatched(given, wishes)


def _unpatched(given: Given, wishes: Wishes) -> Iterator[Problem]:
    if wishes.image:
        yield obstacle(
            "image-without-patch",
            (),
            f"kubeadm {given.release.name} cannot give the scheduler another image than its own",
            f"{_STATIC_POD}.",
        )
    for address in cluster_services(given.configuration):
        yield obstacle(
            "host-network-dns",
            address.path,
            f"only cluster DNS knows `{address.host}`, and a Pod on the host's network does not ask it unless its "
            f"dnsPolicy says so, which kubeadm {given.release.name} cannot set",
            f"Write an IP address, or do without kubeadm: {_STATIC_POD}.",
        )
