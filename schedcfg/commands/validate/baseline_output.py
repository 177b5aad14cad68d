"""Baselines on the command line: one applied, or one written."""

from collections.abc import Iterator

from schedcfg.cli.exit_status import ExitCode
from schedcfg.cli.reporting import resume_garbage_collection, write_stderr, write_unreadable
from schedcfg.document.texts import printable
from schedcfg.findings import FileReport
from schedcfg.output.summary import counted
from schedcfg.output.terminal import path_label
from schedcfg.validation.selection import baseline
from schedcfg.validation.selection.baseline import Baseline, KnownFinding
from schedcfg.validation.selection.directives import is_reported
from schedcfg.validation.selection.selection import Selection

_LISTED = 10
"""Outdated entries that are named one by one."""


def without_known(reports: Iterator[FileReport], known: Baseline, selection: Selection) -> Iterator[FileReport]:
    """Yield reports without what a baseline has; warn at the end about its selected entries that are outdated."""
    yield from known.new(reports)
    outdated = [finding for finding in known.outdated() if is_reported(finding.rule, selection)]
    if outdated:
        write_stderr(_outdated_lines(outdated, known.path))


def _outdated_lines(outdated: list[KnownFinding], path: str) -> Iterator[str]:
    path = printable(path)
    yield f"schedcfg: warning: {counted(len(outdated), 'finding')} of the baseline {path} no longer found:\n"
    for known in outdated[:_LISTED]:
        yield printable(f"  {known.path}: {known.rule}" + (f" at {known.where}" if known.where else "")) + "\n"
    if len(outdated) > _LISTED:
        yield f"  and {len(outdated) - _LISTED} more\n"
    yield f"  help: Rewrite it without them: --write-baseline {path}\n"


def write_baseline(reports: Iterator[FileReport], path: str) -> ExitCode:
    """Write all findings into a baseline, and their number, or why it is not written, to standard error.

    Raises:
        UnwritableOutput: if the file cannot be written.
    """
    resume_garbage_collection()
    found = baseline.write(path, reports)
    for unread, reason in found.unread:
        write_unreadable(unread, reason)
    if not found.is_written:
        reason = "not all files could be read" if found.unread else "no configuration was found"
        write_stderr([f"{path_label(path)} is not written: {reason}\n"])
        return ExitCode.FAILED
    numbers = f"{counted(found.findings, 'finding')} in {counted(found.files, 'file')}"
    write_stderr([f"{path_label(path)}: {numbers} recorded\n"])
    return ExitCode.ACCEPTED
