"""Reports to the right stream, in the chosen format, and the exit status that follows."""

import gc
import os
import sys
from collections.abc import Iterable, Iterator

from schedcfg.cli.exit_codes import ExitCode
from schedcfg.diagnostics import FileReport
from schedcfg.output import Summary, renderer


def write(reports: Iterator[FileReport], output: str, kubernetes: str | None) -> Summary:
    """Write reports as they come, so that memory does not grow with their number.

    Args:
        reports: One per file.
        output: A format's name.
        kubernetes: The release that was asked for, if one was.
    """
    # What was imported stays; from here on garbage may be collected again.
    gc.freeze()
    gc.enable()
    summary = Summary(kubernetes=kubernetes)
    show(renderer(output)(reports, summary, coloured=coloured()))
    if output == "text" and (line := summary.line()):
        sys.stderr.write(line + "\n")
    return summary


def show(pieces: Iterable[str]) -> None:
    """Write pieces of text to standard output."""
    for piece in pieces:
        sys.stdout.write(piece)
    sys.stdout.flush()


def coloured() -> bool:
    """Colour only on a terminal, and never where NO_COLOR or CI is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and not os.environ.get("CI")


def exit_code(summary: Summary) -> ExitCode:
    """Choose the exit status: what could not be read weighs most."""
    if summary.unreadable:
        return ExitCode.FAILED
    return ExitCode.REFUSED if summary.refused or summary.errors else ExitCode.ACCEPTED
