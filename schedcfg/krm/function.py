"""The walk of the function: what is asked for, what is generated, what the items hold, and the results of it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from schedcfg.document import parse
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict, UnreadableInput
from schedcfg.findings import Severity
from schedcfg.krm import results
from schedcfg.krm.generating import generate, put_generated
from schedcfg.krm.items import Identity, items, look_at, manifest_results, resource
from schedcfg.krm.results import FunctionRun, Resource, Result
from schedcfg.krm.settings import Asked, is_scheduler_config, read

_NOBODY = Resource("", "", "")


class Asking(NamedTuple):
    """One that asks.

    Attributes:
        resource: Who; without a name where the function has no configuration.
        asked: What for.
    """

    resource: Resource
    asked: Asked


def askers(data: object) -> Iterator[Asking]:
    """Yield the function's own configuration, then the items that ask; those take from it what they leave open.

    Args:
        data: The list of resources.
    """
    config = data.get("functionConfig") if isinstance(data, dict) else None
    function = Asking(resource(config), read(config, Asked())) if isinstance(config, dict) else Asking(_NOBODY, Asked())
    yield function
    for item in items(data):
        source = resource(item.data, item.kind)
        # kustomize gives the configuration of a generator as an item as well.
        if is_scheduler_config(item.data) and source.identity != function.resource.identity:
            yield Asking(source, read(item.data, function.asked))


_WRAPPED = ("config.kubernetes.io/v1alpha1", "config.kubernetes.io/v1beta1")
"""API versions of functions that wrote results as items of an object (kustomize, `kyaml/fn/framework`: `Result`)."""


def results_as_data(found: Iterable[Result], api_version: object) -> object:
    """Return results as plain data, as a list of this API version has them."""
    items = [_result(one) for one in found]
    return {"name": "schedcfg", "items": items} if api_version in _WRAPPED else items


def _result(one: Result) -> dict[str, object]:
    """Write one as kustomize's `kyaml/fn/framework/result.go` reads it: tags are text."""
    shown: dict[str, object] = {"message": one.message, "severity": one.severity.value}
    if one.resource is not None:
        shown["resourceRef"] = _reference(one.resource)
    if one.field:
        shown["field"] = {"path": one.field}
    if one.resource is not None and one.resource.file:
        shown["file"] = _file(one.resource)
    if one.tags:
        shown["tags"] = dict(one.tags)
    return shown


def _reference(resource: Resource) -> Mapping[str, str]:
    reference = {"apiVersion": resource.api_version, "kind": resource.kind, "name": resource.name}
    return {**reference, "namespace": resource.namespace} if resource.namespace else reference


def _file(resource: Resource) -> dict[str, object]:
    file: dict[str, object] = {"path": resource.file}
    return file if resource.place is None else {**file, "index": resource.place}


_LISTS = ("ResourceList", "List", "ConfigMapList")


def run(text: str) -> FunctionRun:
    """Run the function: judge, carry over and generate, as its configuration says.

    Args:
        text: A list of resources (`ResourceList` or `List`), YAML or JSON.

    Returns:
        The list with the results in it. What is not changed is as it was, to the letter. If one result is an error, no
        item is changed.

    Raises:
        UnreadableInput: if the text is no such list.
    """
    try:
        draft = _list(text)
        results = tuple(dict.fromkeys(_work(draft)))
        if any(result.severity is Severity.ERROR for result in results):
            draft = _list(text)
        _hand_over(draft, results)
    except EditConflict as conflict:
        raise UnreadableInput(f"the list of resources cannot be read: {conflict}", conflict.help) from None
    return FunctionRun(draft.text, results)


def _list(text: str) -> Draft:
    stream = parse(text)
    data = [document.data for document in stream.documents]
    if stream.error is None and not (len(data) == 1 and isinstance(data[0], dict) and data[0].get("kind") in _LISTS):
        raise UnreadableInput(
            "it is no list of resources (`kind: ResourceList`)",
            "`schedcfg krm` is for kustomize and kpt to run; `schedcfg validate` looks at files.",
        )
    return Draft(text)


def _work(draft: Draft) -> Iterator[Result]:
    """Change the items, and yield what there is to say."""
    function, *others = askers(draft.data)
    yield from (results.problem(one, function.resource) for one in function.asked.problems)
    if function.asked.problems:
        return
    made: set[Identity] = set()
    for asking in (function, *others):
        yield from _generated(draft, asking, made)
    for item in items(draft.data):
        if resource(item.data, item.kind).identity not in made:
            yield from look_at(item, draft, function.asked)
    yield from manifest_results(draft, function.asked)


def _generated(draft: Draft, asking: Asking, made: set[Identity]) -> Iterator[Result]:
    """Put what is asked for among the items, and note in `made` what that is."""
    if asking.asked.problems:
        yield from (results.problem(one, asking.resource) for one in asking.asked.problems)
        return
    for wanted in asking.asked.wanted:
        generated = generate(wanted, asking.resource, asking.asked)
        yield from generated.results
        for manifest in generated.manifests:
            new = resource(manifest)
            if new.identity in made:
                message = f"{new.kind} `{new.name}` is generated twice"
                twice = results.wrong("generated-twice", wanted.field[:-1], message, "Give each a name of its own.")
                yield results.problem(twice, asking.resource)
                continue
            made.add(new.identity)
            try:
                put_generated(draft, manifest)
            except EditConflict as conflict:
                yield results.problem(results.by_hand(conflict), new)


def _hand_over(draft: Draft, results: tuple[Result, ...]) -> None:
    """Put the results into the list, in place of those of an earlier run."""
    if draft.has(("results",)):
        draft.remove(("results",))
    if results:
        data = draft.data
        assert isinstance(data, dict)
        draft.insert(("results",), results_as_data(results, data.get("apiVersion")))
