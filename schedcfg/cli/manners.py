"""The options that every command has: colors, and how much is written to standard error."""

import os

import click

_COLOR, _QUIET, _VERBOSE = "schedcfg.color", "schedcfg.quiet", "schedcfg.verbose"


def with_manners(command: click.Command) -> click.Command:
    """Return a command with these options, but for those of its own that have the same names."""
    taken = {name for parameter in command.params for name in parameter.opts}
    command.params += [option for option in _options() if not taken.intersection(option.opts)]
    return command


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


def _chosen(key: str) -> object:
    ctx = click.get_current_context(silent=True)
    return None if ctx is None else ctx.meta.get(key)


def is_quiet() -> bool:
    """Return whether only the report and errors are written."""
    return _chosen(_QUIET) is not None


def is_verbose() -> bool:
    """Return whether what is read is listed, too."""
    return _chosen(_VERBOSE) is not None


def color() -> bool | None:
    """Return whether to color: by `--color`, else by the environment; None where a terminal decides."""
    chosen = _chosen(_COLOR)
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
