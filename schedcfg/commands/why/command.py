"""`schedcfg why`."""

from functools import partial
from typing import TYPE_CHECKING

import click

from schedcfg.cli import completion
from schedcfg.cli import options as common
from schedcfg.cli.cluster_options import CLUSTER, ClusterOptions
from schedcfg.cli.outputs import on_stdout, refuse_inputs, write
from schedcfg.cli.validation_options import VALIDATION, by_release
from schedcfg.commands.why import FORMATS

if TYPE_CHECKING:
    from schedcfg.commands.why.results import FileInfluence
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg why NetworkTraffic scheduler.yaml           does it run, and what does its score count?
  schedcfg why ImageLocality scheduler.yaml -k 1.29    in that release
  schedcfg why Coscheduling clusters/ --catalog scheduler-plugins
  schedcfg why NodeResourcesFit --cluster              in what runs in the cluster of your kubectl
"""


def _no_file(_ctx: click.Context, _parameter: click.Parameter, plugin: str) -> str:
    """Return the plugin; a file in its place is not looked up as one."""
    from schedcfg.cli.mistyped import looks_like_file

    if looks_like_file(plugin):
        from shlex import quote

        raise click.UsageError(f"PLUGIN comes first. Write: schedcfg why PLUGIN {quote(plugin)}")
    return plugin


@click.command(
    "why",
    cls=common.GroupedCommand,
    epilog=_EXAMPLES,
    short_help="Explain where a plugin runs, what its score counts for, and what limits its effect.",
)
@click.argument("plugin", metavar="PLUGIN", shell_complete=completion.complete_plugins, callback=_no_file)
@common.paths
@common.kubernetes
@common.with_groups(VALIDATION, CLUSTER)
@common.output(FORMATS)
@common.search
@common.jobs
def command(  # noqa: PLR0913 - one parameter per option
    *,
    plugin: str,
    paths: tuple[str, ...],
    options: "Options",
    project: "Project | None",
    cluster_options: ClusterOptions,
    outputs: tuple[common.Output, ...],
    jobs: int | None,
) -> None:
    """Explain the effect of a plugin with these files: whether it runs, where, and what its score counts for.

    For each profile, shows which Pods choose it, the points at which PLUGIN runs there, with its share of the score,
    what limits it (entries that disable it, feature gates, other scores, the sampling of nodes …), and what would
    give it a say. PATH is a file, a folder to search, or - for standard input.

    Exit status: 0 shown; 1 refused, or there is an error (see `schedcfg validate`); 2 usage error, or an unknown
    plugin; 3 unreadable file.
    """
    cluster_options.check(paths)
    refuse_inputs(outputs, paths)
    from schedcfg.cli.reporting import finish, warn, watched_tally
    from schedcfg.commands.why.why import find_influence, without_content
    from schedcfg.rules.context_cache import ContextCache
    from schedcfg.validation.each_file import Verb

    options = by_release(options, project)
    warn(options.gate_warnings())
    tally = watched_tally()
    read = partial(find_influence, plugin=plugin, contexts=ContextCache(options.suffixes))
    verb = Verb(read, partial(without_content, plugin=plugin))
    influences = list(cluster_options.each(verb, paths, options, jobs, tally))
    _refuse_unknown(plugin, influences)
    release = options.release_name()
    summary = write(iter(influences), outputs, release, lambda one: (one.report,), FORMATS, cluster=tally.cluster)
    finish(summary, on_stdout(outputs), tally, options)


def _refuse_unknown(plugin: str, found: "list[FileInfluence]") -> None:
    """Refuse a name that no release, no catalog and none of the files knows.

    Raises:
        UnknownTarget: if so.
    """
    from schedcfg.errors import UnknownTarget

    documents = [document for file in found for document in file.documents]
    if documents and not any(document.is_known for document in documents):
        near = next((document.near for document in documents if document.near), None)
        help_ = f"Did you mean `{near}`?" if near else "`schedcfg list plugins` lists all that are known."
        raise UnknownTarget(f"there is no plugin `{plugin}`, and none of these files names one", help_)
