"""One run of `schedcfg migrate`: what each file comes to, sent to the streams where it belongs."""

import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from schedcfg.cli.command_group import ExitCode
from schedcfg.cli.migrate import Mode
from schedcfg.cli.reporting import coloured, settle, show, show_bytes, tell, warn
from schedcfg.findings import Verdict
from schedcfg.migrations import json_report, text
from schedcfg.migrations.migrate import MigrationRequest, migrate_files, written
from schedcfg.migrations.results import FileMigration, MigrationStatus
from schedcfg.migrations.text import Tally
from schedcfg.options import Options


class Run(NamedTuple):
    """Files on their way.

    Attributes:
        files: What became of each, found out as it is asked for.
        tally: Counts them.
        mode: What is done with the new texts.
    """

    files: Iterator[FileMigration]
    tally: Tally
    mode: Mode

    def as_text(self, *, verbose: bool) -> ExitCode:
        """Show texts, diffs or names on standard output, and say the rest on standard error."""
        words = text.render_in_full if verbose else text.render_obstacles if self.mode.check else text.render
        files = _only_one(self.files) if self.mode.prints_text else self.files
        for file in files:
            self.tally.count(file)
            self._show(file)
            tell(words(file, coloured=coloured(sys.stderr)))
        tell([self.tally.line() + "\n"])
        return self._exit_code()

    def as_json(self) -> ExitCode:
        """Show everything on standard output as JSON."""
        show(json_report.render(self.files, self.tally))
        return self._exit_code()

    def _show(self, file: FileMigration) -> None:
        """Send what was asked for to standard output."""
        if self.mode.diff:
            show(text.render_diff(file, coloured=coloured(sys.stdout)))
        elif self.mode.write or self.mode.check:
            show(text.render_lines(file))
        elif file.verdict is Verdict.ACCEPTED:
            show_bytes(file.after)

    def _exit_code(self) -> ExitCode:
        """Choose the exit status: what could not be done weighs most."""
        seen = self.tally.files
        if seen[MigrationStatus.UNREADABLE] or seen[MigrationStatus.UNWRITTEN]:
            return ExitCode.FAILED
        behind = self.mode.only_tells and seen[MigrationStatus.MIGRATED]
        return ExitCode.REFUSED if seen[MigrationStatus.REFUSED] or behind else ExitCode.ACCEPTED


def run(paths: Iterable[str], options: Options, request: MigrationRequest, mode: Mode, jobs: int) -> Run:
    """Begin a run.

    Raises:
        UnknownTarget: if the version or release is not known, or they do not fit.
        WrongFeatureGates: if the release does not start with the feature gates.
    """
    tally = Tally(request.version(options), options.release_name(), "to migrate" if mode.only_tells else "migrated")
    warn(options.gate_warnings())
    settle()
    files = migrate_files(paths, options, request, jobs)
    return Run(written(files) if mode.write else files, tally, mode)


def _only_one(files: Iterator[FileMigration]) -> Iterator[FileMigration]:
    """Hold files back until it is certain that the text of one alone would be printed.

    Raises:
        click.UsageError: if it is not.
    """
    held: list[FileMigration] = []
    with_configuration = 0
    for file in files:
        held.append(file)
        with_configuration += file.verdict in {Verdict.ACCEPTED, Verdict.REFUSED}
        if with_configuration > 1:
            raise click.UsageError(
                "several files hold configurations, and standard output takes the text of one: "
                "--write changes them in place, --diff shows what would change, --check names those that would, "
                "and --output json gives all texts"
            )
    yield from held
