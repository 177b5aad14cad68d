"""The options for validating files: every command that reads configurations has them.

A command gets them as `options`, and the project's settings as `project` (None: none). Its own `--kubernetes` is among
them. Releases that the settings name are not filled in: see `by_release`.
"""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options
from schedcfg.cli.help import Heading, option
from schedcfg.cli.manners import is_verbose

if TYPE_CHECKING:
    from schedcfg.configuration.effective.registry import PluginRegistry
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project


def settings_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with the options `settings_file` and `no_settings`."""
    command = option("--no-settings", section=Heading.GENERAL, is_flag=True, help="Ignore all settings files.")(command)
    return option(
        "--settings",
        "settings_file",
        section=Heading.GENERAL,
        metavar="FILE",
        help="Settings file of schedcfg (TOML). Default: the nearest .schedcfg.toml, schedcfg.toml or pyproject.toml "
        "with [tool.schedcfg] in this folder or its parents.",
    )(command)


def chosen_project(inputs: dict[str, Any]) -> "Project | None":
    """Read the settings that these options choose, and remove the options from `inputs`; None if there are none.

    Raises:
        click.UsageError: if the options contradict each other.
        UnreadableInput: if the file cannot be read.
        WrongSettings: if something in it is wrong.
    """
    file, none = inputs.pop("settings_file"), inputs.pop("no_settings")
    if file is not None and none:
        raise click.UsageError("--settings and --no-settings exclude each other")
    if none:
        return None
    from schedcfg.validation.settings.discovery import find_settings

    path = file if file is not None else find_settings(os.curdir)
    if is_verbose():
        from schedcfg.cli.reporting import write_stderr
        from schedcfg.output.terminal import path_label

        write_stderr([f"settings: {'none' if path is None else path_label(path)}\n"])
    if path is None:
        return None
    from schedcfg.validation.settings.reading import read

    # What is merely found may be of somebody whom nobody knows.
    return read(path, within=None if path == file else os.path.dirname(path))


def options_from(inputs: dict[str, Any], found: "Project | None") -> "Options":
    """Remove these options from `inputs`, and return them as `Options`, completed from the settings.

    Raises:
        click.UsageError: if options contradict each other.
        UnknownTarget: if a catalog is not known.
        WrongSettings: if the package that describes a declared plugin cannot be used.
    """
    from schedcfg.sources import with_suffixes
    from schedcfg.sources.configurations import Role
    from schedcfg.validation.options import Options

    as_config, as_policy = inputs.pop("as_config", False), inputs.pop("as_policy", False)
    if as_config and as_policy:
        raise click.UsageError("--as-config and --as-policy exclude each other")
    made = Options(
        # Commands for several releases have none.
        kubernetes=inputs.pop("kubernetes", None),
        registry=_registry(inputs, found),
        role=Role.of(as_config=as_config, as_policy=as_policy),
        feature_gates=inputs.pop("feature_gates"),
        # Only commands that search have these.
        suffixes=with_suffixes(inputs.pop("suffixes", ())),
        require=inputs.pop("require", False),
        stdin_filename=_stdin_filename(inputs),
    )
    if found is None:
        return made
    from schedcfg.validation.settings.merge import with_settings

    return with_settings(made, found)


def _stdin_filename(inputs: dict[str, Any]) -> str:
    """Return the path of the file that standard input represents: its own where none is named.

    Raises:
        click.UsageError: if one is named, and standard input is not read.
    """
    from schedcfg.sources import STDIN

    # Commands that never read it have no such option.
    name: str | None = inputs.pop("stdin_filename", None)
    if name is not None and STDIN not in (*inputs.get("paths", ()), inputs.get("path")):
        raise click.UsageError("--stdin-filename is the name of standard input, which is read where PATH is -")
    return name or STDIN


def _registry(inputs: dict[str, Any], found: "Project | None") -> "PluginRegistry":
    """Return the registry of the plugins that exist."""
    from schedcfg.configuration.effective.registry import IN_TREE_ONLY, OPEN, chosen

    in_tree_only = inputs.pop("in_tree_only")
    plugins, catalogs = frozenset(inputs.pop("plugins")), inputs.pop("catalogs")
    if in_tree_only and plugins:
        raise click.UsageError("--in-tree-only and --plugin exclude each other")
    if in_tree_only and catalogs:
        raise click.UsageError("--in-tree-only and --catalog exclude each other")
    if in_tree_only:
        return IN_TREE_ONLY
    if found is not None:
        from schedcfg.validation.settings.merge import registry

        return registry(found, plugins, catalogs)
    return chosen(plugins, catalogs) if plugins or catalogs else OPEN


def by_release(options: "Options", project: "Project | None") -> "Options":
    """Return the options with the releases that the settings name.

    Args:
        options: What was requested.
        project: The settings.
    """
    if project is None:
        return options
    from schedcfg.validation.settings.merge import with_releases

    return with_releases(options, project)


def _read(inputs: dict[str, Any]) -> dict[str, Any]:
    project = chosen_project(inputs)
    return {"options": options_from(inputs, project), "project": project}


_STDIN_FILENAME = option(
    "--stdin-filename",
    section=Heading.READ,
    metavar="PATH",
    help="Read standard input, named by -, as the content of this file: in reports, for settings that choose by path, "
    "and by its suffix, e.g. .md.",
)

SEARCHING = options.OptionGroup((options.feature_gates, options.registry, settings_options), _read)
"""Those of these options that do not say what a file is read as."""

VALIDATION = options.OptionGroup((options.role, *SEARCHING.decorators, _STDIN_FILENAME), _read)
