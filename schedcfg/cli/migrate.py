"""`schedcfg migrate`."""

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from schedcfg.cli import options as common
from schedcfg.cli.validation_options import validation_options

if TYPE_CHECKING:
    from schedcfg.options import Options
    from schedcfg.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg migrate scheduler.yaml --to v1                 the new text
  schedcfg migrate scheduler.yaml --to v1 --diff          what would change
  schedcfg migrate clusters/ --kubernetes 1.29 --write    every file below, in place
  schedcfg migrate clusters/ --to v1 --check              for CI: status 1 if any is behind
"""


class Mode(NamedTuple):
    """What is done with the new texts."""

    write: bool
    diff: bool
    check: bool

    @property
    def prints_text(self) -> bool:
        """Whether the new text itself goes to standard output."""
        return not any(self)

    @property
    def only_reports(self) -> bool:
        """Whether a file that would change is something to fail for."""
        return (self.diff or self.check) and not self.write


@click.command("migrate", epilog=_EXAMPLES, short_help="Carry files over to another API version.")
@common.paths
@click.option("--to", metavar="VERSION", help="The API version to reach, e.g. v1.")
@common.release("The release that has to take the result, e.g. 1.29; without --to, the newest version that it serves.")
@click.option("--write", is_flag=True, help="Change the files in place.")
@click.option("--diff", is_flag=True, help="Show what changes as a unified diff; status 1 if anything would.")
@click.option("--check", is_flag=True, help="Name the files that would change; status 1 if there are any.")
@click.option("--annotate", is_flag=True, help="Put a comment that says why to what is written out to keep behaviour.")
@click.option("--adopt-defaults", is_flag=True, help="Take new defaults as they are: less text changes, behaviour may.")
@click.option("--drop-unsupported", is_flag=True, help="Leave out what has no successor instead of refusing the file.")
@validation_options
@common.skip_others
@click.option(
    "-v", "--verbose", is_flag=True, help="Say everything: what has no effect, and which files are unchanged."
)
@common.text_or_json
@common.jobs
def command(  # noqa: PLR0913 - one parameter per option
    *,
    paths: tuple[str, ...],
    to: str | None,
    write: bool,
    diff: bool,
    check: bool,
    annotate: bool,
    adopt_defaults: bool,
    drop_unsupported: bool,
    options: "Options",
    project: "Project | None",  # noqa: ARG001 - --kubernetes is the target here, which settings do not name
    skip_others: bool,
    verbose: bool,
    output: str,
    jobs: int,
) -> None:
    """Carry files over to another API version: no comment lost, and proven to behave as before.

    PATH is a file, a folder to search, or - for standard input. Without --write, --diff or --check the new text of a
    single file goes to standard output. What was done, and what to know about it, goes to standard error.

    Which releases accept a result is told. It is judged by the release of --kubernetes or, without, by the newest that
    serves the version.

    Exit status: 0 done, 1 refused, or a result that its release does not accept or finds new errors in (or, with
    --check or --diff, something would change), 2 wrong usage, 3 unreadable or not written.
    """
    mode = Mode(write, diff, check)
    _check(mode, paths, to, options.kubernetes)
    # Imported here so that --help stays quick.
    from schedcfg.cli import migration_run  # noqa: PLC0415
    from schedcfg.migrations.migrate import MigrationRequest  # noqa: PLC0415

    request = MigrationRequest(to, adopt_defaults, drop_unsupported, annotate)
    run = migration_run.run(paths, replace(options, skip_others=skip_others), request, mode, jobs)
    raise click.exceptions.Exit(run.as_json() if output == "json" else run.as_text(verbose=verbose))


def _check(mode: Mode, paths: tuple[str, ...], to: str | None, kubernetes: str | None) -> None:
    """Refuse options that contradict each other or name no target.

    Raises:
        click.UsageError: if they do, with what to write instead.
    """
    if to is None and kubernetes is None:
        raise click.UsageError("say where to go: --to v1, or --kubernetes 1.29 for the newest version that it serves")
    if mode.write and mode.check:
        raise click.UsageError("--write changes the files, --check only looks: they exclude each other")
    if mode.write and "-" in paths:
        raise click.UsageError(
            "standard input cannot be written to; without --write the new text goes to standard output"
        )
