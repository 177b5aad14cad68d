"""`schedcfg validate`."""

import click

from schedcfg.cli import options
from schedcfg.cli.fixing import FixOptions, fixing
from schedcfg.cli.judging import Judging, judging


@click.command("validate")
@options.paths
@options.kubernetes
@judging
@fixing
@options.skip_others
@options.output(["text", "json"], "Report format.")
@options.jobs
def command(
    *, paths: tuple[str, ...], judging: Judging, fixing: FixOptions, skip_others: bool, output: str, jobs: int
) -> None:
    """Tell whether kube-scheduler would start with these files.

    PATH is a file, a folder to search, or - for standard input. Nothing is printed when all is well.

    Exit status: 0 accepted, 1 refused (or advised against as an error; with --diff, something would change), 2 wrong
    usage, 3 unreadable or not written.
    """
    # Imported here so that --help and --version stay quick.
    from schedcfg.cli.reporting import finish, warn, write  # noqa: PLC0415
    from schedcfg.output import renderer  # noqa: PLC0415

    settings = judging.settings(skip_others=skip_others)
    warn(settings.gate_warnings())
    reports = fixing.reports(paths, settings, jobs)
    summary = write(reports, renderer(output), settings.release_name(), fixing.stream(paths))
    finish(summary, output)
