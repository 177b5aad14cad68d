"""All steps, one after the other."""

from pathlib import PurePosixPath

from schedcfg.effective.needs import cluster_services
from schedcfg.errors import EditConflict
from schedcfg.generate.given import CHECKSUM_ANNOTATION, Given
from schedcfg.generate.place import MANIFESTS
from schedcfg.generate.results import GeneratedFile
from schedcfg.generate.static_pod import image
from schedcfg.generate.static_pod.layout import layout
from schedcfg.generate.static_pod.manifest import CLUSTER_DNS
from schedcfg.generate.static_pod.mend import mounts
from schedcfg.generate.static_pod.mend.existing import Existing
from schedcfg.generate.static_pod.mend.flags import mend_flags
from schedcfg.generate.static_pod.mend.manifest import Manifest
from schedcfg.generate.static_pod.mend.probes import mend_probes
from schedcfg.generate.static_pod.node_files import config_file, own_files
from schedcfg.generate.static_pod.version import Version, version_of
from schedcfg.generate.static_pod.wishes import Wishes
from schedcfg.manifests.pod import Image

_OWN_DNS = frozenset({CLUSTER_DNS, "None"})
"""`None`: `dnsConfig` says all."""


_OLD_REGISTRIES = frozenset({"gcr.io/google-containers", "gcr.io/google_containers", "k8s.gcr.io"})
"""Kubernetes' own registries that get no new images."""


def mended(given: Given, wishes: Wishes, existing: Existing) -> GeneratedFile:
    """Make an existing manifest right for a configuration; what is right stays byte for byte.

    Raises:
        EditConflict: where its text cannot be changed safely.
    """
    wishes = _with_its_path(wishes, existing)
    manifest = Manifest(existing, image_of(given, wishes, existing))
    mend_flags(manifest, given, wishes)
    mounts.mount_configuration(manifest, config_file(given, wishes))
    for file in own_files(given):
        mounts.mount(manifest, file)
    mend_probes(manifest, given)
    spec = manifest.running.spec
    if any(cluster_services(given.configuration)) and spec.host_network and spec.dns_policy not in _OWN_DNS:
        manifest.put((*spec.path, "dnsPolicy"), CLUSTER_DNS)
    manifest.put_image()
    manifest.put(("metadata", "annotations", CHECKSUM_ANNOTATION), given.checksum)
    return GeneratedFile(existing.name, manifest.draft.text)


def image_of(given: Given, wishes: Wishes, existing: Existing) -> str:
    """Choose the image: the one that was asked for, else the manifest's, of the release.

    Raises:
        EditConflict: where it is of another release, and its name does not tell how that of this release is called.
    """
    its = existing.running.image
    if wishes.image or its is None or not its.name:
        return image.wanted(given, wishes)
    if its.release in {None, given.release.name}:
        return its.name
    if its.tag.removeprefix("v").startswith("0."):
        raise EditConflict(
            f"`{its.name}` is made from Kubernetes {its.release}, and {given.release.name} is asked for",
            "Name the image that is made from it, by --image, or leave --kubernetes out.",
            (*existing.running.container, "image"),
            0,
            0,
        )
    return _retagged(its, version_of(given.release, wishes.kubernetes))


def _retagged(its: Image, version: Version) -> str:
    """Name the image of another version, by the same name."""
    root, _, name = its.repository.rpartition("/")
    if root in _OLD_REGISTRIES:
        root = layout(version).registry
    repository = f"{root}/{name}" if root else name
    return f"{repository}:{version}" if its.tag.startswith("v") else f"{repository}:{str(version).removeprefix('v')}"


def place_in_container(given: Given, wishes: Wishes, existing: Existing) -> str:
    """Tell where a mended manifest has the scheduler look for the configuration."""
    return _with_its_path(wishes, existing).path_of(given)


def place_on_node(given: Given, wishes: Wishes, existing: Existing) -> str:
    """Tell where on the nodes a mended manifest looks for the configuration."""
    path = place_in_container(given, wishes, existing)
    return mounts.place_on_node(existing.running.mount_of(path), path)


def _with_its_path(wishes: Wishes, existing: Existing) -> Wishes:
    """Leave the configuration where the manifest has it, unless another place was asked for."""
    flag = existing.running.flag("config")
    path = PurePosixPath((flag and flag.is_known and flag.value) or "")
    is_usable = path.is_absolute() and str(path.parent) != MANIFESTS
    return wishes._replace(config_path=str(path)) if not wishes.config_path and is_usable else wishes
