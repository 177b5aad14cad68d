"""The page of the JSON outputs: of each a real one."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from schedcfg.output.pages.markup import fenced, page

_HEAD = """\
# JSON

`--output json` is a contract: it grows, names in it do not change. `version` counts the changes that break it; there
was none yet. Lines and columns start at 1, `path` is written as upstream writes field paths, `null` is "there is none".

Below is of each command a real output, laid out for reading; of lists the first two items are shown.
"""

_SHOWN = 2


class Sample(NamedTuple):
    """One output.

    Attributes:
        command: As it was called.
        given: What it read from standard input; empty for nothing.
        output: What it printed.
    """

    command: str
    given: str
    output: str


def render(samples: Iterable[Sample]) -> str:
    """Write the page."""
    return page(_lines(samples))


def _lines(samples: Iterable[Sample]) -> Iterator[str]:
    yield _HEAD.rstrip("\n")
    for sample in samples:
        yield from ("", f"## {sample.command.split()[1]}", "")
        yield from (f"`{sample.command}`{', with:' if sample.given else ''}", "")
        if sample.given:
            yield from (*fenced("yaml", sample.given.rstrip("\n").split("\n")), "")
        yield from fenced(
            "json", json.dumps(_short(json.loads(sample.output)), indent=2, ensure_ascii=False).split("\n")
        )


def _short(data: Any) -> Any:
    """Leave out of lists what stands behind the first items."""
    if isinstance(data, dict):
        return {name: _short(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_short(item) for item in data[:_SHOWN]] + ["…"] * (len(data) > _SHOWN)
    return data
