"""The options by which `validate` chooses the findings that count, and fixes them."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TextIO

import click

from schedcfg.cli import completion, options
from schedcfg.cli.exit_status import ExitCode
from schedcfg.cli.help import Heading, option

if TYPE_CHECKING:
    from schedcfg.findings import FileReport
    from schedcfg.sources import SearchTally
    from schedcfg.validation.options import Options
    from schedcfg.validation.selection.selection import Selection
    from schedcfg.validation.settings.reading import Project

FAIL_ON = ("error", "warning", "info", "never")


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
        from schedcfg.changes.fix import fix_files, write_files
        from schedcfg.cli.reporting import write_stdout_bytes
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

    from schedcfg.cli.reporting import coloured, write_stdout
    from schedcfg.output import unified_diff
    from schedcfg.output.guard import each_after

    diffs: list[str] = []

    def compared(report: "FileReport") -> "FileReport":
        if report.fixing is not None and report.text is not None and report.is_changed:
            before = report.fixing.before
            diffs[:] = unified_diff.render(report.path, before, report.text, coloured=coloured(sys.stdout))
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


class SelectionOptions(NamedTuple):
    """The values of these options."""

    select: tuple[str, ...]
    ignore: tuple[str, ...]
    require_reasons: bool
    fail_on: str | None
    baseline: str | None
    write_baseline: str | None

    def checked(self, fix_options: "FixOptions", outputs: tuple[options.Output, ...]) -> Self:
        """Return these options, unless they contradict others.

        Raises:
            click.UsageError: if they do.
        """
        if self.write_baseline is None:
            return self
        if self.baseline is not None:
            raise click.UsageError(
                "--write-baseline and --baseline exclude each other: --write-baseline records all findings"
            )
        if fix_options.fix or fix_options.diff:
            raise click.UsageError(
                "--write-baseline cannot be combined with --fix or --diff: fix the files first, in a separate run"
            )
        if outputs != (options.Output("text", None),):
            raise click.UsageError("--write-baseline and --output exclude each other: the findings go to the baseline")
        return self

    def with_settings(self, project: "Project | None") -> Self:
        """Return the options, with the project's settings where the command line has no value."""
        if project is None:
            return self
        values = project.values
        return self._replace(
            select=self.select or (("",) if values.select == [] else tuple(values.select or ())),
            ignore=self.ignore or tuple(values.ignore),
            require_reasons=self.require_reasons or values.require_reasons,
            fail_on=self.fail_on or values.fail_on,
            baseline=self.baseline or project.baseline,
        )

    def selection(self) -> "Selection":
        """Return which findings are reported.

        Raises:
            UnknownTarget: if a rule is named that does not exist, or one that cannot be ignored.
        """
        from schedcfg.validation.selection.selection import EVERYTHING, Selection

        if not (self.select or self.ignore or self.require_reasons):
            return EVERYTHING
        from schedcfg.validation.selection import directives

        select, ignore = _split(self.select), _split(self.ignore)
        _refuse_wrong_names(directives.not_selectable(select), "--select")
        _refuse_wrong_names(directives.not_ignorable(ignore), "--ignore")
        return Selection(
            select=directives.expanded(select) if self.select else None,
            ignore=directives.expanded(ignore),
            needs_reasons=self.require_reasons,
        )

    def apply_baseline(
        self, reports: "Iterator[FileReport]", selection: "Selection", conclude: "Callable[[ExitCode], ExitCode]"
    ) -> "Iterator[FileReport]":
        """Leave out the findings that the baseline has, or write all of them into a new one.

        Args:
            reports: What was found.
            selection: Which of it is reported.
            conclude: Makes the exit status of that of a new one.

        Raises:
            UnreadableInput: if the baseline cannot be read.
            WrongSettings: if it is none.
            click.exceptions.Exit: after a new one was written.
            UnwritableOutput: if that cannot be.
        """
        if self.baseline is None and self.write_baseline is None:
            return reports
        from schedcfg.cli import baseline_output
        from schedcfg.validation.selection import baseline

        if self.write_baseline is not None:
            raise click.exceptions.Exit(conclude(baseline_output.write_baseline(reports, self.write_baseline)))
        assert self.baseline is not None
        return baseline_output.without_known(reports, baseline.read(self.baseline), selection)


def _read(inputs: dict[str, Any]) -> dict[str, Any]:
    return {"selection_options": SelectionOptions(**SELECTION.values(inputs))}


SELECTION = options.OptionGroup(
    (
        option(
            "--select",
            section=Heading.REPORT,
            everyday=True,
            metavar="RULE,...",
            shell_complete=completion.complete_rules,
            multiple=True,
            help="Report only the advice of these rules. Repeatable; '': none. "
            "Groups: advised, refused (no advice at all), surroundings, error, warning, info.",
        ),
        option(
            "--ignore",
            section=Heading.REPORT,
            everyday=True,
            metavar="RULE,...",
            shell_complete=completion.complete_rules,
            multiple=True,
            help="Leave out the advice of these rules. Or of groups; repeatable.",
        ),
        option(
            "--require-reasons",
            section=Heading.REPORT,
            is_flag=True,
            help="Report ignore comments without a reason.",
        ),
        option(
            "--fail-on",
            section=Heading.REPORT,
            everyday=True,
            metavar="SEVERITY",
            type=click.Choice(FAIL_ON),
            help="Lowest severity that makes the exit status 1: error, the default, warning, info or never. "
            "Refused counts as error.",
        ),
        option(
            "--baseline",
            section=Heading.REPORT,
            metavar="FILE",
            help="Report only findings that this file does not have.",
        ),
        option(
            "--write-baseline",
            section=Heading.REPORT,
            metavar="FILE",
            help="Write all findings to this file instead of reporting them.",
        ),
    ),
    _read,
)


def _split(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def _refuse_wrong_names(wrong: "list[Any]", option: str) -> None:
    if wrong:
        from schedcfg.errors import UnknownTarget

        first, *others = (f"{option}: {name.message}. {name.help}" for name in wrong)
        raise UnknownTarget(first, None, *others)
