"""`schedcfg migrate`."""

from typing import TYPE_CHECKING

import click

from schedcfg.cli import completion
from schedcfg.cli import options as common
from schedcfg.cli.outputs import refuse_inputs
from schedcfg.cli.validation_options import VALIDATION

if TYPE_CHECKING:
    from schedcfg.commands.migrate.run import Mode
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg migrate scheduler.yaml --to v1                 the new text
  schedcfg migrate scheduler.yaml --to v1 --diff          what would change
  schedcfg migrate clusters/ --kubernetes 1.29 --write    every file in the folder, in place
  schedcfg migrate clusters/ --to v1 --check              for CI: status 1 if a file would change
"""


@click.command(
    "migrate", cls=common.GroupedCommand, epilog=_EXAMPLES, short_help="Migrate files to another API version."
)
@common.paths
@click.option(
    "--to",
    metavar="VERSION",
    shell_complete=completion.complete_api_versions,
    help="API version to migrate to, e.g. v1.",
)
@common.release("Kubernetes release that must accept the result. Without --to, its newest API version is the target.")
@click.option("--write", is_flag=True, help="Change the files in place.")
@click.option(
    "--write-unfit",
    is_flag=True,
    help="With --write, also write unfit results. Their release refuses them, or finds new errors in them.",
)
@click.option("--diff", is_flag=True, help="Show the changes as a unified diff. The exit status is 1 if there are any.")
@click.option("--check", is_flag=True, help="List the files that would change. The exit status is 1 if there are any.")
@click.option(
    "--annotate", is_flag=True, help="Give added entries a comment with the reason. Entries are added to keep behavior."
)
@click.option(
    "--adopt-defaults",
    is_flag=True,
    help="Accept new defaults. There are fewer changes in the text, but behavior may change.",
)
@click.option(
    "--drop-unsupported", is_flag=True, help="Drop what the target cannot express. Without it, the file is refused."
)
@common.with_groups(VALIDATION)
@common.search
@common.skip_others
@click.option("-v", "--verbose", is_flag=True, help="Also show what has no effect or is unchanged.")
@common.text_or_json
@common.jobs
def command(  # noqa: PLR0913 - one parameter per option
    *,
    paths: tuple[str, ...],
    to: str | None,
    write: bool,
    write_unfit: bool,
    diff: bool,
    check: bool,
    annotate: bool,
    adopt_defaults: bool,
    drop_unsupported: bool,
    options: "Options",
    project: "Project | None",  # noqa: ARG001 - --kubernetes is the target here, which settings do not name
    skip_others: bool,
    verbose: bool,
    outputs: tuple[common.Output, ...],
    jobs: int | None,
) -> None:
    """Migrate files to another API version. Comments are kept, and behavior is proven to stay the same.

    PATH is a file, a folder to search, or - for standard input. Without --write, --diff or --check, the new text of a
    single file goes to standard output. Notes about the changes go to standard error.

    Each result is validated against the release of --kubernetes or, without it, the newest that serves the version.
    The report lists the releases that accept it. With --write, a file whose result that release refuses stays as it is.

    Exit status: 0 done; 1 refused, a result with new errors or, with --check or --diff, something would change; 2
    usage error; 3 a file could not be read or written.
    """
    from schedcfg.commands.migrate.run import Mode, run

    mode = Mode(write, diff, check, write_unfit)
    _check(mode, paths, to, options.kubernetes)
    refuse_inputs(outputs, paths)
    if any(output.name == "text" and output.file is not None for output in outputs):
        raise click.UsageError("the new text goes to standard output or, with --write, to the files; only json=FILE")
    from dataclasses import replace

    from schedcfg.commands.migrate.migrate import MigrationRequest

    request = MigrationRequest(to, adopt_defaults, drop_unsupported, annotate)
    migration = run(paths, replace(options, skip_others=skip_others), request, mode, jobs)
    raise click.exceptions.Exit(migration.write(outputs, verbose=verbose))


def _check(mode: "Mode", paths: tuple[str, ...], to: str | None, kubernetes: str | None) -> None:
    """Refuse options that contradict each other or name no target.

    Raises:
        click.UsageError: if they do, with what to write instead.
    """
    if to is None and kubernetes is None:
        raise click.UsageError(
            "missing target: --to v1, or --kubernetes 1.29 for the newest API version that it serves"
        )
    if mode.write and mode.check:
        raise click.UsageError("--write and --check exclude each other: --write changes the files, --check does not")
    if mode.write_unfit and not mode.write:
        raise click.UsageError("--write-unfit says what --write does: add --write")
    if mode.write and "-" in paths:
        raise click.UsageError("--write cannot change standard input; without it, the new text goes to standard output")
