"""Write reports to the right stream in the chosen format, and return the exit status that follows."""

import gc
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NoReturn, TextIO, TypeVar

import click

from schedcfg.cli.command_group import ExitCode
from schedcfg.cli.progress import progress
from schedcfg.cli.streams import writing_stdout
from schedcfg.document.texts import printable
from schedcfg.findings import FileReport
from schedcfg.output import Renderer
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import escaped
from schedcfg.releases.gate_flag import Remark

if TYPE_CHECKING:
    from schedcfg.options import Options
    from schedcfg.sources import SearchTally

Result = TypeVar("Result")

_FOR_PEOPLE = ("text", "concise")
"""Formats for which the summary goes to standard error."""


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
        kubernetes: The requested release, if any.
        reports: Returns what `validate` reports about the files of a result: they are counted.
    """
    resume_garbage_collection()
    summary = Summary(kubernetes=kubernetes)
    results, deliver = watch(results)
    deliver(render(summary.counting(results, reports), summary, coloured=coloured()))
    return summary


def watch(results: Iterator[Result]) -> tuple[Iterator[Result], Callable[[Iterable[str]], None]]:
    """Return results that are counted on a terminal as they come, and a writer to standard output that fits."""
    watching = progress()
    if watching is None:
        return results, write_stdout
    if not sys.stdout.isatty():
        return watching.counted(results), write_stdout
    return watching.counted(results), lambda pieces: write_stdout(watching.aside(pieces))


def resume_garbage_collection() -> None:
    """Collect garbage again before the work begins; what was imported stays."""
    gc.freeze()
    gc.enable()


def warn(remarks: Iterable[Remark]) -> None:
    """Write warnings about the command line itself to standard error."""
    for remark in remarks:
        write_stderr([f"schedcfg: warning: {printable(remark.message)}\n"])
        if remark.help:
            write_stderr([f"  help: {printable(remark.help)}\n"])


def write_stdout(pieces: Iterable[str]) -> None:
    """Write pieces of text to standard output.

    Raises:
        SystemExit: if its reader closes it.
        UnwritableOutput: if it is closed, or its disk is full.
    """
    stdout = sys.stdout
    if isinstance(stdout, io.TextIOWrapper):
        # An old encoding lacks letters; names in other scripts must not end the run.
        stdout.reconfigure(errors="backslashreplace")
    with writing_stdout():
        for piece in pieces:
            stdout.write(piece)
        stdout.flush()


def write_stdout_bytes(content: bytes) -> None:
    """Write bytes to standard output as they are.

    Raises:
        SystemExit: if its reader closes it.
        UnwritableOutput: if it is closed, or its disk is full.
    """
    rest = memoryview(content)
    with writing_stdout():
        while rest:
            # Unbuffered (`python -u`), a write may take less than all of it.
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.flush()


def write_stderr(pieces: Iterable[str]) -> None:
    """Write pieces of text to standard error, nothing in it that a terminal or the log of a CI obeys."""
    sys.stderr.writelines(escaped(pieces))


def exit_code(summary: Summary) -> ExitCode:
    """Return the exit status: what could not be read takes precedence."""
    if summary.unreadable:
        return ExitCode.FAILED
    return ExitCode.REFUSED if summary.refused or summary.errors else ExitCode.ACCEPTED


def finish(summary: Summary, output: str, choose: Callable[[Summary], ExitCode] = exit_code) -> NoReturn:
    """End the run with an exit status; for formats made for people, write the summary to standard error.

    Args:
        summary: What was found.
        output: The format on standard output; empty where nothing is written there.
        choose: Makes the exit status of the summary.

    Raises:
        click.exceptions.Exit: always.
    """
    if output in _FOR_PEOPLE:
        write_stderr(f"{line}\n" for line in (summary.line(), *summary.fix_lines()) if line)
    raise click.exceptions.Exit(choose(summary))


def conclude(tally: "SearchTally", options: "Options", code: ExitCode) -> ExitCode:
    """Write to standard error what a run skipped, and that it found nothing, if so; return the exit status.

    With `--skip-others`, nothing has to be found, unless a configuration is required.

    Args:
        tally: What was seen.
        options: How it was looked for.
        code: The exit status but for that.
    """
    expects_nothing = options.skip_others and not options.require
    if not (expects_nothing and tally.is_empty):
        write_stderr(f"{printable(line)}\n" for line in tally.lines(options.suffixes))
    if not tally.is_empty or expects_nothing:
        return code
    return ExitCode.REFUSED if options.require and code is ExitCode.ACCEPTED else code


def coloured(stream: TextIO | None = None) -> bool:
    """Return whether to color: only on a terminal, and never if NO_COLOR or CI is set.

    Args:
        stream: The stream; None: standard output.
    """
    return (stream or sys.stdout).isatty() and not os.environ.get("NO_COLOR") and not os.environ.get("CI")
