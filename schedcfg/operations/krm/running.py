"""The walk of the function: what is asked for, what is generated, what the items hold, and the results of it."""

from collections.abc import Iterator

from schedcfg.document import parse
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict, UnreadableInput
from schedcfg.findings import Severity
from schedcfg.operations.krm import telling, wire
from schedcfg.operations.krm.asking import Asking, askers
from schedcfg.operations.krm.generating import generate
from schedcfg.operations.krm.items import Identity, items, look_at
from schedcfg.operations.krm.putting import put
from schedcfg.operations.krm.resources import resource
from schedcfg.operations.krm.surroundings import around
from schedcfg.results.krm import FunctionRun, Result

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
    yield from (telling.problem(one, function.resource) for one in function.asked.problems)
    if function.asked.problems:
        return
    made: set[Identity] = set()
    for asking in (function, *others):
        yield from _generated(draft, asking, made)
    for item in items(draft.data):
        if resource(item.data, item.kind).identity not in made:
            yield from look_at(item, draft, function.asked)
    yield from around(draft, function.asked)


def _generated(draft: Draft, asking: Asking, made: set[Identity]) -> Iterator[Result]:
    """Put what is asked for among the items, and note in `made` what that is."""
    if asking.asked.problems:
        yield from (telling.problem(one, asking.resource) for one in asking.asked.problems)
        return
    for wanted in asking.asked.wanted:
        generated = generate(wanted, asking.resource, asking.asked)
        yield from generated.results
        for manifest in generated.manifests:
            new = resource(manifest)
            if new.identity in made:
                message = f"{new.kind} `{new.name}` is generated twice"
                twice = telling.wrong("generated-twice", wanted.field[:-1], message, "Give each a name of its own.")
                yield telling.problem(twice, asking.resource)
                continue
            made.add(new.identity)
            try:
                put(draft, manifest)
            except EditConflict as conflict:
                yield telling.problem(telling.by_hand(conflict), new)


def _hand_over(draft: Draft, results: tuple[Result, ...]) -> None:
    """Put the results into the list, in place of those of an earlier run."""
    if draft.has(("results",)):
        draft.remove(("results",))
    if results:
        data = draft.data
        assert isinstance(data, dict)
        draft.insert(("results",), wire.results(results, data.get("apiVersion")))
