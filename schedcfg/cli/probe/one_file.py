"""One file read, its servers asked, and the report: what all probes do."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from schedcfg.cli.command_group import ExitCode

if TYPE_CHECKING:
    from schedcfg.findings import FileReport
    from schedcfg.options import Options
    from schedcfg.output import Summary
    from schedcfg.results.probing import Probe

Result = TypeVar("Result", bound="Probe")


def probe(
    path: str,
    options: "Options",
    ask: Callable[[bytes], Result],
    unread: Callable[["FileReport"], Result],
) -> Result:
    """Read a file and ask the servers that it names.

    Args:
        path: A file, or `-` for standard input.
        options: How it is judged.
        ask: Takes its bytes.
        unread: Makes a result of the report about a file that cannot be read.

    Raises:
        UnknownTarget: if the release or a catalogue is not known.
        WrongFeatureGates: if the release does not start with the feature gates.
        CannotAsk: if a server does not tell what to ask about.
    """
    # Imported here so that --help stays quick.
    from schedcfg.cli.progress import waiting  # noqa: PLC0415
    from schedcfg.cli.reporting import warn  # noqa: PLC0415
    from schedcfg.errors import UnreadableInput  # noqa: PLC0415
    from schedcfg.findings import FileReport, Verdict  # noqa: PLC0415
    from schedcfg.sources import Source  # noqa: PLC0415

    options.release_name()
    warn(options.gate_warnings())
    try:
        raw = Source(path).read()
    except UnreadableInput as error:
        reason = f"{error}. {error.help}" if error.help else str(error)
        return unread(FileReport(path, Verdict.UNREADABLE, reason=reason))
    with waiting("asking"):
        return ask(raw)


def show(found: "Probe", renderer: str, kubernetes: str | None) -> NoReturn:
    """Write the report, and end the run: for people, with what the findings add up to.

    Args:
        found: What asking showed.
        renderer: The report's file in `schedcfg.output.probe`.
        kubernetes: The release that was asked for, if one was.

    Raises:
        click.exceptions.Exit: always.
    """
    from schedcfg.cli.reporting import write  # noqa: PLC0415 - as above
    from schedcfg.output import load  # noqa: PLC0415 - as above

    summary = write(iter([found]), load(f"schedcfg.output.probe.{renderer}"), kubernetes)
    if renderer.endswith("text"):
        click.echo(_sum(found, summary), err=True)
    raise click.exceptions.Exit(_exit_code(found, summary))


def _sum(found: "Probe", summary: "Summary") -> str:
    """Say in one line what the findings add up to."""
    from schedcfg.output.summary import counted  # noqa: PLC0415 - as above
    from schedcfg.results.probing import was_made  # noqa: PLC0415 - as above

    if not was_made(found):
        return summary.line()
    numbers = ((summary.errors, "error"), (summary.warnings, "warning"))
    return ", ".join(counted(number, word) for number, word in numbers if number) or "all would work"


def _exit_code(found: "Probe", summary: "Summary") -> ExitCode:
    from schedcfg.results.probing import works  # noqa: PLC0415 - as above

    if summary.unreadable:
        return ExitCode.FAILED
    return ExitCode.ACCEPTED if works(found) and not summary.errors else ExitCode.REFUSED
