"""Configurations in ConfigMaps: judged, or carried over to another API version."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from schedcfg.decode import is_policy, read_type_meta
from schedcfg.document import Path, parse
from schedcfg.document.edit import Draft
from schedcfg.document_validation import DocumentValidator
from schedcfg.errors import EditConflict
from schedcfg.krm import results
from schedcfg.krm.results import Resource, Result
from schedcfg.krm.settings import Asked
from schedcfg.manifests.fields import fields, text
from schedcfg.migrations.migrate import migrate
from schedcfg.migrations.results import FileMigration, MigrationStatus
from schedcfg.operations.surroundings.scenes import Stage
from schedcfg.rules import run_scene
from schedcfg.selection.selection import quiet
from schedcfg.sources import STDIN, embedded, mentions_surroundings
from schedcfg.sources import Text as FileText
from schedcfg.sources.configurations import Role
from schedcfg.sources.embedded import Manifest, manifests
from schedcfg.validation import validate_stream


class HeldConfiguration(NamedTuple):
    """The text of a configuration in a resource.

    Attributes:
        field: Where it stands in the resource.
        text: The text.
        role: What it is.
    """

    field: Path
    text: str
    role: Role


class Outcome(NamedTuple):
    """What became of it.

    Attributes:
        text: As it should be.
        results: What is to be said about it.
    """

    text: str
    results: tuple[Result, ...] = ()


def texts(data: dict[str, object]) -> Iterator[HeldConfiguration]:
    """Yield the configurations and Policies in a ConfigMap."""
    for key, value in embedded.values(data):
        policy = embedded.holds_policy(parse(value), value)
        if policy is not None:
            yield HeldConfiguration(results.key_of_data(key), value, Role.POLICY if policy else Role.CONFIG)


def read(one: HeldConfiguration, resource: Resource, asked: Asked) -> Outcome:
    """Judge a configuration or, where that is asked for, carry it over."""
    return carried(one, resource, asked) if asked.migrate_to else _judged(one, resource, asked)


def carried(one: HeldConfiguration, resource: Resource, asked: Asked) -> Outcome:
    """Carry a configuration over; one that cannot be stays as it is."""
    file = migrate(one.text, asked.migrate_to, options=replace(asked.options, role=one.role))
    return Outcome(file.migrated or one.text, tuple(_told(file, one, resource)))


def _judged(one: HeldConfiguration, resource: Resource, asked: Asked) -> Outcome:
    stream = parse(one.text)
    report = validate_stream(stream, replace(asked.options, role=one.role), STDIN).report
    told = quiet(report, stream, asked.options.selection)
    return Outcome(one.text, tuple(results.file(told, resource, one.field)))


def _told(file: FileMigration, one: HeldConfiguration, resource: Resource) -> Iterator[Result]:
    for document in file.documents:
        if document.status is MigrationStatus.MIGRATED:
            yield from results.migration(document, resource, one.field)
        yield from results.findings(document.findings, resource, one.field)


_FILE = ("internal.config.kubernetes.io/path", "config.kubernetes.io/path")
_INDEX = ("internal.config.kubernetes.io/index", "config.kubernetes.io/index")
"""Annotations of whoever read the file, the present one first (kustomize: `kyaml/kio/kioutil/kioutil.go`)."""

_LONGEST_INDEX = 9
"""Digits: no file has more documents, and Python reads no number of thousands."""


def resource(data: Mapping[str, object], kind: str | None = None) -> Resource:
    """Tell which resource an object is.

    Args:
        data: The object.
        kind: What it is where it does not say so, as an item of a typed list.
    """
    metadata = fields(data.get("metadata"))
    annotations = fields(metadata.get("annotations"))
    index = _first(annotations, _INDEX)
    return Resource(
        api_version=text(data.get("apiVersion")),
        kind=kind or text(data.get("kind")),
        name=text(metadata.get("name")),
        namespace=text(metadata.get("namespace")),
        file=_first(annotations, _FILE),
        place=int(index) if index.isdecimal() and len(index) <= _LONGEST_INDEX else None,
    )


def _first(annotations: Mapping[str, object], keys: tuple[str, ...]) -> str:
    return next(filter(None, (text(annotations.get(key)) for key in keys)), "")


Identity = tuple[str, str, str, str]
"""API version, kind, namespace and name."""

_BARE = results.wrong(
    "bare-configuration",
    (),
    "this is a file of kube-scheduler and no resource: the API server does not know its kind",
    "Put it as text under `data` of a ConfigMap, or as `configuration` of a SchedulerConfig's `spec.generate`.",
)


def items(data: object) -> Iterator[Manifest]:
    """Yield the items of a list of resources, and of lists among them."""
    return (manifest for manifest in manifests(data) if manifest.path)


def look_at(item: Manifest, draft: Draft, asked: Asked) -> Iterator[Result]:
    """Judge or carry over the configurations in an item, and yield what there is to say about them."""
    what = resource(item.data, item.kind)
    if read_type_meta(item.data).is_configuration or is_policy(item.data):
        yield results.problem(_BARE, what)
    if item.kind != "ConfigMap":
        return
    for one in texts(item.data):
        outcome = read(one, what, asked)
        yield from outcome.results
        if outcome.text != one.text:
            try:
                draft.replace((*item.path, *one.field), outcome.text)
            except EditConflict as conflict:
                yield results.problem(results.by_hand(conflict), what)


def manifest_results(draft: Draft, asked: Asked) -> Iterator[Result]:
    """Yield what is wrong with the items around configurations, as `schedcfg validate` finds it in a folder."""
    if not mentions_surroundings(draft.text):
        return
    judge = DocumentValidator.of(asked.options)
    text = FileText("", parse(draft.text))
    for one, scene in Stage((text,), judge).scenes_of(text):
        item = one.manifest
        if one.document is one.host and item.path:
            for problem in run_scene(scene):
                inside = problem._replace(path=problem.path[len(item.path) :])
                yield results.problem(inside, resource(item.data, item.kind))
