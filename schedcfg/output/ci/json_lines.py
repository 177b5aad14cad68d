"""Plain data as JSON that survives every encoding of standard output."""

import json
from collections.abc import Iterable, Iterator

from schedcfg.output.told import well_formed


def line(data: object) -> str:
    """Write plain data as JSON on one line, in ASCII."""
    return json.dumps(well_formed(data))


def items(data: Iterable[object]) -> Iterator[str]:
    """Yield the items of a list as they come, each on a line of its own; the brackets are the caller's."""
    separator = "\n"
    for one in data:
        yield separator + line(one)
        separator = ",\n"
