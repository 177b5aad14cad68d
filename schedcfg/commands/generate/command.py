"""`schedcfg generate`: the commands are imported when they are called."""

import click

from schedcfg.cli.manners import LazyCommandGroup, with_manners

COMMANDS = {
    "config": "schedcfg.commands.generate.subcommands.configurations:config",
    "profile": "schedcfg.commands.generate.subcommands.configurations:profile",
    "static-pod": "schedcfg.commands.generate.subcommands.manifests:static_pod",
    "kubeadm": "schedcfg.commands.generate.subcommands.manifests:kubeadm",
    "second-scheduler": "schedcfg.commands.generate.subcommands.manifests:second_scheduler",
    "pod-policy": "schedcfg.commands.generate.subcommands.pod_policies:pod_policy",
    "monitoring": "schedcfg.commands.generate.subcommands.monitoring:monitoring",
}


class _Generate(LazyCommandGroup):
    """The commands, and one for each target; those declare their own options."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of the commands, then those of the targets."""
        from schedcfg.sources.products import targets

        return [*super().list_commands(ctx), *targets()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command, or make that of a target; None where there is none of this name."""
        found = super().get_command(ctx, cmd_name)
        if found is not None or cmd_name not in self.list_commands(ctx):
            return found
        from schedcfg.commands.generate.subcommands import targets

        return with_manners(targets.command(cmd_name))


@click.group(
    "generate",
    cls=_Generate,
    places=COMMANDS,
    short_help="Generate configurations and the manifests that run them.",
)
def command() -> None:
    """Generate configurations and the manifests that run them. The output is deterministic, for GitOps."""
