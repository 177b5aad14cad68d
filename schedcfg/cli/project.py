"""The project's settings on the command line: which file, if any."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from schedcfg.settings.reading import Project


def options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options `settings_file` and `no_settings`."""
    command = click.option("--no-settings", is_flag=True, help="Do as if there were no settings.")(command)
    return click.option(
        "--settings",
        "settings_file",
        metavar="FILE",
        help="Settings of schedcfg itself (TOML). Default: the nearest .schedcfg.toml, schedcfg.toml or pyproject.toml "
        "with [tool.schedcfg] in this folder or above.",
    )(command)


def chosen(given: dict[str, Any]) -> "Project | None":
    """Read the settings that these options choose, and take the options out of what was given; None: there are none.

    Raises:
        click.UsageError: if the options contradict each other.
        UnreadableInput: if the file cannot be read.
        WrongSettings: if something in it is wrong.
    """
    file, none = given.pop("settings_file"), given.pop("no_settings")
    if file is not None and none:
        raise click.UsageError("--settings and --no-settings exclude each other")
    if none:
        return None
    from schedcfg.settings.finding import find_settings  # noqa: PLC0415 - so that --help stays quick

    path = file if file is not None else find_settings(os.curdir)
    if path is None:
        return None
    from schedcfg.settings.reading import read  # noqa: PLC0415 - many runs have none

    return read(path)
