"""What to write instead of a command or an option that does not exist: imported where a command line has one."""

import os
from collections.abc import Mapping, Sequence

import click

from schedcfg.sources import SUFFIXES
from schedcfg.spelling import nearest

_COMMANDS_OF_OTHER_TOOLS = {
    "check": ("validate", "FILE"),
    "compare": ("diff", "A B"),
    "convert": ("migrate --to v1", "FILE"),
    "create": ("generate", "config"),
    "describe": ("explain", "NAME"),
    "doctor": ("validate", "FILE"),
    "fix": ("validate --fix", "FILE"),
    "get": ("list", "plugins"),
    "lint": ("validate", "FILE"),
    "plan": ("upgrade", "FOLDER --from RELEASE --to RELEASE"),
    "print": ("effective", "FILE"),
    "scan": ("validate", "FOLDER"),
    "show": ("effective", "FILE"),
    "test": ("validate", "FILE"),
    "verify": ("validate", "FILE"),
    "versions": ("list releases", ""),
}
"""A command of other tools → ours, and what follows it where nothing was written."""

_OPTIONS_OF_OTHER_TOOLS = {
    "--dry-run": "--diff",
    "--format": "--output FORMAT",
    "--in-place": "--write",
    "--strict": "--fail-on warning",
    "--version": "--kubernetes RELEASE",
}
"""An option of other tools → ours, in the commands that have it."""


def instead_of_command(known: Mapping[str, str], context: click.Context, words: Sequence[str]) -> str:
    """Return what to write instead of an unknown command, after a blank; nothing where that is not known.

    Args:
        known: A name → the words of the command that it runs.
        context: That of the group where it was looked for.
        words: The unknown command, and what follows it.
    """
    from shlex import join

    name, *rest = words
    if context.parent is None and name in _COMMANDS_OF_OTHER_TOOLS:
        ours, otherwise = _COMMANDS_OF_OTHER_TOOLS[name]
        return f" Write: {f'schedcfg {ours} {join(rest) or otherwise}'.rstrip()}"
    if context.parent is None and (looks_like_file(name) or os.path.exists(name)):
        return f" Write: schedcfg validate {join(words)}"
    near = nearest(name, known, 0.6)
    return "" if near is None else f" Did you mean {known[near]!r}?"


def instead_of_option(command: click.Command, path: str, name: str) -> str:
    """Return what to write instead of an unknown option, after a blank; nothing where that is not known.

    Args:
        command: The command that lacks it.
        path: How it is called: `schedcfg generate profile`.
        name: The option.
    """
    options = (parameter for parameter in command.params if isinstance(parameter, click.Option))
    known = [name for option in options if not option.hidden for name in option.opts]
    ours = _OPTIONS_OF_OTHER_TOOLS.get(name, "")
    if ours.split(" ")[0] in known:
        return f" Write: {ours}"
    argument = name.lstrip("-").upper()
    if argument in (parameter.metavar for parameter in command.params if isinstance(parameter, click.Argument)):
        return f" Write: {path} {argument}"
    near = nearest(name, known)
    return "" if near is None else f" Did you mean {near!r}?"


def looks_like_file(name: str) -> bool:
    """Check whether a word can only be the name of a file or a folder, or standard input."""
    return name == "-" or name.endswith((*SUFFIXES, "/"))
