"""Options that several commands share."""

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def paths(command: Command) -> Command:
    """Take files and folders, at least one; `-` is standard input."""
    return click.argument(
        "paths", nargs=-1, type=click.Path(path_type=str), metavar="[PATH|-]...", callback=_at_least_one
    )(command)


def _at_least_one(_ctx: click.Context, _parameter: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    if not paths:
        raise click.UsageError("name a file, a folder, or - for standard input")
    return paths


def jobs(command: Command) -> Command:
    """Work with several processes."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(min=0),
        default=1,
        show_default=True,
        callback=_cores,
        help="Processes to work with; 0: one per core. More than one pays from some thousand files on.",
    )(command)


def _cores(_ctx: click.Context, _parameter: click.Parameter, jobs: int) -> int:
    return jobs or os.cpu_count() or 1


def release(meaning: str) -> Callable[[Command], Command]:
    """Choose the release; what it is for differs from command to command."""
    return click.option("-k", "--kubernetes", metavar="RELEASE", shell_complete=_releases, help=meaning)


def _releases(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """List the releases for shells that complete words."""
    from schedcfg import releases  # noqa: PLC0415 - only a shell asks

    return [name for name in releases.names() if name.startswith(begun)]


kubernetes = release(
    "Judge by this Kubernetes release, e.g. 1.29. Default: the newest that serves the file's apiVersion."
)
"""Choose the release to judge by."""

as_of = release("Tell what holds in this Kubernetes release, e.g. 1.29. Default: in all that are known.")
"""Choose the release to tell about."""


def feature_gates(command: Command) -> Command:
    """Set feature gates as kube-scheduler takes them."""
    return click.option(
        "--feature-gates",
        metavar="NAME=true,...",
        multiple=True,
        help="What kube-scheduler gets as --feature-gates (repeatable): gates change defaults and what is allowed.",
    )(command)


def output(formats: Iterable[str], meaning: str) -> Callable[[Command], Command]:
    """Choose the format, the first one by default."""
    known = list(formats)
    return click.option("--output", type=click.Choice(known), default=known[0], show_default=True, help=meaning)


text_or_json = output(["text", "json"], "Output format.")
"""Choose between people and programs."""


def skip_others(command: Command) -> Command:
    """Pass over files in which there is nothing to look at."""
    return click.option(
        "--skip-others", is_flag=True, help="Pass over named files that hold no scheduler configuration (for hooks)."
    )(command)


def role(command: Command) -> Command:
    """Return what the files are taken for."""
    command = click.option(
        "--as-policy",
        is_flag=True,
        help="Treat each file as the one given to --policy-config-file (Kubernetes up to 1.22).",
    )(command)
    return click.option(
        "--as-config",
        is_flag=True,
        help="Treat each file as the one given to kube-scheduler --config; anything else in it is an error.",
    )(command)


def registry(command: Command) -> Command:
    """Return which plugins exist."""
    command = click.option(
        "--plugin",
        "plugins",
        metavar="NAME",
        multiple=True,
        help="This plugin is compiled into the scheduler (repeatable); others that are not in-tree are then refused.",
    )(command)
    command = click.option(
        "--catalog",
        "catalogs",
        metavar="NAME[@RELEASE]",
        multiple=True,
        help="The published plugins of this catalog are compiled in: scheduler-plugins or network-traffic "
        "(repeatable); their Args are checked, other names are refused. The release is that which fits "
        "--kubernetes, or RELEASE, e.g. scheduler-plugins@0.30.",
    )(command)
    return click.option(
        "--in-tree-only",
        is_flag=True,
        help="Only the plugins of the stock kube-scheduler exist; any other name is refused.",
    )(command)
