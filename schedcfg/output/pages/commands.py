"""The page of all commands: what they say of themselves, and their options."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.output.pages.markup import code, page, table

_HEAD = """\
# Commands

What `--help` says of each. Data goes to standard output, talk to standard error.
"""


class OptionHelp(NamedTuple):
    """An option: its spellings, what follows it, its default, its meaning."""

    names: tuple[str, ...]
    value: str
    default: str
    meaning: str


class CommandHelp(NamedTuple):
    """A command: how it is called, what it does, its options."""

    usage: str
    meaning: str
    options: tuple[OptionHelp, ...]


def render(commands: Iterable[CommandHelp]) -> str:
    """Write the page."""
    return page(_lines(commands))


def _lines(commands: Iterable[CommandHelp]) -> Iterator[str]:
    yield _HEAD.rstrip("\n")
    for command in commands:
        name = command.usage.partition(" [")[0]
        yield from ("", f"## {name}", "", f"`{command.usage}`", "", command.meaning, "")
        yield from table(("option", "default", "meaning"), [_row(option) for option in command.options])


def _row(option: OptionHelp) -> tuple[str, ...]:
    spelling = f"{', '.join(option.names)} {option.value}".rstrip()
    return code(spelling), code(option.default), option.meaning
