"""`schedcfg validate`."""

from itertools import chain
from typing import TYPE_CHECKING

import click

from schedcfg.cli import options as common
from schedcfg.cli.exit_status import ExitCode
from schedcfg.cli.help import Heading, option
from schedcfg.cli.options import Output
from schedcfg.cli.outputs import on_stdout, refuse_inputs, write
from schedcfg.cli.validation_options import VALIDATION, by_release
from schedcfg.commands.validate.fix_options import FIXING, FixOptions
from schedcfg.commands.validate.other_sources import OTHER_SOURCES, OtherSources
from schedcfg.commands.validate.selection_options import SELECTION, SelectionOptions
from schedcfg.output import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedcfg.findings import FileReport
    from schedcfg.integrations.neighbors import Changes
    from schedcfg.sources import SearchTally
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project


_EXAMPLES = """\b
Examples:
  schedcfg validate scheduler.yaml            would kube-scheduler start with it?
  schedcfg validate clusters/ -k 1.29         and after the upgrade?
  schedcfg validate clusters/ --in-tree-only  without plugins of your own
  kubectl get configmap my-scheduler -o yaml | schedcfg validate -
  schedcfg validate --cluster                 what runs in the cluster of your kubectl
  schedcfg validate --render helm charts/scheduler --values prod.yaml
"""


@click.command("validate", cls=common.GroupedCommand, epilog=_EXAMPLES)
@common.paths
@option(
    "--confirm",
    section=Heading.TARGET,
    is_flag=True,
    help="Also ask the real kube-scheduler of the release, where one of WebAssembly is here; exit status 4 where it "
    "decides otherwise.",
)
@common.git(
    "Validate only what differs from this revision. Also reports what is new in files beside it because of that; "
    "without PATHs, of the whole repository."
)
@common.staged
@common.kubernetes
@common.cluster_release
@common.with_groups(VALIDATION, FIXING, OTHER_SOURCES, SELECTION)
@common.search
@common.skip_others
@common.output(FORMATS)
@common.jobs
def command(  # noqa: PLR0913 - one parameter per group of options
    *,
    paths: tuple[str, ...],
    git: str | None,
    staged: bool,
    cluster_release: str | None,
    options: "Options",
    project: "Project | None",
    selection_options: SelectionOptions,
    fix_options: FixOptions,
    other_sources: OtherSources,
    skip_others: bool,
    confirm: bool,
    outputs: tuple[Output, ...],
    jobs: int | None,
) -> None:
    """Check whether kube-scheduler would start with these files.

    PATH is a file, a folder to search, or - for standard input. A finding names its release, as in refused[syntax]
    (1.37). `# schedcfg: ignore[RULE] reason` suppresses advice about a line.

    Exit status: 0 accepted; 1 refused or an error (see --fail-on) or, with --diff, a change; 2 usage error; 3 file not
    read or written; 4 see --confirm.
    """
    from schedcfg.cli.reporting import conclude, finish, warn, watched_tally, write_stderr

    refuse_inputs(outputs, paths)
    if confirm:
        _check_confirm(paths, fix_options, other_sources, staged=staged)
    selection = selection_options.checked(fix_options, outputs).with_settings(project)
    # What changed since a revision, or is staged, need not hold a configuration.
    skip_others = skip_others or git is not None or staged
    options = by_release(options.of_cluster(cluster_release), project).selecting(
        selection.selection(), skip_others=skip_others
    )
    changes = None if git is None or staged else _changes(git, paths, options, other_sources)
    paths, options = (paths, options) if changes is None else (changes.paths, changes.as_one_cluster(options))
    warn((*options.gate_warnings(), *selection.remarks(project)))
    release, tally = options.release_name(), watched_tally()
    if staged:
        found = _of_staged(git, paths, options, tally, (other_sources, fix_options, selection))
    else:
        found = _of_files(paths, options, jobs, tally, (other_sources, fix_options))
    found = found if changes is None else chain(found, changes.reports_of_neighbors(tally))
    reports = selection.apply_baseline(found, options.selection, lambda code: conclude(tally, options, code))
    asked = None
    if confirm:
        from schedcfg.commands.validate.confirming import ConfirmedReports

        asked = ConfirmedReports(options)
        reports = asked.confirmed(reports)
    stream, fail_on = fix_options.stream(paths), selection.fail_on or "error"
    with fix_options.completed(reports):
        summary = write(
            reports, outputs, release, lambda one: (one,), instead=stream, fail_on=fail_on, cluster=tally.cluster
        )
    if asked is not None:
        write_stderr(asked.lines())
    also = ExitCode.ACCEPTED if asked is None else asked.exit_status
    finish(summary, on_stdout(outputs), tally, options, summary.hint(), also=also)


def _check_confirm(
    paths: tuple[str, ...], fix_options: FixOptions, other_sources: OtherSources, *, staged: bool
) -> None:
    """Check that what kube-scheduler itself is to be asked about is in files, as it is validated.

    Raises:
        click.UsageError: if not.
    """
    other_sources.refuse("--confirm")
    fix_options.refuse("--confirm")
    if staged:
        raise click.UsageError("--confirm and --staged exclude each other")
    if "-" in paths:
        raise click.UsageError("--confirm asks about files; `schedcfg confirm -` does so about standard input")


def _of_files(
    paths: tuple[str, ...],
    options: "Options",
    jobs: int | None,
    tally: "SearchTally",
    chosen: tuple[OtherSources, FixOptions],
) -> "Iterator[FileReport]":
    """Return the reports on files, or on what is rendered, or runs in a cluster."""
    other_sources, fix_options = chosen
    if other_sources.are_chosen(paths, options, fix_options):
        return other_sources.reports(paths, options, tally)
    _note_cluster(paths, options)
    return fix_options.reports(paths, options, jobs, tally)


def _note_cluster(paths: tuple[str, ...], options: "Options") -> None:
    """Write to standard error what is read as one cluster, with `--verbose`."""
    from schedcfg.cli.manners import is_verbose

    if not is_verbose():
        return
    from schedcfg.cli.reporting import write_stderr
    from schedcfg.document.texts import printable
    from schedcfg.errors import BugGuard
    from schedcfg.validation.files import FilesOfRun

    lines: list[str] = []
    with BugGuard() as guard:
        lines += (f"{printable(line)}\n" for line in FilesOfRun(paths, options).lines())
    write_stderr([*lines, f"not all is listed: {printable(guard.reason)}\n"] if guard.reason else lines)


def _of_staged(
    git: str | None,
    paths: tuple[str, ...],
    options: "Options",
    tally: "SearchTally",
    chosen: tuple[OtherSources, FixOptions, SelectionOptions],
) -> "Iterator[FileReport]":
    """Return the reports on what is staged, and on what is new beside it.

    Raises:
        UnreadableInput: if there is no repository.
        click.UsageError: if something else is meant as well, or files are to be changed, or a baseline written.
    """
    from schedcfg.integrations.neighbors import staged_changes

    other_sources, fix_options, selection = chosen
    other_sources.refuse("--staged")
    if git is not None:
        raise click.UsageError("--staged and --git exclude each other: --staged compares with the last commit")
    if "-" in paths:
        raise click.UsageError("--staged validates what is in the index of Git, not standard input")
    if fix_options.fix or fix_options.diff:
        raise click.UsageError(
            f"{'--fix' if fix_options.fix else '--diff'} and --staged exclude each other: --fix changes files of the "
            "working tree, and not what is staged; fix the files first, and add them"
        )
    if selection.write_baseline is not None:
        raise click.UsageError(
            "--write-baseline and --staged exclude each other: the baseline would have only what is staged"
        )
    changes = staged_changes(paths, options)
    return chain(changes.reports(tally), changes.reports_of_neighbors(tally))


def _changes(git: str, paths: tuple[str, ...], options: "Options", other_sources: OtherSources) -> "Changes":
    """Return what differs from a revision; write to standard error of which files it is not known what they were.

    Raises:
        click.UsageError: if standard input is among the paths, or something else than files is meant.
        UnreadableInput: if there is no repository, or no such revision.
    """
    from schedcfg.cli.reporting import write_unreadable
    from schedcfg.integrations.neighbors import changes

    other_sources.refuse("--git")
    if "-" in paths:
        raise click.UsageError("--git validates files of the working tree, not standard input")
    changed = changes(git, paths, options)
    for path, reason in changed.unread:
        write_unreadable(f"{path} before", reason)
    return changed
