"""The guard around what becomes of each file's report: where that fails, the file is one that cannot be read."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, Self, TypeVar

from schedcfg.errors import BugGuard


class Failing(Protocol):
    """What a command makes of a file."""

    @property
    def path(self) -> str:
        """The file, as the user named it."""

    def failed(self, reason: str) -> Self:
        """Return it as that of a file that cannot be read."""


class Counting(Protocol):
    """What counts the files of a run."""

    def fail(self, path: str, reason: str) -> None:
        """Count a file whose report cannot be written."""


Result = TypeVar("Result", bound=Failing)
Piece = TypeVar("Piece")


def each_after(step: Callable[[Result], Result], results: Iterable[Result]) -> Iterator[Result]:
    """Yield what a step makes of each result, before it is counted.

    Args:
        step: Returns a result with more, or less, in it.
        results: What a command makes of its files.
    """
    for result in results:
        with BugGuard() as guard:
            done = step(result)
        yield result.failed(guard.reason) if guard.reason else done


def each(results: Iterable[Result], render: Callable[[Result], Iterable[Piece]], summary: Counting) -> Iterator[Piece]:
    """Yield what is written of each result, after it was counted.

    Args:
        results: What a command makes of its files.
        render: Returns what is written of one.
        summary: Counts what failed.
    """
    for result in results:
        pieces: list[Piece] = []
        with BugGuard() as guard:
            pieces = list(render(result))
        if guard.reason:
            summary.fail(result.path, guard.reason)
            # If not even this can be written of it, standard error has the reason all the same.
            with BugGuard():
                pieces = list(render(result.failed(guard.reason)))
        yield from pieces
