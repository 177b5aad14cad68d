"""`schedcfg validate`."""

from typing import TYPE_CHECKING

import click

from schedcfg.cli import options as common
from schedcfg.cli.fixing import FixOptions, fixing
from schedcfg.cli.judging import by_release, judging
from schedcfg.cli.outputs import DEFAULT, Output, on_stdout, outputs, refuse_inputs, write
from schedcfg.cli.selecting import Selecting, selecting

if TYPE_CHECKING:
    from schedcfg.options import Options
    from schedcfg.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg validate scheduler.yaml            by the newest release that serves its apiVersion
  schedcfg validate clusters/ -k 1.29         will they start after the upgrade?
  schedcfg validate clusters/ --in-tree-only  by the stock kube-scheduler, without plugins of your own
  kubectl get configmap my-scheduler -o yaml | schedcfg validate -
"""


@click.command("validate", epilog=_EXAMPLES)
@common.paths
@common.kubernetes
@judging
@fixing
@selecting
@common.skip_others
@outputs
@common.jobs
def command(  # noqa: PLR0913 - one parameter per group of options
    *,
    paths: tuple[str, ...],
    options: "Options",
    project: "Project | None",
    selecting: Selecting,
    fixing: FixOptions,
    skip_others: bool,
    outputs: tuple[Output, ...],
    jobs: int,
) -> None:
    """Tell whether kube-scheduler would start with these files.

    PATH is a file, a folder to search, or - for standard input. Nothing is printed when all is well.

    Exit status: 0 accepted, 1 refused or advised against as an error (see --fail-on; with --diff, something would
    change), 2 wrong usage, 3 unreadable or not written.
    """
    refuse_inputs(outputs, paths)
    # Imported here so that --help and --version stay quick.
    from schedcfg.cli.reporting import finish, warn  # noqa: PLC0415

    selecting.check(is_mending=fixing.fix or fixing.diff, is_telling=outputs != DEFAULT)
    selecting = selecting.of(project)
    options = by_release(options, project, skip_others=skip_others, selection=selecting.selection())
    warn(options.gate_warnings())
    release = options.release_name()
    reports = selecting.new(fixing.reports(paths, options, jobs), options.selection)
    summary = write(reports, outputs, release, fixing.stream(paths))
    finish(summary, on_stdout(outputs), selecting.exit_code)
