"""What all commands share: options for colors and for how much goes to standard error, and the width of their help."""

import os
import sys

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
