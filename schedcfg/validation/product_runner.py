"""What runs a configuration that is in the file of a product, or beside it: the release that the product's files name.

Where a manifest starts a scheduler with a configuration, that counts instead; and what it does not read is read by the
nearest release that does.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache

from schedcfg import releases
from schedcfg.configuration.decode.configuration import nearest_reader
from schedcfg.document import Document, Stream
from schedcfg.errors import UnknownTarget
from schedcfg.releases.release import Release
from schedcfg.rules.context_cache import FileInContext
from schedcfg.rules.deployment import Runner
from schedcfg.sources import Text
from schedcfg.sources.configurations import FoundConfiguration, Role
from schedcfg.sources.embedded import Manifest, manifests, owner_of
from schedcfg.sources.in_place import FoundMapping, configuration_arranged
from schedcfg.sources.managed.made import configuration_of_product
from schedcfg.sources.manifests.pod import image
from schedcfg.sources.manifests.product_documents import (
    NamedRelease,
    image_at,
    named_releases,
    place_in,
    version_beside,
    version_in,
    version_of,
)

TextsBeside = Callable[[], Iterable[Text]]
"""Returns the texts of the same folder; none where nothing is known of it."""


def product_runner(found: FoundConfiguration, stream: Stream, beside: TextsBeside) -> Runner | None:
    """Return what runs a configuration by the files of a product, where they agree on a release; None otherwise.

    Args:
        found: The configuration.
        stream: The text that it is in.
        beside: Returns the texts of its folder.
    """
    if found.document is None or found.role is not Role.CONFIG:
        return None
    part = stream if stream.blocks is None else stream.blocks[found.number]
    if found.document.arrangement is not None:
        named = _of_fields(found.document, part, beside)
    elif found.key is not None:
        named = list(_of_host(found, part))
    else:
        named = _of_object(part, beside)
    if len({one.version.kubernetes for one in named}) != 1:
        return None
    version, place = named[0]
    with suppress(UnknownTarget):
        return Runner(releases.at(version.patch_release or version.kubernetes), place)
    return None


def nearest_reader_of(found: FoundConfiguration, here: FileInContext) -> Release | None:
    """Return the release nearest to that of a configuration's scheduler which reads it, where its scheduler does not.

    Args:
        found: The configuration.
        here: The text that it is in, and the files around it.
    """
    for within, _, context in here.folder.started_with(here.text):
        if within == found.within and context.release is not None and context.release_known:
            configured = context.configured
            return None if configured is None else nearest_reader(configured.meta, context.release)
    return None


def _of_fields(document: Document, part: Stream, beside: TextsBeside) -> list[NamedRelease]:
    """Return the releases that a product names for its fields: in their own document, in their text, or beside it."""
    own = part.documents[document.index]
    assert document.arrangement is not None
    product = configuration_of_product(own.data) or configuration_arranged(document.arrangement)
    if product is None or not product.versions or _has_own_image(product, own.data):
        return []
    version = version_of(product.image, product.versions, own.data)
    if version is not None:
        return [NamedRelease(version, place_in(Text("", part), own, version.path))]
    inside = list(named_releases([Text("", part)], product.versions))
    return inside or list(named_releases(beside(), product.versions))


def _has_own_image(product: FoundMapping, data: object) -> bool:
    """Return whether a document names an image for the scheduler whose name does not show its release."""
    its_image = image_at(product.image, data)
    return bool(its_image) and image(its_image).release is None


def _of_host(found: FoundConfiguration, part: Stream) -> Iterator[NamedRelease]:
    """Yield the release of the cluster whose document has a configuration in it, as one of the files of its nodes.

    A document without a name may be any of its text.
    """
    for document, manifest in _manifests_by_owner(part).get(found.owner, ()):
        version = version_in(manifest.data, manifest.path)
        if version is not None:
            yield NamedRelease(version, place_in(Text("", part), document, version.path))


@lru_cache(maxsize=1)
def _manifests_by_owner(part: Stream) -> dict[str, list[tuple[Document, Manifest]]]:
    """Return the manifests of a text by what messages call them: the configurations of a text ask one by one."""
    found: dict[str, list[tuple[Document, Manifest]]] = defaultdict(list)
    for document in part.documents:
        for manifest in manifests(document.data):
            found[owner_of(manifest)].append((document, manifest))
    return found


def _of_object(part: Stream, beside: TextsBeside) -> list[NamedRelease]:
    """Return the releases of the clusters to which a configuration may be given as an object of its own."""
    return list(_clusters([Text("", part)])) or list(_clusters(beside()))


def _clusters(texts: Iterable[Text]) -> Iterator[NamedRelease]:
    for one in texts:
        for document in one.stream.documents:
            for manifest in manifests(document.data):
                version = version_beside(manifest.data, manifest.path)
                if version is not None:
                    yield NamedRelease(version, place_in(one, document, version.path))
