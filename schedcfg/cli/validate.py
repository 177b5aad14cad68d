"""`schedcfg validate`."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from schedcfg.cli import options as common
from schedcfg.cli.cluster_options import ClusterOptions, cluster_options
from schedcfg.cli.fix_options import FixOptions, fix_options
from schedcfg.cli.outputs import DEFAULT, Output, on_stdout, outputs, refuse_inputs, write
from schedcfg.cli.rendering_options import RenderingOptions, rendering_options
from schedcfg.cli.selection_options import SelectionOptions, selection_options
from schedcfg.cli.validation_options import by_release, validation_options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedcfg.findings import FileReport
    from schedcfg.options import Options
    from schedcfg.settings.reading import Project
    from schedcfg.sources import SearchTally

_EXAMPLES = """\b
Examples:
  schedcfg validate scheduler.yaml            against the newest release that serves its apiVersion
  schedcfg validate clusters/ -k 1.29         will they start after the upgrade?
  schedcfg validate clusters/ --in-tree-only  for the stock kube-scheduler, without your own plugins
  kubectl get configmap my-scheduler -o yaml | schedcfg validate -
  schedcfg validate --cluster                 what runs in the cluster of your kubectl
  schedcfg validate --render helm charts/scheduler --values prod.yaml --values test.yaml
"""


@click.command("validate", epilog=_EXAMPLES)
@common.paths
@common.kubernetes
@validation_options
@fix_options
@rendering_options
@cluster_options
@selection_options
@common.search
@common.skip_others
@outputs
@common.jobs
def command(  # noqa: PLR0913 - one parameter per group of options
    *,
    paths: tuple[str, ...],
    options: "Options",
    project: "Project | None",
    selection_options: SelectionOptions,
    fix_options: FixOptions,
    rendering_options: RenderingOptions,
    cluster_options: ClusterOptions,
    skip_others: bool,
    outputs: tuple[Output, ...],
    jobs: int,
) -> None:
    """Check whether kube-scheduler would start with these files.

    PATH is a file, a folder to search, or - for standard input. Prints nothing if there are no findings; if no
    configuration is found, that is reported.

    Exit status: 0 accepted; 1 refused or an error (see --fail-on) or, with --diff, something would change; 2 usage
    error; 3 a file could not be read or written.
    """
    refuse_inputs(outputs, paths)
    # Imported here so that --help and --version start quickly.
    from schedcfg.cli.reporting import conclude, finish, warn  # noqa: PLC0415
    from schedcfg.sources import SearchTally  # noqa: PLC0415

    selection_options.check(is_fixing=fix_options.fix or fix_options.diff, is_reporting=outputs != DEFAULT)
    selection_options = selection_options.with_settings(project)
    options = replace(options, skip_others=skip_others, selection=selection_options.selection())
    options = by_release(options, project)
    warn(options.gate_warnings())
    release = options.release_name()
    tally = SearchTally()
    if cluster_options.cluster or rendering_options.is_chosen:
        found = _without_files(paths, options, fix_options, rendering_options, cluster_options, tally)
    else:
        cluster_options.check(paths)
        found = fix_options.reports(paths, options, jobs, tally)
    reports = selection_options.apply_baseline(found, options.selection, partial(conclude, tally, options))
    summary = write(reports, outputs, release, fix_options.stream(paths))
    finish(summary, on_stdout(outputs), lambda one: conclude(tally, options, selection_options.exit_code(one)))


def _without_files(
    paths: tuple[str, ...],
    options: "Options",
    fix_options: FixOptions,
    rendering_options: RenderingOptions,
    cluster_options: ClusterOptions,
    tally: "SearchTally",
) -> "Iterator[FileReport]":
    """Validate what a tool renders, or what runs in a cluster.

    Raises:
        click.UsageError: for options that only files can follow.
    """
    cluster_options.check(paths)
    rendering_options.check(paths)
    option = "--cluster" if cluster_options.cluster else "--render"
    if cluster_options.cluster and rendering_options.is_chosen:
        raise click.UsageError("--render and --cluster exclude each other")
    if fix_options.fix or fix_options.diff:
        raise click.UsageError(f"--fix and --diff cannot be combined with {option}: there is no file to change")
    if options.role.value != "any":
        raise click.UsageError(f"--as-config and --as-policy cannot be combined with {option}")
    if not cluster_options.cluster:
        return rendering_options.reports(paths, options, tally)
    from schedcfg.cluster.validate import validate_cluster  # noqa: PLC0415 - few runs read a cluster

    return validate_cluster(cluster_options.read(), options, tally)
