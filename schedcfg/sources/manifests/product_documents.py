"""What a product's document says of its scheduler and of its cluster: the flags, and the release."""

from collections.abc import Iterator

from schedcfg.document.span import Path, follow
from schedcfg.sources.manifests.known_products import PRODUCTS
from schedcfg.sources.manifests.pod import Fields, text
from schedcfg.sources.manifests.products import Product, ProductScheduler, scheduler_of, version_of
from schedcfg.sources.manifests.versions import NamedVersion, named_version

_VERSIONS: tuple[Path, ...] = (("spec", "version"), ("spec", "kubernetesVersion"))
"""Where Cluster API's documents and Rancher's have the release, in which the flags may be anywhere."""
_VARIABLES: tuple[Path, ...] = (
    ("kube_version",),
    ("kubernetes_version",),
    ("k3s_version",),
    ("rke2_version",),
    ("kubernetesVersion",),
)
"""Where variables of Ansible have it, those of kubespray, of k3s-ansible and of others; last, Talhelper's file."""
_GROUPS = ("controlplane.cluster.x-k8s.io/", "provisioning.cattle.io/")
"""What the API versions of documents begin with that have it at `_VERSIONS`."""


def schedulers(manifest: Fields, path: Path) -> Iterator[ProductScheduler]:
    """Yield the schedulers to which a product's document gives flags; none of anything else.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    for product in PRODUCTS:
        if product.anywhere:
            for place, data in () if _is_of_kubernetes(manifest) else _keys(manifest, path, product.anywhere):
                yield _scheduler_anywhere(product, data, place, manifest, path)
        elif product.is_of(manifest):
            data = follow(manifest, product.at)
            if data is not None:
                version = version_of(product.image, product.versions, manifest)
                scheduler = scheduler_of(product, data, (*path, *product.at), _below(version, path))
                yield scheduler._replace(image=text(follow(manifest, product.image)) if product.image else "")


def _scheduler_anywhere(product: Product, data: object, place: Path, manifest: Fields, path: Path) -> ProductScheduler:
    """Return the scheduler that is given flags at a key which nothing else has."""
    beside = follow(manifest, place[len(path) : -1])
    own = version_of(product.image, (), beside)
    version = _below(own, place[:-1]) if own is not None else version_in(manifest, path)
    return scheduler_of(product, data, place, version)._replace(
        image=text(follow(beside, product.image)) if product.image else ""
    )


def version_in(manifest: Fields, path: Path = ()) -> NamedVersion | None:
    """Return the release of the cluster that a product's document describes; None where it names none.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    for product in PRODUCTS:
        if not product.anywhere and product.is_of(manifest):
            version = version_of(product.image, product.versions, manifest)
            if version is not None:
                return _below(version, path)
    if "kind" not in manifest:
        return _below(named_version(manifest, (*_VARIABLES, *_VERSIONS)), path)
    is_versioned = text(manifest.get("apiVersion")).startswith(_GROUPS)
    return _below(named_version(manifest, _VERSIONS), path) if is_versioned else None


def version_beside(manifest: Fields, path: Path = ()) -> NamedVersion | None:
    """Return the release of a cluster that takes configurations as objects beside its own document; None otherwise.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    takes_some = any(product.takes_objects and product.is_of(manifest) for product in PRODUCTS)
    return version_in(manifest, path) if takes_some else None


def _below(version: NamedVersion | None, path: Path) -> NamedVersion | None:
    """Return a version with its place below that of its manifest."""
    return None if version is None else version._replace(path=(*path, *version.path))


def _is_of_kubernetes(manifest: Fields) -> bool:
    """Return whether a manifest is one of Kubernetes' own kinds, which have flags in no other place than a Pod."""
    group = text(manifest.get("apiVersion")).rpartition("/")[0]
    return "kind" in manifest and ("." not in group or group.endswith(".k8s.io"))


def _keys(data: object, path: Path, names: tuple[str, ...]) -> Iterator[tuple[Path, object]]:
    """Yield the values of some keys, however deep."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in names:
                yield (*path, key), value
            else:
                yield from _keys(value, (*path, key), names)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _keys(item, (*path, index), names)
