"""The run of every probe: read one file, query its servers, report; and the options that the probes share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from schedcfg.cli.exit_status import ExitCode, exit_status

if TYPE_CHECKING:
    from schedcfg.cli.options import Output
    from schedcfg.external.probe.findings import ProbeReport
    from schedcfg.findings import FileReport
    from schedcfg.output.summary import Summary
    from schedcfg.validation.options import Options

Result = TypeVar("Result", bound="ProbeReport")

_LONGEST = 3600.0
"""Seconds; who waits longer than an hour has mistyped the unit."""

_NANOSECONDS = 1_000_000_000


def each_once(_ctx: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return every name once, in order.

    Raises:
        click.BadParameter: if one is empty.
    """
    if not all(names):
        raise click.BadParameter("the name of the node is empty")
    return tuple(dict.fromkeys(names))


class Timeout(click.ParamType):  # type: ignore[type-arg]  # generic in later releases of click only
    """Seconds: `3`, or a duration as Go writes it: `500ms`, `1m30s`."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it; a bare number counts seconds."""
        from schedcfg.document.golang import duration

        text = str(value)
        try:
            seconds = duration.parse(f"{text}s" if text[-1:].isdigit() else text) / _NANOSECONDS
        except ValueError:
            self.fail(
                f"{text!r} is not a duration; write seconds, e.g. 3, or a duration, e.g. 500ms or 1m30s", param, ctx
            )
        if not 0 < seconds <= _LONGEST:
            self.fail(f"{text!r} is out of range: more than 0, at most 1h", param, ctx)
        return seconds


def probe(
    path: str, options: "Options", query: Callable[[bytes], Result], unread: Callable[["FileReport"], Result]
) -> Result:
    """Read a file and query the servers that it names.

    Args:
        path: A file, or `-` for standard input.
        options: How it is validated.
        query: Queries the servers for the bytes of the file.
        unread: Makes a result of the report about a file that cannot be read.

    Raises:
        UnknownTarget: if the release or a catalog is not known.
        WrongFeatureGates: if the release does not start with the feature gates.
        ServerUnavailable: if a server does not list what to query.
    """
    from schedcfg.cli.reporting import warn
    from schedcfg.cli.streams import waiting
    from schedcfg.errors import UnreadableInput
    from schedcfg.findings import FileReport, Verdict
    from schedcfg.sources import Source

    options.release_name()
    warn(options.gate_warnings())
    try:
        raw = Source(path).read()
    except UnreadableInput as error:
        reason = error.sentence
        return unread(FileReport(path, Verdict.UNREADABLE, reason=reason))
    with waiting("waiting for responses"):
        return query(raw)


def show(found: "ProbeReport", capability: str, outputs: "tuple[Output, ...]", kubernetes: str | None) -> NoReturn:
    """Write the report, and end the run: for people, with what the findings add up to.

    Args:
        found: The result of the queries.
        capability: The folder of `schedcfg.external.probe` that the report is in.
        outputs: What to write: each format is a file of that folder with `render`, but for JSON.
        kubernetes: The requested release, if any.

    Raises:
        click.exceptions.Exit: always.
    """
    from schedcfg.cli.manners import is_quiet
    from schedcfg.cli.outputs import on_stdout, write

    folder = "schedcfg.external.probe"
    formats = {output.name: f"{folder}.{capability}.{output.name}" for output in outputs} | {
        "json": f"{folder}.report_json"
    }
    summary = write(iter([found]), outputs, kubernetes, lambda probe: (probe.file,), formats)
    summary.add(finding.severity for finding in found.all_findings)
    if on_stdout(outputs) == "text" and not is_quiet():
        click.echo(_summary_line(found, summary), err=True)
    raise click.exceptions.Exit(_exit_code(found, summary))


def _summary_line(found: "ProbeReport", summary: "Summary") -> str:
    """Return in one line what the findings add up to."""
    from schedcfg.output.summary import counted

    if not found.was_made:
        return summary.line()
    numbers = ((summary.errors, "error"), (summary.warnings, "warning"))
    return ", ".join(counted(number, noun) for number, noun in numbers if number) or "everything would work"


def _exit_code(found: "ProbeReport", summary: "Summary") -> ExitCode:
    return exit_status(failed=summary.unreadable, refused=summary.errors or not found.works)
