"""Single values of two sides compared; items of lists by names that stay when they are written in another order."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from schedcfg.configuration.effective.facts import Fact
from schedcfg.document.path import render
from schedcfg.patterns import pattern

_ITEM = pattern(r"\[(\d+)\]")

_NAMES = ("name", "topologyKey", "whenUnsatisfiable", "utilization", "key")
"""Fields that identify the items of a list, in any in-tree Args and in extenders."""


def by_name(facts: Iterable[Fact], start: int) -> dict[str, Fact]:
    """Map values by path, items of lists named by what distinguishes them: `resources[cpu].weight`.

    No list of any in-tree Args has an order that matters: resources are summed up, selector terms are
    alternatives, constraints each apply, points of a shape are sorted by utilization.

    Args:
        facts: The values of one plugin's Args, or of one extender.
        start: How many steps of their keys the path leaves out.
    """
    return _named([(render(fact.key[start:]), fact) for fact in facts])


def _named(values: Iterable[tuple[str, Fact]]) -> dict[str, Fact]:
    found: dict[str, Fact] = {}
    lists: dict[str, dict[str, list[tuple[str, Fact]]]] = defaultdict(lambda: defaultdict(list))
    for path, fact in values:
        item = _ITEM.search(path)
        if item is None:
            found[path] = fact
        else:
            lists[path[: item.start()]][item[1]].append((path[item.end() :], fact))
    for path, items in lists.items():
        for label, values_of_item in _labelled([_named(item) for item in items.values()]):
            found |= {f"{path}[{label}]{rest}": fact for rest, fact in values_of_item.items()}
    return found


def _labelled(items: list[dict[str, Fact]]) -> Iterator[tuple[str, Mapping[str, Fact]]]:
    """Yield each item with a name; those that nothing distinguishes are numbered in an order made by their content."""
    alike = defaultdict(list)
    for item in items:
        alike[_label(item)].append(item)
    for label, same in alike.items():
        for number, item in enumerate(sorted(same, key=_content)):
            is_unique = label and len(same) == 1
            yield label if is_unique else f"{label}#{number + 1}", _without_label(item)


def _label(item: Mapping[str, Fact]) -> str:
    return ",".join(str(item[f".{name}"].value) for name in _NAMES if f".{name}" in item)


def _content(item: Mapping[str, Fact]) -> str:
    return repr(sorted((path, repr(fact.value)) for path, fact in item.items()))


def _without_label(item: Mapping[str, Fact]) -> Mapping[str, Fact]:
    """Return an item without what its name already has, unless that is all."""
    rest = {path: fact for path, fact in item.items() if path.removeprefix(".") not in _NAMES}
    return rest or {path: fact for path, fact in item.items() if path.removeprefix(".") in _NAMES[:1]} or item


def differing(
    before: Iterable[Fact], after: Iterable[Fact], start: int
) -> Iterator[tuple[str, Fact | None, Fact | None]]:
    """Yield the single values of Args, or of an extender, that differ, each with its path.

    Of values that Kubernetes defines, null, false, 0 and what is empty are the same as nothing, and the order of lists
    does not matter; of others everything counts.

    Args:
        before: What is there on one side.
        after: The same on the other.
        start: How many steps of their keys the path leaves out.
    """
    both = list(before), list(after)
    if _are_written_alike(*both):
        return
    typed = all(fact.typed for side in both for fact in side)
    one, other = (by_name(side, start) if typed else _by_path(side, start) for side in both)
    for path in sorted(one.keys() | other.keys()):
        fact, later = one.get(path), other.get(path)
        if typed and not (fact and fact.value) and not (later and later.value):
            continue
        equal = alike if typed else same
        if fact is None or later is None or not equal(fact.value, later.value):
            yield path, fact, later


def _are_written_alike(before: list[Fact], after: list[Fact]) -> bool:
    """Check whether two sides have the same values in the same order, as nearly all have."""
    if len(before) != len(after):
        return False
    both = zip(before, after, strict=True)
    return all(fact.key == later.key and same(fact.value, later.value) for fact, later in both)


def _by_path(facts: Iterable[Fact], start: int) -> dict[str, Fact]:
    return {render(fact.key[start:]): fact for fact in facts}


def same(one: object, other: object) -> bool:
    """Check whether two single values, or lists of them, are equal; true is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def alike(one: object, other: object) -> bool:
    """Check whether two values are equal when the order of lists does not matter."""
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return same(one, other)
