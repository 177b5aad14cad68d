"""`schedcfg generate`: one file per thing that can be generated, imported when it is called."""

import click

from schedcfg.cli.command_group import LazyCommandGroup
from schedcfg.cli.manners import with_manners

COMMANDS = ("config", "profile", "static-pod", "kubeadm", "second-scheduler")


class _Generate(LazyCommandGroup):
    """The commands, and one for each target; those declare their own options."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of the commands, then those of the targets."""
        from schedcfg.generate import targets

        return [*super().list_commands(ctx), *targets.names()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command, or make that of a target; None where there is none of this name."""
        found = super().get_command(ctx, cmd_name)
        if found is not None or cmd_name not in self.list_commands(ctx):
            return found
        from schedcfg.cli.generate import targets

        return with_manners(targets.command(cmd_name))


@click.group(
    "generate",
    cls=_Generate,
    package=__name__,
    commands_by_name=COMMANDS,
    short_help="Generate configurations and the manifests that run them.",
)
def command() -> None:
    """Generate configurations and the manifests that run them. The output is deterministic, for GitOps."""
