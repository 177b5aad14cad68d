"""What `--help` shows, the options that most runs need, and `--help-all`, every option in its section."""

import os
import re
import sys
import textwrap
from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

import click
from click import formatting

from schedcfg.cli.called import as_called


class Heading(StrEnum):
    """The titles under which help shows options; those without any are a command's own."""

    OWN = "Options"
    READ = "Files"
    TARGET = "Scheduler"
    PRESETS = "Of presets"
    TOP_LEVEL = "Top level"
    REPORT = "Report"
    FIXING = "Fixing"
    SOURCES = "Other sources"
    GENERAL = "General"


_SHOWS_ALL = "schedcfg.help_all"


class SectionedOption(click.Option):
    """An option in a section of its command's help.

    Args:
        declarations: Its names.
        section: The section.
        everyday: Whether `--help` describes it, too, instead of only naming it.
        attributes: The other arguments of click's option.
    """

    def __init__(self, declarations: list[str], *, section: Heading, everyday: bool = False, **attributes: Any) -> None:
        super().__init__(declarations, **attributes)
        self.section, self.everyday = section, everyday


option = partial(click.option, cls=SectionedOption)
"""Adds an option to a command, in a section of its help."""


def help_all() -> click.Option:
    """Return the option that shows the help with all options."""
    return SectionedOption(
        ["--help-all"],
        section=Heading.GENERAL,
        everyday=True,
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_all,
        help="Show all options, and exit.",
    )


def _show_all(ctx: click.Context, _parameter: click.Parameter, value: object) -> None:
    if value and not ctx.resilient_parsing:
        ctx.meta[_SHOWS_ALL] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def shows_all(ctx: click.Context) -> bool:
    """Return whether all of the help is wanted."""
    return _SHOWS_ALL in ctx.meta


class Formatter(click.HelpFormatter):
    """Formats help as wide as the terminal, as click does, which would import modules to unpack archives for that."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        if width is None and formatting.FORCED_WIDTH is None:
            width = max(min(_columns(), max_width or 80) - 2, 50)
        super().__init__(indent_increment, width, max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms and what they mean, in two columns; unlike click, break no line within a word."""
        rows = list(rows)
        # A longer term has a line of its own.
        column = max((len(term) for term, _ in rows if len(term) <= col_max), default=col_max) + col_spacing
        margin, hanging = " " * self.current_indent, " " * (self.current_indent + column)
        for term, meaning in rows:
            begun = f"{margin}{term:{column}}"
            if len(term) + col_spacing > column:
                self.write(f"{margin}{term}\n")
                begun = hanging
            wrapped = textwrap.fill(
                meaning,
                max(self.width, len(hanging) + 10),
                initial_indent=begun,
                subsequent_indent=hanging,
                break_on_hyphens=False,
                break_long_words=False,
            )
            self.write(f"{(wrapped or begun).rstrip()}\n")


class HelpContext(click.Context):
    """The context of a command: its help is formatted so, and made of these parts."""

    formatter_class = Formatter

    def get_help(self) -> str:
        """Return the help that is wanted."""
        formatter = self.make_formatter()
        command = self.command
        command.format_usage(self, formatter)
        command.format_help_text(self, formatter)
        (_write_all if shows_all(self) else _write_everyday)(_options(self), formatter)
        if isinstance(command, click.Group):
            command.format_commands(self, formatter)
        command.format_epilog(self, formatter)
        return as_called(formatter.getvalue().rstrip("\n"))


class _OptionHelp(NamedTuple):
    """An option as help shows it."""

    section: Heading
    everyday: bool
    name: str
    row: tuple[str, str]
    short_row: tuple[str, str]


def _options(ctx: click.Context) -> list[_OptionHelp]:
    options = (parameter for parameter in ctx.command.get_params(ctx) if isinstance(parameter, click.Option))
    records = ((option, option.get_help_record(ctx)) for option in options)
    return [_described(option, *record) for option, record in records if record is not None]


def _described(option: click.Option, term: str, meaning: str) -> _OptionHelp:
    # Those of click itself show something instead of running the command.
    shows_something = option.is_eager and not option.expose_value
    section, everyday = Heading.GENERAL if shows_something else Heading.OWN, True
    if isinstance(option, SectionedOption):
        section, everyday = option.section, option.everyday
    about = option.help or ""
    short = meaning.replace(about, first_sentence(about))
    return _OptionHelp(section, everyday, max(option.opts, key=len), (term, meaning), (term, short))


def _by_section(options: Iterable[_OptionHelp]) -> dict[Heading, list[_OptionHelp]]:
    """Return the options of each section that has some."""
    sections: dict[Heading, list[_OptionHelp]] = {section: [] for section in Heading}
    for each in options:
        sections[each.section].append(each)
    return {section: part for section, part in sections.items() if part}


def _write_all(options: list[_OptionHelp], formatter: click.HelpFormatter) -> None:
    for title, described in _by_section(options).items():
        with formatter.section(title):
            formatter.write_dl([each.row for each in described])


def _write_everyday(options: list[_OptionHelp], formatter: click.HelpFormatter) -> None:
    sections = _by_section(options)
    with formatter.section(Heading.OWN):
        formatter.write_dl([each.short_row for part in sections.values() for each in part if each.everyday])
    others = {title: [each.name for each in part if not each.everyday] for title, part in sections.items()}
    rows = [(title, ", ".join(names)) for title, names in others.items() if names]
    if rows:
        with formatter.section("More options, described by --help-all"):
            formatter.write_dl(rows)


def first_sentence(text: str) -> str:
    """Return the first sentence of a text; one that follows `e.g.` with a small letter is the same."""
    return re.split(r"(?<=[.…]) +(?=[A-Z\[])", text, maxsplit=1)[0]


def _columns() -> int:
    """Return what `shutil.get_terminal_size` does: the width in the environment, or that of the terminal, or 80."""
    try:
        columns = int(os.environ.get("COLUMNS", ""))
    except ValueError:
        columns = 0
    if columns > 0:
        return columns
    try:
        return (0 if sys.__stdout__ is None else os.get_terminal_size(sys.__stdout__.fileno()).columns) or _USUAL
    except (ValueError, OSError):
        return _USUAL


_USUAL = 80
"""Columns where nothing has a width."""
