"""Recorded files with a value changed: what `validate` takes, the schema takes as well."""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from schedcfg import Verdict, validate
from schedcfg.document import parse
from schedcfg.document.span import Path
from tests.commands.schema.schema_files import errors
from tests.conformance.recordings import read
from tests.recorded_facts import newest_serving

TRIED = 600

VALUES: tuple[Any, ...] = (
    *(None, True, False, "", "x", "*", "0", "15s", "-1s", "YQ==", "leases", "System", "NodeResourcesFit"),
    *(0, -1, 1, 2.5, 1.0, 101, 2**31, 2**40),
    *([], {}, [None], [{}], {"name": "*"}, {"name": "NodeResourcesFit"}),
)

KEYS = ("foo", "Name", "args", "weight", "kind")


def accepted() -> Iterator[tuple[str, str, str]]:
    """Yield what the newest release of its API version starts with: the version, that release, the text."""
    for case in read("train.verdicts"):
        version = case.tags[0]
        newest = newest_serving(version)
        if case.answers[newest]["outcome"] == "ok":
            yield version, newest, case.text


@cache
def data_of(text: str) -> Any:
    return parse(text).documents[0].data


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*path, key))


def changed(document: Any, chance: random.Random) -> Any:
    """Copy a document with one value replaced, removed or added."""
    copied = copy.deepcopy(document)
    *parents, last = chance.choice(list(places(copied)))
    holder = copied
    for step in parents:
        holder = holder[step]
    what = chance.random()
    if what < 0.1:
        del holder[last]
    elif what < 0.2 and isinstance(holder, dict):
        holder[chance.choice(KEYS)] = chance.choice(VALUES)
    else:
        holder[last] = chance.choice(VALUES)
    return copied


def test_what_validate_takes_fits() -> None:
    chance = random.Random(6)
    recorded = list(accepted())
    seen: Counter[tuple[bool, bool]] = Counter()
    for _ in range(TRIED):
        version, newest, text = chance.choice(recorded)
        document = changed(data_of(text), chance)
        fits = errors(version, document) == []
        is_taken = validate(json.dumps(document), newest).verdict is Verdict.ACCEPTED
        assert fits or not is_taken, (version, document)
        seen[is_taken, fits] += 1
    assert seen[True, True] > TRIED / 10
    # Nearly all of what a changed value breaks, a schema sees.
    assert seen[False, False] > 9 * seen[False, True]
