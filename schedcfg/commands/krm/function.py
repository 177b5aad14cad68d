"""The function from its input to its output: who asks, what is generated, what the items hold, and the results."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from schedcfg.commands.generate.generation import GeneratedFile, generate_around_file
from schedcfg.commands.krm import results
from schedcfg.commands.krm.config import FunctionConfig, GenerationRequest, is_scheduler_config, read
from schedcfg.commands.krm.resources import Identity, ResourceRef, items, put_generated, resource_ref
from schedcfg.commands.krm.results import FunctionRun, Result, results_as_data
from schedcfg.commands.migrate.migrate import migrate
from schedcfg.commands.migrate.results import FileMigration, MigrationStatus
from schedcfg.document import Path, parse, render
from schedcfg.document.edit import Draft
from schedcfg.errors import BugGuard, EditConflict, UnreadableInput
from schedcfg.findings import Severity
from schedcfg.rules.context_cache import FileInContext, isolated
from schedcfg.rules.deployment import Runner
from schedcfg.rules.registry import run_on_manifest
from schedcfg.sources import STDIN, config_map_texts, mentions_manifests
from schedcfg.sources.configurations import Role
from schedcfg.sources.embedded import Manifest, owner_of
from schedcfg.sources.manifests.reading import Within, has_manifests
from schedcfg.sources.type_meta import is_policy, read_type_meta
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.selection.suppression import quiet
from schedcfg.validation.text import validate_stream


class HeldConfiguration(NamedTuple):
    """The text of a configuration in a resource."""

    field: Path  # Where it is in the resource
    text: str
    role: Role
    runner: Runner | None = None  # What runs it, where a manifest of the list names the release; None otherwise


class HandledText(NamedTuple):
    """What became of the text of a configuration."""

    text: str
    results: tuple[Result, ...] = ()


def texts(item: Manifest, runners: Mapping[Within, Runner]) -> Iterator[HeldConfiguration]:
    """Yield the configurations and Policies in a ConfigMap, with what runs them."""
    for key, value in config_map_texts.values(item.data):
        policy = config_map_texts.holds_policy(parse(value), value)
        if policy is not None:
            role = Role.POLICY if policy else Role.CONFIG
            runner = None if policy else runners.get((owner_of(item), key))
            yield HeldConfiguration(results.key_of_data(key), value, role, runner)


def handle_text(one: HeldConfiguration, resource: ResourceRef, config: FunctionConfig) -> HandledText:
    """Validate a configuration or, where that is requested, migrate it."""
    return _migrate(one, resource, config) if config.migrate_to else _validated_text(one, resource, config)


def _migrate(one: HeldConfiguration, resource: ResourceRef, config: FunctionConfig) -> HandledText:
    """Migrate a configuration; one that cannot be migrated stays as it is."""
    file = migrate(one.text, config.migrate_to, options=replace(config.options, role=one.role))
    return HandledText(file.migrated or one.text, tuple(_migration_results(file, one, resource)))


def _validated_text(one: HeldConfiguration, resource: ResourceRef, config: FunctionConfig) -> HandledText:
    stream = parse(one.text)
    options = replace(config.options, role=one.role)
    report = validate_stream(stream, options, STDIN, runner=one.runner).report
    shown = quiet(report, stream, config.options.selection)
    run_by = () if one.runner is None else (("runner", one.runner.manifest or one.runner.place),)
    return HandledText(one.text, tuple(results.file(shown, resource, one.field, run_by)))


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


def handle_item(
    item: Manifest, draft: Draft, config: FunctionConfig, runners: Mapping[Within, Runner]
) -> Iterator[Result]:
    """Validate or migrate the configurations in an item, and yield what was found."""
    holder = resource_ref(item.data, item.kind)
    if read_type_meta(item.data).is_configuration or is_policy(item.data):
        yield results.problem(_NOT_IN_CONFIG_MAP, holder)
    if item.kind != "ConfigMap":
        return
    for text in texts(item, runners):
        outcome = handle_text(text, holder, config)
        yield from outcome.results
        if outcome.text != text.text:
            try:
                draft.replace((*item.path, *text.field), outcome.text)
            except EditConflict as conflict:
                yield results.problem(results.by_hand(conflict), holder)


def _in_context(draft: Draft, config: FunctionConfig) -> FileInContext | None:
    """Return the list with what its items mean together; None where none of them has to do with schedulers.

    Raises:
        UnreadableInput: if there is more in them than is validated.
    """
    stream = parse(draft.text) if mentions_manifests(draft.text) else None
    if stream is None or not has_manifests(stream):
        return None
    return isolated(stream, DocumentValidator.of(config.options))


def _runners(draft: Draft, config: FunctionConfig) -> Mapping[Within, Runner]:
    """Return what runs the configurations of the items, unless a release was requested."""
    here = _in_context(draft, config) if config.options.kubernetes is None else None
    return {} if here is None else here.folder.runners(here.text)


def manifest_results(draft: Draft, config: FunctionConfig) -> Iterator[Result]:
    """Yield what is wrong with the items around configurations, as `schedcfg validate` finds it in a folder.

    Raises:
        UnreadableInput: if there is more in them than is validated.
    """
    here = _in_context(draft, config)
    if here is None:
        return
    for one, context in here.folder.contexts_of(here.text):
        item = one.manifest
        if one.document is one.host and item.path:
            for problem in run_on_manifest(context):
                inside = problem._replace(path=problem.path[len(item.path) :])
                yield results.problem(inside, resource_ref(item.data, item.kind))


_NOT_APPLIED = "kustomize.config.k8s.io/"
"""API group of what kustomize reads itself, such as a Kustomization: it is no item."""


class Generated(NamedTuple):
    """What was made."""

    manifests: tuple[dict[str, object], ...]  # Plain data, in order
    results: tuple[Result, ...]


def generate(wanted: GenerationRequest, resource: ResourceRef, config: FunctionConfig) -> Generated:
    """Make one thing; nothing where its configuration is refused.

    Args:
        wanted: What to make.
        resource: The `SchedulerConfig` that requests it.
        config: How configurations are validated, and what they are to be migrated to.
    """
    one = HeldConfiguration(wanted.field, wanted.configuration, Role.CONFIG)
    outcome = _migrate(one, resource, config) if config.migrate_to else HandledText(one.text)
    made, options = wanted.made, config.options
    generation = generate_around_file(parse(outcome.text), made.maker, options, name=made.file_name)
    found = list(outcome.results)
    if generation.report is not None:
        found += results.file(generation.report, resource, wanted.field)
    field = render(wanted.field[:-1])
    found += [Result(Severity.INFO, remark, resource, field, (("rule", "remark"),)) for remark in generation.remarks]
    manifests = tuple(manifest for file in generation.files for manifest in _manifests(file))
    return Generated(manifests, tuple(found))


def _manifests(file: GeneratedFile) -> Iterator[dict[str, object]]:
    for document in parse(file.text).documents:
        data = document.data
        if isinstance(data, dict) and not str(data.get("apiVersion")).startswith(_NOT_APPLIED):
            yield data


_NOBODY = ResourceRef("", "", "")


class Requester(NamedTuple):
    """A resource that requests something."""

    resource: ResourceRef  # Which; without a name where the function has no configuration
    config: FunctionConfig


def requesters(data: object, options: Options = DEFAULT) -> Iterator[Requester]:
    """Yield the function's own configuration, then the items that ask; those take from it what they leave open.

    Args:
        data: The list of resources.
        options: What holds where none of them says anything else.
    """
    base = FunctionConfig(options)
    config = data.get("functionConfig") if isinstance(data, dict) else None
    function = (
        Requester(resource_ref(config), read(config, base)) if isinstance(config, dict) else Requester(_NOBODY, base)
    )
    yield function
    for item in items(data):
        source = resource_ref(item.data, item.kind)
        # kustomize gives the configuration of a generator as an item as well.
        if is_scheduler_config(item.data) and source.identity != function.resource.identity:
            yield Requester(source, read(item.data, function.config))


_LISTS = ("ResourceList", "List", "ConfigMapList")


def run(text: str, options: Options = DEFAULT) -> FunctionRun:
    """Run the function: validate, migrate and generate, according to its configuration.

    Args:
        text: A list of resources (`ResourceList` or `List`), YAML or JSON.
        options: How configurations are validated where the configuration of the function says nothing else.

    Returns:
        The list with the results in it. What is not changed is as it was, to the letter. If one result is an error, no
        item is changed.

    Raises:
        UnreadableInput: if the text is no such list.
    """
    try:
        draft = _list(text)
        found = tuple(dict.fromkeys(_change_items(draft, options)))
        if any(result.severity is Severity.ERROR for result in found):
            draft = _list(text)
        _put_results(draft, found)
    except EditConflict as conflict:
        raise UnreadableInput(f"the list of resources cannot be read: {conflict}", conflict.help) from None
    return FunctionRun(draft.text, found)


def _list(text: str) -> Draft:
    stream = parse(text)
    data = [document.data for document in stream.documents]
    if stream.error is None and not (len(data) == 1 and isinstance(data[0], dict) and data[0].get("kind") in _LISTS):
        raise UnreadableInput(
            "it is not a list of resources (`kind: ResourceList`)",
            "`schedcfg krm` is run by kustomize and kpt; use `schedcfg validate` for files.",
        )
    return Draft(text)


def _change_items(draft: Draft, options: Options) -> Iterator[Result]:
    """Change the items, and yield what was found."""
    function, *others = requesters(draft.data, options)
    yield from (results.problem(problem, function.resource) for problem in function.config.problems)
    if function.config.problems:
        return
    made: set[Identity] = set()
    for requesting in (function, *others):
        yield from _generate(draft, requesting, made)
    runners: Mapping[Within, Runner] = {}
    with BugGuard() as guard:
        runners = _runners(draft, function.config)
    yield from [results.fault(guard.reason, function.resource)] if guard.reason else ()
    for item in items(draft.data):
        resource = resource_ref(item.data, item.kind)
        if resource.identity not in made:
            yield from _guarded(handle_item(item, draft, function.config, runners), resource)
    yield from _guarded(manifest_results(draft, function.config), function.resource)


def _guarded(found: Iterable[Result], resource: ResourceRef) -> Iterator[Result]:
    """Yield what is found about a resource; where a bug ends that, the bug: the others are handled all the same."""
    with BugGuard() as guard:
        found = list(found)
    yield from [results.fault(guard.reason, resource)] if guard.reason else found


def _generate(draft: Draft, requesting: Requester, made: set[Identity]) -> Iterator[Result]:
    """Put what is requested among the items, and note in `made` what that is."""
    if requesting.config.problems:
        yield from (results.problem(problem, requesting.resource) for problem in requesting.config.problems)
        return
    for wanted in requesting.config.wanted:
        yield from _guarded(_generate_one(draft, wanted, requesting, made), requesting.resource)


def _generate_one(
    draft: Draft, wanted: GenerationRequest, requesting: Requester, made: set[Identity]
) -> Iterator[Result]:
    generated = generate(wanted, requesting.resource, requesting.config)
    yield from generated.results
    for manifest in generated.manifests:
        new = resource_ref(manifest)
        if new.identity in made:
            message = f"{new.kind} `{new.name}` is generated twice"
            twice = results.wrong("generated-twice", wanted.field[:-1], message, "Give each its own name.")
            yield results.problem(twice, requesting.resource)
            continue
        made.add(new.identity)
        try:
            put_generated(draft, manifest)
        except EditConflict as conflict:
            yield results.problem(results.by_hand(conflict), new)


def _put_results(draft: Draft, found: tuple[Result, ...]) -> None:
    """Put the results into the list, in place of those of an earlier run."""
    if draft.has(("results",)):
        draft.remove(("results",))
    if found:
        data = draft.data
        assert isinstance(data, dict)
        draft.insert(("results",), results_as_data(found, data.get("apiVersion")))
