"""Items: the configurations in ConfigMaps validated or migrated, and the manifests around them checked."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from schedcfg.changes.migrate.migrate import migrate
from schedcfg.changes.migrate.results import FileMigration, MigrationStatus
from schedcfg.cli.krm import results
from schedcfg.cli.krm.config import FunctionConfig
from schedcfg.cli.krm.resources import ResourceRef, resource_ref
from schedcfg.cli.krm.results import Result
from schedcfg.document import Path, parse
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict
from schedcfg.rules.folder_context import FolderContext
from schedcfg.rules.registry import run_on_manifest
from schedcfg.sources import STDIN, embedded, mentions_manifests
from schedcfg.sources import Text as FileText
from schedcfg.sources.configurations import Role
from schedcfg.sources.embedded import Manifest
from schedcfg.sources.manifests.reading import has_manifests
from schedcfg.sources.type_meta import is_policy, read_type_meta
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.selection.selection import quiet
from schedcfg.validation.text import validate_stream


class HeldConfiguration(NamedTuple):
    """The text of a configuration in a resource."""

    field: Path  # Where it is in the resource
    text: str
    role: Role


class HandledText(NamedTuple):
    """What became of the text of a configuration."""

    text: str
    results: tuple[Result, ...] = ()


def texts(data: dict[str, object]) -> Iterator[HeldConfiguration]:
    """Yield the configurations and Policies in a ConfigMap."""
    for key, value in embedded.values(data):
        policy = embedded.holds_policy(parse(value), value)
        if policy is not None:
            yield HeldConfiguration(results.key_of_data(key), value, Role.POLICY if policy else Role.CONFIG)


def handle_text(one: HeldConfiguration, resource: ResourceRef, config: FunctionConfig) -> HandledText:
    """Validate a configuration or, where that is requested, migrate it."""
    return migrated(one, resource, config) if config.migrate_to else _validated(one, resource, config)


def migrated(one: HeldConfiguration, resource: ResourceRef, config: FunctionConfig) -> HandledText:
    """Migrate a configuration; one that cannot be migrated stays as it is."""
    file = migrate(one.text, config.migrate_to, options=replace(config.options, role=one.role))
    return HandledText(file.migrated or one.text, tuple(_migration_results(file, one, resource)))


def _validated(one: HeldConfiguration, resource: ResourceRef, config: FunctionConfig) -> HandledText:
    stream = parse(one.text)
    report = validate_stream(stream, replace(config.options, role=one.role), STDIN).report
    shown = quiet(report, stream, config.options.selection)
    return HandledText(one.text, tuple(results.file(shown, resource, one.field)))


def _migration_results(file: FileMigration, one: HeldConfiguration, resource: ResourceRef) -> Iterator[Result]:
    for document in file.documents:
        if document.status is MigrationStatus.MIGRATED:
            yield from results.migration(document, resource, one.field)
        if not document.fits:
            yield from results.findings(document.findings, resource, one.field)


_NOT_IN_CONFIG_MAP = results.wrong(
    "bare-configuration",
    (),
    "this is a file for kube-scheduler and not a resource: the API server does not know its kind",
    "Put its text under `data` of a ConfigMap, or in `configuration` of a SchedulerConfig's `spec.generate`.",
)


def handle_item(item: Manifest, draft: Draft, config: FunctionConfig) -> Iterator[Result]:
    """Validate or migrate the configurations in an item, and yield what was found."""
    holder = resource_ref(item.data, item.kind)
    if read_type_meta(item.data).is_configuration or is_policy(item.data):
        yield results.problem(_NOT_IN_CONFIG_MAP, holder)
    if item.kind != "ConfigMap":
        return
    for one in texts(item.data):
        outcome = handle_text(one, holder, config)
        yield from outcome.results
        if outcome.text != one.text:
            try:
                draft.replace((*item.path, *one.field), outcome.text)
            except EditConflict as conflict:
                yield results.problem(results.by_hand(conflict), holder)


def manifest_results(draft: Draft, config: FunctionConfig) -> Iterator[Result]:
    """Yield what is wrong with the items around configurations, as `schedcfg validate` finds it in a folder.

    Raises:
        UnreadableInput: if there is more in them than is validated.
    """
    text = FileText("", parse(draft.text)) if mentions_manifests(draft.text) else None
    if text is None or not has_manifests(text.stream):
        return
    validator = DocumentValidator.of(config.options)
    for one, context in FolderContext((text,), validator).contexts_of(text):
        item = one.manifest
        if one.document is one.host and item.path:
            for problem in run_on_manifest(context):
                inside = problem._replace(path=problem.path[len(item.path) :])
                yield results.problem(inside, resource_ref(item.data, item.kind))
