"""What a product is that runs kube-scheduler, and how flags are written in its files; see `known_products`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from schedcfg.document import Document
from schedcfg.document.span import Path, follow
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.sources.manifests.command_line import CommandLineFlag, is_resolved
from schedcfg.sources.manifests.pod import Fields, fields, image, text
from schedcfg.sources.manifests.versions import NamedVersion, named_version
from schedcfg.sources.neighboring import Text

Reader = Callable[[object, Path], Iterator[CommandLineFlag]]
"""Yields the flags in the value at a path."""

_TEMPLATES = ("{{", "${", "$(")
"""What begins a value that another tool fills in later."""


class Product(NamedTuple):
    """One form in which a product takes flags."""

    name: str
    read: Reader
    at: Path = ()  # Where they are: in each document of the kinds, or below any key of the names that `anywhere` lists
    groups: str = ""  # What the API version of its documents begins with; empty: they have none, and no kind
    kinds: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()  # Keys that nothing else has: the flags are there, however deep
    requires: str = ""  # A key at the top of its documents, where neither group nor kind shows whose they are
    unless: str = ""  # A key at the top of its documents whose flags are in the place of these
    versions: tuple[Path, ...] = ()  # Where the release is, the nearest first: a version, or an image with a tag
    are_beside: bool = False  # Whether that may be in another file of its, or document, as variables of Ansible are
    image: Path = ()  # Where the scheduler's own image is, beside the keys that `anywhere` lists; empty: nowhere
    kubeconfig: str = KUBECONFIG
    takes_objects: bool = False  # Whether it takes a configuration as an object of its own, beside its document
    passes_config: bool = False  # Whether it starts the scheduler with a `--config` of its own, in which its fields are
    own_flags: frozenset[str] = frozenset()

    def is_of(self, manifest: Fields) -> bool:
        """Return whether a document may be the product's."""
        if self.unless and manifest.get(self.unless):
            return False
        if not self.groups and not self.kinds:
            return "kind" not in manifest and (not self.requires or self.requires in manifest)
        return manifest.get("kind") in self.kinds and text(manifest.get("apiVersion")).startswith(self.groups)


class ProductScheduler(NamedTuple):
    """A scheduler that a product runs."""

    product: Product
    path: Path  # Where its flags are
    data: object
    flags: tuple[CommandLineFlag, ...]  # The flags, and `--config` where the product passes it
    version: NamedVersion | None  # The release; None where none is written
    image: str = ""  # The scheduler's image; empty where none is named


def scheduler_of(product: Product, data: object, path: Path, version: NamedVersion | None) -> ProductScheduler:
    """Return the scheduler to which a product gives flags.

    Args:
        product: The product.
        data: What has the flags in it.
        path: Where that is.
        version: The release that the document names; None where it does not.
    """
    config = CommandLineFlag("config", None, path, path, on_key=True, is_known=False)
    flags = [config] if product.passes_config else []
    flags += map(by_known_name, product.read(data, path))
    return ProductScheduler(product, path, data, tuple(flags), version)


def version_of(image_path: Path, versions: tuple[Path, ...], data: object) -> NamedVersion | None:
    """Return the release that a document of a product names for its scheduler; None where it names none.

    Args:
        image_path: Where the scheduler's own image is, which comes first; empty where that is nowhere.
        versions: Where else the release is.
        data: The document's data.
    """
    own = named_version(data, (image_path,)) if image_path else None
    is_own_shown = own is not None and image(text(follow(data, image_path))).release == own.kubernetes
    return own if is_own_shown else named_version(data, versions)


def by_known_name(flag: CommandLineFlag) -> CommandLineFlag:
    """Return a flag under the name that kube-scheduler knows, with the one that is written beside it."""
    written = flag.name.lstrip("-")
    return flag._replace(name=written.replace("_", "-"), written=written if "_" in written else "")


def _is_known(value: str) -> bool:
    return is_resolved(value) and not any(mark in value for mark in _TEMPLATES)


def read_pairs(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Yield the flags in a text `name=value`, with or without dashes, or in a list of such."""
    listed = [(data, path)] if isinstance(data, str) else [(one, (*path, at)) for at, one in enumerate(_list(data))]
    for word, place in listed:
        if isinstance(word, str) and _is_known(word.partition("=")[0]):
            name, equals, value = word.partition("=")
            yield CommandLineFlag(name, value if equals else None, place, place, is_known=_is_known(value))


def read_mapping(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Yield the flags in a mapping of names to values, each of which may be a list for a flag that is repeated."""
    for name, written in fields(data).items():
        values = written if isinstance(written, list) else [written]
        for value in map(_flag_value, values):
            place = (*path, name)
            if _is_known(name) and name != "$patch":
                yield CommandLineFlag(name, value, place, place, on_key=True, is_known=_is_known(value or ""))


def by_field(names: Mapping[Path, str]) -> Reader:
    """Return a reader of fields that each become a flag."""

    def read(data: object, path: Path) -> Iterator[CommandLineFlag]:
        for field, name in names.items():
            value, place = follow(data, field), (*path, *field)
            if value is not None:
                written = _flag_value(value)
                yield CommandLineFlag(name, written, place, place, on_key=True, is_known=_is_known(written or ""))

    return read


def _flag_value(value: object) -> str | None:
    """Return a value as it is written behind a flag."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ",".join(f"{key}={_flag_value(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ",".join(str(_flag_value(inner)) for inner in value)
    return None if value is None else str(value)


def _list(data: object) -> list[object]:
    return data if isinstance(data, list) else []


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
