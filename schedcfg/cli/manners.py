"""What all commands share: options for colors and for how much goes to standard error, their help, groups of them."""

import importlib
import os
import sys
from collections.abc import Mapping
from typing import Any

import click
from click import formatting

_COLOR, _QUIET, _VERBOSE = "schedcfg.color", "schedcfg.quiet", "schedcfg.verbose"


def with_manners(command: click.Command) -> click.Command:
    """Return a command with these options, but for those of its own that have the same names, and with this help."""
    command.context_class = _Context
    taken = {name for parameter in command.params for name in parameter.opts}
    command.params += [option for option in _options() if not taken.intersection(option.opts)]
    return command


class _Formatter(click.HelpFormatter):
    """Formats help as wide as the terminal, as click does, which would import modules to unpack archives for that."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        if width is None and formatting.FORCED_WIDTH is None:
            width = max(min(_columns(), max_width or 80) - 2, 50)
        super().__init__(indent_increment, width, max_width)


class _Context(click.Context):
    formatter_class = _Formatter


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


def _options() -> tuple[click.Option, ...]:
    return (
        click.Option(
            ["--color"],
            type=click.Choice(["auto", "always", "never"]),
            expose_value=False,
            callback=_keep(_COLOR),
            help="When to color. Default: on a terminal, unless NO_COLOR, CI or TERM=dumb is set; FORCE_COLOR: always.",
        ),
        click.Option(
            ["-q", "--quiet"],
            is_flag=True,
            expose_value=False,
            callback=_keep(_QUIET),
            help="Write only the report and errors: no progress, no summary.",
        ),
        click.Option(
            ["-v", "--verbose"],
            is_flag=True,
            expose_value=False,
            callback=_keep(_VERBOSE),
            help="Also list the settings in use and each file that is read on standard error.",
        ),
    )


def _keep(key: str):  # type: ignore[no-untyped-def]  # noqa: ANN202
    def keep(ctx: click.Context, _parameter: click.Parameter, value: object) -> None:
        if value:
            ctx.meta[key] = value

    return keep


def _choose(key: str) -> object:
    ctx = click.get_current_context(silent=True)
    return None if ctx is None else ctx.meta.get(key)


def is_quiet() -> bool:
    """Return whether only the report and errors are written."""
    return _choose(_QUIET) is not None


def is_verbose() -> bool:
    """Return whether what is read is listed, too."""
    return _choose(_VERBOSE) is not None


def color() -> bool | None:
    """Return whether to color: by `--color`, else by the environment; None where a terminal decides."""
    chosen = _choose(_COLOR)
    if chosen in {"always", "never"}:
        return chosen == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return False if os.environ.get("CI") or is_dumb() else None


def is_dumb() -> bool:
    """Return whether the terminal obeys nothing but letters."""
    return os.environ.get("TERM") == "dumb"


_WHOLE = 1000
"""Longer than any first sentence, in characters."""


class LazyCommandGroup(click.Group):
    """A group whose commands are imported when they are needed.

    Args:
        places: Name → `module:attribute` of the command, in the order in which help shows them.
        attributes: The other arguments of click's group.
    """

    def __init__(self, *, places: Mapping[str, str], **attributes: Any) -> None:
        super().__init__(**attributes)
        with_manners(self)
        self._places = places

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """List the names."""
        return list(self._places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command; None where there is none of this name."""
        if cmd_name not in self._places:
            return None
        module, _, attribute = self._places[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return with_manners(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that arguments begin with; an unknown one gets the nearest that there is."""
        if not args:
            raise click.UsageError("Missing command.", ctx)
        # What looks like an option is taken from the list while it is read.
        name = args[0]
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from schedcfg.spelling import nearest

            near = nearest(name, self.list_commands(ctx), 0.6)
            if near is None or "Did you mean" in error.message:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near!r}?", error.ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with the whole first sentence of their help; click would cut it off."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(_WHOLE)) for name, one in found if one is not None])
