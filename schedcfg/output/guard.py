"""A guard around rendering: what fails for one file is reported of that file, and the others are written as ever."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from schedcfg.errors import fault
from schedcfg.findings import Verdict


class Counting(Protocol):
    """What counts the files of a run."""

    def fail(self, path: str, reason: str) -> None:
        """Count a file whose report cannot be written."""


Piece = TypeVar("Piece")


def each(results: Iterable[Any], render: Callable[[Any], Iterable[Piece]], summary: Counting) -> Iterator[Piece]:
    """Yield what is written of each result; one for which that fails is written as a file that cannot be read.

    Args:
        results: Dataclasses with a `path`, a `verdict`, `documents` and a `reason`.
        render: Returns what is written of one.
        summary: Counts what failed.
    """
    for result in results:
        try:
            pieces = list(render(result))
        except Exception as error:
            if os.environ.get("SCHEDCFG_TRACEBACK"):
                raise
            reason = fault(error)
            summary.fail(result.path, reason)
            pieces = list(render(replace(result, verdict=Verdict.UNREADABLE, documents=(), reason=reason)))
        yield from pieces
