"""One run of `schedcfg migrate`: the result of each file, written to the streams where it belongs."""

import sys
from collections import deque
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import click

from schedcfg.cli import manners
from schedcfg.cli.exit_status import ExitCode, exit_status
from schedcfg.cli.options import Output
from schedcfg.cli.outputs import Deliver, on_stdout, write_file
from schedcfg.cli.reporting import (
    colored,
    conclude,
    resume_garbage_collection,
    warn,
    watched_tally,
    write_stderr,
    write_stdout,
    write_stdout_bytes,
    write_unreadable,
)
from schedcfg.commands.migrate import json_report, text
from schedcfg.commands.migrate.migrate import MigrationRequest, migrate_files, without_unfit, write_files
from schedcfg.commands.migrate.results import FileMigration, MigrationStatus
from schedcfg.commands.migrate.text import Tally
from schedcfg.findings import Verdict
from schedcfg.output.guard import each
from schedcfg.output.tables import fitted
from schedcfg.output.terminal import columns, escaped
from schedcfg.sources import STDIN, SearchTally
from schedcfg.validation.options import Options


class Mode(NamedTuple):
    """What is done with the new texts."""

    write: bool
    diff: bool
    check: bool
    write_unfit: bool = False

    @property
    def prints_text(self) -> bool:
        """Whether the new text itself goes to standard output."""
        return not any(self)

    @property
    def only_reports(self) -> bool:
        """Whether a file that would change is something to fail for."""
        return (self.diff or self.check) and not self.write


class Run(NamedTuple):
    """Files that are being migrated."""

    files: Iterator[FileMigration]
    tally: Tally
    mode: Mode
    search: SearchTally
    options: Options

    def write(self, outputs: tuple[Output, ...], *, verbose: bool) -> ExitCode:
        """Write what was requested: JSON to standard output, or texts and notes; and JSON to files."""
        files, deliver = _noted(self.files), write_stdout
        try:
            if on_stdout(outputs) == "json":
                deliver(json_report.render(files, self.tally))
                return self._exit_code()
            copied = next((output.file for output in outputs if output.file), None)
            seen: list[FileMigration] = []
            self._write_text(_collecting(files, seen) if copied else files, deliver, verbose=verbose)
        except SystemExit:
            if self.mode.write:
                # What is asked for is done, even if nobody reads on.
                deque(files, 0)
            raise
        if copied:
            anew = Tally(self.tally.target, self.tally.kubernetes, self.tally.done, faults=self.tally.faults)
            write_file(copied, json_report.render(seen, anew))
        return self._exit_code()

    def _write_text(self, files: Iterator[FileMigration], deliver: Deliver, *, verbose: bool) -> None:
        """Write texts, diffs or names to standard output, and the notes to standard error."""
        format_notes = text.render_in_full if verbose else text.render_obstacles if self.mode.check else text.render
        if manners.is_quiet():
            format_notes = text.render_obstacles
        for file in _single_text(files) if self.mode.prints_text else files:
            deliver(each([file], self._counted_lines, self.tally))
            if self.mode.prints_text and file.verdict is Verdict.ACCEPTED:
                write_stdout_bytes(file.after)
            write_stderr(each([file], partial(format_notes, colored=colored(sys.stderr)), self.tally))
        if not manners.is_quiet():
            write_stderr(f"{line}\n" for line in self.tally.lines())

    def _counted_lines(self, file: FileMigration) -> Iterator[str]:
        """Yield what standard output gets instead of a new text, and count the file."""
        if self.mode.diff:
            yield from text.render_diff(file, colored=colored(sys.stdout))
        elif not self.mode.prints_text:
            yield from fitted(escaped(text.render_lines(file)), columns(0))
        self.tally.count(file)

    def _exit_code(self) -> ExitCode:
        for path, reason in self.tally.faults.items():
            write_unreadable(path, reason)
        seen = self.tally.files
        behind = self.mode.only_reports and seen[MigrationStatus.MIGRATED]
        status = exit_status(
            failed=seen[MigrationStatus.UNREADABLE] or seen[MigrationStatus.UNWRITTEN] or self.tally.faults,
            refused=seen[MigrationStatus.REFUSED] or self.tally.unfit or behind,
        )
        return conclude(self.search, self.options, status)


def _noted(files: Iterator[FileMigration]) -> Iterator[FileMigration]:
    """Yield the files; standard error lists each that cannot be read."""
    for file in files:
        if file.verdict is Verdict.UNREADABLE:
            write_unreadable(file.path, file.reason)
        yield file


def _collecting(files: Iterator[FileMigration], seen: list[FileMigration]) -> Iterator[FileMigration]:
    for file in files:
        seen.append(file)
        yield file


_ON_STDOUT = " on standard output (--write changes the file)"


def run(paths: tuple[str, ...], options: Options, request: MigrationRequest, mode: Mode, jobs: int | None) -> Run:
    """Start a run; nothing is read before its files are consumed.

    Raises:
        UnknownTarget: if the version or release is not known, or they do not fit.
        WrongFeatureGates: if the release does not start with the feature gates.
    """
    beside = "" if not mode.prints_text or list(paths) == [STDIN] else _ON_STDOUT
    done = "to migrate" if mode.only_reports else "migrated"
    tally = Tally(request.version(options), options.release_name(), done, beside)
    warn(options.gate_warnings())
    resume_garbage_collection()
    search = watched_tally()
    files = migrate_files(paths, options, request, jobs, search)
    if mode.write:
        files = write_files(files if mode.write_unfit else without_unfit(files), paths)
    return Run(files, tally, mode, search, options)


def _single_text(files: Iterator[FileMigration]) -> Iterator[FileMigration]:
    """Yield the files once it is certain that no more than one text would be printed.

    Raises:
        click.UsageError: if several would be.
    """
    pending: list[FileMigration] = []
    with_configuration = 0
    for file in files:
        pending.append(file)
        with_configuration += file.verdict in {Verdict.ACCEPTED, Verdict.REFUSED}
        if with_configuration > 1:
            raise click.UsageError(
                "several files contain configurations, but only one text can go to standard output: "
                "--write changes them in place, --diff shows the changes, --check lists the files that would change, "
                "and --output json prints all texts"
            )
    yield from pending
