"""The few exceptions: each means that the work cannot continue. Everything else is a finding.

And the guard around what is done with one file: whatever bug it brings to light, the others are reported.
"""

import os
from collections.abc import Collection
from types import TracebackType
from typing import ClassVar, NamedTuple, Self


def near_or(name: str, known: Collection[str], otherwise: str) -> str:
    """Return the help about a name that is not known: the nearest that is, and what else there is.

    Args:
        name: As written.
        known: All names that are known.
        otherwise: A sentence on what else there is.
    """
    from schedcfg.spelling import nearest  # noqa: PLC0415 - only mistakes need it

    close = nearest(name, known, 0.7)
    return otherwise if close is None else f"Did you mean `{close}`? {otherwise}"


class SchedcfgError(Exception):
    """Base of every error that the library raises on purpose.

    Attributes:
        lines: The message; several lines where several things are wrong.
        help: What the user can do about it, one sentence; None where nothing is known to help.
        example: What the help is about, a text of several lines; empty where it needs none.
        ends_run: Whether it is not about one of several files: nothing else can be done either.
    """

    ends_run: ClassVar[bool] = False

    def __init__(self, message: str, help: str | None = None, *further: str, example: str = "") -> None:  # noqa: A002
        super().__init__("\n".join((message, *further)))
        self.lines = (message, *further)
        self.help = help
        self.example = example

    @property
    def sentence(self) -> str:
        """The message and what to do about it, in one line."""
        return f"{self}. {self.help}" if self.help else str(self)


def unreadable(path: str, reason: str) -> str:
    """Return that a file cannot be read, as all commands write it.

    Args:
        path: As the user named it; `-` is standard input.
        reason: A sentence or two, without the name of the file.
    """
    return f"{'standard input' if path == '-' else path} cannot be read: {reason}"


class UnreadableInput(SchedcfgError):  # noqa: N818
    """A file, folder or stream could not be read as text.

    Attributes:
        line: The line of the first byte that is no text, from 1; 1 where the whole input is meant.
        column: Its column, from 1.
    """

    def __init__(
        self,
        message: str,
        help: str | None = None,  # noqa: A002
        *,
        line: int = 1,
        column: int = 1,
    ) -> None:
        super().__init__(message, help)
        self.line = line
        self.column = column


class UnwritableOutput(SchedcfgError):  # noqa: N818
    """A file could not be replaced; it is as it was."""

    ends_run = True

    def of(self, path: str) -> "UnwritableOutput":
        """Return the same with the name of the file.

        Args:
            path: As the user named it.
        """
        return UnwritableOutput(f"{path} cannot be written: {self}", self.help)


class ServerUnavailable(SchedcfgError):  # noqa: N818
    """A server does not answer the first request, so that there is nothing to report on."""

    ends_run = True


class UnknownTarget(SchedcfgError):  # noqa: N818
    """A Kubernetes release or API version was named that this build does not know."""


class WrongFeatureGates(SchedcfgError):  # noqa: N818
    """Feature gates were set with which kube-scheduler does not start."""


class WrongSettings(SchedcfgError):  # noqa: N818
    """A file of settings, or one that it names, cannot be followed."""


class WrongRequest(SchedcfgError):  # noqa: N818
    """Something was asked to be generated that contradicts itself, or that cannot be."""


_EXTRAS = {"test": "try"}


def missing_library(error: ModuleNotFoundError, command: str) -> WrongRequest:
    """Return how to install what is not installed with `schedcfg` alone.

    Args:
        error: What Python says.
        command: The command that needs it; the extra has its name, or that of the command whose parts it uses.

    Raises:
        ModuleNotFoundError: if it is a part of the package itself.
    """
    import shlex  # noqa: PLC0415 - few runs lack a library

    name = error.name or ""
    if name.partition(".")[0] == __name__.partition(".")[0]:
        raise error
    return WrongRequest(
        f"`schedcfg {command}` needs the library {name}, which is not installed",
        f"Install it where schedcfg is: pip install {shlex.join(_libraries(_EXTRAS.get(command, command)) or [name])}",
    )


def _libraries(extra: str) -> list[str]:
    """Return the libraries of an extra; none where schedcfg is no installed package, as in a program of one file."""
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415 - few runs lack a library

    try:
        found = requires("schedcfg") or []
    except PackageNotFoundError:
        return []
    marks = (f"extra == '{extra}'", f'extra == "{extra}"')
    return [library for library, _, mark in (one.partition(";") for one in found) if mark.strip() in marks]


class EditConflict(SchedcfgError):  # noqa: N818
    """A text cannot be changed safely where it would have to be: someone has to do it by hand.

    Attributes:
        path: Where, keys and indices from the root of the document.
        start: Offset of what is in the way, in the text as it was when the edit was tried.
        end: Offset behind it.
    """

    def __init__(self, message: str, help: str | None, path: tuple[str | int, ...], start: int, end: int) -> None:  # noqa: A002
        super().__init__(message, help)
        self.path = path
        self.start = start
        self.end = end


class BugGuard:
    """A guard around some work: a bug that it brings to light ends the block, and not the run.

    What is raised on purpose passes, and so does an interruption. With `SCHEDCFG_TRACEBACK`, bugs pass as well.

    Attributes:
        reason: Why the block ended early; empty where it did not.
    """

    def __init__(self) -> None:
        self.reason = ""

    def __enter__(self) -> Self:
        """Begin the block."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> bool:
        """Return whether what ended the block is the reason now, and is raised no further.

        Raises:
            KeyboardInterrupt: if that is what the error was made of, as Python does in `__set_name__`.
        """
        if error is not None and isinstance(error.__cause__, KeyboardInterrupt):
            try:
                raise error.__cause__
            finally:
                del error
        if isinstance(error, Exception):
            self.reason = self.explain(error)
        return bool(self.reason)

    def explain(self, error: Exception) -> str:
        """Return the reason; empty where the error passes."""
        if isinstance(error, SchedcfgError) or os.environ.get(TRACEBACK):
            return ""
        return fault(error)


class UnreadFile(NamedTuple):
    """A file, or a resource of a cluster, that could not be read.

    Attributes:
        path: The file, as it was named; of a cluster `cluster/configmaps`.
        reason: Why.
    """

    path: str
    reason: str


class FileGuard(BugGuard):
    """The guard around what is done with one of several files: if it cannot be read, the others still are."""

    def unread(self, *paths: str) -> tuple[UnreadFile, ...]:
        """Return these files as unread where something was raised; none otherwise."""
        return tuple(UnreadFile(path, self.reason) for path in paths) if self.reason else ()

    def explain(self, error: Exception) -> str:
        """Return the reason; empty where nothing can be done with any file."""
        if isinstance(error, SchedcfgError) and not error.ends_run:
            return error.sentence
        return super().explain(error)


_LONGEST = 200
"""Characters of an exception's message that are shown."""

TRACEBACK = "SCHEDCFG_TRACEBACK"
"""The environment variable with which a bug shows its traceback."""


def fault(error: Exception, on: str = "this file", attached: str = "the file") -> str:
    """Explain a bug in schedcfg itself.

    Args:
        error: What was raised.
        on: What was worked on.
        attached: What shows the bug to those who correct it.
    """
    # Messages of libraries repeat what they were about, which may be a whole file.
    first = str(error).partition("\n")[0][:_LONGEST]
    what = f"{type(error).__name__}: {first}".removesuffix(": ")
    return (
        f"schedcfg itself failed on {on} ({what}). Please report it with {attached}; {TRACEBACK}=1 shows the traceback"
    )
