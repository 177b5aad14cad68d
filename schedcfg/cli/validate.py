"""`schedcfg validate`."""

import click

from schedcfg.cli import options
from schedcfg.cli.fixing import FixOptions, fixing
from schedcfg.cli.judging import Judging, judging
from schedcfg.cli.outputs import DEFAULT, Output, on_stdout, outputs, refuse_inputs, write
from schedcfg.cli.selecting import Selecting, selecting

_EXAMPLES = """\b
Examples:
  schedcfg validate scheduler.yaml            by the newest release that serves its apiVersion
  schedcfg validate clusters/ -k 1.29         will they start after the upgrade?
  schedcfg validate clusters/ --in-tree-only  by the stock kube-scheduler, without plugins of your own
  kubectl get configmap my-scheduler -o yaml | schedcfg validate -
"""


@click.command("validate", epilog=_EXAMPLES)
@options.paths
@options.kubernetes
@judging
@fixing
@selecting
@options.skip_others
@outputs
@options.jobs
def command(  # noqa: PLR0913 - one parameter per group of options
    *,
    paths: tuple[str, ...],
    judging: Judging,
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
    selecting = selecting.of(judging.project)
    settings = judging.settings_by_release(skip_others=skip_others, selection=selecting.selection())
    warn(settings.gate_warnings())
    release = settings.release_name()
    reports = selecting.new(fixing.reports(paths, settings, jobs), settings.selection)
    summary = write(reports, outputs, release, fixing.stream(paths))
    finish(summary, on_stdout(outputs), selecting.exit_code)
