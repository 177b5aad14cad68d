"""`schedcfg effective`."""

from functools import partial
from typing import TYPE_CHECKING

import click

from schedcfg.cli import options as common
from schedcfg.cli.cluster_options import CLUSTER, ClusterOptions
from schedcfg.cli.outputs import on_stdout, refuse_inputs, write
from schedcfg.cli.validation_options import VALIDATION, by_release
from schedcfg.commands.effective import FORMATS

if TYPE_CHECKING:
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg effective scheduler.yaml                               plugins in order, weights, args and their origins
  schedcfg effective scheduler.yaml -k 1.29                       as run by that release
  schedcfg effective kube-scheduler-pod.yaml                      as started with the flags of a manifest
  schedcfg effective scheduler.yaml --output yaml                 the completed configuration
  schedcfg effective scheduler.yaml -o html=pipeline.html         a page: releases, weights to try
"""


@click.command("effective", cls=common.GroupedCommand, epilog=_EXAMPLES)
@common.paths
@common.kubernetes
@common.with_groups(VALIDATION, CLUSTER)
@common.output(FORMATS)
@common.search
@common.jobs
def command(
    *,
    paths: tuple[str, ...],
    options: "Options",
    project: "Project | None",
    cluster_options: ClusterOptions,
    outputs: tuple[common.Output, ...],
    jobs: int | None,
) -> None:
    """Show what kube-scheduler would actually run with these files.

    Lists the plugins of every extension point in order, with their weights and Args, and the origin of each value.
    PATH is a file, a folder to search, or - for standard input. For a manifest, it is the configuration that its
    scheduler uses, flags included. `--output yaml` and `--output json` print the completed configuration as that
    release's `kube-scheduler --write-config-to` writes it.

    Exit status: 0 shown; 1 refused, or there is an error (see `schedcfg validate`); 2 usage error; 3 unreadable file.
    """
    cluster_options.check(paths)
    refuse_inputs(outputs, paths)
    from schedcfg.cli.reporting import finish, warn, watched_tally
    from schedcfg.commands.effective.effective import effective_file, effective_in_releases
    from schedcfg.configuration.effective.view import FileView
    from schedcfg.rules.context_cache import ContextCache
    from schedcfg.sources import may_hold_manifests
    from schedcfg.validation.each_file import Verb

    options = by_release(options, project)
    warn(options.gate_warnings())
    tally = watched_tally()
    is_page = any(output.name == "html" for output in outputs)
    read = partial(effective_in_releases if is_page else effective_file, contexts=ContextCache(options.suffixes))
    views = cluster_options.each(Verb(read, FileView, may_hold_manifests), paths, options, jobs, tally)
    release = options.release_name()
    summary = write(views, outputs, release, lambda view: (view.report,), FORMATS, cluster=tally.cluster)
    finish(summary, on_stdout(outputs), tally, options)
