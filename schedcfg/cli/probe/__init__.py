"""`schedcfg probe`: one file per kind of server, imported when it is called."""

import click

from schedcfg.cli.command_group import LazyCommandGroup

COMMANDS = ("network-traffic", "extender")


@click.group(
    "probe",
    cls=LazyCommandGroup,
    package=__name__,
    commands_by_name=COMMANDS,
    short_help="Test the servers that a configuration relies on.",
)
def command() -> None:
    """Test the servers that a configuration relies on, before the scheduler does.

    Only these commands use the network. They connect only to the addresses in the configuration or on the command
    line, and ignore proxies set in the environment.
    """
