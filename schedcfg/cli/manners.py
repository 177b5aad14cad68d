"""What all commands share: options for colors and for how much goes to standard error, their help, groups of them."""

import importlib
import os
from collections.abc import Mapping, Sequence
from typing import IO, Any

import click

from schedcfg.cli.help import Heading, HelpContext, SectionedOption, help_all, shows_all

_COLOR, _QUIET, _VERBOSE = "schedcfg.color", "schedcfg.quiet", "schedcfg.verbose"


def with_manners(command: click.Command) -> click.Command:
    """Return a command with these options, but for those of its own that have the same names, and with this help."""
    command.context_class = HelpContext
    taken = {name for parameter in command.params for name in parameter.opts}
    command.params += [option for option in _options() if not taken.intersection(option.opts)]
    return command


def _options() -> tuple[click.Option, ...]:
    return (
        SectionedOption(
            ["--color"],
            section=Heading.GENERAL,
            type=click.Choice(["auto", "always", "never"]),
            expose_value=False,
            callback=_keeping(_COLOR),
            help="When to color. Default: on a terminal, unless NO_COLOR, CI or TERM=dumb is set; FORCE_COLOR: always.",
        ),
        SectionedOption(
            ["-q", "--quiet"],
            section=Heading.GENERAL,
            is_flag=True,
            expose_value=False,
            callback=_keeping(_QUIET),
            help="Write only the report and errors: no progress, no summary.",
        ),
        SectionedOption(
            ["-v", "--verbose"],
            section=Heading.GENERAL,
            is_flag=True,
            expose_value=False,
            callback=_keeping(_VERBOSE),
            help="Also list on standard error the settings in use, each file that is read, and what settles findings "
            "that are not reported.",
        ),
        help_all(),
    )


def _keeping(key: str):  # type: ignore[no-untyped-def]  # noqa: ANN202
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


_WHOLE = 1000
"""Longer than any first sentence, in characters."""


class NoCommand(click.UsageError):
    """A group without a command, which shows its help; click's own error for it differs between its releases."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the help of the group."""
        assert self.ctx is not None
        click.echo(self.ctx.get_help(), file=file, err=True, color=self.ctx.color)


class LazyCommandGroup(click.Group):
    """A group whose commands are imported when they are needed.

    Args:
        places: Name → `module:attribute` of the command.
        sections: Title → the names that help lists under it; those in none are listed under `Commands`.
        synonyms: Another name → the command that it runs; help does not list it.
        attributes: The other arguments of click's group.
    """

    def __init__(
        self,
        *,
        places: Mapping[str, str],
        sections: Mapping[str, Sequence[str]] | None = None,
        synonyms: Mapping[str, str] | None = None,
        **attributes: Any,
    ) -> None:
        super().__init__(**attributes)
        with_manners(self)
        self._places, self._sections, self._synonyms = places, sections or {}, synonyms or {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """List the names."""
        return list(self._places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command; None where there is none of this name. Those that were added one by one are not listed."""
        if cmd_name not in self._places:
            return self.commands.get(cmd_name)
        module, _, attribute = self._places[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return with_manners(command)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options of the group; without anything, its help is shown."""
        if not args and not ctx.resilient_parsing:
            raise NoCommand("missing command", ctx)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that arguments begin with."""
        if not args:
            raise NoCommand("missing command", ctx)
        name, *rest = args
        if name in self._synonyms:
            return self.resolve_command(ctx, [*self._synonyms[name].split(), *rest])
        if name == "help":
            return self._resolve_help(ctx, rest)
        if self.get_command(ctx, name) is None and not name.startswith("-") and not ctx.resilient_parsing:
            from schedcfg.cli.mistyped import instead_of_command

            known = {**{one: one for one in self.list_commands(ctx)}, **self._synonyms}
            raise click.UsageError(f"No such command {name!r}.{instead_of_command(known, ctx, args)}", ctx)
        return super().resolve_command(ctx, args)

    def _resolve_help(self, ctx: click.Context, words: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Show the help of the group, or find the command whose help is wanted."""
        if ctx.resilient_parsing:
            return self.resolve_command(ctx, words) if words else (None, None, [])
        if not words:
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()
        return self.resolve_command(ctx, [*words, "--help"])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in sections, with the whole first sentence of their help; click would cut it off."""
        listed = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        texts = {
            name: command.get_short_help_str(_WHOLE)
            for name, command in listed.items()
            if command is not None and (shows_all(ctx) or not command.hidden)
        }
        width = max(map(len, texts))
        grouped = {name for names in self._sections.values() for name in names}
        others = [name for name in texts if name not in grouped]
        for title, names in {**self._sections, "Commands": others}.items():
            rows = [(f"{name:{width}}", texts[name]) for name in names if name in texts]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
