"""The function from its input to its output: who asks, what is generated, what the items hold, and the results."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.cli.krm import results
from schedcfg.cli.krm.config import FunctionConfig, is_scheduler_config, read
from schedcfg.cli.krm.generating import generate, put_generated
from schedcfg.cli.krm.items import handle_item, manifest_results
from schedcfg.cli.krm.resources import Identity, ResourceRef, items, resource_ref
from schedcfg.cli.krm.results import FunctionRun, Result, results_as_data
from schedcfg.document import parse
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict, UnreadableInput
from schedcfg.findings import Severity
from schedcfg.validation.options import DEFAULT, Options

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
    yield from (results.problem(one, function.resource) for one in function.config.problems)
    if function.config.problems:
        return
    made: set[Identity] = set()
    for requesting in (function, *others):
        yield from _generated(draft, requesting, made)
    for item in items(draft.data):
        if resource_ref(item.data, item.kind).identity not in made:
            yield from handle_item(item, draft, function.config)
    yield from manifest_results(draft, function.config)


def _generated(draft: Draft, requesting: Requester, made: set[Identity]) -> Iterator[Result]:
    """Put what is requested among the items, and note in `made` what that is."""
    if requesting.config.problems:
        yield from (results.problem(one, requesting.resource) for one in requesting.config.problems)
        return
    for wanted in requesting.config.wanted:
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
