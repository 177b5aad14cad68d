"""A group of commands that are modules of the same names."""

import importlib
from typing import Any

import click

from schedcfg.cli.manners import with_manners

_WHOLE = 1000
"""Longer than any first sentence, in characters."""


class LazyCommandGroup(click.Group):
    """A group whose commands are modules of the same names, imported when they are needed.

    Args:
        package: The package with a module for each; its attribute `command` is the command.
        commands_by_name: Their names, in the order in which help shows them.
        attributes: The other arguments of click's group.
    """

    def __init__(self, *, package: str, commands_by_name: tuple[str, ...], **attributes: Any) -> None:
        super().__init__(**attributes)
        with_manners(self)
        self._package = package
        self._names = commands_by_name

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """List the names."""
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command; None where there is none of this name."""
        if cmd_name not in self._names:
            return None
        module = importlib.import_module(f"{self._package}.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
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
