"""`schedcfg validate`."""

import click

from schedcfg.cli import options
from schedcfg.cli.judging import Judging, judging
from schedcfg.cli.selecting import Selecting, selecting


@click.command("validate")
@options.paths
@options.kubernetes
@judging
@selecting
@options.skip_others
@options.output(["text", "json"], "Report format.")
@options.jobs
def command(
    *, paths: tuple[str, ...], judging: Judging, selecting: Selecting, skip_others: bool, output: str, jobs: int
) -> None:
    """Tell whether kube-scheduler would start with these files.

    PATH is a file, a folder to search, or - for standard input. Nothing is printed when all is well.

    Exit status: 0 accepted, 1 refused or advised against as an error (see --fail-on), 2 wrong usage, 3 unreadable.
    """
    # Imported here so that --help and --version stay quick.
    from schedcfg.cli.reporting import finish, warn, write  # noqa: PLC0415
    from schedcfg.operations.files import validate_files  # noqa: PLC0415
    from schedcfg.output import renderer  # noqa: PLC0415

    selecting = selecting.of(judging.project)
    settings = judging.settings_by_release(skip_others=skip_others, selection=selecting.selection())
    warn(settings.gate_warnings())
    release = settings.release_name()
    reports = selecting.new(validate_files(paths, settings, jobs), settings.selection)
    summary = write(reports, renderer(output), release)
    finish(summary, output, selecting.exit_code)
