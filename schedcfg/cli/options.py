"""Options that several commands share."""

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def paths(command: Command) -> Command:
    """Add files and folders to a command, at least one; `-` is standard input."""
    return click.argument(
        "paths", nargs=-1, type=click.Path(path_type=str), metavar="[PATH|-]...", callback=_at_least_one
    )(command)


def _at_least_one(ctx: click.Context, _parameter: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    if not paths and not ctx.params.get("cluster"):
        raise click.UsageError("missing argument: a file, a folder, or - for standard input")
    return paths


def jobs(command: Command) -> Command:
    """Add the number of processes to a command."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(min=0),
        default=1,
        show_default=True,
        callback=_cores,
        help="Number of processes; 0: one per core. Worthwhile for thousands of files.",
    )(command)


def _cores(_ctx: click.Context, _parameter: click.Parameter, jobs: int) -> int:
    return jobs or os.cpu_count() or 1


def release(help_text: str) -> Callable[[Command], Command]:
    """Return the option for the release; what it is for differs from command to command."""
    return click.option("-k", "--kubernetes", metavar="RELEASE", shell_complete=complete_releases, help=help_text)


def complete_releases(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """List the releases for shell completion."""
    from schedcfg import releases  # noqa: PLC0415 - only shell completion needs it

    return [name for name in (*releases.names(), releases.NEWEST_WORD) if name.startswith(begun)]


kubernetes = release(
    "Kubernetes release to validate against: 1.29, newest … Default: the newest that serves the file's apiVersion."
)
"""Adds the release to validate by."""

as_of = release("Show one Kubernetes release: 1.29, newest … Default: all known releases.")
"""Adds the release to describe."""


def feature_gates(command: Command) -> Command:
    """Add feature gates to a command, in kube-scheduler's own form."""
    return click.option(
        "--feature-gates",
        metavar="NAME=true,...",
        multiple=True,
        help="Feature gates of kube-scheduler (repeatable). They change defaults and what is allowed.",
    )(command)


def output(formats: Iterable[str], help_text: str) -> Callable[[Command], Command]:
    """Return the option for the format, the first one by default."""
    known = list(formats)
    return click.option("--output", type=click.Choice(known), default=known[0], show_default=True, help=help_text)


text_or_json = output(["text", "json"], "Output format.")
"""Adds the choice between output for people and for programs."""


def skip_others(command: Command) -> Command:
    """Add `--skip-others` to a command, which skips files without a configuration."""
    return click.option(
        "--skip-others", is_flag=True, help="Skip named files that contain no scheduler configuration (for hooks)."
    )(command)


def search(command: Command) -> Command:
    """Add to a command what it searches, and whether it has to find something."""
    command = click.option("--require", is_flag=True, help="Exit with status 1 if no configuration is found.")(command)
    return click.option(
        "--suffix",
        "suffixes",
        metavar="SUFFIX",
        multiple=True,
        help="In folders, also read files with this suffix, e.g. .conf; '' for names without a suffix (repeatable). "
        "Always read: .yaml, .yml and .json.",
    )(command)


def role(command: Command) -> Command:
    """Add the role that the files are validated in to a command."""
    command = click.option(
        "--as-policy",
        is_flag=True,
        help="Treat each file as the argument of kube-scheduler --policy-config-file (Kubernetes up to 1.22).",
    )(command)
    return click.option(
        "--as-config",
        is_flag=True,
        help="Treat each file as the argument of kube-scheduler --config; any other content is an error.",
    )(command)


def registry(command: Command) -> Command:
    """Add the options for which plugins exist to a command."""
    command = click.option(
        "--plugin",
        "plugins",
        metavar="NAME",
        multiple=True,
        help="A plugin that is compiled into your scheduler (repeatable). Other unknown names are then refused.",
    )(command)
    command = click.option(
        "--catalog",
        "catalogs",
        metavar="NAME[@RELEASE]",
        multiple=True,
        help="A catalog of published plugins that are compiled into your scheduler: scheduler-plugins or "
        "network-traffic (repeatable). Their Args are checked, and other unknown names are refused. Default RELEASE: "
        "the one for --kubernetes; or name one, e.g. scheduler-plugins@0.30.",
    )(command)
    return click.option(
        "--in-tree-only",
        is_flag=True,
        help="Allow only the plugins of the stock kube-scheduler; refuse any other name.",
    )(command)
