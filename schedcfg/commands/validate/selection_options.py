"""The options by which `validate` chooses the findings that count."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click

from schedcfg.cli import completion, options
from schedcfg.cli.exit_status import ExitCode
from schedcfg.cli.help import Heading, option
from schedcfg.commands.validate.fix_options import FixOptions

if TYPE_CHECKING:
    from schedcfg.findings import FileReport
    from schedcfg.releases.gate_flag import Remark
    from schedcfg.validation.selection.selection import Selection
    from schedcfg.validation.settings.reading import Project

FAIL_ON = ("error", "warning", "info", "never")


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

    def remarks(self, project: "Project | None") -> "Iterator[Remark]":
        """Yield warnings about rules that are named as they were called before, for paths of the project as well."""
        from schedcfg.releases.gate_flag import Remark
        from schedcfg.rules.former_ids import notes_on_former_ids

        of_paths = () if project is None else (name for one in project.values.per_path for name in one.ignore)
        for note in notes_on_former_ids(dict.fromkeys((*_names(self.select), *_names(self.ignore), *of_paths))):
            yield Remark(note, "The old name still counts; write the new one.")

    def selection(self) -> "Selection":
        """Return which findings are reported.

        Raises:
            UnknownTarget: if a rule is named that does not exist, or one that cannot be ignored.
        """
        from schedcfg.validation.selection.selection import EVERYTHING, Selection

        if not (self.select or self.ignore or self.require_reasons):
            return EVERYTHING
        from schedcfg.validation.selection import directives

        select, ignore = _names(self.select), _names(self.ignore)
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
        from schedcfg.commands.validate import baseline_output
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


def _names(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def _refuse_wrong_names(wrong: "list[Any]", option: str) -> None:
    if wrong:
        from schedcfg.errors import UnknownTarget

        first, *others = (f"{option}: {name.message}. {name.help}" for name in wrong)
        raise UnknownTarget(first, None, *others)
