"""Reports to the right stream, in the chosen format, and the exit status that follows."""

import gc
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn, TextIO, TypeVar

import click

from schedcfg.cli.command_group import ExitCode
from schedcfg.cli.progress import progress
from schedcfg.findings import FileReport
from schedcfg.output import Renderer, Summary
from schedcfg.releases.gate_flag import Remark

Result = TypeVar("Result")

_FOR_PEOPLE = ("text", "concise")
"""Formats with which the sum is told on standard error."""


def write(
    results: Iterator[Result],
    render: Renderer,
    kubernetes: str | None,
    reports: Callable[[Result], Iterable[FileReport]],
) -> Summary:
    """Write results as they come, so that memory does not grow with their number.

    Args:
        results: One per file.
        render: Makes text of them.
        kubernetes: The release that was asked for, if one was.
        reports: Returns what `validate` reports about the files of a result: they are counted.
    """
    settle()
    summary = Summary(kubernetes=kubernetes)
    results, deliver = watch(results)
    deliver(render(summary.counting(results, reports), summary, coloured=coloured()))
    return summary


def watch(results: Iterator[Result]) -> tuple[Iterator[Result], Callable[[Iterable[str]], None]]:
    """Count results as they come, on a terminal; give them, and what shows text on standard output meanwhile."""
    watching = progress()
    if watching is None:
        return results, show
    if not sys.stdout.isatty():
        return watching.counted(results), show
    return watching.counted(results), lambda pieces: show(watching.aside(pieces))


def settle() -> None:
    """Collect garbage again: what was imported stays, and the work begins."""
    gc.freeze()
    gc.enable()


def warn(remarks: Iterable[Remark]) -> None:
    """Write to standard error what is worth knowing about the command line itself."""
    for remark in remarks:
        sys.stderr.write(f"schedcfg: warning: {remark.message}\n")
        if remark.help:
            sys.stderr.write(f"  help: {remark.help}\n")


def show(pieces: Iterable[str]) -> None:
    """Write pieces of text to standard output.

    Raises:
        SystemExit: if whoever reads it has enough.
    """
    stdout = sys.stdout
    if isinstance(stdout, io.TextIOWrapper):
        # An old encoding lacks letters; names in other scripts must not end the run.
        stdout.reconfigure(errors="backslashreplace")
    with _while_someone_reads():
        for piece in pieces:
            stdout.write(piece)
        stdout.flush()


def show_bytes(content: bytes) -> None:
    """Write bytes to standard output as they are.

    Raises:
        SystemExit: if whoever reads it has enough.
    """
    rest = memoryview(content)
    with _while_someone_reads():
        while rest:
            # Unbuffered (`python -u`), a write may take less than all of it.
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.flush()


def tell(pieces: Iterable[str]) -> None:
    """Write pieces of text to standard error."""
    sys.stderr.writelines(pieces)


@contextmanager
def _while_someone_reads() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        _silence_stdout()
        raise SystemExit(ExitCode.CUT) from None


def _silence_stdout() -> None:
    """Keep Python from complaining at exit that nobody reads its output any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_code(summary: Summary) -> ExitCode:
    """Choose the exit status: what could not be read weighs most."""
    if summary.unreadable:
        return ExitCode.FAILED
    return ExitCode.REFUSED if summary.refused or summary.errors else ExitCode.ACCEPTED


def finish(summary: Summary, output: str, choose: Callable[[Summary], ExitCode] = exit_code) -> NoReturn:
    """End the run: tell a person in one line what the findings add up to, and everyone by the exit status.

    Args:
        summary: What was found.
        output: The format on standard output; empty where nothing is written there.
        choose: Makes the exit status of the summary.

    Raises:
        click.exceptions.Exit: always.
    """
    if output in _FOR_PEOPLE:
        sys.stderr.writelines(f"{line}\n" for line in (summary.line(), *summary.fix_lines()) if line)
    raise click.exceptions.Exit(choose(summary))


def coloured(stream: TextIO | None = None) -> bool:
    """Colour only on a terminal, and never where NO_COLOR or CI is set.

    Args:
        stream: Where to; None: standard output.
    """
    return (stream or sys.stdout).isatty() and not os.environ.get("NO_COLOR") and not os.environ.get("CI")
