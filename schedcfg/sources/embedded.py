"""Configurations inside other documents: ConfigMaps, lists of manifests, and whatever else has one."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from schedcfg.cards import RuleCard
from schedcfg.document import Document, Path, Span, Stream, parse, render
from schedcfg.document.excerpt import Excerpt, Part, Parts
from schedcfg.document.span import follow
from schedcfg.document.stream import SourceText
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.sources.config_map_texts import holds_policy, mapped, unindented_in, values
from schedcfg.sources.in_place import (
    FoundMapping,
    FoundText,
    check_number,
    inside,
    is_folded,
    item,
    read,
    yaml_item,
)
from schedcfg.sources.managed.made import configuration_of_product
from schedcfg.sources.managed.settings import managed_in
from schedcfg.sources.marks import may_contain_configuration
from schedcfg.sources.terraform import is_plan, planned_objects
from schedcfg.sources.type_meta import is_policy, read_type_meta
from schedcfg.sources.written_back import written_back

_KIND_OF_ITEMS = {"List": None, "ResourceList": None, "ConfigMapList": "ConfigMap"}
"""Kind of a list → the kind of items without one: the API server leaves it out in a typed list."""
_CARRIERS = frozenset({"Work", "ManifestWork"})
"""Kinds by which Karmada and Open Cluster Management carry manifests to other clusters."""
_CARRIED: Path = ("spec", "workload", "manifests")


class Manifest(NamedTuple):
    """One object as it would be given to the API server."""

    path: Path  # Where it is in its document; empty where it is the whole of it
    kind: str | None  # Its kind; None where none is written, or no text
    data: dict[str, object]


def manifests(data: object, path: Path = (), kind: str | None = None) -> Iterator[Manifest]:
    """Yield the manifests in a document's data, in order; none where it is no mapping.

    Of Terraform's plan, each resource is one; what is no object of Kubernetes has no kind.

    Args:
        data: The document's data, or that of an item.
        path: Where it is in the document.
        kind: Its kind if none is written.
    """
    if not isinstance(data, dict):
        return
    if not path and is_plan(data):
        yield from (Manifest(one.path, _kind_of(one.data), one.data) for one in planned_objects(data))
        return
    kind = _kind_of(data, kind)
    place: Path = _CARRIED if kind in _CARRIERS else ("items",)
    items = follow(data, place)
    if (kind in _KIND_OF_ITEMS or kind in _CARRIERS) and isinstance(items, list):
        for index, item in enumerate(items):
            yield from manifests(item, (*path, *place, index), _KIND_OF_ITEMS.get(kind))
    else:
        yield Manifest(path, kind, data)


def _kind_of(data: dict[str, object], otherwise: str | None = None) -> str | None:
    written = data.get("kind", otherwise)
    return written if isinstance(written, str) else None


_TIED = Problem(
    "shared-text",
    (),
    "this list item shares anchors or aliases with other parts of the file, so it is validated as a whole",
    "To get lines and columns, write the values in place of the aliases, or put the configuration into a separate "
    "file.",
    finding_class=FindingClass.ADVISED,
    severity=Severity.INFO,
)


class Embedded(NamedTuple):
    """A configuration that is a ConfigMap's text, an item of a list of manifests, or elsewhere in a document."""

    key: str | None  # The key under `data` of a ConfigMap, or the path in another document; None for an item of a list
    # Its text, read. If it is in the file as it is, everything around it is blanked out, so that lines, columns and
    # offsets are those of the file, and an edit of the one is an edit of the other. For an excerpt, the text inside the
    # file that it is of, or a text without documents where that is the whole file.
    stream: Stream
    span: Span | None  # The whole value, where its text could not be kept in place; None where positions are right
    is_policy: bool
    notes: tuple[Problem, ...] = ()
    excerpt: Excerpt | None = None  # The parts of the document that it is made of; None where it has a text of its own
    file: str = ""  # The name of the file that the text becomes, where that is written beside it; empty otherwise
    manifest: Manifest | None = None  # The manifest that it is in

    @property
    def owner(self) -> str:
        """The object that it is in: `ConfigMap kube-system/scheduler`; empty where that has no name."""
        return "" if self.manifest is None else owner_of(self.manifest)

    @property
    def runs_stock(self) -> bool:
        """Whether it is certain that the stock scheduler runs it, as a managed cluster's product does."""
        managed = None if self.manifest is None else managed_in(self.manifest.data, ())
        return managed is not None and bool(managed.offered.text)

    @property
    def text(self) -> str:
        """The configuration's text."""
        return self.stream.text


def configurations_in(document: Document) -> list[Embedded]:
    """List the scheduler configurations and Policies inside a document that is none itself.

    They are in ConfigMaps and lists of manifests, or wherever a text or a mapping is a whole configuration; of some
    products the fields alone are enough.
    """
    return list(_by_offset(document).values())


def _by_offset(document: Document) -> dict[int, Embedded]:
    """Return them by where their values begin. What several aliases lead to is in it once."""
    found: dict[int, Embedded] = {}
    text, data = document.text, document.data
    is_worth_a_look = _mentions_configuration(document.source)
    for manifest in manifests(data):
        for place, embedded in _in_manifest(manifest, document, text, is_worth_a_look=is_worth_a_look):
            # In a text inside it, that has its own manifests.
            found.setdefault(place.start.offset, embedded._replace(manifest=embedded.manifest or manifest))
            check_number(len(found), text)
    if isinstance(data, list) and is_worth_a_look:
        for place, embedded in _anywhere(data, (), document, text):
            found.setdefault(place.start.offset, embedded)
            check_number(len(found), text)
    product = configuration_of_product(data)
    if product is not None:
        host_place, whole = document.locate(product.path), next(manifests(data), None)
        embedded = found.setdefault(host_place.value.start.offset, _excerpt(product, document)._replace(manifest=whole))
        if product.refused_as_text is not None and isinstance(follow(data, product.path), str):
            # What is found in a quoted text is moved to its place in the file, and that of the key would be as well.
            is_in_place = embedded.span is None
            note = product.refused_as_text._replace(span=host_place.key or host_place.value if is_in_place else None)
            found[host_place.value.start.offset] = embedded._replace(notes=(*embedded.notes, note))
    return found


def owner_of(manifest: Manifest) -> str:
    """Return what a manifest is called: `ConfigMap kube-system/scheduler`; empty where it has no name."""
    name, namespace = (follow(manifest.data, ("metadata", field)) for field in ("name", "namespace"))
    full = f"{namespace}/{name}" if isinstance(namespace, str) else name
    return f"{manifest.kind} {full}" if isinstance(name, str) and manifest.kind else ""


def _in_manifest(
    manifest: Manifest, document: Document, text: str, *, is_worth_a_look: bool
) -> Iterator[tuple[Span, Embedded]]:
    if manifest.kind == "ConfigMap":
        owned = written_back(manifest.data, document, manifest.path)
        notes = () if owned is None else (owned,)
        for key, value in values(manifest.data):
            place = document.locate((*manifest.path, "data", key)).value
            yield from ((place, one._replace(notes=(*one.notes, *notes))) for one in _value(key, value, place, text))
        yield from _mappings_for_texts(manifest, document)
        yield from _unindented_texts(manifest, document, text)
        return
    policy = is_policy(manifest.data)
    if policy or read_type_meta(manifest.data).is_configuration:
        if manifest.path:
            place = document.locate(manifest.path).value
            yield place, _item(manifest, place, document, text)._replace(is_policy=policy)
    elif is_worth_a_look:
        yield from _anywhere(manifest.data, manifest.path, document, text)


@lru_cache(maxsize=4)
def _mentions_configuration(source: SourceText) -> bool:
    """Return whether a whole file may have a configuration anywhere: each document in it asks."""
    return may_contain_configuration(source.text)


def _anywhere(data: object, path: Path, document: Document, text: str) -> Iterator[tuple[Span, Embedded]]:
    """Yield what is in a document of another kind: nothing but what says its kind.

    Args:
        data: The document's data, or that of an item.
        path: Where it is in the document.
        document: The document.
        text: Its text.
    """
    for number, found in enumerate(inside(data, path), 1):
        check_number(number, text)
        place = document.locate(found.path).value
        if isinstance(found, FoundMapping):
            yield place, _excerpt(found, document)
        elif (whole := next(_whole(found, place, text), None)) is not None:
            yield place, whole._replace(file=_file_beside(follow(data, found.path[len(path) : -1])))
        else:
            yield from _deeper(found, place, text)


def _whole(found: FoundText, place: Span, text: str) -> Iterator[Embedded]:
    """Yield what a text is, if it is a configuration itself."""
    for embedded in _value(render(found.path), found.text, place, text):
        meta = read_type_meta(embedded.stream.documents[0].data) if embedded.stream.documents else None
        if meta is not None and meta.is_configuration and not embedded.is_policy:
            yield embedded


def _deeper(found: FoundText, place: Span, text: str) -> Iterator[tuple[Span, Embedded]]:
    """Yield what is inside the documents of a text, as inside a patch of a product's document."""
    stream, span = read(text, place, found.text)
    for document in stream.documents:
        for offset, embedded in _by_offset(document).items():
            own = stream if embedded.excerpt is not None and not embedded.stream.documents else embedded.stream
            start = place.start if span else stream.source.lines.position(offset)
            key = ": ".join(filter(None, (render(found.path), embedded.key)))
            yield Span(start, place.end), embedded._replace(key=key, stream=own, span=span or embedded.span)


def _file_beside(fields: object) -> str:
    """Return the name of the file that a text becomes, where its path is written beside it; empty otherwise."""
    paths = (follow(fields, (key,)) for key in _PATH_KEYS) if isinstance(fields, dict) else ()
    return next((path.rpartition("/")[2] for path in paths if isinstance(path, str)), "")


_PATH_KEYS = ("path", "dest")
"""Keys of the path beside a text: what products, cloud-init and playbooks have for a file of a node."""


def _excerpt(found: FoundMapping, document: Document) -> Embedded:
    excerpt = Excerpt(document, found.parts)
    return Embedded(render(found.path), parse(""), None, is_policy=False, excerpt=excerpt)


def _mappings_for_texts(manifest: Manifest, document: Document) -> Iterator[tuple[Span, Embedded]]:
    """Yield configurations that are mappings where a ConfigMap has texts."""
    data = manifest.data.get("data")
    for key, value in data.items() if isinstance(data, dict) else ():
        if not isinstance(value, dict) or not read_type_meta(value).is_configuration:
            continue
        path = (*manifest.path, "data", key)
        place = document.locate(path)
        problem = mapped(str(key), place.key or place.value)
        embedded = _excerpt(FoundMapping(path, Parts((Part((), path),), {})), document)
        yield place.value, embedded._replace(key=str(key), notes=(problem,))


def _unindented_texts(manifest: Manifest, document: Document, text: str) -> Iterator[tuple[Span, Embedded]]:
    """Yield what should be the text of a key, and comes after it."""
    data, path = manifest.data.get("data"), (*manifest.path, "data")
    if not isinstance(data, dict) or not read_type_meta(data).is_configuration:
        return  # without a look at the text, of which that would need all places
    problem = unindented_in(data, document, path)
    if problem is None:
        return
    key = next(key for key in data if document.locate((*path, key)).key == problem.span)
    keys = list(data)
    rest = {later: data[later] for later in keys[keys.index(key) + 1 :]}
    if not read_type_meta(rest).is_configuration:
        return
    first, whole = document.locate((*path, next(iter(rest)))), document.locate(path).value
    span = Span((first.key or first.value).start, whole.end)
    part = parse(item(text, span))
    if part.error is None and [one.data for one in part.documents] == [rest]:
        yield span, Embedded(key, part, None, is_policy=False, notes=(problem,))


def _value(key: str, value: str, place: Span, text: str) -> Iterator[Embedded]:
    stream, span = read(text, place, value)
    if stream.error is not None and is_folded(text, place.start.offset):
        message = f"`>` joins the lines of this text, so that it is not YAML any more: {stream.error.message}"
        stream = Stream(
            stream.source, stream.documents, stream.error._replace(message=message, help=f"Write `{key}: |`.")
        )
    policy = holds_policy(stream, value)
    if policy is not None:
        yield Embedded(key, stream, span, policy)


def _item(manifest: Manifest, place: Span, document: Document, text: str) -> Embedded:
    part = parse(item(text, place) if document.is_json else yaml_item(text, place))
    if part.error is None and [one.data for one in part.documents] == [manifest.data]:
        return Embedded(None, part, None, is_policy=False)
    from schedcfg.document import yaml_writer  # noqa: PLC0415 - hardly any item is tied to others

    own_text = yaml_writer.write(_sorted_keys(manifest.data))
    return Embedded(None, parse(own_text), place, is_policy=False, notes=(_TIED,))


def _sorted_keys(data: object) -> object:
    """Return data with its keys sorted: what comes from several places has no order of its own."""
    if isinstance(data, dict):
        return {key: _sorted_keys(data[key]) for key in sorted(data)}
    return [_sorted_keys(item) for item in data] if isinstance(data, list) else data


CARDS = (
    RuleCard(
        id="shared-text",
        finding_class=FindingClass.ADVISED,
        severity=Severity.INFO,
        title="The configuration uses anchors of other objects",
        why="Kubernetes accepts this, but no line of the file belongs to this configuration alone: findings apply to "
        "all of it, and nothing can be changed in place.",
        source="gopkg.in/yaml.v2, decode.go, alias",
        bad="""\
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: lease
    data: &lease
      resourceName: batch
  - apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection: *lease
""",
        good="""\
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: lease
    data:
      resourceName: batch
  - apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection:
      resourceName: batch
""",
    ),
)
