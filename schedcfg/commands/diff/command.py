"""`schedcfg diff`."""

import os
import shlex
from functools import partial
from typing import TYPE_CHECKING

import click

from schedcfg.cli import completion
from schedcfg.cli import options as common
from schedcfg.cli.cluster_options import TWO_CLUSTERS, ClusterOptions
from schedcfg.cli.exit_status import exit_status
from schedcfg.cli.outputs import on_stdout, refuse_inputs, write
from schedcfg.cli.validation_options import VALIDATION, by_release
from schedcfg.commands.diff import FORMATS
from schedcfg.errors import UnreadableInput, unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from schedcfg.commands.diff.differences import Difference
    from schedcfg.commands.review.review import Review
    from schedcfg.integrations.cluster_reading import ClusterReading
    from schedcfg.sources import SearchTally
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg diff old.yaml new.yaml                     what changes in behavior
  schedcfg diff scheduler.yaml --from 1.29 --to 1.34  what the upgrade changes
  schedcfg diff clusters/test clusters/prod           two folders, file by file
  schedcfg diff --cluster scheduler.yaml              a file and a cluster
  schedcfg diff --context test --to-context prod      two clusters
  schedcfg diff main:clusters/a.yaml clusters/a.yaml  a file as Git has it
  schedcfg diff --git origin/main --output markdown   for a pull request
  schedcfg diff --git v1.2..v1.3                      two revisions
"""


@click.command(
    "diff", cls=common.GroupedCommand, epilog=_EXAMPLES, short_help="Show differences in scheduler behavior."
)
@click.argument("paths", nargs=-1, type=common.PATH, metavar="A B | FILE | [PATH]...")
@click.option(
    "--from",
    "before",
    metavar="RELEASE",
    shell_complete=completion.complete_releases,
    help="Compare the effect of FILE in this release …",
)
@click.option(
    "--to",
    "after",
    metavar="RELEASE",
    shell_complete=completion.complete_releases,
    help="… with that in this one, e.g. 1.34 or newest.",
)
@common.git(
    "Compare with this revision. All configurations of the repository, or of PATHs, are compared; or those of two "
    "revisions: A..B, or A...B from where B began."
)
@common.release(
    "Kubernetes release to validate A and B against. Default: that of the manifest that runs them, beside the file or "
    "in it; else the newest that reads both; if there is none, the newest that reads each."
)
@common.with_groups(VALIDATION, TWO_CLUSTERS)
@common.output(FORMATS)
def command(  # noqa: PLR0913 - one parameter per option
    *,
    paths: tuple[str, ...],
    before: str | None,
    after: str | None,
    git: str | None,
    options: "Options",
    project: "Project | None",
    cluster_options: ClusterOptions,
    outputs: tuple[common.Output, ...],
) -> None:
    """Show how behavior differs between files, releases, Git revisions and clusters.

    Only differences in behavior are shown, not comments, formatting, the order of unrelated entries or explicit
    defaults. A and B are files or folders. A or B can be - for standard input, or REVISION:PATH for a file as Git has
    it.

    With --git, files of the working tree are compared with those of the commit where work branched off that revision.
    In folders and revisions, renamed files are followed, and new and gone findings are shown.

    With --cluster, FILE is compared with the configuration of a cluster that has its ConfigMap or serves its scheduler
    names; B can name it. With --to-context, two clusters are compared, each by the releases of its schedulers.

    Exit status: 0 no differences; 1 differences, or a file is refused; 2 usage error; 3 unreadable file.
    """
    refuse_inputs(outputs, paths)
    options = options if before is not None else by_release(options, project)
    review = _review(paths, before, after, git, options, cluster_options)
    if review is not None:
        from schedcfg.commands.review.run import show

        raise click.exceptions.Exit(show(review, options, outputs))
    _check(paths, before, after, options.kubernetes, is_cluster=cluster_options.cluster)
    from schedcfg.cli.reporting import watched_tally, write_summary
    from schedcfg.commands.diff.diff import reports_of
    from schedcfg.commands.diff.text import summary_line

    tally, release = watched_tally(), options.release_name()
    difference = _difference(paths, before, after, options, cluster_options, tally)
    summary = write(iter([difference]), outputs, release, reports_of, FORMATS, cluster=tally.cluster)
    # What cannot be read is on standard error already.
    write_summary(on_stdout(outputs), "" if summary.unreadable else summary_line(difference))
    raise click.exceptions.Exit(exit_status(failed=summary.unreadable, refused=not difference.is_same))


def _review(
    paths: tuple[str, ...],
    before: str | None,
    after: str | None,
    git: str | None,
    options: "Options",
    cluster_options: ClusterOptions,
) -> "Callable[[], Review] | None":
    """Return what compares many files: of revisions, clusters or folders; None where single ones are compared.

    Raises:
        click.UsageError: for what does not go together with them.
    """
    if git is not None:
        from schedcfg.commands.review.review import review

        is_cluster = cluster_options.cluster or cluster_options.to_context is not None
        _check_git(paths, before, after, is_cluster=is_cluster)
        return partial(review, git, paths, options)
    if cluster_options.to_context is not None:
        if paths or before or after:
            raise click.UsageError("compare two clusters: schedcfg diff --context A --to-context B")
        return partial(_review_clusters, cluster_options, options)
    if len(paths) == 2 and all(map(os.path.isdir, paths)) and not (before or after):  # noqa: PLR2004
        from schedcfg.commands.review.review import review_folders

        return partial(review_folders, *paths, options)
    return None


def _review_clusters(cluster_options: ClusterOptions, options: "Options") -> "Review":
    """Compare two clusters.

    Raises:
        ServerUnavailable: if kubectl is not there, or an API server does not answer.
    """
    from schedcfg.commands.review.clusters import ReadCluster, review_clusters
    from schedcfg.sources import SearchTally

    left, right = (
        ReadCluster(side.context or "current context", side.read(SearchTally())) for side in cluster_options.both
    )
    return review_clusters(left, right, options)


def _difference(
    paths: tuple[str, ...],
    before: str | None,
    after: str | None,
    options: "Options",
    cluster_options: ClusterOptions,
    tally: "SearchTally",
) -> "Difference":
    """Compare two files, two releases, or a file with a cluster."""
    from schedcfg.commands.diff.diff import diff_file, diff_files, unread
    from schedcfg.errors import BugGuard

    with BugGuard() as guard:
        if cluster_options.cluster:
            return _drift(paths[0], paths[1] if len(paths) > 1 else None, options, lambda: cluster_options.read(tally))
        if before is not None and after is not None:
            return diff_file(paths[0], before, after, options)
        return diff_files(paths[0], paths[1], options)
    return unread(paths, guard.reason)


def _drift(file: str, name: str | None, options: "Options", read: "Callable[[], ClusterReading]") -> "Difference":
    """Compare a file with what runs in a cluster.

    Raises:
        UnreadableInput: if one of them cannot be read, or the cluster has nothing like the file.
        ServerUnavailable: if kubectl is not there, or the API server does not answer.
    """
    from schedcfg.commands.diff.diff import diff
    from schedcfg.document import decode_text
    from schedcfg.integrations.cluster_configurations import ClusterContext, counterpart
    from schedcfg.sources import Source

    source = Source(file, stdin_filename=options.stdin_filename)
    content = decode_text(source.read())
    reading = read()
    there = counterpart(reading, source.name, content, name, options)
    options = ClusterContext(reading, options).options_for(there.config_map)
    # Of a file with several, the configuration that the cluster has.
    return diff(content, there.text, paths=(source.name, there.path), options=options).in_both


def _check(
    paths: tuple[str, ...], before: str | None, after: str | None, kubernetes: str | None, *, is_cluster: bool
) -> None:
    """Refuse what is neither two files nor one file and two releases, nor a file and a cluster.

    Raises:
        click.UsageError: if so, with what to write.
        UnreadableInput: if there is nothing to compare a folder with.
    """
    if is_cluster:
        if len(paths) not in {1, 2} or before or after:
            raise click.UsageError("compare a file with a cluster: schedcfg diff --cluster FILE [NAME]")
        return
    both = "compare two files or folders: schedcfg diff A B [--kubernetes 1.29]"
    one = "compare two releases: schedcfg diff FILE --from 1.24 --to 1.29"
    if len(paths) == 2 and (before or after):  # noqa: PLR2004
        raise click.UsageError(f"--from and --to apply to a single file, but two were given; {both}; or {one}")
    if len(paths) == 1 and not (before and after):
        missing = (
            "--to is missing" if before else "--from is missing" if after else "missing: a second file, or two releases"
        )
        raise click.UsageError(f"{missing}; {both}; or {one}")
    if len(paths) not in {1, 2}:
        raise click.UsageError(f"{both}; or {one}")
    if len(paths) == 1 and kubernetes:
        raise click.UsageError(f"--kubernetes cannot be combined with --from and --to; {one}")
    _check_folders(paths, before, after)
    if paths == ("-", "-"):
        raise click.UsageError("only one of A and B can be standard input")


def _check_folders(paths: tuple[str, ...], before: str | None, after: str | None) -> None:
    """Refuse a folder where files are compared.

    Raises:
        click.UsageError: for one beside two releases.
        UnreadableInput: if there is nothing to compare it with.
    """
    if len(paths) == 1 and os.path.isdir(paths[0]):
        whole = f"schedcfg upgrade {shlex.quote(paths[0])} --from {before} --to {after}"
        raise click.UsageError(f"{paths[0]} is a folder: name a file in it, or plan the upgrade of all of it: {whole}")
    missing = next((path for path in paths if not os.path.exists(path) and path != "-" and ":" not in path), None)
    if missing is not None and any(map(os.path.isdir, paths)):
        raise UnreadableInput(unreadable(missing, "there is no such folder"), "Check the spelling.")


def _check_git(paths: tuple[str, ...], before: str | None, after: str | None, *, is_cluster: bool) -> None:
    """Refuse what does not go together with a revision.

    Raises:
        click.UsageError: if so, with what to write.
    """
    if is_cluster:
        raise click.UsageError("--git and --cluster exclude each other")
    if before or after:
        raise click.UsageError("--git compares files, --from and --to releases: leave out one of them")
    if "-" in paths:
        raise click.UsageError("--git compares files of the working tree, not standard input")
