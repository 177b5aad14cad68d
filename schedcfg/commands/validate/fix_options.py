"""The options by which `validate` fixes what it finds."""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import click

from schedcfg.cli import options
from schedcfg.cli.help import Heading, option

if TYPE_CHECKING:
    from schedcfg.findings import FileReport
    from schedcfg.sources import SearchTally
    from schedcfg.validation.options import Options


class FixOptions(NamedTuple):
    """The values of these options."""

    fix: bool
    diff: bool
    unsafe_fixes: bool

    def check(self) -> None:
        """Refuse options that contradict each other.

        Raises:
            click.UsageError: if some do.
        """
        if self.fix and self.diff:
            raise click.UsageError(
                "--fix and --diff exclude each other: --fix changes the files, --diff only shows the changes"
            )
        if self.unsafe_fixes and not (self.fix or self.diff):
            raise click.UsageError("--unsafe-fixes needs --fix or --diff")

    def refuse(self, option: str) -> None:
        """Refuse them beside an option that is about files as they are.

        Raises:
            click.UsageError: if there are any.
        """
        if self.fix or self.diff:
            raise click.UsageError(f"{option} and {'--fix' if self.fix else '--diff'} exclude each other")

    def stream(self, paths: tuple[str, ...]) -> "TextIO | None":
        """Return where the report goes: standard error if a text or a diff goes to standard output, else None."""
        import sys

        return sys.stderr if self.diff or (self.fix and "-" in paths) else None

    @contextmanager
    def completed(self, reports: "Iterator[FileReport]") -> "Iterator[None]":
        """Fix what is left of the files, if requested, even if nobody reads on."""
        try:
            yield
        except SystemExit:
            if self.fix:
                deque(reports, 0)
            raise

    def reports(
        self, paths: tuple[str, ...], options: "Options", jobs: int | None, tally: "SearchTally"
    ) -> "Iterator[FileReport]":
        """Validate files and, if requested, fix them; diffs and fixed texts go to standard output on the way."""
        if not (self.fix or self.diff):
            from schedcfg.validation.files import validate_files

            return validate_files(paths, options, jobs, tally)
        from schedcfg.cli.reporting import write_stdout_bytes
        from schedcfg.commands.validate.fix import fix_files, write_files
        from schedcfg.sources import STDIN

        if self.fix and options.stdin_filename != STDIN and len(paths) > 1:
            raise click.UsageError(
                "with --fix and --stdin-filename, - is the only PATH: its text goes to standard output"
            )
        reports = fix_files(paths, options, jobs, unsafe=self.unsafe_fixes, tally=tally)
        if self.diff:
            return _with_diffs(reports)
        return write_files(reports, paths, write_stdout_bytes, options.stdin_filename)


def _with_diffs(reports: "Iterable[FileReport]") -> "Iterator[FileReport]":
    """Yield the reports; write what would change to standard output as a unified diff."""
    import sys

    from schedcfg.cli.reporting import colored, write_stdout
    from schedcfg.output import unified_diff
    from schedcfg.output.guard import each_after

    diffs: list[str] = []

    def compared(report: "FileReport") -> "FileReport":
        if report.fixing is not None and report.text is not None and report.is_changed:
            before = report.fixing.before
            diffs[:] = unified_diff.render(report.path, before, report.text, colored=colored(sys.stdout))
        return report

    for report in each_after(compared, reports):
        write_stdout(diffs)
        diffs.clear()
        yield report


def _read_fixing(inputs: dict[str, Any]) -> dict[str, Any]:
    chosen = FixOptions(**FIXING.values(inputs))
    chosen.check()
    return {"fix_options": chosen}


FIXING = options.OptionGroup(
    (
        option(
            "--fix",
            section=Heading.FIXING,
            everyday=True,
            is_flag=True,
            help="Fix findings marked [*], in place. A fix is made only where it is proven to keep behavior.",
        ),
        option(
            "--diff",
            section=Heading.FIXING,
            everyday=True,
            is_flag=True,
            help="Show the changes of --fix as a unified diff. The exit status is 1 if there are any.",
        ),
        option(
            "--unsafe-fixes",
            section=Heading.FIXING,
            everyday=True,
            is_flag=True,
            help="Also fix those marked [~]: it may change behavior or is a guess.",
        ),
    ),
    _read_fixing,
)
