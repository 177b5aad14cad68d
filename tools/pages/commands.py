"""The page of all commands, from click's own description of them: their help, and their options."""

import inspect
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from schedcfg import cli
from tools.pages.markup import code, page, table

_HEAD = """\
# Command line

The `--help-all` of each command. Data goes to standard output, messages go to standard error.
"""


class OptionHelp(NamedTuple):
    """An option: its spellings, what follows it, its default, its meaning."""

    names: tuple[str, ...]
    value: str
    default: str
    view: str


class CommandHelp(NamedTuple):
    """A command: how it is called, what it does, its options."""

    usage: str
    view: str
    options: tuple[OptionHelp, ...]


def _lines(commands: Iterable[CommandHelp]) -> Iterator[str]:
    yield _HEAD.rstrip("\n")
    for command in commands:
        name = command.usage.partition(" [")[0]
        yield from ("", f"## {name}", "", f"`{command.usage}`", "", command.view, "")
        yield from table(("option", "default", "meaning"), [_row(option) for option in command.options])


def _row(option: OptionHelp) -> tuple[str, ...]:
    spelling = f"{', '.join(option.names)} {option.value}".rstrip()
    return code(spelling), code(option.default), option.view


def pages() -> Iterator[tuple[str, str]]:
    """Yield the page `docs/reference/commands.md`."""
    yield "reference/commands.md", page(_lines(_below(cli.group, "schedcfg")))


def _below(command: click.Command, name: str) -> Iterator[CommandHelp]:
    """Yield a command and those below it."""
    context = click.Context(command, info_name=name)
    yield _help(command, name)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            if found is not None:
                yield from _below(found, f"{name} {each}")


def _help(command: click.Command, name: str) -> CommandHelp:
    arguments = [_argument(param) for param in command.params if isinstance(param, click.Argument)]
    if isinstance(command, click.Group):
        arguments = ["COMMAND", "[ARGS]..."]
    known = [param for param in command.params if isinstance(param, click.Option) and not param.hidden]
    return CommandHelp(
        usage=" ".join([name, "[OPTIONS]", *arguments]),
        view=inspect.cleandoc(command.help or "").replace("\b\n", ""),
        # Those that only show something, such as --help, are no part of a command.
        options=tuple(_option(one) for one in known if one.expose_value or not one.is_eager),
    )


def _argument(argument: click.Argument) -> str:
    return argument.metavar or (argument.name or "").upper()


def _option(option: click.Option) -> OptionHelp:
    default = option.default if option.show_default and not option.is_flag else None
    choices = option.type.choices if isinstance(option.type, click.Choice) else ()
    allowed = f" One of {', '.join(map(str, choices))}." if choices else ""
    return OptionHelp(
        names=(*option.opts, *option.secondary_opts),
        value="" if option.is_flag or option.count else option.metavar or option.type.name.split()[0].upper(),
        default="" if default is None else str(default),
        view=f"{option.help or ''}{allowed}",
    )
