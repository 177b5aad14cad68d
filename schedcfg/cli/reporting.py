"""Write reports to the right stream in the chosen format, and return the exit status that follows."""

import gc
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NoReturn, TextIO, TypeVar

import click

from schedcfg.cli import manners
from schedcfg.cli.called import as_called
from schedcfg.cli.exit_status import ExitCode, exit_status, worst
from schedcfg.cli.streams import clear_progress, progress, writing_stdout
from schedcfg.document.texts import printable
from schedcfg.errors import BugGuard, unreadable
from schedcfg.findings import FileReport, Verdict
from schedcfg.output.guard import Failing
from schedcfg.output.summary import Summary
from schedcfg.output.tables import fitted
from schedcfg.output.terminal import columns, escaped, path_label
from schedcfg.releases.gate_flag import Remark

if TYPE_CHECKING:
    from schedcfg.sources import SearchTally
    from schedcfg.validation.options import Options

Result = TypeVar("Result", bound=Failing)

_UNTIL_COLLECTED = 10_000
"""New objects until garbage is looked for: one file makes some hundred, nearly all without cycles."""

_FOR_PEOPLE = ("text", "concise", "")
"""Formats on standard output for which the summary goes to standard error; so it does where nothing goes there."""


def watched_tally() -> "SearchTally":
    """Return the tally of a run that begins, whose progress is shown on a terminal."""
    from schedcfg.sources import SearchTally

    watching = progress()
    return SearchTally() if watching is None else SearchTally(watch=watching.show)


def noted(results: Iterator[Result], reports: Callable[[Result], Iterable[FileReport]]) -> Iterator[Result]:
    """Return results; standard error lists what cannot be read.

    With `--verbose`, it also lists what became of other files, and what is not reported for them and why.
    """
    unread, is_verbose = set[str](), manners.is_verbose()

    def note(result: Result) -> Result:
        lines, found = list[str](), list[FileReport]()
        with BugGuard() as guard:
            found = list(reports(result))
            lines = [line for report in found for line in (_verdict(report), *_settled(report))] if is_verbose else []
        if guard.reason:
            result = result.failed(guard.reason)
            found, lines = list(reports(result)), []
        for report in found:
            # Both sides of a comparison may be the same file.
            if report.verdict is Verdict.UNREADABLE and report.path not in unread:
                write_unreadable(report.path, report.reason)
                unread.add(report.path)
        if lines:
            write_stderr(lines)
        return result

    return map(note, results)


def _verdict(report: FileReport) -> str:
    """Return what became of a file in a line; empty where it cannot be read."""
    if report.verdict is Verdict.UNREADABLE:
        return ""
    by = dict.fromkeys(document.kubernetes for document in report.documents if document.kubernetes)
    releases = f" by Kubernetes {', '.join(by)}" if by else ""
    return f"{path_label(report.path)}: {_outcome(report)}{releases}{_condition(report)}\n"


def _settled(report: FileReport) -> Iterator[str]:
    """Yield a line for each finding that is not reported, or not as its rule found it, with what settles it."""
    for one in (one for document in report.documents for one in document.settled):
        yield f"  {one.outcome}: {one.finding.rule} in line {one.finding.start.line}: {printable(one.reason)}\n"


def _outcome(report: FileReport) -> str:
    """Return the verdict on a file; one with an error is not called accepted."""
    from schedcfg.output.summary import counted

    errors = sum(finding.is_error for document in report.documents for finding in document.findings)
    if report.verdict is Verdict.ACCEPTED and errors:
        return f"with {counted(errors, 'error')}, not refused"
    return report.verdict


def _condition(report: FileReport) -> str:
    """Return under which condition a file is accepted; empty where there is none."""
    if report.verdict is not Verdict.ACCEPTED:
        return ""
    from schedcfg.output.summary import if_compiled_in

    return if_compiled_in({name for document in report.documents for name in document.assumed_plugins})


def write_unreadable(path: str, reason: str | None) -> None:
    """Write to standard error that a file cannot be read, as all commands do."""
    write_stderr([f"schedcfg: {printable(unreadable(path, reason or 'the reason is not known'))}\n"])


def resume_garbage_collection() -> None:
    """Collect garbage again before the work begins, though less often; what was imported stays."""
    gc.freeze()
    gc.set_threshold(_UNTIL_COLLECTED)
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
    shares_terminal = stdout is not None and stdout.isatty()
    with writing_stdout():
        for piece in pieces:
            if shares_terminal:
                clear_progress()
            stdout.write(piece)
        stdout.flush()


def write_stdout_bytes(content: bytes) -> None:
    """Write bytes to standard output as they are.

    Raises:
        SystemExit: if its reader closes it.
        UnwritableOutput: if it is closed, or its disk is full.
    """
    clear_progress()
    with writing_stdout():
        sys.stdout.buffer.write(content)
        sys.stdout.flush()


def write_stderr(pieces: Iterable[str]) -> None:
    """Write pieces of text to standard error, nothing in it that a terminal or the log of a CI obeys."""
    clear_progress()
    sys.stderr.writelines(fitted(escaped(map(as_called, pieces)), columns(0, sys.stderr)))


def exit_code(summary: Summary) -> ExitCode:
    """Return the exit status that a summary gives."""
    return exit_status(failed=summary.unreadable or summary.unwritten, refused=summary.failing or summary.pending)


def write_summary(output: str, line: str) -> None:
    """Write the last line of a run to standard error, where a report for people, or none, is on standard output.

    Args:
        output: The format on standard output; empty where nothing is written there.
        line: What was found, in one line; nothing is written where it is empty.
    """
    if line and output in _FOR_PEOPLE and not manners.is_quiet():
        write_stderr([f"{printable(line)}\n"])


def finish(
    summary: Summary,
    output: str,
    tally: "SearchTally",
    options: "Options",
    hint: str = "",
    *,
    also: ExitCode = ExitCode.ACCEPTED,
) -> NoReturn:
    """End the run with an exit status; for formats made for people, the last line on standard error is the summary.

    Args:
        summary: What was found.
        output: The format on standard output; empty where nothing is written there.
        tally: What was looked at.
        options: How it was looked for.
        hint: What follows in the summary in parentheses, if anything.
        also: The exit status that follows from something else than the summary.

    Raises:
        click.exceptions.Exit: always.
    """
    code = conclude(tally, options, worst([exit_code(summary), also]))
    # A terminal gets it in any case. The log of a workflow has nothing on standard output where nothing is found.
    is_blank = output == "github" and not summary.is_eventful
    write_summary("" if is_blank else output, summary.closing(hint) if sys.stderr.isatty() else summary.line(hint))
    raise click.exceptions.Exit(code)


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
    if options.require and code is ExitCode.ACCEPTED:
        write_stderr(["a configuration is required, by --require or the settings\n"])
        return ExitCode.REFUSED
    return code


def colored(stream: TextIO | None = None) -> bool:
    """Return whether to color: as `--color` or the environment chooses, else on a terminal that is not of a CI.

    Args:
        stream: The stream; None: standard output.
    """
    chosen = manners.color()
    return (stream or sys.stdout).isatty() if chosen is None else chosen
