"""A page of each command, from click's own description of it, and the page that lists them."""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from schedcfg import cli
from schedcfg.cli.command_names import COMMANDS
from schedcfg.cli.help import Heading, SectionedOption
from tools.pages.markup import code, fenced, page, table

FOLDER = "reference/commands"

_GUIDES = Path(__file__).parents[2] / "docs"
_EXAMPLES = "Examples:\n"
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
    """A command.

    Attributes:
        words: Its name, and those of the commands above it: `schedcfg generate kubeadm`.
        usage: How it is called.
        summary: What it does, in a line.
        view: What it does.
        options: Its options by section, in the order of help.
        examples: Calls of it, a line each.
    """

    words: str
    usage: str
    summary: str
    view: str
    options: Mapping[Heading, tuple[OptionHelp, ...]]
    examples: tuple[str, ...]

    @property
    def file(self) -> str:
        """The name of its page."""
        return f"{'-'.join(self.words.split()[1:])}.md"


def _index(whole: CommandHelp, commands: Sequence[CommandHelp]) -> Iterator[str]:
    yield from (_HEAD, f"`{whole.usage}`", "", whole.view, "")
    for options in whole.options.values():
        yield from _options(options)
    for title, names in COMMANDS.items():
        yield from ("", f"## {title}", "")
        yield from _listed([one for one in commands if one.words.split()[1] in names])


def _listed(commands: Sequence[CommandHelp]) -> Iterator[str]:
    rows = [(f"[`{one.words}`]({one.file})", one.summary) for one in commands]
    yield from table(("command", "what it does"), rows)


def _page(command: CommandHelp, commands: Sequence[CommandHelp]) -> Iterator[str]:
    yield from (f"# {command.words}", "", f"`{command.usage}`", "", command.view, *_guide(command))
    below = [one for one in commands if one.words.startswith(f"{command.words} ")]
    if below:
        yield from ("", "## Commands", "", *_listed(below))
    for heading, options in command.options.items():
        yield from ("", f"## {heading}", "", *_options(options))
    if command.examples:
        yield from ("", "## Examples", "", *fenced("text", command.examples))
    yield from ("", "[All commands](index.md)")


def _guide(command: CommandHelp) -> Iterator[str]:
    """Yield a link to the page that explains a command, if there is one."""
    path = f"{'/'.join(command.words.split()[1:])}.md"
    if (_GUIDES / path).is_file():
        title = (_GUIDES / path).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        yield from ("", f"Explained with examples: [{title}](../../{path}).")


def _options(options: Sequence[OptionHelp]) -> Iterator[str]:
    yield from table(("option", "default", "meaning"), [_row(option) for option in options])


def _row(option: OptionHelp) -> tuple[str, ...]:
    spelling = f"{', '.join(option.names)} {option.value}".rstrip()
    return code(spelling), code(option.default), option.view


def pages() -> Iterator[tuple[str, str]]:
    """Yield the pages below `docs/reference/commands/`."""
    whole, *commands = _below(cli.group, "schedcfg")
    yield f"{FOLDER}/index.md", page(_index(whole, commands))
    for command in commands:
        yield f"{FOLDER}/{command.file}", page(_page(command, commands))


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
    # Those that only show something, such as --help, are no part of a command.
    options = [(_section(one), _option(one)) for one in known if one.expose_value or not one.is_eager]
    by_section = {heading: tuple(one for section, one in options if section is heading) for heading in Heading}
    examples = inspect.cleandoc((command.epilog or "").replace("\b\n", "")).partition(_EXAMPLES)[2]
    return CommandHelp(
        words=name,
        usage=" ".join([name, "[OPTIONS]", *arguments]),
        summary=command.get_short_help_str(limit=200),
        view=inspect.cleandoc(command.help or "").replace("\b\n", ""),
        options={heading: found for heading, found in by_section.items() if found},
        examples=tuple(inspect.cleandoc(examples).splitlines()),
    )


def _section(option: click.Option) -> Heading:
    return option.section if isinstance(option, SectionedOption) else Heading.OWN


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
