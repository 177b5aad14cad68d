"""`python -m tests.growth.examples`: each list in the example of a rule made longer, and each two of them together.

Prints where the work grows faster than what is in the text: where a rule compares each with each. Look at those with a
profile; what a limit bounds (profiles, schedulers) may do so. It takes some ten minutes.
"""

import argparse
import copy
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import yaml

from schedcfg import validate
from schedcfg.rules.cards import cards
from tests.growth.instructions import instructions

Place = tuple[int | str, ...]
"""The number of a document, and the way to a list in it; the number alone for the document itself."""

_PACKAGE = re.compile(r"schedcfg/")
_NAMES = frozenset({"name", "schedulerName", "serviceAccountName", "urlPrefix", "resource"})
_SIZES = (16, 32, 64)
_MOST = 2.9
"""How many times as many instructions the second doubling may add as the first; n² is 4."""
_FEW = 30_000
"""Instructions that need no reason."""
_DEEP = 12


def places(documents: list[Any]) -> list[Place]:
    """List the documents of a text, and the lists in them."""
    inner = ((number, *path) for number, one in enumerate(documents) for path in _lists(one, ()))
    return [*((number,) for number in range(len(documents))), *inner]


def _lists(data: object, path: Place) -> Iterator[Place]:
    if len(path) > _DEEP:  # a tree may have itself in it
        return
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _lists(value, (*path, key))
    elif isinstance(data, list):
        yield path
        for index, value in enumerate(data[:2]):
            yield from _lists(value, (*path, index))


def grown(documents: list[Any], chosen: tuple[Place, ...], size: int, *, is_numbered: bool) -> str:
    """Return the text with so many times what is at some places, each with names of its own or all with the same."""
    documents = copy.deepcopy(documents)
    many: list[list[Any]] = [[document] for document in documents]
    for number, *path in sorted(chosen, key=len, reverse=True):
        holder = documents[int(number)]
        for step in path:
            holder = holder[step]
        items = holder if path else [holder]
        made = [_numbered(one, count) if is_numbered else one for count in range(size) for one in items]
        if path:
            holder[:] = copy.deepcopy(made)
        else:
            many[int(number)] = made
    return yaml.safe_dump_all([copy.deepcopy(one) for part in many for one in part], sort_keys=False)


def _numbered(data: Any, number: int) -> Any:
    if isinstance(data, list):
        return [_numbered(one, number) for one in data]
    if not isinstance(data, dict):
        return data
    named = {key for key, value in data.items() if key in _NAMES and isinstance(value, str)}
    return {key: f"{one}{number}" if key in named else _numbered(one, number) for key, one in data.items()}


def growing(text: str) -> Iterator[tuple[float, tuple[Place, ...], bool]]:
    """Yield the places of a text by which work grows faster than the text, how fast, and whether names differ."""
    try:
        documents = list(yaml.safe_load_all(text))
    except (yaml.YAMLError, ValueError):  # the example of what cannot be read
        return
    known = places(documents) if all(isinstance(document, dict) for document in documents) else []
    # What is inside of another one grows with it anyway.
    apart = ((one, other) for one, other in combinations(known, 2) if other[: len(one)] != one)
    for chosen in [*((one,) for one in known), *apart]:
        for is_numbered in (False, True):
            one, two, four = (_work(documents, chosen, size, is_numbered=is_numbered) for size in _SIZES)
            ratio = (four - two) / max(two - one, 1)
            if ratio > _MOST and four - two > _FEW:
                yield ratio, chosen, is_numbered


def _work(documents: list[Any], chosen: tuple[Place, ...], size: int, *, is_numbered: bool) -> int:
    text = grown(documents, chosen, size, is_numbered=is_numbered)
    validate(text)  # what is made once is made before
    return instructions(lambda: validate(text), _PACKAGE)


def main() -> None:
    """Print what grows faster than its text."""
    description = "Find the rules that compare each with each."
    parser = argparse.ArgumentParser(prog="python -m tests.growth.examples", description=description)
    parser.add_argument("--rule", default="", help="only rules with this in their name")
    asked = parser.parse_args()
    for name, card in sorted(cards().items()):
        for example in (card.bad, card.good) if asked.rule in name and card.bad else ():
            for ratio, chosen, is_numbered in growing(example):
                print(
                    f"{name}: {ratio:.1f} times as much by {chosen}, {'other' if is_numbered else 'same'} names",
                    flush=True,
                )


if __name__ == "__main__":
    main()
