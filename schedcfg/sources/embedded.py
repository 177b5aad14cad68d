"""Configurations inside other objects, read where they stand: their positions are positions in the file."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.decode import is_policy, read_type_meta
from schedcfg.diagnostics import FindingClass, Problem, Severity
from schedcfg.document import Document, Span, Stream, parse
from schedcfg.sources import config_map, in_place
from schedcfg.sources.manifests import Manifest, manifests

_TIED = Problem(
    "shared-text",
    (),
    "this item of the list uses anchors or aliases of other parts of the file, so it is judged as a whole",
    "Write out what the aliases stand for, or put the configuration into a file of its own, to get lines and columns.",
    finding_class=FindingClass.ADVISED,
    severity=Severity.INFO,
)


class Embedded(NamedTuple):
    """A configuration that is the text of a ConfigMap's key, or an item of a list of manifests.

    Attributes:
        key: The key under `data`; None for an item of a list.
        stream: Its text, read. If it stands in the file as it is, everything around it is blanked out, so that lines,
            columns and offsets are those of the file, and an edit of the one is an edit of the other.
        span: The whole value, where its text could not be kept in place; None where positions are right.
        is_policy: Whether it is a legacy Policy.
        notes: What is to be said about how it stands there.
    """

    key: str | None
    stream: Stream
    span: Span | None
    is_policy: bool
    notes: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        """The configuration's text."""
        return self.stream.text


def configurations_in(document: Document, text: str) -> list[Embedded]:
    """List the scheduler configurations and Policies inside a ConfigMap or list of manifests; none in anything else.

    What several aliases lead to is listed once.

    Args:
        document: The document.
        text: The whole text that it was read from.
    """
    found: dict[int, Embedded] = {}
    for manifest in manifests(document.data):
        for place, embedded in _in_manifest(manifest, document, text):
            found.setdefault(place.start.offset, embedded)
    return list(found.values())


def _in_manifest(manifest: Manifest, document: Document, text: str) -> Iterator[tuple[Span, Embedded]]:
    if manifest.kind == "ConfigMap":
        for key, value in config_map.values(manifest.data):
            place = document.locate((*manifest.path, "data", key)).value
            yield from ((place, one) for one in _value(key, value, place, text))
    elif manifest.path:
        policy = is_policy(manifest.data)
        if policy or read_type_meta(manifest.data).is_configuration:
            place = document.locate(manifest.path).value
            yield place, _item(manifest, place, document, text)._replace(is_policy=policy)


def _value(key: str, value: str, place: Span, text: str) -> Iterator[Embedded]:
    stream, span = in_place.read(text, place, value)
    policy = config_map.holds_policy(stream, value)
    if policy is not None:
        yield Embedded(key, stream, span, policy)


def _item(manifest: Manifest, place: Span, document: Document, text: str) -> Embedded:
    alone = parse(in_place.item(text, place) if document.is_json else in_place.yaml_item(text, place))
    if alone.error is None and [one.data for one in alone.documents] == [manifest.data]:
        return Embedded(None, alone, None, is_policy=False)
    from schedcfg.document import yaml_writer  # noqa: PLC0415 - hardly any item is tied to others

    return Embedded(None, parse(yaml_writer.write(manifest.data)), place, is_policy=False, notes=(_TIED,))
