"""`schedcfg generate`: one file per thing that can be generated, imported when it is called."""

import click

from schedcfg.cli.one_file_each import OneFileEach

COMMANDS = ("config", "profile", "static-pod")


@click.group("generate", cls=OneFileEach, package=__name__, commands_by_name=COMMANDS)
def command() -> None:
    """Write configurations, and what runs them: the same text each time, for GitOps."""
