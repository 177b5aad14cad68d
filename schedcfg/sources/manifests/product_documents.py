"""What a product's document says of its scheduler and of its cluster: the flags, and the release."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.document import Document
from schedcfg.document.span import Path, follow
from schedcfg.sources.manifests import kubeadm
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.flags_in_data import FlagReader, by_known_name
from schedcfg.sources.manifests.pod import Fields, image, text
from schedcfg.sources.manifests.versions import NamedVersion, named_version, patch_release, release, tag_or_version
from schedcfg.sources.products import products, recognized
from schedcfg.sources.products.product import FlagKeys, Product
from schedcfg.sources.text import Text


class ProductScheduler(NamedTuple):
    """A scheduler that a product runs."""

    product: Product
    path: Path  # Where its flags are
    data: object
    flags: tuple[CommandLineFlag, ...]  # The flags, and `--config` where the product passes it
    version: NamedVersion | None  # The release; None where none is written
    image: str = ""  # The scheduler's image; empty where none is named


def schedulers(manifest: Fields, path: Path) -> Iterator[ProductScheduler]:
    """Yield the schedulers to which a product's document gives flags; none of anything else.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    for product, form in recognized(manifest):
        for place in form.flags:
            data = None if place.unless and manifest.get(place.unless) else follow(manifest, place.at)
            if data is not None:
                version = _below(version_of(form.image, form.versions, manifest), path)
                scheduler = _scheduler(product, place.read, data, (*path, *place.at), version)
                yield scheduler._replace(image=image_at(form.image, manifest))
    if not is_of_kubernetes(manifest):
        for product in products():
            if product.flag_keys is not None:
                yield from _with_keys(product, product.flag_keys, manifest, path)


def scheduler_of_kubeadm(manifest: Fields, path: Path) -> kubeadm.KubeadmScheduler | None:
    """Read what kubeadm gets of the scheduler in a document of a product; None where it gets nothing.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    for _, form in recognized(manifest):
        if form.kubeadm is not None:
            at, reader = form.kubeadm
            found = kubeadm.read(follow(manifest, at), (*path, *at), kubeadm.version_of(manifest), reader)
            return found if found is None or not form.versions else _of_release(found, form.versions[0], manifest, path)
    return None


def kubeadm_patches(manifest: Fields, path: Path) -> Iterator[kubeadm.KubeadmPatch]:
    """Yield the texts in a product's document that patch a ClusterConfiguration; none of anything else."""
    for _, form in recognized(manifest):
        if form.kubeadm_patches is not None:
            yield from form.kubeadm_patches(manifest, path)


def _of_release(
    scheduler: kubeadm.KubeadmScheduler, version: Path, manifest: Fields, path: Path
) -> kubeadm.KubeadmScheduler:
    """Return a scheduler with the release that its document has outside of kubeadm's configuration."""
    named, place = follow(manifest, version), (*path, *version)
    return scheduler._replace(kubernetes=release(named), kubernetes_path=place, patch_release=patch_release(named))


def _with_keys(product: Product, keys: FlagKeys, manifest: Fields, path: Path) -> Iterator[ProductScheduler]:
    """Yield the schedulers that are given flags at keys which nothing else has."""
    for place, data in _values(manifest, path, keys.names):
        beside = follow(manifest, place[len(path) : -1])
        own = version_of(keys.image, (), beside)
        version = _below(own, place[:-1]) if own is not None else version_in(manifest, path)
        yield _scheduler(product, keys.read, data, place, version)._replace(image=image_at(keys.image, beside))


def image_at(path: Path, data: object) -> str:
    """Return the image that a document of a product names for its scheduler; empty where that is nowhere, or none."""
    return text(follow(data, path)) if path else ""


def _scheduler(
    product: Product, read: FlagReader, data: object, path: Path, version: NamedVersion | None
) -> ProductScheduler:
    config = CommandLineFlag("config", None, path, path, on_key=True, is_known=False)
    flags = [config] if product.passes_config else []
    flags += map(by_known_name, read(data, path))
    return ProductScheduler(product, path, data, tuple(flags), version)


def version_of(image_path: Path, versions: tuple[Path, ...], data: object) -> NamedVersion | None:
    """Return the release that a document of a product names for its scheduler; None where it names none.

    Args:
        image_path: Where the scheduler's own image is, which comes first; empty where that is nowhere.
        versions: Where else the release is.
        data: The document's data.
    """
    own = named_version(data, (image_path,)) if image_path else None
    is_own_shown = own is not None and image(image_at(image_path, data)).release == own.kubernetes
    return own if is_own_shown else named_version(data, versions)


def version_in(manifest: Fields, path: Path = ()) -> NamedVersion | None:
    """Return the release of the cluster that a product's document describes; None where it names none.

    What is about a scheduler comes first: of other documents, little more than the release is known.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    forms = sorted((form for _, form in recognized(manifest)), key=lambda form: not form.has_scheduler)
    versions = (version_of(form.image, form.versions, manifest) for form in forms)
    return _below(next(filter(None, versions), None), path)


def version_beside(manifest: Fields, path: Path = ()) -> NamedVersion | None:
    """Return the release of a cluster that takes configurations as objects beside its own document; None otherwise.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    takes_some = any(product.takes_objects for product, _ in recognized(manifest))
    return version_in(manifest, path) if takes_some else None


def _below(version: NamedVersion | None, path: Path) -> NamedVersion | None:
    """Return a version with its place below that of its manifest."""
    return None if version is None else version._replace(path=(*path, *version.path))


def is_of_kubernetes(manifest: Fields) -> bool:
    """Return whether a manifest is one of Kubernetes' own kinds, which have flags in no other place than a Pod."""
    group = text(manifest.get("apiVersion")).rpartition("/")[0]
    return "kind" in manifest and ("." not in group or group.endswith(".k8s.io"))


def _values(data: object, path: Path, names: tuple[str, ...]) -> Iterator[tuple[Path, object]]:
    """Yield the values of some keys, however deep."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in names:
                yield (*path, key), value
            else:
                yield from _values(value, (*path, key), names)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _values(item, (*path, index), names)


class ProductRelease(NamedTuple):
    """The release of a product that a document of it names, with what that has of a scheduler."""

    product: Product
    version: str  # `1.13.2`
    path: Path
    configurations: tuple[object, ...]  # As written there
    kubernetes: str | None


def product_release_in(manifest: Fields, path: Path) -> ProductRelease | None:
    """Return the release of a product that its document names; None where it names none, or has no known faults.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    for product, form in recognized(manifest):
        for place in product.own_versions if product.faults else ():
            version = tag_or_version(follow(manifest, place)).removeprefix("v")
            if version:
                fields = (follow(manifest, part.host) for part in form.fields)
                written = tuple(one for one in fields if isinstance(one, dict))
                its = version_of(form.image, form.versions, manifest)
                kubernetes = None if its is None else its.kubernetes
                return ProductRelease(product, version, (*path, *place), written, kubernetes)
    return None


class NamedRelease(NamedTuple):
    """Where a product's file names the release that it runs."""

    version: NamedVersion
    place: str  # `k8s-cluster.yml:14`, `line 14` in a text without a name


def named_releases(texts: Iterable[Text], versions: tuple[Path, ...]) -> Iterator[NamedRelease]:
    """Yield the release that each document of some texts names, where it does.

    Args:
        texts: The texts.
        versions: Where a version is, or an image with one as its tag.
    """
    for one in texts:
        for document in one.stream.documents:
            version = named_version(document.data, versions)
            if version is not None:
                yield NamedRelease(version, place_in(one, document, version.path))


def place_in(one: Text, document: Document, path: Path) -> str:
    """Return where a path of a document is, for messages: `k8s-cluster.yml:14`, `line 14` in a text without a name."""
    line = document.locate(path).value.start.line
    return f"{one.name}:{line}" if one.name else f"line {line}"
