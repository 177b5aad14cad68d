"""`schedcfg upgrade`."""

from typing import TYPE_CHECKING

import click

from schedcfg.cli import completion
from schedcfg.cli import options as common
from schedcfg.cli.cluster_options import CLUSTER, ClusterOptions
from schedcfg.cli.outputs import refuse_inputs
from schedcfg.cli.validation_options import SEARCHING

if TYPE_CHECKING:
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

FORMATS = ("text", "markdown", "json", "html")

_EXAMPLES = """\b
Examples:
  schedcfg upgrade clusters/ --from 1.22 --to 1.33                the plan
  schedcfg upgrade clusters/ --from 1.22 --to 1.33 -o markdown > PLAN.md
  schedcfg upgrade clusters/ --write --step 1.23 --moment before  early edits
  schedcfg upgrade clusters/ --write --step 1.23                  all edits
  schedcfg upgrade --cluster --to 1.33                            what runs
"""


@click.command(
    "upgrade",
    cls=common.GroupedCommand,
    epilog=_EXAMPLES,
    short_help="Plan and make the edits of a Kubernetes upgrade, hop by hop.",
)
@common.paths
@click.option(
    "--from",
    "before",
    metavar="RELEASE",
    shell_complete=completion.complete_releases,
    help="The release that runs now.",
)
@click.option(
    "--to",
    "after",
    metavar="RELEASE",
    shell_complete=completion.complete_releases,
    help="The release to arrive at, e.g. 1.33 or newest.",
)
@click.option(
    "--step",
    metavar="RELEASE",
    shell_complete=completion.complete_releases,
    help="Plan the single hop to this release. It begins at the minor release before it. 1.23.17 also names the patch "
    "release that image tags and versions get.",
)
@click.option("--write", is_flag=True, help="Make the edits of --step in the files.")
@click.option(
    "--moment",
    type=click.Choice(["before", "with"]),
    default="with",
    show_default=True,
    help="Last moment of the edits that are made. They go before the control plane, or with it.",
)
@common.with_groups(SEARCHING, CLUSTER)
@common.search
@common.skip_others
@click.option(
    "-v", "--verbose", is_flag=True, help="Show all places and changes. Also shows hops in which nothing is to do."
)
@common.output(FORMATS)
def command(  # noqa: PLR0913 - one parameter per option
    *,
    paths: tuple[str, ...],
    before: str | None,
    after: str | None,
    step: str | None,
    write: bool,
    moment: str,
    options: "Options",
    project: "Project | None",  # noqa: ARG001 - the releases are those of the upgrade
    cluster_options: ClusterOptions,
    skip_others: bool,
    verbose: bool,
    outputs: tuple[common.Output, ...],
) -> None:
    """Plan the upgrade of all schedulers in files, folders or a cluster: what has to change, when, and what follows.

    Each minor release on the way is a hop. For each hop, the plan lists the files that have to change before the
    control plane is upgraded or together with it, each edit with its proof, what is to be done by hand, and what the
    scheduler will do differently. Schedulers whose image or product names a newer release join at that hop.

    With --cluster, --from is the release of the API server and --to the newest, unless they are named. The plan lists
    the objects, how each of them is changed by hand, and what cannot be seen.

    Exit status: 0 nothing to do before the control plane or with it, or all of it written; 1 something to do; 2 usage
    error; 3 a file could not be read or written.
    """
    cluster_options.check(paths)
    if cluster_options.cluster:
        _check_cluster(before, after, step, write=write)
    else:
        _check(paths, before, after, step, write=write)
    refuse_inputs(outputs, paths)
    from schedcfg.commands.upgrade.run import UpgradeRun

    if cluster_options.cluster:
        run = UpgradeRun.of_cluster(cluster_options, options, before, after, step)
    else:
        run = UpgradeRun.of(paths, options, before, after, step, moment, skip_others=skip_others)
    raise click.exceptions.Exit(run.show(outputs, write=write, verbose=verbose))


def _check_cluster(before: str | None, after: str | None, step: str | None, *, write: bool) -> None:
    """Refuse what cannot be done in a cluster, or contradicts itself.

    Raises:
        click.UsageError: if so, with what to do instead.
    """
    if write:
        raise click.UsageError(
            "--write and --cluster exclude each other, as nothing is written to a cluster: save the objects with the "
            "commands that the plan lists, then make the edits there: schedcfg upgrade saved --write --step 1.23"
        )
    _check_step(before, after, step)


def _check_step(before: str | None, after: str | None, step: str | None) -> None:
    """Refuse a single hop together with a way.

    Raises:
        click.UsageError: if both are there.
    """
    if step is not None and (before is not None or after is not None):
        raise click.UsageError(
            "--step is a single hop: leave out --from and --to, or plan the whole way without --step"
        )


def _check(paths: tuple[str, ...], before: str | None, after: str | None, step: str | None, *, write: bool) -> None:
    """Refuse options that contradict each other or name no way.

    Raises:
        click.UsageError: if they do, with what to write instead.
    """
    _check_step(before, after, step)
    if step is None and (before is None or after is None):
        import shlex

        missing = "--from and --to" if before is None and after is None else "--from" if before is None else "--to"
        words = ["schedcfg", "upgrade", *paths, "--from", before or "RELEASE", "--to", after or "newest"]
        raise click.UsageError(f"missing {missing}. Write: {shlex.join(words)}")
    if write and step is None:
        raise click.UsageError("--write makes the edits of one hop: name it with --step, e.g. --step 1.23")
    if "-" in paths:
        raise click.UsageError("an upgrade is planned for files and folders, not for standard input")
